// What a clock shows between two words of the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLow, left, run, written } from "../../src/stylobate/web/static/clock.js";

/** @import { Clock } from "../../src/stylobate/web/types.d.ts" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {Partial<Clock>} how @returns {Clock} */
const clock = (how = {}) => ({ kind: "fischer", left: [5 * MINUTE, 40 * SECOND], running: 1, deadline: 0, ...how });

/**
 * Faces that hang on a wall, and time that passes in front of them: what they show in the end.
 * @param {Clock} first
 * @param {{hidden?: boolean, moments: number[], later?: Clock}} how milliseconds since the view came; another clock comes for the last of them
 */
function watched(first, { hidden = false, moments, later = first }) {
  const faces = first.left.map((_, seat) => {
    const low = new Set();
    return {
      textContent: "",
      low,
      getAttribute: () => String(seat),
      classList: { toggle: (/** @type {string} */ name, /** @type {boolean} */ on) => (on ? low.add(name) : low.delete(name)) },
    };
  });
  const kept = { performance: globalThis.performance, setTimeout: globalThis.setTimeout, document: globalThis.document, Date };
  let [now] = moments;
  /** @type {number[]} */ const waits = [];
  /** @type {() => void} */ let tick = () => {};
  Object.defineProperty(globalThis, "performance", { value: { now: () => 1_000_000 + now }, configurable: true });
  Object.assign(globalThis, {
    document: { hidden },
    Date: class { static now() { throw new Error("a browser's clock may be wrong by hours"); } },
    setTimeout: (/** @type {() => void} */ next, /** @type {number} */ wait) => { tick = next; waits.push(wait); },
  });
  try {
    const box = /** @type {HTMLElement} */ (/** @type {unknown} */ ({ querySelectorAll: () => faces }));
    run(box, () => ({ clock: now === moments.at(-1) ? later : first, came: 1_000_000 }));
    for (now of moments.slice(1)) tick();
  } finally {
    Object.defineProperty(globalThis, "performance", { value: kept.performance, configurable: true });
    Object.assign(globalThis, { setTimeout: kept.setTimeout, document: kept.document, Date: kept.Date });
  }
  return { texts: faces.map((face) => face.textContent), low: faces.map((face) => face.low.has("low")), waits };
}

test("only the clock of whoever is to move runs", () => {
  assert.equal(left(clock(), 0, 7 * SECOND), 5 * MINUTE);
  assert.equal(left(clock(), 1, 7 * SECOND), 33 * SECOND);
});

test("no clock runs while none is said to", () => {
  assert.equal(left(clock({ running: null }), 1, 7 * SECOND), 40 * SECOND);
});

test("a clock that has run out stays at nothing", () => {
  assert.equal(left(clock(), 1, 40 * SECOND), 0);
  assert.equal(left(clock(), 1, HOUR), 0);
});

test("a seat that the view does not know has no time", () => {
  assert.equal(left(clock(), 2, 0), 0);
});

test("a short time is told to a tenth of a second, a long one to the second", () => {
  assert.equal(written(0), "0:00.0");
  assert.equal(written(9_449), "0:09.4");
  assert.equal(written(9_999), "0:09.9");
  assert.equal(written(10 * SECOND), "0:10");
  assert.equal(written(10_999), "0:10");
});

test("minutes and hours are written as on a clock", () => {
  assert.equal(written(MINUTE), "1:00");
  assert.equal(written(4 * MINUTE + 5 * SECOND), "4:05");
  assert.equal(written(HOUR - 1), "59:59");
  assert.equal(written(HOUR), "1:00:00");
  assert.equal(written(HOUR + 2 * MINUTE + 3 * SECOND), "1:02:03");
  assert.equal(written(DAY - 1), "23:59:59");
});

test("whoever has days reads days and hours", () => {
  assert.equal(written(DAY), "1 day 0 h");
  assert.equal(written(2 * DAY + 3 * HOUR + 59 * MINUTE), "2 days 3 h");
});

test("under twenty seconds it is time to hurry, unless one has days", () => {
  assert.equal(isLow(clock(), 20 * SECOND), false);
  assert.equal(isLow(clock(), 19_999), true);
  assert.equal(isLow(clock({ kind: "days" }), SECOND), false);
});

test("faces show what is left since the view came, whatever the browser's own clock says", () => {
  const { texts, low } = watched(clock(), { moments: [0, 250, 25 * SECOND] });
  assert.deepEqual(texts, ["5:00", "0:15"]);
  assert.deepEqual(low, [false, true]);
});

test("a face is no longer low once its time was given back", () => {
  const more = clock({ left: [5 * MINUTE, 2 * MINUTE] });
  assert.deepEqual(watched(clock(), { moments: [25 * SECOND, 26 * SECOND], later: more }).low, [false, false]);
});

test("tenths are told as they pass, all else four times a second", () => {
  assert.deepEqual(watched(clock(), { moments: [0, 30 * SECOND, 30_001] }).waits, [250, 250, 100]);
});

test("where nobody is to move, tenths need no haste", () => {
  assert.deepEqual(watched(clock({ left: [SECOND], running: null }), { moments: [0] }).waits, [250]);
});

test("a page that nobody sees looks at its clocks every other second", () => {
  assert.deepEqual(watched(clock({ left: [SECOND, SECOND] }), { hidden: true, moments: [0] }).waits, [2000]);
});

test("a game without clocks shows none", () => {
  assert.deepEqual(watched(clock({ kind: "none" }), { moments: [0] }).texts, ["", ""]);
});
