// Why: who plays a game for the first time should be told how, and who knows it should not be in its way.  So *How to play
// this* is open during the first game of a kind in this browser, until somebody closes it; then it opens when asked to.

import { $ } from "./house.js";

/** @import { Board } from "../types.d.ts" */
/** What this browser knows of a kind of game: the first table of it, and whether the panel was closed. @typedef {{table: string, closed?: boolean}} First */

const NAME = "first ";

/** Whether the panel is open at a table by itself. @param {First | null} first @param {string} table */
export const opensAt = (first, table) => first === null || first.table === table && !first.closed;

/** What this browser knows of its first game of that kind; null: there was none. @param {string} game @returns {First | null} */
export function firstGame(game) {
  try { return JSON.parse(localStorage.getItem(NAME + game) ?? "null"); } catch { return null; }
}

export class HowTo {
  /** @param {HTMLDetailsElement} box @param {string} game @param {string} table */
  constructor(box, game, table) {
    this.box = box;
    this.game = game;
    this.table = table;
    this.begun = false;
    $("summary", box).addEventListener("click", () => { // it is still as it was before
      if (box.open) this.keep({ table: this.first?.table ?? table, closed: true });
    });
  }

  /** @returns {First | null} */
  get first() {
    return firstGame(this.game);
  }

  /** @param {First} first */
  keep(first) {
    try { localStorage.setItem(NAME + this.game, JSON.stringify(first)); } catch { /* then it is the first game again */ }
  }

  /** This viewer has a seat, and the game is on. */
  plays() {
    if (this.begun) return;
    this.begun = true;
    const { first, table } = this;
    this.box.open = opensAt(first, table);
    if (!first) this.keep({ table });
  }

  /** What may be done now. @param {Board | null} shown */
  show(shown) {
    const now = $("#how-to", this.box);
    now.textContent = shown?.how_to ?? "";
    /** @type {HTMLElement} */ (now.parentElement).hidden = !shown?.how_to || shown.over;
  }
}
