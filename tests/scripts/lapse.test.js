// A token that goes by itself: after a moment, unless somebody says “not yet”.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Lapse } from "../../src/stylobate/web/static/lapse.js";

/** A page with that button on it, and what it has played. */
function page() {
  /** @type {string[]} */ const played = [];
  const button = /** @type {HTMLElement} */ (Object.assign(new EventTarget(), { hidden: true }));
  const lapse = new Lapse(button, (token) => played.push(token), 5);
  return { lapse, button, played, press: () => button.dispatchEvent(new Event("click")), after: () => new Promise((done) => { setTimeout(done, 30); }) };
}

test("the only token that is left is played after a moment, once", async () => {
  const { lapse, button, played, after } = page();
  assert.equal(lapse.begin("end", "7 …"), true);
  assert.equal(button.hidden, false);
  assert.deepEqual(played, []);
  await after();
  assert.deepEqual(played, ["end"]);
  assert.equal(button.hidden, true);
});

test("who says not yet ends it by hand, and is not hurried again on that board", async () => {
  const { lapse, button, played, press, after } = page();
  lapse.begin("end", "7 …");
  press();
  assert.equal(button.hidden, true);
  assert.equal(lapse.begin("end", "7 …"), false);
  await after();
  assert.deepEqual(played, []);
  assert.equal(lapse.begin("end", "19 …"), true);
  lapse.stop();
});

test("whatever else happens meanwhile stops it", async () => {
  const { lapse, played, after } = page();
  lapse.begin("end", "7 …");
  lapse.stop();
  await after();
  assert.deepEqual(played, []);
});
