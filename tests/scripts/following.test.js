// How long each board is looked at, when several are new, and where boards come from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Following, pace } from "../../src/stylobate/web/static/following.js";

/** @import { Board, Moved, View } from "../../src/stylobate/web/types.d.ts" */

/** A view of a game: one letter a token, by the seat that played it; * is a throw. @param {string} seats @param {number[]} mine */
const game = (seats, mine = []) => ({
  mine,
  tokens: [...seats].map((seat, at) => /** @type {[string, number | null, number, null]} */ ([`t${at}`, seat === "*" ? null : Number(seat), at, null])),
});

test("what somebody else did is looked at for a while", () => {
  assert.equal(pace(game("01"), 2), 720);
});

test("one's own move needs only a moment", () => {
  assert.equal(pace(game("01", [1]), 2), 260);
  assert.equal(pace(game("0110", [1]), 2), 260);
});

test("calm, others take twice as long, and at once no time; one's own move takes what it takes", () => {
  assert.equal(pace(game("01"), 2, 2), 1440);
  assert.equal(pace(game("0111110"), 2, 2), 1000);
  assert.equal(pace(game("01"), 2, 0), 0);
  assert.equal(pace(game("0*1", [1]), 2, 0), 0);
  assert.deepEqual([0, 2].map((slowness) => pace(game("01", [1]), 2, slowness)), [260, 260]);
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

/** A page that follows a game, and the boards that it asks the server for. @param {string[]} tokens that it knows of */
function page(tokens) {
  /** @type {string[]} */ const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    const n = Number(String(url).split("/").at(-1));
    return new Response(JSON.stringify({ n, last: { token: following.view.tokens[n - 1][0] } }));
  };
  const following = new Following("/api/tables/t", viewed(tokens), [], { onBoard() {}, onChange() {}, onNewest() {}, landed: async () => {}, slowness: () => 1 });
  return { following, asked };
}

/** @param {string[]} tokens */
const viewed = (tokens) => /** @type {View} */ ({ tokens: tokens.map((token, at) => [token, at % 2, at, null]) });

/** The answer to a move. @param {string[]} tokens @param {number[]} boards */
const moved = (tokens, ...boards) => /** @type {Moved} */ ({ view: viewed(tokens), boards: boards.map((n) => /** @type {Board} */ ({ n })) });

test("the answer to one's own move brings its board, and none is asked for", async () => {
  const { following, asked } = page(["a"]);
  following.expect(Promise.resolve(moved(["a", "b", "*1"], 2, 3)));
  following.view = viewed(["a", "b", "*1"]);
  assert.equal((await following.board(2))?.key, "2 a b");
  assert.equal((await following.board(3))?.n, 3);
  assert.deepEqual(asked, []);
});

test("a board that is wanted before the answer has come waits for it", async () => {
  const { following, asked } = page(["a"]);
  /** @type {(moved: Moved | null) => void} */ let answer = () => {};
  following.expect(new Promise((done) => { answer = done; }));
  following.view = viewed(["a", "b"]); // the stream was faster
  const board = following.board(2);
  answer(moved(["a", "b"], 2));
  assert.equal((await board)?.n, 2);
  assert.deepEqual(asked, []);
});

test("a board that the answer did not bring is asked for", async () => {
  const { following, asked } = page(["a"]);
  following.expect(Promise.resolve(null)); // the move was refused
  following.view = viewed(["a", "c"]);
  assert.equal((await following.board(2))?.key, "2 a c");
  assert.deepEqual(asked, ["/api/tables/t/at/2"]);
});

test("a board of moves that were taken back since is not shown for another", async () => {
  const { following, asked } = page(["a"]);
  following.expect(Promise.resolve(moved(["a", "b"], 2)));
  following.view = viewed(["a", "c"]);
  assert.equal((await following.board(2))?.key, "2 a c");
  assert.deepEqual(asked, ["/api/tables/t/at/2"]);
});
