// Why: the lines of the proof, read one by one, so that whoever checks them meets throws and segments and no text.
// docs/dice.md, “The lines of the proof” and “The first scheme”.

import { parts } from "./mix.js";

/**
 * @import { Written } from "./record.js"
 * @import { Part } from "./mix.js"
 * @typedef {{end: string, key: string, from: number, why: "opened" | "used up" | "restored", text: string}} Segment
 * @typedef {{link: string, mix: string, parts: Part[], lot: {chose: string, of: string[]} | null}} Throw
 * @typedef {{kept: number, tokens: string[]}} TakenBack
 * @typedef {object} Lines
 * @property {1 | 2} scheme
 * @property {string} table
 * @property {Segment[]} segments
 * @property {(Throw | null)[]} throws null: one that was taken back, of which the first scheme tells no more
 * @property {TakenBack[]} takenBack
 */

export const SEGMENT = 1024; // links
const SCHEMES = { "hash chain 1": /** @type {const} */ (1), "hash chain 2": /** @type {const} */ (2) };
const THROW = /^([0-9a-f]{64}) (.+?)(?: chose (\S+) of (\S.*))?$/;
const TAKEN_BACK = /^(0|[1-9][0-9]*) (\S+(?: \S+)*)$/;
const FIRST = { 1: /^([0-9a-f]{64})()$/, 2: /^([0-9a-f]{64}) ([0-9a-f]{64})$/ };
const LATER = {
  1: /^([0-9a-f]{64})()(?: from ([1-9][0-9]*) (restored))?$/,
  2: /^([0-9a-f]{64}) ([0-9a-f]{64}) from ([1-9][0-9]*) (used up|restored)$/,
};

/** What cannot be checked at all, in a sentence. */
export class NoProof extends Error {}

/** @param {Written} record @returns {Lines} */
export function lines({ more }) {
  const fair = more.get("fair");
  if (fair === undefined) throw new NoProof("This record has no proof of its throws: it has no line “fair”.");
  const scheme = SCHEMES[/** @type {keyof typeof SCHEMES} */ (fair)];
  if (!scheme) throw new NoProof(`The proof is by the scheme “${fair}”, which is not known here.`);
  const table = more.get("table");
  if (!table) throw new NoProof("The record does not name its table, so no throw can be made again.");
  return {
    scheme, table,
    segments: segments(more, scheme),
    throws: numbered(more, "throw", 1).map((text, i) => readThrow(text, i + 1, scheme)),
    takenBack: scheme === 1 ? [] : numbered(more, "taken back", 1).map(readTakenBack),
  };
}

/** @param {Map<string, string>} more @param {1 | 2} scheme */
function segments(more, scheme) {
  const first = FIRST[scheme].exec(more.get("commitment") ?? "");
  if (!first) throw new NoProof("The record has no commitment such as the scheme wants it.");
  /** @type {Segment[]} */ const found = [{ end: first[1], key: first[2], from: 1, why: "opened", text: first[0] }];
  for (const [i, text] of numbered(more, "commitment", 2).entries()) {
    const later = LATER[scheme].exec(text);
    if (!later) throw new NoProof(`“commitment ${i + 2}” is not written as the scheme wants it.`);
    const why = later[4] === "restored" ? "restored" : "used up";
    found.push({ end: later[1], key: later[2], from: later[3] ? Number(later[3]) : found[i].from + SEGMENT, why, text: `${later[1]} ${later[2]}`.trim() });
  }
  return found;
}

/** The values of the lines “NAME 1”, “NAME 2” …, which must have no gaps. @param {Map<string, string>} more @param {string} name @param {number} from */
function numbered(more, name, from) {
  const count = [...more.keys()].filter((key) => key.startsWith(`${name} `)).length;
  return Array.from({ length: count }, (_, i) => {
    const text = more.get(`${name} ${i + from}`);
    if (text === undefined) throw new NoProof(`The line “${name} ${i + from}” is missing.`);
    return text;
  });
}

/** @param {string} text @param {number} number @param {1 | 2} scheme @returns {Throw | null} */
function readThrow(text, number, scheme) {
  if (scheme === 1 && text === "taken back") return null;
  const found = THROW.exec(text);
  const mix = found && (scheme === 1 && found[2] === "- -" ? [] : parts(found[2]));
  const fits = mix && (scheme === 2 || (found[2] !== "-" && (mix[0]?.how ?? "sent") === "sent" && mix.length < 2));
  if (!fits) throw new NoProof(`“throw ${number}” is not written as the scheme wants it.`);
  return { link: found[1], mix: found[2], parts: mix, lot: found[3] ? { chose: found[3], of: found[4].split(" ") } : null };
}

/** @param {string} text @param {number} i @returns {TakenBack} */
function readTakenBack(text, i) {
  const found = TAKEN_BACK.exec(text);
  if (!found) throw new NoProof(`“taken back ${i + 1}” should tell how many tokens stayed, and those that did not.`);
  return { kept: Number(found[1]), tokens: found[2].split(" ") };
}
