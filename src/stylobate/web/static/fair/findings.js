// Why: a check is worth what people understand of it.  This puts into words what holds, what does not, and what cannot be
// known from here; it claims no more than docs/dice.md, “What it proves, and what not”.

/** @import { Report } from "./verify.js" */
/** @typedef {{fails: string[], holds: string[], unknown: string[]}} Findings */

/**
 * What else is known, beside the record.
 * @typedef {object} Known
 * @property {string} [seal] a commitment that somebody wrote down before the game
 * @property {ReadonlySet<string>} [own] nonces that this browser sent or gave
 * @property {{faults: string[], sentences: string[]}} [seen] how the record fits what this browser has seen
 * @property {boolean} [draws] whether chance draws cards, and throws no dice
 */

const MOST = 8; // faults that are told one by one: the first say it all

/** @param {Report} report @param {Known} known @returns {Findings} */
export function findings(report, { seal, own = new Set(), seen, draws = false }) {
  const fails = [...(seen?.faults ?? []), ...report.faults];
  const first = report.lines?.segments[0].text;
  if (seal && first && seal !== first) fails.unshift("The commitment is not the one that was seen before the game.");
  const { record, lines } = report;
  const told = fails.length > MOST ? [...fails.slice(0, MOST), `And ${fails.length - MOST} more of the like.`] : fails;
  if (fails.length || !record || !lines) return { fails: told, holds: [], unknown: [] };

  const one = draws ? "draw" : "throw";
  const { together, alone, carried, bare } = report.kinds;
  const { scheme } = lines;
  const made = together + alone + carried + bare;
  const mine = scheme === 2 ? ownThrows(report, own) : 0;
  /** @type {(string | false)[]} */ const holds = [
    made === 0 && (draws ? "Nothing was drawn." : "Nothing was thrown."),
    made > 0 && report.unchecked === 0 && `${made === 1 ? `The ${one} follows` : `All ${made} ${one}s follow`} from the commitment and the nonces in the record.`,
    made > 0 && report.unchecked > 0 && "All links belong to the chain that the server was bound to.",
    scheme === 2 && report.takenBack > 0 && `${have(report.takenBack, "of them was", "of them were")} taken back, and checked as well.`,
    scheme === 2 && together > 0 && `${have(together, `${one} mixes`, `${one}s mix`)} new nonces of several seats.`,
    scheme === 2 && alone > 0 && `${have(alone, `${one} mixes`, `${one}s mix`)} a new nonce of one seat.`,
    mine > 0 && `${have(mine, `${one} has`, `${one}s have`)} a new nonce of this browser: the server did not choose ${mine === 1 ? "it" : "them"}, nor did anybody else.`,
    report.signed && "Names, date, options, moves and result are as the server signed them at the end.",
    seal !== undefined && seal !== "" && "The commitment is the one that was seen before the game.",
    ...(seen?.sentences ?? []),
  ];
  const name = (/** @type {string} */ seat) => (record.seats[Number(seat)] ? `Seat ${seat} (${record.seats[Number(seat)]})` : seat === "host" ? "The host" : `Seat ${seat}`);
  /** @type {(string | false)[]} */ const unknown = [
    report.unchecked > 0 && `${have(report.unchecked, one, `${one}s`)} could not be made again here: what might have come is not known of this game, or of this set-up.`,
    scheme === 2 && together + alone > mine && `For ${mine ? `the other ${together + alone - mine}` : have(together + alone, one, `${one}s`)} with new nonces you have the word of the server, and of those who sent them.`,
    scheme === 2 && carried > 0 && `${have(carried, `${one} mixes`, `${one}s mix`)} only nonces that had been sent before, as after a computer's move: the server knew ${carried === 1 ? "it" : "them"} beforehand.`,
    scheme === 1 && made > 0 && "Which of the nonces were new when they were used, only the rules of the game can tell: stylobate verify does.",
    bare > 0 && `${have(bare, `${one} has`, `${one}s have`)} nobody's nonce: fixed by the commitment, and known to the server.`,
    ...Object.entries(report.missing).map(([seat, times]) => `${name(seat)} had pledged a nonce and is said to have been away or late, ${times === 1 ? "once" : `${times} times`}: only who sat there knows whether that is so.`),
    ...report.restored.map((number) => `Before ${one} ${number} the site was set back to an earlier state: what was ${draws ? "drawn" : "thrown"} in between is not in this record.`),
    scheme === 1 && report.takenBack > 0 && `${have(report.takenBack, `${one} was`, `${one}s were`)} taken back; of ${report.takenBack === 1 ? "it" : "them"} this old record tells no more.`,
    scheme === 1 && "Names, date, moves and result are not signed: in records of the first scheme they never are.",
    scheme === 2 && !report.signed && "The game is not over and nothing is signed yet: its end may have been cut off, and names, date and moves changed.",
    !seen && !seal && "Whether the commitment was there before the game, only those know who saw it then.",
    "Whether the moves follow the rules of the game is not checked here: stylobate verify does that.",
  ];
  return { fails, holds: holds.filter((line) => line !== false), unknown: unknown.filter((line) => line !== false) };
}

/**
 * How many throws nobody can have chosen, for a new nonce of one's own is in them.  Not those with which a segment began because
 * the site was set back, which may have been done when the nonce was known; nor those that lack a pledged nonce, for with it
 * the throw might have been another.
 * @param {Report} report
 * @param {ReadonlySet<string>} own
 */
function ownThrows({ fresh, lines, restored }, own) {
  const known = new Set(restored.flatMap((number) => fresh.get(number) ?? []));
  const lacks = (/** @type {number} */ number) => lines?.throws[number - 1]?.parts.some(({ how }) => how === "missing");
  return [...fresh].filter(([number, nonces]) => !lacks(number) && nonces.some((nonce) => own.has(nonce) && !known.has(nonce))).length;
}

/** @param {number} count @param {string} one @param {string} several */
const have = (count, one, several) => `${count} ${count === 1 ? one : several}`;
