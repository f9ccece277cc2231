// Why: the server lists each legal token with the clicks that make it, and together they are a tree.  This is where
// somebody stands in it: what may be chosen next, what that does, one step on or back, and whether a move that costs
// something has been asked once more.  It knows no page, only which keys have a place on the board.

/** @import { Legal, Step } from "../types.d.ts" */
/** @typedef {ReadonlySet<string | undefined>} Placed keys that have an area of the board; others are buttons */

export class Steps {
  /** @param {Legal[]} legal */
  constructor(legal = []) {
    this.routes = legal.flatMap((entry) => [entry.steps, ...(entry.other_ways ?? [])].map((steps) => ({ steps, legal: entry })));
    /** @type {Step[]} */
    this.path = [];
    /** @type {Legal | null} what waits to be confirmed */
    this.waiting = null;
  }

  /** The routes that go on from here. @param {Step[]} path */
  open(path = this.path) {
    return this.routes.filter(({ steps }) => path.every((step, at) => steps[at]?.key === step.key));
  }

  /** What may be chosen next, by key; nothing as long as something waits. @returns {Map<string, Step>} */
  get next() {
    return this.waiting ? new Map() : this.after(this.path);
  }

  /** What may be chosen with a path, by key. @param {Step[]} path @returns {Map<string, Step>} */
  after(path) {
    return new Map(this.open(path).flatMap(({ steps }) => steps.slice(path.length, path.length + 1)).map((step) => [step.key, step]));
  }

  /** What choosing each key does, here or to begin anew: a whole move in its words, or a step of one. @returns {Map<string, string>} */
  does() {
    const labels = new Map();
    for (const path of this.waiting ? [[]] : [[], this.path]) {
      for (const { steps, legal } of this.open(path)) {
        const step = steps[path.length];
        if (step) labels.set(step.key, steps.length === path.length + 1 ? legal.words : step.label || step.key);
      }
    }
    return labels;
  }

  /** Keys that have been chosen, and are no choice again. */
  get chosen() {
    const { next } = this;
    return this.path.map((step) => step.key).filter((key) => !next.has(key));
  }

  /** The tokens that a click on the board may still lead to. @param {Placed} placed */
  within(placed) {
    const open = this.waiting ? [] : this.open();
    return new Set(open.filter(({ steps }) => placed.has(steps[this.path.length]?.key)).map(({ legal }) => legal.token));
  }

  /**
   * What may be chosen next and has no place on the board.  Among those that lead on, one that is a move by itself
   * stands apart: it ends something.
   * @param {Placed} placed
   */
  buttons(placed) {
    const choices = [...this.next.values()].filter(({ key }) => !placed.has(key));
    const whole = choices.filter((step) => this.open([...this.path, step])[0].steps.length === this.path.length + 1);
    return choices.map((step) => ({ step, apart: whole.length < choices.length && whole.includes(step) }));
  }

  /** Choose a key: go on by it, or begin anew with it; the only one chosen so far is put down again. @param {string} key @param {Placed} placed */
  choose(key, placed) {
    const same = this.path.length === 1 && this.path[0].key === key;
    if (this.next.has(key)) return this.take(key, placed);
    this.leave();
    return same ? null : this.take(key, placed);
  }

  /**
   * Go one step on; what has no choice and no place on the board goes by itself.  The move that is made by it, if any.
   * @param {string} key
   * @param {Placed} placed
   * @returns {Legal | null}
   */
  take(key, placed) {
    const step = this.next.get(key);
    if (!step) return null;
    this.path = [...this.path, step];
    const done = this.open().find(({ steps }) => steps.length === this.path.length);
    if (done) return this.made(done.legal);
    const own = this.forced(placed);
    return own ? this.take(own.key, placed) : null;
  }

  /** The step that goes by itself from here. @param {Placed} placed */
  forced(placed) {
    const { next } = this;
    const [only] = next.values();
    return next.size === 1 && !placed.has(only.key) ? only : null;
  }

  /** The whole move at once, as a mark on the board means it. @param {string | undefined} token */
  whole(token) {
    const route = this.routes.find(({ legal }) => legal.token === token);
    if (!route) return null;
    this.path = route.steps;
    return this.made(route.legal);
  }

  /** The move, unless it costs something and has to be asked once more. @param {Legal} legal */
  made(legal) {
    const asks = legal.costs && this.waiting !== legal;
    this.waiting = asks ? legal : null;
    return asks ? null : legal;
  }

  /** One step back; steps that went by themselves go with it. @param {Placed} placed */
  back(placed) {
    this.waiting = null;
    do this.path = this.path.slice(0, -1);
    while (this.path.length && this.forced(placed));
  }

  /** All the way back. */
  leave() {
    this.path = [];
    this.waiting = null;
  }
}
