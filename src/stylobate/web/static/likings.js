// Why: how fast computers are seen to move, and whether one hears it, is a matter of taste.  The browser keeps what was
// chosen, for all tables; where it keeps nothing, the choice holds for this page.

/**
 * One of several values; the first that has not been chosen otherwise.
 * @template {string} Value
 */
export class Liking {
  /** @param {string} name under which it is kept @param {readonly [Value, ...Value[]]} values the usual one first */
  constructor(name, values) {
    this.name = name;
    this.values = values;
    /** @type {Value} */ this.value = values.find((value) => value === kept(name)) ?? values[0];
  }

  /** Choose one. @param {Value} value */
  choose(value) {
    this.value = value;
    try { localStorage.setItem(this.name, value); } catch { /* for this page only */ }
  }

  /** The one after this, and after the last the first. @returns {Value} */
  get next() {
    return this.values[(this.values.indexOf(this.value) + 1) % this.values.length];
  }
}

/** @param {string} name */
function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @typedef {"brisk" | "at once" | "calm"} Pace */

/** How fast the steps of others follow each other. @type {Liking<Pace>} */
export const pace = new Liking("pace", ["brisk", "at once", "calm"]);

/** How many times as long as usual one looks at each step. @type {Record<Pace, number>} */
export const SLOWNESS = { "at once": 0, brisk: 1, calm: 2 };

/** Whether there is sound, once there has been a gesture. @type {Liking<"on" | "off">} */
export const sound = new Liking("sound", ["on", "off"]);

/** Whether the browser tells of one's turn while the page is hidden. @type {Liking<"off" | "on">} */
export const notice = new Liking("notice", ["off", "on"]);
