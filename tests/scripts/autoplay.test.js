// A game that plays by itself: from where one is, or from the start, until its end or until somebody takes the wheel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Autoplay } from "../../src/stylobate/web/static/autoplay.js";

/** A film whose time is told: what it went to, what waits, and for how long. */
function film() {
  /** @type {number[]} */ const went = [];
  /** @type {{act: () => void, time: number}[]} */ const waiting = [];
  const timers = { set: (/** @type {() => void} */ act, /** @type {number} */ time) => waiting.push({ act, time }), clear: () => { waiting.length = 0; } };
  const playing = new Autoplay((n) => went.push(n), () => {}, timers);
  return { went, waiting, playing, tick: () => waiting.shift()?.act() };
}

test("it goes on from where one is, one move at a time, each from when its board is there", () => {
  const { went, waiting, playing, tick } = film();
  playing.toggle(1, 4);
  assert.deepEqual(went, [2]);
  assert.equal(waiting.length, 0, "the board has not come yet");
  playing.shown(2, 4);
  playing.shown(2, 4);
  assert.equal(waiting.length, 1, "a board that is shown anew is not looked at twice");
  tick();
  assert.deepEqual(went, [2, 3]);
});

test("at the end it begins with the start, and at the end it stops", () => {
  const { went, playing } = film();
  playing.toggle(2, 2);
  assert.deepEqual(went, [0]);
  playing.wanted = 2;
  playing.shown(2, 2);
  assert.equal(playing.playing, false);
});

test("who stops it hears no more of it", () => {
  const { waiting, playing } = film();
  playing.toggle(0, 3);
  playing.shown(1, 3);
  playing.toggle(1, 3);
  assert.equal(waiting.length, 0);
  playing.shown(1, 3);
  assert.equal(waiting.length, 0);
});

test("it is twice as fast, four times, and as before", () => {
  const { waiting, playing } = film();
  const times = [1, 2, 4, 1].map((speed) => {
    playing.toggle(0, 3);
    assert.equal(playing.speed, speed);
    playing.shown(1, 3);
    const { time } = waiting[0];
    playing.stop();
    playing.faster();
    return time;
  });
  assert.deepEqual(times, [1400, 700, 350, 1400]);
});

test("a game without a move has nothing to play", () => {
  const { went, playing } = film();
  playing.toggle(0, 0);
  assert.deepEqual([went, playing.playing], [[], false]);
});
