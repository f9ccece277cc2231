// Why: a proof stands on what the record says and on nothing else, so the page reads records by itself.
// docs/dice.md, “The record”.

/**
 * @typedef {object} Written a record, as it was read
 * @property {string} game
 * @property {string} rules
 * @property {Map<string, string>} options
 * @property {string[]} seats
 * @property {string | null} date
 * @property {number[] | null} result null: none
 * @property {Map<string, string>} more all other lines of the header
 * @property {string[]} tokens
 * @property {[number, string][]} comments each after so many tokens
 */

const FORMAT = "stylobate record 1";
const SPACE = /\p{White_Space}+/u;
const END = /\r\n|[\n-\r\x85\u2028\u2029]/;
const HEADED = /^([a-z][a-z0-9 -]*):(?:\p{White_Space}(.*))?$/u;
const NUMBER = /^(0|[1-9][0-9]*)$/;
const RESULT = /^[0-9]( [0-9])*$/;

/** What cannot be read, in a sentence. */
export class BadRecord extends Error {}

/** A record from its text or its JSON. @param {string} text @returns {Written} */
export function read(text) {
  const bare = text.replace(/^\ufeff/, "");
  return bare.trimStart().startsWith("{") ? fromJson(bare) : fromText(bare);
}

/** @param {string} text @returns {Written} */
function fromText(text) {
  const lines = text.split(END);
  if (tidy(lines[0]) !== FORMAT) throw new BadRecord(`This is no record: its first line would be “${FORMAT}”.`);
  const blank = lines.findIndex((line) => !tidy(line));
  const end = blank < 0 ? lines.length : blank;
  /** @type {Map<string, string>} */ const header = new Map();
  for (const [i, line] of lines.slice(1, end).entries()) {
    const [, name, value] = HEADED.exec(line) ?? [];
    if (name === undefined) throw new BadRecord(`Line ${i + 2} of the record should be “name: value”.`);
    if (header.has(name)) throw new BadRecord(`The record has two lines “${name}”.`);
    header.set(name, tidy(value ?? ""));
  }
  /** @type {string[]} */ const tokens = [];
  /** @type {[number, string][]} */ const comments = [];
  for (const line of lines.slice(end)) {
    const [played, ...comment] = line.split(/#(.*)/s);
    tokens.push(...words(played));
    if (comment.length) comments.push([tokens.length, tidy(comment[0])]);
  }
  return fromHeader(header, tokens, comments);
}

/** @param {Map<string, string>} header @param {string[]} tokens @param {[number, string][]} comments @returns {Written} */
function fromHeader(header, tokens, comments) {
  const more = new Map(header);
  const take = (/** @type {string} */ name) => {
    const value = more.get(name);
    more.delete(name);
    return value;
  };
  const [game, rules, result, date] = [take("game"), take("rules"), take("result"), take("date")];
  const options = words(take("options") ?? "").map((option) => /** @type {[string, string]} */ (option.split(/=(.*)/s).slice(0, 2)));
  if (options.some((option) => option.length < 2)) throw new BadRecord("The record's options should be like “name=value”.");
  const seats = [];
  for (let seat = take("seat 0"); seat !== undefined; seat = take(`seat ${seats.length}`)) seats.push(seat);
  if (!game || !NUMBER.test(rules ?? "")) throw new BadRecord("The record does not say which game it is of, and by which rules.");
  const winners = result === undefined || result === "none" ? null : words(result).map(Number);
  if (winners && (!RESULT.test(result ?? "") || winners.some((seat, i) => i && seat <= winners[i - 1]))) throw new BadRecord("The record's result should be “none” or seats, ascending.");
  return { game, rules: rules ?? "", options: new Map(options), seats, date: date ?? null, result: winners, more, tokens, comments };
}

/** @param {string} text @returns {Written} */
function fromJson(text) {
  /** @type {any} */ let told;
  try { told = JSON.parse(text); } catch { throw new BadRecord("This is neither a record nor JSON."); }
  const texts = (/** @type {unknown} */ list) => Array.isArray(list) && list.every((one) => typeof one === "string");
  const named = (/** @type {unknown} */ map) => map !== null && typeof map === "object" && texts(Object.values(map));
  const sound = told?.format === FORMAT && typeof told.game === "string" && Number.isSafeInteger(told.rules) && named(told.options)
    && texts(told.seats) && texts(told.tokens) && named(told.more) && (told.date === null || typeof told.date === "string")
    && (told.result === null || (Array.isArray(told.result) && told.result.every(Number.isSafeInteger)))
    && Array.isArray(told.comments) && told.comments.every((/** @type {unknown} */ one) => Array.isArray(one) && Number.isSafeInteger(one[0]) && typeof one[1] === "string");
  if (!sound) throw new BadRecord("This JSON is no record: a field is missing, or not of its kind.");
  const { game, seats, date, result, tokens, comments } = told;
  return {
    game, seats, date, result, tokens, comments, rules: String(told.rules),
    options: new Map(Object.entries(told.options)), more: new Map(Object.entries(told.more).map(([name, value]) => [name, tidy(String(value))])),
  };
}

/** The text that signature and checksum are made of, less some lines. @param {Written} record @param {...string} without */
export function sealingText(record, ...without) {
  const options = [...record.options].map(([name, value]) => `${name}=${value}`);
  const names = [...record.more.keys()].filter((name) => !without.includes(name)).toSorted(byCodePoint);
  const lines = [
    FORMAT,
    headed("game", record.game), headed("rules", record.rules),
    ...(options.length ? [headed("options", options.join(" "))] : []),
    ...record.seats.map((name, seat) => headed(`seat ${seat}`, name)),
    ...(record.date === null ? [] : [headed("date", record.date)]),
    headed("result", record.result === null ? "none" : record.result.join(" ")),
    ...names.map((name) => headed(name, record.more.get(name) ?? "")),
    "",
  ];
  for (let n = 0; n <= record.tokens.length; n++) {
    if (n) lines.push(record.tokens[n - 1]);
    for (const [after, comment] of record.comments) if (after === n) lines.push(comment ? `# ${comment}` : "#");
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** @param {string} name @param {string} value */
const headed = (name, value) => (value ? `${name}: ${value}` : `${name}:`);

/** @param {string} text */
const words = (text) => text.split(SPACE).filter(Boolean);

/** White space at the ends does not count, and within it counts as one space. @param {string} text */
const tidy = (text) => words(text).join(" ");

/** As their bytes in UTF-8 are ordered, too. @param {string} one @param {string} other */
export function byCodePoint(one, other) {
  const [left, right] = [[...one], [...other]];
  for (const [i, sign] of left.entries()) {
    const difference = (sign.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? -1);
    if (difference) return difference;
  }
  return left.length - right.length;
}
