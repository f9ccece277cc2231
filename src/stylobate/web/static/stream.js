// Why: a table changes while one looks at it, networks break, servers restart, and a page must never show an
// old board as if it were the newest.  This keeps one stream per page, tells how it stands, and asks for the
// whole view whenever it may have missed something.  Versions only go up.

import { ask } from "./house.js";
import { merged } from "./merging.js";

/** @import { Change, View } from "../types.d.ts" */
/** @typedef {"live" | "waiting" | "lost"} Connection */

const PATIENCE = 3_000; // before a break is shown: most heal by themselves
const SILENCE = 20_000; // the server says something every fifteen seconds at least
const AGAIN = 10_000; // once a line is known to be dead, others are tried sooner: a browser may keep more dead ones
const HIDDEN = 30_000; // a page nobody sees gives its connection back: browsers have six per host; it says that it is there

export class Stream {
  /**
   * @param {string} table
   * @param {(view: View) => void} onView every view that is newer than the last
   * @param {(connection: Connection) => void} onConnection
   */
  constructor(table, onView, onConnection) {
    this.table = table;
    this.onView = onView;
    this.onConnection = onConnection;
    /** @type {View | null} the newest view */
    this.view = null;
    /** @type {EventSource | null} */
    this.source = null;
    this.heard = performance.now();
    this.lostTimer = 0;
    this.hideTimer = 0;
    this.wait = 500;
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("online", () => this.again());
    addEventListener("offline", () => { this.close(); this.broke(); });
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.again(); });
    setInterval(() => this.check(), 5000);
    this.open();
  }

  open() {
    this.close();
    const source = this.source = new EventSource(`/api/events?table=${encodeURIComponent(this.table)}`);
    source.addEventListener("open", () => this.works());
    source.addEventListener("table", (event) => { this.works(); this.take(JSON.parse(event.data)); });
    source.addEventListener("presence", (event) => { this.works(); this.present(JSON.parse(event.data)); });
    source.addEventListener("ping", () => this.works());
    source.addEventListener("error", () => {
      this.broke();
      if (source.readyState === EventSource.CLOSED && source === this.source) {
        this.source = null;
        setTimeout(() => { if (!this.source && !document.hidden) this.again(); }, this.wait);
        this.wait = Math.min(8_000, this.wait * 1.6);
      }
    });
  }

  close() {
    this.source?.close();
    this.source = null;
  }

  /** A view or a change, from wherever; what is old is nothing new, and a gap means asking for the whole. @param {View | Change} news */
  take(news) {
    if (!news || typeof news.version !== "number") return;
    const view = merged(this.view, news);
    if (!view) return void this.refresh();
    if (view === this.view) return;
    const before = this.view;
    this.view = view;
    this.onView(view);
    // Who sat down as a stranger is somebody now, but the open stream still takes them for a stranger.
    if (before && this.source && Boolean(before.mine.length) !== Boolean(view.mine.length)) this.open();
  }

  /** Who is away is no event of the game, so it has no version. @param {{away: number[], hand_over: number[], ghosts: number[]}} told */
  present({ away, hand_over: free, ghosts }) {
    if (!this.view) return;
    const seats = this.view.seats.map((seat, number) => ({ ...seat, away: away.includes(number), hand_over: free.includes(number), ghost: ghosts.includes(number) }));
    this.view = { ...this.view, seats };
    this.onView(this.view);
  }

  /** Ask for the whole view now.  That it came says nothing about a stream that is still being opened. */
  async refresh() {
    const hidden = document.hidden && !this.source ? "?hidden" : "";
    const reply = await ask(`/api/tables/${encodeURIComponent(this.table)}${hidden}`);
    if (reply.ok && this.source?.readyState !== EventSource.CONNECTING) this.works();
    if (reply.ok) this.take(reply.body);
    else if (reply.status === 0) this.broke();
    return reply.ok;
  }

  /** Start over: what was missed comes with the view. */
  async again() {
    this.open();
    await this.refresh();
  }

  works() {
    clearTimeout(this.lostTimer);
    this.lostTimer = 0;
    this.wait = 500;
    this.heard = performance.now();
    this.onConnection("live");
  }

  broke() {
    if (this.lostTimer) return;
    this.onConnection("waiting");
    this.lostTimer = setTimeout(() => this.onConnection("lost"), PATIENCE);
  }

  /** Now and then: is anybody there?  A line that went dead without a word is found out here. */
  check() {
    const silent = performance.now() - this.heard;
    if (document.hidden) {
      if (!this.source && silent > HIDDEN) this.refresh();
    } else if (!this.source || silent > (this.lostTimer ? AGAIN : SILENCE)) {
      this.heard = performance.now();
      this.broke();
      this.again();
    }
  }

  seen() {
    clearTimeout(this.hideTimer);
    if (document.hidden) this.hideTimer = setTimeout(() => { this.close(); this.refresh(); }, HIDDEN);
    else if (!this.source || performance.now() - this.heard > 20_000) this.again();
  }
}
