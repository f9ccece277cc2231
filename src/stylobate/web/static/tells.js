// Why: a board is full of marks that a newcomer does not know.  Whatever has words of its own (`data-tells`) says them when a
// mouse rests on it, when the keyboard comes to it or to the square that it is in, and when a finger stays on it.

import { $$, hit } from "./house.js";

/** @import { Bubble } from "./bubble.js" */
/** @import { Part } from "../types.d.ts" */

const RESTS = 450; // milliseconds that a mouse stays before it is told something
const STAYS = 500; // and a finger
const STRAYS = 9; // pixels that it may move meanwhile
const LEAST = 24; // pixels: a smaller mark is met from a little farther off

export class Tells {
  /** @param {HTMLElement} table that holds board and all @param {HTMLElement} drawn that holds the picture @param {Bubble} bubble */
  constructor(table, drawn, bubble) {
    this.table = table;
    this.drawn = drawn;
    this.bubble = bubble;
    this.timer = 0;
    /** @type {{x: number, y: number} | null} a finger that stays */
    this.finger = null;
    this.pressed = false; // it has been told something, and its click means nothing more
    /** @type {DOMRect | null} of what is being told */
    this.over = null;
    table.addEventListener("pointermove", (event) => this.moved(event));
    table.addEventListener("pointerleave", () => this.leave());
    table.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointerup", () => this.lift());
    addEventListener("pointercancel", () => this.lift());
    table.addEventListener("click", (event) => this.clicked(event), { capture: true });
    table.addEventListener("contextmenu", (event) => { if (this.pressed) event.preventDefault(); });
    table.addEventListener("focusin", (event) => this.came(hit(event, "[data-tells], [data-key]")));
    table.addEventListener("focusout", () => this.leave());
    table.addEventListener("keydown", (event) => this.rove(event));
  }

  /** Everything that has words, with its place on the screen. */
  marks() {
    return $$("[data-tells]", this.table, Element).map((mark) => ({ mark: /** @type {Part} */ (mark), place: mark.getBoundingClientRect() }))
      .filter(({ place }) => place.width || place.height);
  }

  /** What is meant by a point: of what lies there, the smallest. @param {number} x @param {number} y */
  at(x, y) {
    const top = document.elementFromPoint(x, y);
    const onBoard = this.drawn.contains(top);
    const near = this.marks().filter(({ mark, place }) => holds(place, x, y) && (onBoard ? this.drawn.contains(mark) : mark.contains(top)));
    return near.toSorted((one, other) => size(one.place) - size(other.place))[0] ?? null;
  }

  /** The marks in a square of the board. @param {Element} square */
  within(square) {
    const frame = (square.querySelector(".area") ?? square).getBoundingClientRect();
    return this.marks().filter(({ mark, place }) => this.drawn.contains(mark) && inside(frame, place)).map(({ mark }) => mark);
  }

  /** The marks of the board that stand in no square: the keyboard goes to them beyond the edge of the squares. @returns {SVGElement[]} */
  beyond() {
    const frames = $$("[data-key] > .area", this.drawn, SVGElement).map((area) => area.getBoundingClientRect());
    const found = this.marks().filter(({ mark, place }) => mark instanceof SVGElement && this.drawn.contains(mark)
      && !mark.matches(".hint, .prospect") // a square says that it may be chosen
      && !frames.some((frame) => inside(frame, place)));
    for (const { mark } of found) {
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", mark.dataset.tells ?? "");
      mark.setAttribute("tabindex", "-1");
    }
    return found.map(({ mark }) => /** @type {SVGElement} */ (mark));
  }

  /** @param {string} words @param {DOMRect} place */
  tell(words, place) {
    this.over = place;
    this.bubble.show(words, place);
  }

  /** @param {PointerEvent} event */
  moved({ clientX: x, clientY: y, pointerType }) {
    if (pointerType !== "mouse") {
      if (this.finger && Math.hypot(x - this.finger.x, y - this.finger.y) > STRAYS) this.lift();
      return;
    }
    clearTimeout(this.timer);
    if (this.over && holds(this.over, x, y)) return;
    this.leave();
    this.timer = setTimeout(() => this.point(x, y), RESTS);
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const found = this.at(x, y);
    if (found) this.tell(found.mark.dataset.tells ?? "", found.place);
    return found !== null;
  }

  /** @param {PointerEvent} event */
  down({ clientX: x, clientY: y, pointerType }) {
    this.leave();
    this.pressed = false;
    if (pointerType === "mouse") return;
    this.finger = { x, y };
    this.timer = setTimeout(() => { this.pressed = this.finger !== null && this.point(x, y); }, STAYS);
  }

  lift() {
    if (!this.finger) return;
    this.finger = null;
    clearTimeout(this.timer);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!this.pressed) return;
    this.pressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The keyboard has come to something. @param {Part | null} part */
  came(part) {
    if (!part?.matches(":focus-visible")) return;
    const words = part.dataset.tells ?? this.within(part).map((mark) => mark.dataset.tells).join(" ");
    if (!words) return;
    this.tell(words, part.getBoundingClientRect());
    part.setAttribute("aria-describedby", this.bubble.box.id);
  }

  /** Things beside the board are one stop of the Tab key, tray by tray; arrow keys lead on. @param {KeyboardEvent} event */
  rove(event) {
    const here = hit(event, ".item");
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!here?.parentElement || !way) return;
    const all = $$(".item", here.parentElement);
    all[all.findIndex((item) => item === here) + way]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  leave() {
    clearTimeout(this.timer);
    if (!this.over) return;
    this.over = null;
    this.bubble.hide();
  }
}

/** @param {DOMRect} place */
const size = ({ width, height }) => Math.max(width, LEAST) * Math.max(height, LEAST);

/** Whether a mark's place, made large enough to be met, has a point in it. @param {DOMRect} place @param {number} x @param {number} y */
function holds(place, x, y) {
  const [wide, high] = [Math.max(place.width, LEAST) / 2, Math.max(place.height, LEAST) / 2];
  return Math.abs(x - place.x - place.width / 2) <= wide && Math.abs(y - place.y - place.height / 2) <= high;
}

/** Whether the middle of a place is in a frame. @param {DOMRect} frame @param {DOMRect} place */
function inside(frame, place) {
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  return frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom;
}
