// Why: of a board that has outgrown the window only a part is seen.  A small chart shows all of it, with a frame round that
// part; a tap or a drag on it leads elsewhere.  And where something was done that is out of sight, a button at the edge
// of the board points there.

import { draw, make } from "./house.js";
import { drawnFrom } from "./board.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {width: number, height: number}} Box */

export class Chart {
  /**
   * @param {HTMLElement} board where it lies
   * @param {(at: Point) => void} onGo to a point of the picture
   * @param {(part: Box) => Box} whereOn the board, in pixels, a part of the picture is
   */
  constructor(board, onGo, whereOn) {
    this.onGo = onGo;
    this.whereOn = whereOn;
    this.frame = draw("rect", { class: "seen", rx: 8 });
    /** @type {SVGSVGElement | null} */
    this.picture = null;
    this.box = make("button", { type: "button", class: "chart no-print", "aria-label": "Overview; arrow keys move the view", hidden: true });
    this.news = make("button", { type: "button", class: "news no-print", hidden: true },
      draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M5 12h14M13 6l6 6-6 6" })), make("span", {}, "Last move"));
    board.append(this.box, this.news);
    for (const kind of /** @type {const} */ (["pointerdown", "pointermove"])) {
      this.box.addEventListener(kind, (event) => {
        if (kind === "pointermove" && !event.buttons) return;
        this.box.setPointerCapture(event.pointerId);
        this.onGo(this.under(event));
      });
    }
  }

  /** Another board is shown. @param {string} chart of it; none for a board that needs none */
  show(chart) {
    this.picture = chart ? drawnFrom(chart) : null;
    this.box.replaceChildren(...this.picture ? [this.picture] : []);
    if (!this.picture) return;
    const { width, height } = this.picture.viewBox.baseVal;
    this.picture.style.setProperty("--shape", String(width / height));
    this.picture.append(this.frame);
  }

  /** So much of it is seen; all: then no chart is needed. @param {Box | null} seen @param {Box} whole */
  see(seen, whole) {
    this.box.hidden = !seen || !this.picture;
    if (!seen) return;
    const right = Math.min(seen.x + seen.width, whole.x + whole.width);
    const low = Math.min(seen.y + seen.height, whole.y + whole.height);
    const x = Math.max(seen.x, whole.x);
    const y = Math.max(seen.y, whole.y);
    for (const [name, value] of Object.entries({ x, y, width: right - x, height: low - y })) this.frame.setAttribute(name, value.toFixed(1));
  }

  /** Point to what is out of sight; null: nothing is. @param {Point | null} at of the picture @param {Box} seen of it @param {(at: Point) => void} go there */
  point(at, seen, go) {
    this.news.hidden = !at;
    if (!at) return;
    this.news.onclick = () => go(at);
    const across = (at.x - seen.x) / seen.width - 0.5;
    const down = (at.y - seen.y) / seen.height - 0.5;
    const out = 2 * Math.max(Math.abs(across), Math.abs(down));
    const [left, top] = [0.5 + across / out, 0.5 + down / out];
    const clear = this.whereOn(seen);
    Object.assign(this.news.style, {
      left: `${clear.x + left * clear.width}px`, top: `${clear.y + top * clear.height}px`, translate: `${-100 * left}% ${-100 * top}%`,
    });
    this.news.style.setProperty("--way", `${Math.atan2(down * seen.height, across * seen.width)}rad`);
  }

  /** The point of the picture under a pointer. @param {PointerEvent} event */
  under(event) {
    const svg = /** @type {SVGSVGElement} */ (this.picture);
    const box = svg.getBoundingClientRect();
    const { x, y, width, height } = svg.viewBox.baseVal;
    const scale = Math.min(box.width / width, box.height / height);
    return {
      x: x + width / 2 + (event.clientX - box.x - box.width / 2) / scale,
      y: y + height / 2 + (event.clientY - box.y - box.height / 2) / scale,
    };
  }
}
