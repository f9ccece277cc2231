// How a move is chosen, step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Steps } from "../../src/stylobate/web/static/steps.js";

/** @import { Legal } from "../../src/stylobate/web/types.d.ts" */

/**
 * A legal token whose steps are keys; “a1-b2” is chosen by two clicks.
 * @param {string} token
 * @param {Partial<Legal> & {ways?: string[]}} more
 * @returns {Legal}
 */
function legal(token, { ways = [token], ...more } = {}) {
  const [steps, ...others] = ways.map((way) => way.split("-").map((key) => ({ key, label: `the ${key}` })));
  return { token, steps, words: `play ${token}`, costs: "", ...(others.length ? { other_ways: others } : {}), ...more };
}

const SQUARES = new Set(["a1", "a2", "b1", "b2", "c1"]);
const MOVES = [legal("a1-b1"), legal("a1-b2"), legal("a2-b2"), legal("pass")];

/** @param {Map<string, unknown>} map */
const keys = (map) => [...map.keys()];

/** @param {Steps} steps */
const path = (steps) => steps.path.map(({ key }) => key);

test("at first the first steps of all moves may be chosen", () => {
  assert.deepEqual(keys(new Steps(MOVES).next), ["a1", "a2", "pass"]);
});

test("with one step chosen, those that go on from it may be", () => {
  const steps = new Steps(MOVES);
  assert.equal(steps.choose("a1", SQUARES), null);
  assert.deepEqual(keys(steps.next), ["b1", "b2"]);
  assert.deepEqual(steps.chosen, ["a1"]);
});

test("the last step makes the move", () => {
  const steps = new Steps(MOVES);
  steps.choose("a1", SQUARES);
  assert.equal(steps.choose("b2", SQUARES), MOVES[1]);
});

test("a move of one step is made by it", () => {
  assert.equal(new Steps(MOVES).choose("pass", SQUARES), MOVES[3]);
});

test("a step that is no choice changes nothing", () => {
  const steps = new Steps(MOVES);
  assert.equal(steps.take("b2", SQUARES), null);
  assert.deepEqual(path(steps), []);
});

test("who chooses another first step begins anew with it", () => {
  const steps = new Steps(MOVES);
  steps.choose("a1", SQUARES);
  assert.equal(steps.choose("a2", SQUARES), null);
  assert.deepEqual(path(steps), ["a2"]);
});

test("who chooses the same again puts it down", () => {
  const steps = new Steps(MOVES);
  steps.choose("a1", SQUARES);
  assert.equal(steps.choose("a1", SQUARES), null);
  assert.deepEqual(path(steps), []);
});

test("with two steps chosen the first of them begins anew, and is not put down", () => {
  const steps = new Steps([legal("a1-b1-c1"), legal("a1-b1-c2"), legal("a1-b2-c1")]);
  steps.choose("a1", SQUARES);
  steps.choose("b1", SQUARES);
  steps.choose("a1", SQUARES);
  assert.deepEqual(path(steps), ["a1"]);
});

test("a key that may come twice is chosen the second time as well", () => {
  const steps = new Steps([legal("a1-a1-b1"), legal("a1-b2")]);
  steps.choose("a1", SQUARES);
  assert.deepEqual(steps.chosen, []);
  steps.choose("a1", SQUARES);
  assert.deepEqual(path(steps), ["a1", "a1"]);
});

test("a step without a choice goes by itself where it has no place on the board", () => {
  const steps = new Steps([legal("a1-two-b1"), legal("a1-two-b2"), legal("a2-b2")]);
  steps.choose("a1", SQUARES);
  assert.deepEqual(path(steps), ["a1", "two"]);
});

test("a step without a choice waits for its click where it has a place", () => {
  const steps = new Steps(MOVES);
  assert.equal(steps.choose("a2", SQUARES), null);
  assert.deepEqual(keys(steps.next), ["b2"]);
});

test("steps that go by themselves may lead to the move", () => {
  const [only] = [legal("a1-two-red")];
  assert.equal(new Steps([only]).choose("a1", SQUARES), only);
});

test("a shorter move is made although a longer one goes on from there", () => {
  const [short, long] = [legal("a1-b1"), legal("a1-b1-c1")];
  const steps = new Steps([long, short]);
  steps.choose("a1", SQUARES);
  assert.equal(steps.choose("b1", SQUARES), short);
});

test("a move may be chosen in another order of its steps", () => {
  const move = legal("a1-b1", { ways: ["a1-b1", "b1-a1"] });
  const steps = new Steps([move, legal("a2-b2")]);
  assert.deepEqual(keys(steps.next), ["a1", "b1", "a2"]);
  steps.choose("b1", SQUARES);
  assert.equal(steps.choose("a1", SQUARES), move);
});

test("back goes one step up", () => {
  const steps = new Steps([legal("a1-b1-c1"), legal("a1-b1-c2"), legal("a1-b2-c1")]);
  steps.choose("a1", SQUARES);
  steps.choose("b1", SQUARES);
  steps.back(SQUARES);
  assert.deepEqual(path(steps), ["a1"]);
  steps.back(SQUARES);
  assert.deepEqual(path(steps), []);
});

test("back takes steps along that went by themselves", () => {
  const steps = new Steps([legal("a1-two-b1"), legal("a1-two-b2"), legal("a2-b2")]);
  steps.choose("a1", SQUARES);
  steps.back(SQUARES);
  assert.deepEqual(path(steps), []);
});

