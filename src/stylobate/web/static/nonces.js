// Why: nobody should be able to choose a throw, not even somebody who plays and runs the server.  So this browser has a
// share in the throws of others: it pledges a random number (shows its hash), and gives it when a throw waits for it, by
// itself and at once.  `docs/dice.md` tells the scheme.

import { fresh } from "./house.js";
import { keep, kept, see } from "./kept.js";
import { hashed } from "./sha256.js";

/** @import { Command, View } from "../types.d.ts" */

/** What is shown of a nonce before it is given. @param {string} table @param {string} nonce */
export const pledgeOf = (table, nonce) => hashed(`stylobate pledge ${table} ${nonce}`);

export class Nonces {
  /**
   * @param {string} table
   * @param {boolean} hasChance whether the game has, after who begins is settled
   * @param {(asked: Command) => Promise<boolean>} ask quietly: whether it was done
   */
  constructor(table, hasChance, ask) {
    this.table = table;
    this.hasChance = hasChance;
    this.ask = ask;
    /** @type {View | null} the newest, if it has not been looked at */
    this.view = null;
    this.asking = false;
    this.tried = ""; // the pledge of another browser that this one has tried to replace
  }

  /** A new view: keep what it shows, give what is asked for, pledge if there is nothing to ask for. @param {View} view */
  async take(view) {
    see(view);
    this.view = view;
    if (this.asking) return;
    this.asking = true;
    while (this.view) {
      const newest = this.view;
      this.view = null;
      await this.answer(newest);
    }
    this.asking = false;
  }

  /** @param {View} view */
  async answer(view) {
    if (!view.mine.length || view.state === "over" || view.fair.scheme === "hash chain 1") return;
    const pledge = view.chance.pledges[view.mine[0]];
    const nonce = pledge === null ? undefined : kept(this.table).pledged[pledge];
    if (view.chance.asks_you && nonce !== undefined) await this.give(view, nonce);
    else if (this.shouldPledge(view, pledge, nonce)) await this.ask({ do: "pledge", pledge: this.pledge() });
  }

  /** @param {View} view @param {string | null} pledge of this viewer @param {string | undefined} nonce of it */
  shouldPledge(view, pledge, nonce) {
    const { seats, state, starts, chance } = view;
    if (nonce !== undefined || chance.until !== null || !(this.hasChance || (state === "open" && starts !== "host"))) return false;
    if (!seats.some((seat) => seat.kind === "person" && !seat.you)) return false;
    if (pledge === null) return true;
    const isFirst = this.tried !== pledge && !document.hidden;
    this.tried = pledge;
    return isFirst;
  }

  /** A new nonce, kept; its pledge. */
  pledge() {
    const nonce = fresh();
    const pledge = pledgeOf(this.table, nonce);
    keep(this.table, (all) => { all.pledged[pledge] = nonce; });
    return pledge;
  }

  /** @param {View} view @param {string} nonce */
  async give(view, nonce) {
    const number = view.fair.throws.length + 1;
    this.note(view);
    const done = await this.ask({ do: "give", nonce, pledge: this.pledge() });
    if (done) keep(this.table, (all) => { all.gave[number] = nonce; });
  }

  /** The nonce of a request that may lead to a throw. @param {View} view */
  send(view) {
    const nonce = fresh();
    this.note(view);
    keep(this.table, (all) => { all.sent.push(nonce); });
    return nonce;
  }

  /** Keep what the others had pledged before this browser showed its own. @param {View} view */
  note(view) {
    const number = view.fair.throws.length + 1;
    const { pledges, asked } = view.chance;
    const known = pledges.map((pledge, seat) => asked[seat] ?? pledge).filter((pledge) => pledge !== null);
    keep(this.table, (all) => { all.others[number] = known; });
  }

  /** Whether everybody has pledged, so that the game may begin; whoever has just sat down does so in a moment. @param {View} view */
  static isReady({ seats, chance }) {
    return seats.every((seat, n) => seat.kind !== "person" || seat.you || chance.pledges[n] !== null);
  }
}
