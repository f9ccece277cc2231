// Sounds: none before a gesture, none for whoever muted them, and all of them short and quiet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Liking } from "../../src/stylobate/web/static/likings.js";
import { Sounds, SOUNDS } from "../../src/stylobate/web/static/sound.js";

/** @import { Sound } from "../../src/stylobate/web/static/sound.js" */

/** A page with or without sound, and what came of it. @param {boolean} muted */
function page(muted) {
  /** @type {number[]} */ const struck = [];
  let made = 0;
  const sounds = new Sounds(() => muted, () => {
    made++;
    return /** @type {AudioContext} */ ({ state: "running" });
  });
  sounds.strike = (_, stroke) => { struck.push(stroke.at); };
  return { sounds, struck, made: () => made };
}

test("before the first gesture nothing is heard, and nothing is made to be heard", () => {
  const { sounds, struck, made } = page(false);
  sounds.play("piece");
  assert.deepEqual([made(), struck], [0, []]);
  sounds.touched();
  assert.equal(made(), 0);
  sounds.play("piece");
  sounds.play("dice");
  assert.equal(made(), 1);
  assert(struck.length);
});

test("who has muted it hears nothing, whatever they touch", () => {
  const { sounds, struck, made } = page(true);
  sounds.touched();
  for (const sound of Object.keys(SOUNDS)) sounds.play(/** @type {Sound} */ (sound));
  assert.deepEqual([made(), struck], [0, []]);
});

test("a machine that cannot sound stays silent", () => {
  const sounds = new Sounds(() => false, () => { throw new Error("no device"); });
  sounds.touched();
  sounds.play("turn");
});

test("every sound is short and quiet", () => {
  for (const [name, strokes] of Object.entries(SOUNDS)) {
    for (const { at, length, loud } of strokes()) {
      assert(at + length < 0.8, name);
      assert(loud > 0 && loud < 1, name);
    }
  }
});

test("what somebody likes goes round, and is kept where the browser keeps anything", () => {
  /** @type {Record<string, string>} */ const items = { fast: "nonsense" };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: {
    getItem: (/** @type {string} */ name) => items[name] ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => { items[name] = value; },
  } });
  const liking = new Liking("fast", ["brisk", "calm"]);
  assert.equal(liking.value, "brisk");
  liking.choose(liking.next);
  assert.equal(new Liking("fast", ["brisk", "calm"]).value, "calm");
  assert.equal(liking.next, "brisk");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("forbidden"); } });
  liking.choose("brisk");
  assert.equal(liking.value, "brisk");
  assert.equal(new Liking("fast", ["brisk", "calm"]).value, "brisk");
});
