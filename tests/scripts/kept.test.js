// What a page keeps of a table, and how a record is compared with it.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { compared, keep, kept, see } from "../../src/stylobate/web/static/kept.js";
import { pledgeOf } from "../../src/stylobate/web/static/nonces.js";

/** @import { View } from "../../src/stylobate/web/types.d.ts" */
/** @import { Kept } from "../../src/stylobate/web/static/kept.js" */

/** A browser that keeps things. */
function browser() {
  /** @type {Record<string, string>} */ const items = {};
  const methods = {
    getItem: (/** @type {string} */ name) => items[name] ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => { items[name] = value; },
    removeItem: (/** @type {string} */ name) => { delete items[name]; },
  };
  const storage = new Proxy(items, { get: (_, name) => methods[/** @type {keyof typeof methods} */ (name)] });
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
}

/** @param {string} commitment @param {[string, string][]} throws link and mix of each */
const viewed = (commitment, throws) => /** @type {View} */ (/** @type {unknown} */ ({
  id: "t1",
  chance: { commitments: [{ text: commitment, first: 1, why: "opened" }] },
  fair: { throws: throws.map(([link, mix], n) => ({ number: n + 1, link, mix })) },
}));

const LINK = "ab".repeat(32);
const [MINE, THEIRS, OTHER] = ["01", "02", "03"].map((byte) => byte.repeat(16));

/** @param {Partial<Kept>} more */
const mine = (more = {}) => ({ ...kept("nowhere"), commitments: ["end key"], throws: { 1: `${LINK} 0 ${MINE}` }, ...more });

/** @param {Record<string, string>} more */
const lines = (more = {}) => ({ table: "t1", fair: "hash chain 2", commitment: "end key", "throw 1": `${LINK} 0 ${MINE}`, ...more });

test("what was seen first stays, whatever is said later", () => {
  browser();
  see(viewed("first", [["aa", "0 11"]]));
  see(viewed("second", [["bb", "0 22"], ["cc", "-"]]));
  assert.deepEqual(kept("t1").commitments, ["first"]);
  assert.deepEqual(kept("t1").throws, { 1: "aa 0 11", 2: "cc -" });
});

test("of many tables those of long ago are forgotten", () => {
  browser();
  mock.timers.enable({ apis: ["Date"], now: 1 });
  for (let n = 0; n < 60; n++) {
    mock.timers.tick(1);
    keep(`table ${n}`, (all) => { all.sent.push("00"); });
  }
  mock.timers.reset();
  assert.equal(kept("table 0").sent.length + kept("table 59").sent.length, 1);
});

test("a record that fits has no faults", () => {
  assert.deepEqual(compared(mine(), lines(), pledgeOf).faults, []);
  const lot = lines({ "throw 1": `${LINK} 0 ${MINE} chose 1 of 0 1` });
  assert.deepEqual(compared(mine(), lot, pledgeOf).faults, []);
  const later = lines({ "commitment 2": "end2 key2 from 2 restored" });
  assert.deepEqual(compared(mine({ commitments: ["end key", "end2 key2"] }), later, pledgeOf).faults, []);
});

test("who has seen nothing can compare nothing", () => {
  assert.equal(compared(kept("nowhere"), lines(), pledgeOf).sentences[0].includes("nothing to compare with"), true);
});

test("another commitment than the first is told", () => {
  assert.equal(compared(mine(), lines({ commitment: "another key" }), pledgeOf).faults.length, 1);
});

test("a throw that was seen and is now another, or gone, is told", () => {
  assert.equal(compared(mine(), lines({ "throw 1": `${LINK} 0 ${OTHER}` }), pledgeOf).faults.length, 1);
  const { "throw 1": _, ...without } = lines();
  assert.equal(compared(mine(), without, pledgeOf).faults.length, 1);
});

test("a throw that was made anew after a restore is told by whoever saw the first", () => {
  const again = lines({ "commitment 2": "end2 key2 from 1 restored", "throw 1": `${LINK} 0 ${OTHER}` });
  assert.deepEqual(compared(mine(), again, pledgeOf).faults, ["Throw 1 is not the one that this page saw: the site was set back in between, and it was made anew."]);
});

test("what was pledged and never asked for is told, and is no fault", () => {
  const pledged = { [pledgeOf("t1", MINE)]: MINE };
  const left = lines({ "throw 2": `${LINK} 0 ${THEIRS} 1 missing ${pledgeOf("t1", MINE)}` });
  const { faults, sentences } = compared(mine({ pledged }), left, pledgeOf);
  assert.deepEqual(faults, []);
  assert.equal(sentences.some((one) => one.startsWith("1 that it had pledged are said to be missing")), true);
});

test("a nonce that was given and is said to be missing is told by its owner", () => {
  const cheated = lines({ "throw 2": `${LINK} 0 ${THEIRS} 1 missing ${pledgeOf("t1", MINE)}` });
  assert.deepEqual(compared(mine({ gave: { 2: MINE } }), cheated, pledgeOf).faults, ["Throw 2 says that a nonce was missing, which this page gave."]);
  const left = lines({ "throw 2": `${LINK} 0 ${THEIRS}` });
  assert.deepEqual(compared(mine({ gave: { 2: MINE } }), left, pledgeOf).faults, ["Throw 2 is without the nonce that this page gave for it."]);
  const there = lines({ "throw 2": `${LINK} 0 ${THEIRS} 1 ${MINE}` });
  assert.deepEqual(compared(mine({ gave: { 2: MINE } }), there, pledgeOf).faults, []);
});

test("a nonce that was chosen after this page had sent its own is told", () => {
  const others = { 2: [pledgeOf("t1", THEIRS)] };
  const fair = lines({ "throw 2": `${LINK} 0 ${MINE} 1 ${THEIRS}` });
  assert.deepEqual(compared(mine({ others }), fair, pledgeOf).faults, []);
  const chosen = lines({ "throw 2": `${LINK} 0 ${MINE} 1 ${OTHER}` });
  assert.equal(compared(mine({ others }), chosen, pledgeOf).faults.length, 1);
});

test("a pledge is what the document says", () => {
  assert.equal(pledgeOf("t1", MINE).length, 64);
  assert.equal(pledgeOf("t1", MINE) === pledgeOf("t2", MINE), false);
});
