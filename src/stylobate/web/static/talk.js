// Why: people at a table talk; players among themselves, watchers among themselves.

import { $, isGuest, make, say, tick } from "./house.js";

/** @import { Said } from "../types.d.ts" */

export class Talk {
  /**
   * @param {HTMLDetailsElement} box a <details> with .chat, a form and .count
   * @param {(text: string) => Promise<boolean>} onSay
   */
  constructor(box, onSay) {
    this.box = box;
    this.heard = -1;
    const field = $("[name=text]", box, HTMLInputElement);
    $("form", box).addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text && await onSay(text)) field.value = "";
    });
  }

  /** @param {Said[]} chat @param {boolean} plays who hears this: the players, or those who watch */
  show(chat, plays) {
    $(".heard", this.box).textContent = plays
      ? "Only those who play hear this."
      : "You talk with those who watch. What the players say to each other is not told during the game or after it, so that nobody helps or hurries them.";
    const list = $(".chat", this.box);
    const newest = chat.at(-1)?.v ?? 0;
    const fresh = this.heard >= 0 ? chat.filter((said) => said.v > this.heard && !said.you) : [];
    if (newest === this.heard && list.children.length === chat.length) return;
    this.heard = newest;
    list.replaceChildren(...chat.map((said) =>
      make("li", {}, make("span", { class: "name" }, said.name, said.registered && tick(), isGuest(said) && " (guest)", ": "), said.text)));
    list.scrollTop = list.scrollHeight;
    $(".many", this.box).textContent = chat.length ? ` (${chat.length})` : "";
    if (fresh.length) this.box.open = true;
    for (const said of fresh) say(`${said.name}${isGuest(said) ? " (guest)" : ""} says: ${said.text}`);
  }
}