test("back stops at a step that was clicked though there was no other", () => {
  const steps = new Steps([legal("a1-b1-x"), legal("a1-b1-y")]);
  steps.choose("a1", SQUARES);
  steps.choose("b1", SQUARES);
  steps.back(SQUARES);
  assert.deepEqual(path(steps), ["a1"]);
});

test("back at the start stays there, even where there is no choice", () => {
  const steps = new Steps([legal("roll-a1"), legal("roll-a2")]);
  steps.choose("roll", SQUARES);
  steps.back(SQUARES);
  steps.back(SQUARES);
  assert.deepEqual(keys(steps.next), ["roll"]);
});

test("a move that costs something is asked once more", () => {
  const dear = legal("stop", { costs: "You lose your throw." });
  const steps = new Steps([dear, legal("a1-b1")]);
  assert.equal(steps.choose("stop", SQUARES), null);
  assert.equal(steps.waiting, dear);
  assert.deepEqual(keys(steps.next), []);
  assert.equal(steps.made(dear), dear);
  assert.equal(steps.waiting, null);
});

test("while a move waits, one that goes on from it is no choice", () => {
  const steps = new Steps([legal("a1-b1", { costs: "Much." }), legal("a1-b1-c1")]);
  steps.whole("a1-b1");
  assert.deepEqual(keys(steps.next), []);
  assert.deepEqual(keys(steps.does()), ["a1"]);
  assert.equal(steps.choose("c1", SQUARES), null);
  assert.deepEqual(path(steps), []);
});

test("who thinks better of it is where they were", () => {
  const steps = new Steps([legal("a1-stop", { costs: "Much." }), legal("a1-b1")]);
  steps.choose("a1", SQUARES);
  steps.choose("stop", SQUARES);
  steps.back(SQUARES);
  assert.equal(steps.waiting, null);
  assert.deepEqual(keys(steps.next), ["stop", "b1"]);
});

test("who chooses something else meanwhile begins anew with it", () => {
  const steps = new Steps([legal("a1-stop", { costs: "Much." }), legal("a1-b1"), legal("a2-b2")]);
  steps.choose("a1", SQUARES);
  steps.choose("stop", SQUARES);
  steps.choose("a2", SQUARES);
  assert.equal(steps.waiting, null);
  assert.deepEqual(path(steps), ["a2"]);
});

test("a mark on the board makes the whole move at once", () => {
  const steps = new Steps(MOVES);
  assert.equal(steps.whole("a1-b2"), MOVES[1]);
  assert.equal(steps.whole("a9-b9"), null);
});

test("a mark of a move that costs something asks as well, and one may go back", () => {
  const dear = legal("a1-b1", { costs: "Much." });
  const steps = new Steps([dear, legal("a1-b2")]);
  assert.equal(steps.whole("a1-b1"), null);
  assert.equal(steps.waiting, dear);
  steps.back(SQUARES);
  assert.deepEqual(path(steps), ["a1"]);
  assert.equal(dear.steps.length, 2);
});

test("each choice is told by what it does: a whole move in its words, a step by its name", () => {
  const steps = new Steps(MOVES);
  assert.deepEqual([...steps.does()], [["a1", "the a1"], ["a2", "the a2"], ["pass", "play pass"]]);
  steps.choose("a1", SQUARES);
  assert.equal(steps.does().get("b1"), "play a1-b1");
  assert.equal(steps.does().get("a2"), "the a2");
});

test("a step without a name is told by its key", () => {
  const steps = new Steps([{ token: "t", steps: [{ key: "a1", label: "" }, { key: "b1", label: "" }], words: "play t", costs: "" }]);
  assert.equal(steps.does().get("a1"), "a1");
});

test("while a move waits only a new beginning is told", () => {
  const steps = new Steps([legal("a1-stop", { costs: "Much." }), legal("a1-b1")]);
  steps.choose("a1", SQUARES);
  steps.choose("stop", SQUARES);
  assert.deepEqual([...steps.does()], [["a1", "the a1"]]);
});

test("marks stay for moves that a click on the board still leads to", () => {
  const steps = new Steps(MOVES);
  assert.deepEqual([...steps.within(SQUARES)], ["a1-b1", "a1-b2", "a2-b2"]);
  steps.choose("a1", SQUARES);
  assert.deepEqual([...steps.within(SQUARES)], ["a1-b1", "a1-b2"]);
});

test("no mark stays while a move waits", () => {
  const steps = new Steps([legal("a1-b1", { costs: "Much." }), legal("a1-b1-c1")]);
  steps.whole("a1-b1");
  assert.deepEqual([...steps.within(SQUARES)], []);
});

test("what has no place on the board is a button", () => {
  const steps = new Steps(MOVES);
  assert.deepEqual(steps.buttons(SQUARES).map(({ step }) => step.key), ["pass"]);
  assert.deepEqual(steps.buttons(new Set()).map(({ step }) => step.key), ["a1", "a2", "pass"]);
});

test("a move by itself stands apart from what leads on, and not among its like", () => {
  const apart = (/** @type {Legal[]} */ moves) => new Steps(moves).buttons(SQUARES).map((button) => button.apart);
  assert.deepEqual(apart([legal("take-a1"), legal("give-a1"), legal("end")]), [false, false, true]);
  assert.deepEqual(apart([legal("red"), legal("blue")]), [false, false]);
  assert.deepEqual(apart([legal("take-a1"), legal("give-a1")]), [false, false]);
});

test("without anything legal there is nothing to choose", () => {
  const steps = new Steps();
  assert.deepEqual(keys(steps.next), []);
  assert.deepEqual(steps.buttons(SQUARES), []);
  assert.equal(steps.choose("a1", SQUARES), null);
});
