// The verifier that was written from docs/dice.md alone, held to the same records as the program's own.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { course } from "../../src/stylobate/web/static/fair/course.js";
import { findings } from "../../src/stylobate/web/static/fair/findings.js";
import { Kinds, parts } from "../../src/stylobate/web/static/fair/mix.js";
import { byCodePoint, read, sealingText } from "../../src/stylobate/web/static/fair/record.js";
import { hashed, hex, sha256, unhex } from "../../src/stylobate/web/static/sha256.js";
import { thrown } from "../../src/stylobate/web/static/fair/throw.js";
import { verify } from "../../src/stylobate/web/static/fair/verify.js";

/** @import { ChanceNode, Chances } from "../../src/stylobate/web/types.d.ts" */

/**
 * After these tokens there are so many equally likely `cases`, so many `outcomes`, and these of them with their weights:
 * `among` others, or `all` there are, and null where the record alone cannot tell.
 * @typedef {ChanceNode & {cases?: number, outcomes?: number, among?: Record<string, number>, all?: Record<string, number> | null}} Example
 */

/** A file beside this one. @param {string} path */
function contents(path) {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

/** What chance may do in each game of this house that tells it, by the game's id. @type {Record<string, Chances>} */
const CHANCES = {};
/** Examples of that, from the game's folder among the tests. @type {Record<string, Example[]>} */
const EXAMPLES = {};
for (const [, id, folder] of contents("../../pyproject.toml").matchAll(/^([a-z-]+) = "stylobate\.games\.(\w+):GAME"$/gm)) {
  const script = new URL(`../../src/stylobate/games/${folder}/page/chances.js`, import.meta.url);
  if (!existsSync(script)) continue;
  CHANCES[id] = (await import(script.href)).chances;
  EXAMPLES[id] = JSON.parse(contents(`../games/${folder}/chances.json`));
}
/** @type {any[]} */
const VECTORS = JSON.parse(contents("../fair/vectors.json"));

/** The record of that name, as text. @param {string} name @returns {string} */
const named = (name) => VECTORS.find((vector) => vector.name === name).record;

/** @param {string} text */
const check = (text) => verify(text, CHANCES[/^game: (.*)$/m.exec(text)?.[1] ?? ""] ?? null);

/** The record with something changed, and its checksum made anew. @param {string} text @param {string | RegExp} what @param {string} by */
function changed(text, what, by) {
  const other = text.replace(what, by);
  assert(other !== text, `there is no ${what} to change`);
  return other.replace(/^checksum: .*$/m, `checksum: ${hashed(sealingText(read(other), "checksum"))}`);
}

test("what is sound holds, and what was changed does not, just as the program itself finds", () => {
  const differ = VECTORS.filter((vector) => !vector.by_rules && check(vector.record).holds !== vector.holds);
  assert.deepEqual(differ.map(({ name }) => name), []);
  assert(VECTORS.filter(({ holds }) => !holds).length > 40);
});

test("in what is sound it finds the same kinds of throws, and the same to report", () => {
  for (const { name, holds, scheme, record, kinds, taken_back: takenBack, missing, restored, signed } of VECTORS) {
    if (!holds) continue;
    const report = check(record);
    const { faults, unchecked } = report;
    assert.deepEqual({ faults, unchecked }, { faults: [], unchecked: 0 }, name);
    if (scheme === 2) assert.deepEqual(report.kinds, kinds, name);
    assert.deepEqual([report.takenBack, report.missing, report.restored, report.signed], [takenBack, missing, restored, signed ?? false], name);
  }
});

test("a record is read the same from its text, with other ends of lines, and from JSON", () => {
  const text = named("both people's nonces in every throw");
  const { options, more, rules, ...rest } = read(text);
  const json = JSON.stringify({ format: "stylobate record 1", ...rest, rules: Number(rules), options: Object.fromEntries(options), more: Object.fromEntries(more) });
  assert.deepEqual(read(json), read(text));
  assert.deepEqual(check(text.replaceAll("\n", "\r\n")).faults, []);
  assert.deepEqual(check(`\ufeff${text}`).faults, []);
  const chances = CHANCES[read(text).game];
  assert.deepEqual(verify(json, chances).faults, []);
  assert(!verify(json.replace("Ada", "Eve"), chances).holds);
});

test("comments and lines that are not known are sealed like all else", () => {
  const sealed = changed(named("not over"), "result: none\n", "result: none\nround:   3  of 5\nempty:\n").replace("*5 F3", "*5 # first \n #\n F3 ");
  const text = changed(sealed, "round:", "turn:");
  assert.deepEqual(check(text).faults, []);
  assert(sealingText(read(text)).includes("\nturn: 3 of 5\n\n*5\n# first\n#\nF3\n"));
  assert(sealingText(read(text)).includes("\nempty:\nfair: hash chain 2\n"));
  assert(!check(text.replace("first", "last")).holds);
});

test("what a slip changes is noticed by the checksum", () => {
  assert.deepEqual(check(named("not over").replace("seat 0: Ada", "seat 0: Eve")).faults, ["The record is not the one that its checksum was made of."]);
  assert.deepEqual(check(named("not over").replace(/^checksum.*\n/m, "")).faults, ["The record has no checksum."]);
});

test("a signature that was made for another end does not fit this one", () => {
  const whole = named("both people's nonces in every throw");
  const signature = /^signature: .*$/m.exec(named("a seat has resigned"))?.[0] ?? "";
  assert.deepEqual(check(changed(whole, /^signature: .*$/m, signature)).faults, ["The server has not signed this record as it stands: something was changed since."]);
});

test("each throw in the place of any other is noticed", () => {
  const text = named("not over");
  for (let one = 1; one < 10; one++) {
    const [, here] = new RegExp(`^throw ${one}: (.*)$`, "m").exec(text) ?? [];
    const [, there] = new RegExp(`^throw ${one + 1}: (.*)$`, "m").exec(text) ?? [];
    const swapped = text.replace(here, "here").replace(there, here).replace("here", there);
    assert(!check(changed(swapped, /^date: .*$/m, "date: 2023-11-15")).holds, `${one}`);
  }
});

test("a link of a throw taken back cannot be left out", () => {
  const text = named("taken back twice");
  for (const by of ["throw 8: taken back", "throw 8: -", ""]) assert(!check(changed(text, /^throw 8: .*$/m, by)).holds, by);
});

test("the last throws with their tokens can be cut off a game that is not over, and the page must have seen them", () => {
  const text = named("not over");
  assert.deepEqual(check(changed(changed(text, /^throw 10: .*\n/m, ""), /\s+\*3\s*$/, "\n")).faults, []);
  assert(!check(changed(text, /^throw 10: .*\n/m, "")).holds);
  assert(!check(changed(text, /\s+\*3\s*$/, "\n")).holds);
});

test("of a game whose chances are not known the chain and the signature are still checked", () => {
  const text = named("both people's nonces in every throw");
  assert.deepEqual(verify(text, null).faults, []);
  assert.equal(verify(text, null).unchecked, 26);
  assert(!verify(changed(text, "seat 0: Ada", "seat 0: Eve"), null).holds);
});

test("what is no record, or has no proof, gets a sentence", () => {
  const sentence = (/** @type {string} */ text) => check(text).faults.at(-1) ?? "";
  assert.equal(sentence("hello"), "This is no record: its first line would be “stylobate record 1”.");
  assert.equal(sentence("{"), "This is neither a record nor JSON.");
  assert.equal(sentence("{}"), "This JSON is no record: a field is missing, or not of its kind.");
  assert.equal(sentence("stylobate record 1\ngame: colonnade\nrules: 1\nresult: none\n\nb2a\n"), "This record has no proof of its throws: it has no line “fair”.");
  assert.equal(sentence("stylobate record 1\nGame: colonnade\n"), "Line 2 of the record should be “name: value”.");
  assert.equal(sentence("stylobate record 1\ngame: a\ngame: b\n"), "The record has two lines “game”.");
  assert.equal(sentence("stylobate record 1\ngame: a\nrules: 1\nresult: 1 0\n"), "The record's result should be “none” or seats, ascending.");
  assert.equal(sentence(named("not over").replace("hash chain 2", "hash chain 3")), "The proof is by the scheme “hash chain 3”, which is not known here.");
});

test("the example of docs/dice.md comes out", () => {
  const link = "2437464cd87a115c2867b49e86bd3b0adf16752fd1ef62b6e80b3b384000065d";
  assert.equal(hex(sha256(unhex(link))), "63b3116f06ff9098926f758ed6870488aed76c3b075b88cad2a5c6442fc4eb37");
  assert.equal(thrown(new Map([..."123456"].map((side) => [`*${side}`, 1])), link, "stylobate throw 2 table 1 0 000102030405060708090a0b0c0d0e0f"), "*2");
});

test("what chance may do in a game is what its folder among the tests tells", () => {
  for (const [id, examples] of Object.entries(EXAMPLES)) {
    assert(examples.length, id);
    for (const { cases, outcomes, among, all, ...node } of examples) {
      const found = CHANCES[id](node);
      const told = `${id} ${JSON.stringify(node)}`;
      if (all !== undefined) assert.deepEqual(found && Object.fromEntries(found), all, told);
      if (cases !== undefined) assert.equal([...found?.values() ?? []].reduce((sum, weight) => sum + weight, 0), cases, told);
      if (outcomes !== undefined) assert.equal(found?.size, outcomes, told);
      for (const [token, weight] of Object.entries(among ?? {})) assert.equal(found?.get(token) ?? 0, weight, `${told} ${token}`);
    }
  }
});

const [A, B, C] = ["aa", "bb", "cc"].map((byte) => byte.repeat(16));

/** The kinds of these throws, one after the other; “+” before one that follows with nothing between. @param {...string} mixes */
function kindsOf(...mixes) {
  const tell = new Kinds();
  return mixes.map((mix) => tell.of(parts(mix.replace("+", "")) ?? [], mix.startsWith("+")).kind).join(" ");
}

test("a nonce counts once, whoever sends it again, and never if it is said to be of before", () => {
  assert.equal(kindsOf(`0 ${A}`, `1 ${B}`, `0 ${A}`, `1 ${A} 0 ${B}`, `0 ${C}`), "alone alone carried carried alone");
  assert.equal(kindsOf(`0 before ${A}`, `0 before ${A} 1 ${B}`), "carried alone");
  assert.equal(kindsOf(`0 ${A} 1 ${B}`, `0 ${C} 1 ${A}`), "together alone");
  assert.equal(kindsOf(`0 ${A} 1 ${A}`), "alone");
  assert.equal(kindsOf(`0 ${A} 0 ${B}`), "alone");
  assert.equal(kindsOf("-", `1 missing ${A}${A}`), "bare bare");
});

test("throws in a row are of one kind, though seats are counted anew", () => {
  assert.equal(kindsOf(`0 ${A} 1 ${B}`, `+1 ${A} 0 ${B}`, `0 ${A} 1 ${B}`), "together together carried");
});

test("what has not the form of a mix is none", () => {
  for (const mix of ["", "0", "0 -", `0 ${A.slice(2)}`, `0 ${A}, 1 ${B}`, `0 missing ${A}`, `x ${A}`, `0 ${A} `, `0 ${A.toUpperCase()}`]) assert.equal(parts(mix), null, mix);
});

test("what was taken back stands where it was played", () => {
  const found = course(["*1", "a", "*2", "e"], [{ kept: 2, tokens: ["*3", "b", "*4"] }, { kept: 1, tokens: ["c", "*5"] }]);
  assert.deepEqual(found?.map(({ token, stayed }) => `${token}${stayed ? "" : " gone"}`), ["*1", "*3 gone", "*4 gone", "*5 gone", "*2"]);
  assert.deepEqual(found?.map(({ before }) => before.join(" ")), ["", "*1 c", "*1 c *3 b", "*1 c", "*1 a"]);
  assert.equal(course(["*1"], [{ kept: 2, tokens: ["a"] }]), null);
});

test("names stand in the order of their code points", () => {
  assert.deepEqual(["b", "\u{1f3b2}", "\uffee", "a10", "a", "a2"].toSorted(byCodePoint), ["a", "a10", "a2", "b", "\uffee", "\u{1f3b2}"]);
});

test("a sound game of one's own is told with all that holds, and what cannot be known", () => {
  const report = check(named("against a computer"));
  const own = new Set([...report.fresh.values()].flat());
  const { fails, holds, unknown } = findings(report, { own, seal: report.lines?.segments[0].text });
  assert.deepEqual(fails, []);
  assert.deepEqual(holds, [
    "All 28 throws follow from the commitment and the nonces in the record.",
    "15 throws mix a new nonce of one seat.",
    "15 throws have a new nonce of this browser: the server did not choose them, nor did anybody else.",
    "Names, date, options, moves and result are as the server signed them at the end.",
    "The commitment is the one that was seen before the game.",
  ]);
  assert.deepEqual(unknown, [
    "13 throws mix only nonces that had been sent before, as after a computer's move: the server knew them beforehand.",
    "Whether the moves follow the rules of the game is not checked here: stylobate verify does that.",
  ]);
});

test("who has nothing of their own in a game is promised nothing of its throws", () => {
  const { holds, unknown } = findings(check(named("not over")), {});
  assert(!holds.some((line) => line.includes("choose") || line.includes("signed")));
  assert.deepEqual(unknown, [
    "For 10 throws with new nonces you have the word of the server, and of those who sent them.",
    "The game is not over and nothing is signed yet: its end may have been cut off, and names, date and moves changed.",
    "Whether the commitment was there before the game, only those know who saw it then.",
    "Whether the moves follow the rules of the game is not checked here: stylobate verify does that.",
  ]);
});

test("where cards are drawn nothing is said to be thrown", () => {
  const { holds, unknown } = findings(check(named("not over")), { draws: true });
  assert(holds.some((line) => /\bdraws?\b/.test(line)));
  assert(![...holds, ...unknown].some((line) => /\bthrow/.test(line)));
});

test("a throw that may have been chosen of two, or since the site was set back, is not one's own", () => {
  const count = (/** @type {string} */ name) => {
    const report = check(named(name));
    const told = findings(report, { own: new Set([...report.fresh.values()].flat()) }).holds.find((line) => line.includes("of this browser"));
    return [Number.parseInt(told ?? "0", 10), report.kinds.together + report.kinds.alone];
  };
  assert.deepEqual(count("both people's nonces in every throw"), [26, 26]);
  assert.deepEqual(count("somebody's nonce is sometimes missing"), [25, 26]);
  assert.deepEqual(count("set back once"), [13, 14]);
});

test("another seal, and what does not fit what was seen, is told and nothing else", () => {
  const report = check(named("both people's nonces in every throw"));
  assert.deepEqual(findings(report, { seal: "0".repeat(64), seen: { faults: ["Throw 3 is not the one that this page saw."], sentences: ["Well."] } }), {
    fails: ["The commitment is not the one that was seen before the game.", "Throw 3 is not the one that this page saw."], holds: [], unknown: [],
  });
});

/** A segment's end, and its 1024 links in the order in which they are shown. @param {string} secret */
function segment(secret) {
  const links = [hashed(secret)];
  while (links.length <= 1024) links.push(hex(sha256(unhex(links[links.length - 1]))));
  return links.toReversed();
}

/**
 * A record with nothing but lots, more than a segment has links.
 * @param {1 | 2} scheme
 * @param {(number: number, line: string) => string} [told] what the record says of a throw
 */
function longRecord(scheme, told = (_, line) => line) {
  const [mix, key] = scheme === 1 ? ["- -", ""] : ["-", ` ${"0".repeat(64)}`];
  const [one, other] = [segment("one"), segment("other")];
  const links = [...one.slice(1), ...other.slice(1, 4)];
  const throws = links.map((link, i) => {
    const chosen = thrown(new Map([["a", 1], ["b", 1]]), link, `stylobate throw ${scheme} t ${i + 1} ${mix}`);
    return `throw ${i + 1}: ${told(i + 1, `${link} ${mix} chose ${chosen} of a b`)}`;
  });
  const header = ["stylobate record 1", "game: colonnade", "rules: 1", "result: none", `fair: hash chain ${scheme}`, "table: t", `commitment: ${one[0]}${key}`];
  return [...header, ...throws, `commitment 2: ${other[0]}${key}${scheme === 1 ? "" : " from 1025 used up"}`, "checksum:", ""].join("\n");
}

test("a chain that is used up goes on in the next segment", () => {
  const text = changed(longRecord(2), "checksum:", "checksum: -");
  assert.deepEqual(check(text).faults, []);
  assert.equal(check(text).kinds.bare, 1027);
  assert.equal(check(changed(text, "from 1025", "from 1024")).faults[0], "Segment 2 of the chain cannot begin with throw 1024.");
  assert.equal(check(changed(text, /^commitment 2: .*\n/m, "")).faults[0], "The chain has 1024 links from throw 1 on, and more throws than that.");
  assert.equal(check(changed(text, "used up", "restored")).faults[0], "Segment 2 of the chain cannot begin with throw 1025.");
});

test("in the first scheme a link is hashed once more for each throw taken back before it", () => {
  const gone = (/** @type {number} */ number) => number > 1020 && number < 1026 && number !== 1023;
  const faults = (/** @type {string} */ text) => check(text).faults.filter((fault) => fault.includes("of the chain"));
  assert.deepEqual(faults(longRecord(1, (number, line) => (gone(number) ? "taken back" : line))), []);
  const broken = longRecord(1, (number, line) => (gone(number) ? "taken back" : number === 1023 ? line.replace(/^../, "00") : line));
  assert.deepEqual(faults(broken), ["Throw 1023: its link is not of the chain that the server was bound to."]);
});

test("of many faults the first are told, and how many more there are", () => {
  const { fails } = findings(check(changed(named("both people's nonces in every throw"), "table: t1", "table: t2")), {});
  assert.equal(fails.length, 9);
  assert(/^And [0-9]+ more of the like\.$/.test(fails[8]));
});
