// Why: a word in the right place saves a look into the guide.  This is the small bubble that says it: what a mark on the
// board means, or why a click did nothing.  It stands beside what it speaks of and never in the way of a pointer.

import { make } from "./house.js";

const APART = 8; // pixels, from what it speaks of and from the window's edge

export class Bubble {
  constructor() {
    this.box = make("div", { id: "bubble", class: "bubble", role: "tooltip", hidden: true });
    document.body.append(this.box);
    addEventListener("keydown", (event) => { if (event.key === "Escape") this.hide(); }, { capture: true });
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
    addEventListener("resize", () => this.hide());
  }

  get isShown() { return !this.box.hidden; }

  /** Say something over a place on the screen, or under it where there is no room. @param {string} words @param {DOMRect} place */
  show(words, place) {
    const { box } = this;
    box.textContent = words;
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(APART, Math.min(place.x + (place.width - width) / 2, document.documentElement.clientWidth - width - APART));
    const above = place.top - height - APART;
    box.style.left = `${left}px`;
    box.style.top = `${above >= APART ? above : Math.min(place.bottom + APART, innerHeight - height - APART)}px`;
  }

  hide() {
    this.box.hidden = true;
  }
}
