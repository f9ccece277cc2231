// Why: against people one waits, and looks elsewhere meanwhile.  The browser can say when it is one's turn while the page
// is hidden.  Nobody is asked for that on arrival: a button offers it, at a table with other people, while one of them is
// to move; what it says stands in the notice, and nothing leaves this browser for it.

import { notice } from "./likings.js";

/** @import { View } from "../types.d.ts" */
/** @typedef {{permission: NotificationPermission, requestPermission: () => Promise<NotificationPermission>, new (title: string, options: NotificationOptions): Pick<Notification, "onclick" | "close">}} Browser */

export class Notices {
  /**
   * @param {HTMLElement} button that offers them
   * @param {string} title of the game
   * @param {Browser | undefined} browser what it says things with; some have nothing of the kind
   */
  constructor(button, title, browser = globalThis.Notification) {
    this.button = button;
    this.title = title;
    this.browser = browser;
    button.addEventListener("click", () => this.ask());
  }

  /** Whether the browser may, and is to, tell of one's turn. */
  get isOn() {
    return notice.value === "on" && this.browser?.permission === "granted"; // to ask for the second costs a while
  }

  /** Show the button where it is of use: while one waits for somebody. @param {View} view */
  offer(view) {
    const awaits = view.state === "running" && view.mine.length > 0 && view.turn !== null && isOther(view, view.turn);
    this.button.hidden = !awaits || !this.browser || this.browser.permission === "denied" || this.isOn;
  }

  /** Somebody has pressed it. */
  async ask() {
    if (!this.browser) return;
    const answer = this.browser.permission === "default" ? await this.browser.requestPermission() : this.browser.permission;
    notice.choose(answer === "granted" ? "on" : "off");
    this.button.hidden = true;
  }

  /** A newer view has come: tell of it if it is one's turn now and was not before. @param {View} before @param {View} view */
  take(before, view) {
    this.offer(view);
    if (!this.isOn || !document.hidden || !isTurn(view) || isTurn(before) || !view.seats.some((_, seat) => isOther(view, seat))) return;
    const others = view.seats.filter((_, seat) => isOther(view, seat)).map(({ name }) => name).join(", ");
    this.tell(`It is your turn, with ${others}.`, view.id);
  }

  /** @param {string} text @param {string} table of which there is one notice at a time */
  tell(text, table) {
    if (!this.browser) return;
    try {
      const told = new this.browser(this.title, { body: text, tag: table });
      told.onclick = () => { window.focus(); told.close(); };
    } catch { /* a phone's browser wants a worker for that; its owner has the feed */ }
  }
}

/** Whether another person sits there. @param {View} view @param {number} seat */
const isOther = (view, seat) => view.seats[seat].kind === "person" && !view.seats[seat].you;

/** @param {View} view */
const isTurn = (view) => view.state === "running" && view.can.move;
