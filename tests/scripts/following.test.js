// How long each board is looked at, when several are new.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pace } from "../../src/stylobate/web/static/following.js";

/** A view of a game: one letter a token, by the seat that played it; * is a throw. @param {string} seats @param {number[]} mine */
const game = (seats, mine = []) => ({
  mine,
  tokens: [...seats].map((seat, at) => /** @type {[string, number | null, number]} */ ([`t${at}`, seat === "*" ? null : Number(seat), at])),
});

test("what somebody else did is looked at for a while", () => {
  assert.equal(pace(game("01"), 2), 720);
});

test("one's own move needs only a moment", () => {
  assert.equal(pace(game("01", [1]), 2), 260);
  assert.equal(pace(game("0110", [1]), 2), 260);
});

test("a throw is looked at, one's own as well", () => {
  assert.equal(pace(game("0*1", [1]), 2), 620);
  assert.equal(pace(game("0*1", [0]), 2), 620);
});

test("a long turn of somebody else takes no longer than a turn does", () => {
  assert.equal(pace(game("0111110"), 2), 500);
  assert.equal(pace(game("0111110"), 4), 500);
  assert.equal(pace(game("0111110"), 6), 500);
});

test("a throw belongs to the turn of whoever moves after it", () => {
  assert.equal(pace(game("0*1111"), 3), 500);
  assert.equal(pace(game("0*1111"), 2), 500);
  assert.equal(pace(game("0000*1"), 4), 625);
});

test("throws at the end are for nobody yet", () => {
  assert.equal(pace(game("0*"), 2), 620);
  assert.equal(pace(game("0*****"), 4), 500);
});
