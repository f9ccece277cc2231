// Why: whoever doubts the server should not have to ask it.  This checks a record as docs/dice.md tells, by itself: it was
// written from that page and shares nothing with the program that runs the site.

import { course } from "./course.js";
import { NoProof, SEGMENT, lines } from "./lines.js";
import { Kinds } from "./mix.js";
import { BadRecord, read, sealingText } from "./record.js";
import { hashed, hex, sha256, unhex } from "../sha256.js";
import { signed } from "./signature.js";
import { thrown } from "./throw.js";

/**
 * @import { Chances } from "../../types.d.ts"
 * @import { Lines, Segment } from "./lines.js"
 * @import { Kind } from "./mix.js"
 * @import { Written } from "./record.js"
 * @typedef {object} Report
 * @property {boolean} holds
 * @property {string[]} faults what does not fit, in sentences
 * @property {Written | null} record null if it cannot be read
 * @property {Lines | null} lines null if there is no proof that can be read
 * @property {Record<Kind, number>} kinds how many throws there are of each
 * @property {Map<number, string[]>} fresh the nonces that were new in each throw, by its number
 * @property {number} takenBack
 * @property {Record<string, number>} missing how often each seat's nonce is
 * @property {number[]} restored the throws that come first after the site was set back
 * @property {boolean} signed whether the end is; it has not come if not
 * @property {number} unchecked throws whose chances are not known
 */

/**
 * @param {string} text a record, as text or JSON
 * @param {Chances | null} chances of its game, where they are known
 * @returns {Report}
 */
export function verify(text, chances) {
  /** @type {Report} */ const report = {
    holds: false, faults: [], record: null, lines: null, kinds: { together: 0, alone: 0, carried: 0, bare: 0 }, fresh: new Map(),
    takenBack: 0, missing: {}, restored: [], signed: false, unchecked: 0,
  };
  try {
    const record = report.record = read(text);
    checkSum(record, report);
    const proof = report.lines = lines(record);
    checkSegments(proof, report);
    checkChain(proof, report);
    checkThrows(record, proof, chances, report);
    if (proof.scheme === 2) checkSignature(record, proof, report);
  } catch (error) {
    if (!(error instanceof BadRecord || error instanceof NoProof)) throw error;
    report.faults.push(error.message);
  }
  report.holds = !report.faults.length;
  return report;
}

/** @param {Written} record @param {Report} report */
function checkSum(record, report) {
  const sum = record.more.get("checksum");
  const first = record.more.get("fair") === "hash chain 1";
  const sealed = first ? jsonText(record) : sealingText(record, "checksum");
  if (sum === undefined) report.faults.push("The record has no checksum.");
  else if (sum !== hashed(sealed)) report.faults.push("The record is not the one that its checksum was made of.");
}

/** What the checksum of the first scheme is made of. @param {Written} record */
function jsonText({ game, rules, options, seats, date, result, more, tokens, comments }) {
  const others = Object.fromEntries([...more].filter(([name]) => name !== "checksum"));
  const told = { format: "stylobate record 1", game, rules: Number(rules), options: Object.fromEntries(options), seats, date, result, more: others, tokens, comments };
  return `${JSON.stringify(told, null, 2)}\n`;
}

/** Each segment begins where the one before allows it. @param {Lines} proof @param {Report} report */
function checkSegments({ segments, throws }, report) {
  for (const [i, { from, why }] of segments.entries()) {
    if (!i) continue;
    const before = segments[i - 1].from;
    const fits = why === "used up" ? from === before + SEGMENT : from >= before && from < before + SEGMENT;
    if (!fits || from > throws.length + 1) report.faults.push(`Segment ${i + 1} of the chain cannot begin with throw ${from}.`);
  }
  const last = segments[segments.length - 1].from;
  if (throws.length >= last + SEGMENT) report.faults.push(`The chain has ${SEGMENT} links from throw ${last} on, and more throws than that.`);
  report.restored = segments.filter(({ why }) => why === "restored").map(({ from }) => from);
}

