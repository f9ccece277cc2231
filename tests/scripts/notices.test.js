// The browser's notices: asked for by a press alone, told while the page is hidden, and only among people.

import assert from "node:assert/strict";
import { test } from "node:test";
import { notice } from "../../src/stylobate/web/static/likings.js";
import { Notices } from "../../src/stylobate/web/static/notices.js";

/** @import { Seat, View } from "../../src/stylobate/web/types.d.ts" */

/** A view of a game between this viewer and somebody. @param {"person" | "computer"} kind @param {number} turn */
const viewed = (kind, turn) => /** @type {View} */ ({
  id: "t1", state: "running", turn, mine: [0], can: /** @type {View["can"]} */ ({ move: turn === 0 }),
  seats: [/** @type {Seat} */ ({ kind: "person", name: "Ada", you: true }), /** @type {Seat} */ ({ kind, name: "Ben", you: false })],
});

/** A page and its browser. @param {NotificationPermission} permission @param {NotificationPermission} answer when it is asked */
function page(permission, answer = "granted") {
  notice.choose("off");
  /** @type {string[]} */ const told = [];
  let asked = 0;
  const browser = class {
    static permission = permission;
    static async requestPermission() {
      asked++;
      return (browser.permission = answer);
    }
    /** @param {string} title @param {NotificationOptions} options */
    constructor(title, { body, tag }) { told.push(`${title}: ${body} (${tag})`); }
    onclick = null;
    close() {}
  };
  Object.defineProperty(globalThis, "document", { configurable: true, value: { hidden: true } });
  const button = /** @type {HTMLElement} */ (Object.assign(new EventTarget(), { hidden: true }));
  const notices = new Notices(button, "Columba", browser);
  return { notices, button, told, asked: () => asked, away: (/** @type {boolean} */ hidden) => { Object.assign(document, { hidden }); } };
}

const [MINE, THEIRS] = [viewed("person", 0), viewed("person", 1)];

test("the browser is asked by a press alone, while one waits for somebody", async () => {
  const { notices, button, told, asked } = page("default");
  notices.take(MINE, THEIRS);
  assert.equal(button.hidden, false);
  notices.take(THEIRS, MINE);
  assert.deepEqual([button.hidden, asked(), told], [true, 0, []]);
  await notices.ask();
  assert.equal(asked(), 1);
  notices.take(MINE, THEIRS);
  assert.equal(button.hidden, true);
  notices.take(THEIRS, MINE);
  assert.deepEqual(told, ["Columba: It is your turn, with Ben. (t1)"]);
});

test("where only computers play nothing is offered", () => {
  const { notices, button } = page("default");
  notices.take(viewed("computer", 0), viewed("computer", 1));
  assert.equal(button.hidden, true);
});

test("who said no, once and for all, is not asked again", async () => {
  const { notices, button, told, asked } = page("default", "denied");
  notices.take(MINE, THEIRS);
  await notices.ask();
  notices.take(MINE, THEIRS);
  notices.take(THEIRS, MINE);
  assert.deepEqual([asked(), button.hidden, told], [1, true, []]);
});

test("whoever looks at the page sees it there, and each turn is told once", async () => {
  const { notices, told, away } = page("granted");
  await notices.ask();
  away(false);
  notices.take(THEIRS, MINE);
  assert.deepEqual(told, []);
  away(true);
  notices.take(THEIRS, MINE);
  notices.take(MINE, MINE);
  assert.equal(told.length, 1);
});

test("a browser that knows no notices offers none", async () => {
  const { button } = page("default");
  const notices = new Notices(button, "Columba", undefined);
  notices.take(MINE, THEIRS);
  await notices.ask();
  notices.take(THEIRS, MINE);
  assert.equal(button.hidden, true);
});
