// When *How to play this* is open by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opensAt } from "../../src/stylobate/web/static/howto.js";

test("it is open during the first game of a kind, however often the page is opened", () => {
  assert.equal(opensAt(null, "one"), true);
  assert.equal(opensAt({ table: "one" }, "one"), true);
});

test("in later games it waits to be asked for", () => {
  assert.equal(opensAt({ table: "one" }, "two"), false);
});

test("once closed it stays closed", () => {
  assert.equal(opensAt({ table: "one", closed: true }, "one"), false);
});