/** Each link, hashed, is the one before it, or the end of its segment. @param {Lines} proof @param {Report} report */
function checkChain({ segments, throws }, report) {
  /** @type {Segment | undefined} */ let serving;
  let [known, knownAt] = ["", 0];
  for (const [i, one] of throws.entries()) {
    const number = i + 1;
    const segment = segments.findLast(({ from }) => from <= number);
    if (segment && segment !== serving) {
      serving = segment;
      [known, knownAt] = [segment.end, segment.from - 1];
    }
    if (!one) continue;
    let link = unhex(one.link);
    for (let n = knownAt; n < number; n++) link = sha256(link);
    if (hex(link) !== known) report.faults.push(`Throw ${number}: its link is not of the chain that the server was bound to.`);
    [known, knownAt] = [one.link, number];
  }
}

/** Each throw is the one that its link and its mix give, and all have their tokens. @param {Written} record @param {Lines} proof @param {Chances | null} chances @param {Report} report */
function checkThrows(record, { scheme, table, throws, takenBack }, chances, report) {
  const played = course(record.tokens, takenBack);
  if (!played) {
    report.faults.push("More tokens are told to have stayed, when some were taken back, than there were.");
    return;
  }
  const lots = throws.findLastIndex((one) => one?.lot) + 1;
  const drawn = throws.slice(0, lots).map((one) => one?.lot ?? null);
  if (!lotsFit(drawn, record.seats.length)) report.faults.push("The lots before the game are not those that settle who begins, and no more.");
  const made = throws.slice(lots).filter((one) => one).length;
  if (made !== played.length) report.faults.push(`${counted(made, "throw")} made tokens, but ${counted(played.length, "token")} of the game ${played.length === 1 ? "is" : "are"} chance's.`);
  const options = Object.fromEntries(record.options);
  const kinds = new Kinds();
  const tokens = played.values();
  let last = 0;
  for (const [i, one] of throws.entries()) {
    if (!one) {
      report.takenBack += 1;
      last = -1;
      continue;
    }
    const token = i < lots ? null : tokens.next().value;
    if (token === undefined) return;
    const step = token?.step ?? 0;
    const { kind, fresh } = kinds.of(one.parts, last >= 0 && (step === 0 || step === last + 1));
    last = step;
    report.kinds[kind] += 1;
    report.fresh.set(i + 1, fresh);
    if (token && !token.stayed) report.takenBack += 1;
    for (const { how, seat } of one.parts) if (how === "missing") report.missing[seat] = (report.missing[seat] ?? 0) + 1;
    const outcomes = one.lot ? new Map(one.lot.of.map((name) => [name, 1])) : token && chances?.({ options, before: token.before });
    const said = one.lot?.chose ?? token?.token ?? "";
    if (!outcomes) report.unchecked += 1;
    else if (thrown(outcomes, one.link, `stylobate throw ${scheme} ${table} ${i + 1} ${one.mix}`) !== said) {
      report.faults.push(`Throw ${i + 1} should not be ${said}: its link and nonces give something else.`);
    }
  }
}

const DIE = "1 2 3 4 5 6";

/**
 * Who begins is settled by one lot among all seats, or by a die for each, and again for those whose dice are equal and highest.
 * Whatever else were called a lot might be a throw that somebody did not like.
 * @param {({chose: string, of: string[]} | null)[]} drawn null: a throw that is no lot
 * @param {number} seats
 */
function lotsFit(drawn, seats) {
  if (drawn.some((lot) => !lot || !lot.of.includes(lot.chose) || new Set(lot.of).size < lot.of.length)) return false;
  if (!seats || !drawn.length) return true;
  if (drawn.length === 1) return drawn[0]?.of.join(" ") === [...Array(seats).keys()].join(" ");
  if (drawn.some((lot) => lot?.of.join(" ") !== DIE)) return false;
  let [level, at] = [seats, 0];
  while (level > 1) {
    const shown = drawn.slice(at, at + level).map((lot) => Number(lot?.chose));
    if (shown.length < level) return false;
    at += level;
    level = shown.filter((side) => side === Math.max(...shown)).length;
  }
  return at === drawn.length;
}

/** A game that is over is signed. @param {Written} record @param {Lines} proof @param {Report} report */
function checkSignature(record, { segments }, report) {
  const signature = record.more.get("signature");
  const over = record.result !== null || record.more.has("ending");
  if (signature === undefined) {
    if (over) report.faults.push("The game is over, but nothing is signed.");
    return;
  }
  report.signed = signed(signature, sealingText(record, "signature", "checksum"), segments[segments.length - 1].key);
  if (!report.signed) report.faults.push("The server has not signed this record as it stands: something was changed since.");
}

/** @param {number} count @param {string} what */
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
