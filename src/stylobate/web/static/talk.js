// Why: people at a table talk; players among themselves, watchers among themselves.

import { $, make, say } from "./house.js";

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

  /** @param {Said[]} chat */
  show(chat) {
    const list = $(".chat", this.box);
    const newest = chat.at(-1)?.v ?? 0;
    const fresh = this.heard >= 0 ? chat.filter((said) => said.v > this.heard && !said.you) : [];
    if (newest === this.heard && list.children.length === chat.length) return;
    this.heard = newest;
    list.replaceChildren(...chat.map(({ name, text }) =>
      make("li", {}, make("span", { class: "name" }, `${name}: `), text)));
    list.scrollTop = list.scrollHeight;
    $(".many", this.box).textContent = chat.length ? ` (${chat.length})` : "";
    if (fresh.length) this.box.open = true;
    for (const { name, text } of fresh) say(`${name} says: ${text}`);
  }
}
