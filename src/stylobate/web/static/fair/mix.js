// Why: what a throw proves depends on whose random numbers are in it, and on whether they were new.
// docs/dice.md, “The nonces” and “What to report”.

/**
 * @typedef {{seat: string, how: "sent" | "before" | "missing", what: string}} Part what: the nonce, or the pledge of one that is missing
 * @typedef {"together" | "alone" | "carried" | "bare"} Kind
 * @typedef {{kind: Kind, fresh: string[]}} Told fresh: the nonces that were new
 */

const SEAT = /^(host|[0-9])$/;
const NONCE = /^([0-9a-f]{2}){16,64}$/;
const PLEDGE = /^[0-9a-f]{64}$/;

/** The parts of a mix, or null if it is none. @param {string} mix @returns {Part[] | null} */
export function parts(mix) {
  if (mix === "-") return [];
  const words = mix.split(" ");
  /** @type {Part[]} */ const found = [];
  while (words.length) {
    const seat = words.shift() ?? "";
    const how = words[0] === "before" || words[0] === "missing" ? words[0] : "sent";
    if (how !== "sent") words.shift();
    const what = words.shift() ?? "";
    const sound = SEAT.test(seat) && (how === "missing" ? PLEDGE : NONCE).test(what);
    if (!sound) return null;
    found.push({ seat, how, what });
  }
  return found;
}

/** Tells of one throw after the other which kind it is. */
export class Kinds {
  #known = new Set();
  /** @type {{all: string, told: Told} | null} */
  #last = null;

  /**
   * @param {Part[]} mix
   * @param {boolean} follows whether nothing was played or taken back since the last throw
   * @returns {Told}
   */
  of(mix, follows) {
    const all = [...new Set(mix.map(({ how, what }) => `${how} ${what}`))].toSorted().join(" ");
    const told = follows && this.#last?.all === all ? this.#last.told : this.#own(mix);
    for (const { how, what } of mix) if (how !== "missing") this.#known.add(what);
    this.#last = { all, told };
    return told;
  }

  /** @param {Part[]} mix @returns {Told} */
  #own(mix) {
    const nonces = mix.filter(({ how }) => how !== "missing");
    const parted = nonces.filter(({ how, what }) => how === "sent" && !this.#known.has(what));
    const [seats, fresh] = [new Set(parted.map(({ seat }) => seat)), [...new Set(parted.map(({ what }) => what))]];
    if (!fresh.length) return { kind: nonces.length ? "carried" : "bare", fresh };
    return { kind: seats.size > 1 && fresh.length > 1 ? "together" : "alone", fresh };
  }
}
