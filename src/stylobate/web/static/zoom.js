// Why: a board that grows has squares smaller than a thumb in the end.  This enlarges whatever picture is shown, by
// buttons, keys, two fingers, or Ctrl and the wheel.  Only the picture's viewBox changes: it stays sharp, the page
// stays as it is, and what lies under a pointer is found as before.  It knows no game: from one picture to the next it
// keeps the same squares in sight, by the keys that both have.
// A board that names the side of its squares is never shown so small that they are hard to hit.  Once it has outgrown
// the window, a part of it is seen: that of the last move at first, then whatever one moves to, by a drag, the wheel,
// keys or its chart.

import { $, $$, draw, hit, make, mayMove } from "./house.js";
import { Chart } from "./chart.js";
import { makeLegible } from "./legible.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {width: number}} View the middle of what is seen, and how much of it */
/** @typedef {Point & {width: number}} Square from its upper left corner */
/** @typedef {{whole: DOMRect, squares: Map<string, Square>, shape: number}} Survey where things are in a picture, and how high it is to a width of one on the page */
/** @typedef {{square: number | null, chart: string}} Sized the side of a square that must not be too small, and a chart then */
/** @typedef {{slowly?: boolean, chosen?: boolean}} How to go there: at once or not, and whether somebody chose to */

const STEP = 1.6;
const CLOSEST = 8;
const SMALLEST = { thumb: 44, mouse: 40 }; // pixels: a square of a board that names it
const ROOM = 1.6; // widths of a square, so that its neighbours are seen as well
/** @type {Record<string, number>} */
const SLOP = { mouse: 4, pen: 6, touch: 9 }; // pixels: less than this is a tap
const SMALL_SCREEN = "(max-width: 61.99rem), (pointer: coarse)";
const SIGNS = { closer: "M5 12h14M12 5v14", farther: "M5 12h14", whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" };

export class Zoom {
  /**
   * @param {HTMLElement} board round the picture, where the buttons go
   * @param {HTMLElement} drawn that holds the picture
   * @param {HTMLElement} panel what may stand over its lower part
   */
  constructor(board, drawn, panel) {
    this.board = board;
    this.drawn = drawn;
    this.panel = panel;
    this.svg = $("svg", drawn, SVGSVGElement);
    this.survey = surveyed(this.svg);
    /** @type {number | null} the side of a square, where it must not be too small */
    this.square = null;
    /** @type {View | null} null: the whole board */
    this.view = null;
    this.most = 0; // that could be seen when one looked last
    this.chart = new Chart(board, ({ x, y }) => this.look({ x, y, width: this.there.width }, { chosen: true, slowly: false }), (part) => this.whereOn(part));
    /** @type {{view: View, survey: Survey} | null} what was last looked at by choice, and in which picture */
    this.chosen = null;
    /** @type {Map<number, {x: number, y: number, slop: number}>} fingers, or a mouse held down */
    this.held = new Map();
    this.moving = false; // the picture, with them
    this.dragged = false; // they did, since they came
    this.frame = 0;
    /** @type {View | null} on the way to another */
    this.now = null;
    this.own = false; // this picture has been looked at by choice

    this.buttons = {
      farther: this.button("farther", "Farther away", "-", () => this.by(1 / STEP)),
      whole: this.button("whole", "Whole board", "0", () => this.all()),
      closer: this.button("closer", "Look closer", "+", () => this.by(STEP)),
    };
    this.box = make("div", { class: "looking no-print", role: "group", "aria-label": "Closer or farther", hidden: true }, ...Object.values(this.buttons));
    drawn.after(this.box);

    board.addEventListener("keydown", (event) => this.pressed(event));
    drawn.addEventListener("focusin", (event) => this.focused(event));
    drawn.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    drawn.addEventListener("pointerdown", (event) => this.down(event));
    drawn.addEventListener("pointermove", (event) => this.moved(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.up(event));
    drawn.addEventListener("click", (event) => this.clicked(event), { capture: true });
    new ResizeObserver(() => this.resized()).observe(drawn);
    // The browser's own scrolling and zooming stand back where two fingers, or one over a closer view, are ours.
    for (const touch of /** @type {const} */ (["touchstart", "touchmove"])) {
      drawn.addEventListener(touch, (event) => {
        if (event.cancelable && (event.touches.length > 1 || touch === "touchmove" && this.moving)) event.preventDefault();
      }, { passive: false });
    }
    this.look(null, { slowly: false });
  }

  /** The window has another size, or another part of the page has. */
  resized() {
    const farthest = this.view !== null && this.view.width > this.most - 0.01;
    this.survey.shape = shapeOf(this.svg, this.survey.whole);
    makeLegible(this.svg, this.svg.getBoundingClientRect().width / this.farthest());
    this.look(farthest && this.view ? { ...this.view, width: Infinity } : this.view, { slowly: false });
  }

  /** @param {keyof typeof SIGNS} kind @param {string} name @param {string} key @param {() => void} onclick */
  button(kind, name, key, onclick) {
    const sign = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: SIGNS[kind] }));
    return make("button", { type: "button", class: kind, "aria-label": name, title: `${name} (${key})`, "aria-keyshortcuts": key, onclick }, sign);
  }

  // Pictures

  /** A new picture is shown: look at the same squares as before. @param {SVGSVGElement} svg @param {Sized} sized */
  hung(svg, { square, chart }) {
    const before = this.view && { view: this.view, survey: this.survey };
    this.svg = svg;
    this.square = square;
    this.board.classList.toggle("land", square !== null);
    this.chart.show(chart);
    this.survey = surveyed(svg);
    makeLegible(svg, svg.getBoundingClientRect().width / this.farthest());
    const known = [this.chosen, before].find((one) => one && shares(one.survey, this.survey)) ?? before;
    this.look(known && carried(known, this.survey), { slowly: false });
    this.own = false;
    this.follow(!before);
  }

  /** What was done last is brought into sight, unless one looks elsewhere by choice. @param {boolean} first whether nothing was looked at before */
  follow(first) {
    const at = this.isPart ? this.news() : null;
    if (!at || this.chosen) return;
    if (first) this.look(this.on({ x: at.x + at.width / 2, y: at.y + at.width / 2 }, this.farthest()), { slowly: false });
    else if (!this.isSeen(at, 0.5)) this.bring(at);
  }

  /** Where something was done last: the mark of it, or of what came just before. @returns {Square | null} */
  news() {
    const mark = $$(".fresh", this.svg, SVGGraphicsElement).at(-1) ?? $$(".lately", this.svg, SVGGraphicsElement).at(-1);
    if (!mark) return null;
    const { x, y, width, height } = mark.getBBox();
    return { x, y: y + (height - width) / 2, width };
  }

  /** How much is seen of the whole board, from its left to its right. */
  fit() {
    const { whole, shape } = this.survey;
    return Math.max(whole.width, whole.height / shape);
  }

  /** The most that is shown at a time: the whole board, or as much of it as leaves its squares large enough. */
  farthest() {
    if (!this.square) return this.fit();
    const least = matchMedia(SMALL_SCREEN).matches ? SMALLEST.thumb : SMALLEST.mouse;
    return Math.min(this.fit(), this.square * this.svg.getBoundingClientRect().width / least);
  }

  /** Whether the board has outgrown its place. */
  get isPart() {
    return this.farthest() < this.fit() - 0.01;
  }

  /** Something may be chosen now: if nothing of it is in sight, the nearest is brought there. */
  offered() {
    const targets = this.targets();
    if (this.held.size || this.own || !this.view || targets.some((one) => this.isSeen(one, 0.5))) return;
    const far = (/** @type {Square} */ one) => Math.hypot(...this.beside(one, ROOM));
    const [nearest] = targets.toSorted((one, other) => far(one) - far(other));
    if (nearest) this.bring(nearest);
  }

  /** What may be chosen on the board now. */
  targets() {
    const keys = $$(".offers .hit.target[data-key]", this.drawn, SVGElement).map((area) => area.dataset.key ?? "");
    return [...new Set(keys)].map((key) => this.survey.squares.get(key)).filter((square) => square !== undefined);
  }

  // What is seen

  /**
   * Look there; null, or more than there is, is the whole board, or as much of it as may be.
   * @param {View | null} view
   * @param {How} [how]
   */
  look(view, { slowly = true, chosen = false } = {}) {
    const from = this.now ?? this.there;
    const most = this.farthest();
    const part = view && view.width < most - 0.01 ? view : this.isPart ? { ...view ?? this.there, width: most } : null;
    this.view = part && this.within(part);
    this.most = most;
    if (chosen) {
      this.chosen = this.view && { view: this.view, survey: this.survey };
      this.own = true;
    }
    this.show(from, slowly && mayMove() && !this.held.size);
    this.tell();
  }

  /** A view keeps inside the picture, and is not closer than makes sense. @param {View} view */
  within({ x, y, width }) {
    const { whole } = this.survey;
    const wide = Math.max(width, this.farthest() / CLOSEST);
    /** @param {number} start @param {number} side of the whole @param {number} at @param {number} seen */
    const between = (start, side, at, seen) => (seen < side ? Math.max(start + seen / 2, Math.min(start + side - seen / 2, at)) : start + side / 2);
    return {
      x: between(whole.x, whole.width, x, wide),
      y: between(whole.y, whole.height, y, heightOf(wide, this.survey)),
      width: wide,
    };
  }

  /** What is seen, or will be in a moment. @returns {View} */
  get there() {
    const { x, y, width, height } = this.survey.whole;
    return this.view ?? { x: x + width / 2, y: y + height / 2, width: this.fit() };
  }

  /** Go there at once, or in a moment. @param {View} from @param {boolean} slowly */
  show(from, slowly) {
    cancelAnimationFrame(this.frame);
    const to = this.there;
    const set = (/** @type {View} */ view) => {
      const high = heightOf(view.width, this.survey);
      const box = [view.x - view.width / 2, view.y - high / 2, view.width, high];
      this.svg.setAttribute("viewBox", box.map((value) => value.toFixed(6)).join(" "));
    };
    const arrive = () => {
      const { x, y, width, height } = this.survey.whole;
      if (this.view) set(this.view);
      else this.svg.setAttribute("viewBox", [x, y, width, height].join(" "));
    };
    this.now = null;
    if (!slowly) return arrive();
    const start = performance.now();
    const step = (/** @type {number} */ time) => {
      const part = Math.max(0, Math.min(1, (time - start) / 180));
      const eased = 1 - (1 - part) ** 3;
      /** @param {number} one @param {number} other */
      const mix = (one, other) => one + (other - one) * eased;
      this.now = part < 1 ? { x: mix(from.x, to.x), y: mix(from.y, to.y), width: mix(from.width, to.width) } : null;
      if (this.now) set(this.now);
      else arrive();
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.now = from;
    this.frame = requestAnimationFrame(step);
  }

  /** Which buttons there are. */
  tell() {
    const closer = this.view !== null && this.view.width < this.farthest() - 0.01;
    const leaving = !closer && this.box.contains(document.activeElement);
    this.box.hidden = false;
    this.buttons.farther.hidden = !closer;
    this.buttons.whole.hidden = !closer || this.isPart;
    this.board.classList.toggle("closer", this.view !== null);
    if (leaving) this.buttons.closer.focus({ preventScroll: true });
    this.tellOfTheRest();
  }

  /** The chart, and what was done out of sight. */
  tellOfTheRest() {
    const { x, y, width } = this.there;
    const height = heightOf(width, this.survey);
    const seen = { x: x - width / 2, y: y - height / 2, width, height };
    this.chart.see(this.view && this.isPart ? seen : null, this.survey.whole);
    const at = this.isPart ? this.news() : null;
    const out = at && !this.isSeen(at, 0) ? { x: at.x + at.width / 2, y: at.y + at.width / 2 } : null;
    this.chart.point(out, this.clearBox(), (to) => this.look({ ...this.on(to, width), width }, { chosen: true }));
  }

  // Ways to look

  /** So many times as large, round a point of the picture. @param {number} factor @param {Point} at @param {How} how */
  by(factor, at = this.there, how = {}) {
    const { x, y, width } = this.there;
    const wide = Math.max(this.farthest() / CLOSEST, width / factor);
    this.look({ x: at.x + (x - at.x) * wide / width, y: at.y + (y - at.y) * wide / width, width: wide }, { chosen: true, ...how });
  }

  all() {
    this.look(null, { chosen: true });
  }

  /** The view of so much, with a point of the picture in the middle of what is clear. @param {Point} point @param {number} width */
  on({ x, y }, width) {
    return this.within({ x, y: y - this.clear(width).below, width });
  }

  /** How high the part is that nothing stands over, in a view of such a width, and how far below its middle. @param {number} width */
  clear(width) {
    const high = heightOf(width, this.survey);
    const box = this.svg.getBoundingClientRect();
    const over = this.panel.getBoundingClientRect();
    const low = Math.min(box.bottom, innerHeight, over.left < box.right ? Math.max(over.top, box.top) : Infinity);
    const top = Math.max(box.top, 0);
    if (low - top < 60) return { height: high, below: 0 }; // nobody looks at it now
    return { height: high * (low - top) / box.height, below: high * ((low + top) / 2 - (box.top + box.bottom) / 2) / box.height };
  }

  /** The same as a part of the picture. */
  clearBox() {
    const { x, y, width } = this.there;
    const { height, below } = this.clear(width);
    return { x: x - width / 2, y: y + below - height / 2, width, height };
  }

  /** Where on the board, in pixels, a part of the picture is. @param {{x: number, y: number, width: number, height: number}} part */
  whereOn({ x, y, width, height }) {
    const unit = this.unit();
    const at = this.there;
    const box = this.svg.getBoundingClientRect();
    const wall = this.board.getBoundingClientRect();
    return {
      x: box.x - wall.x + box.width / 2 + (x - at.x) / unit, y: box.y - wall.y + box.height / 2 + (y - at.y) / unit,
      width: width / unit, height: height / unit,
    };
  }

  /** Move the picture by so many pixels; what it could not follow. @param {number} across @param {number} down @param {How} how */
  pan(across, down, how = {}) {
    if (!this.view) return { across, down };
    const unit = this.unit();
    const { x, y, width } = this.view;
    this.look({ x: x - across * unit, y: y - down * unit, width }, { chosen: true, slowly: false, ...how });
    return { across: across - (x - this.there.x) / unit, down: down - (y - this.there.y) / unit };
  }

  /** How much of the picture a pixel is. */
  unit() {
    return this.there.width / this.svg.getBoundingClientRect().width;
  }

  /** The point of the picture under a pointer. @param {Point} pointer */
  point({ x, y }) {
    const box = this.svg.getBoundingClientRect();
    const unit = this.unit();
    const middle = this.there;
    return { x: middle.x + (x - box.x - box.width / 2) * unit, y: middle.y + (y - box.y - box.height / 2) * unit };
  }

  /** Whether a square is in sight, with so many of its widths round its middle. @param {Square} at @param {number} room */
  isSeen(at, room) {
    return !this.view || this.beside(at, room).every((far) => far === 0);
  }

  /** How far the view would have to go for that. @param {Square} at @param {number} room */
  beside(at, room) {
    const { x, y, width } = this.there;
    const { height, below } = this.clear(width);
    /** @param {number} goal @param {number} from @param {number} side */
    const way = (goal, from, side) => {
      const half = Math.max(0, side / 2 - room * at.width);
      return Math.min(0, goal + half - from) || Math.max(0, goal - half - from);
    };
    return [way(at.x + at.width / 2, x, width), way(at.y + at.width / 2, y + below, height)];
  }

  /** @param {Square} at */
  bring(at) {
    const [across, down] = this.beside(at, ROOM);
    const { x, y, width } = this.there;
    this.look({ x: x + across, y: y + down, width });
    if (this.chosen && this.view) this.chosen = { view: this.view, survey: this.survey };
  }

  /** The keyboard has come to a square: see it. @param {FocusEvent} event */
  focused(event) {
    const square = hit(event, "[data-key]");
    const at = this.view && square?.matches(":focus-visible") && this.survey.squares.get(square.dataset.key ?? "");
    if (at && !this.isSeen(at, ROOM)) this.bring(at);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || hit(event, "input, textarea, select")) return;
    /** @type {Record<string, (() => void) | undefined>} */
    const ways = { "+": () => this.by(STEP), "=": () => this.by(STEP), "-": () => this.by(1 / STEP), 0: () => this.all() };
    /** @type {Record<string, [across: number, down: number]>} */
    const pans = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    const pan = pans[event.key];
    if (way) way();
    else if (pan && this.view && (event.shiftKey || hit(event, ".looking, .chart"))) {
      const far = this.svg.getBoundingClientRect().width / 4;
      this.pan(pan[0] * far, pan[1] * far, { slowly: true });
    } else return;
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (!event.ctrlKey && !this.isPart) return;
    event.preventDefault();
    if (!event.ctrlKey) {
      const [across, down] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      this.pan(-across * lines, -down * lines);
      return;
    }
    const turned = Math.max(-60, Math.min(60, event.deltaY * lines));
    this.by(Math.exp(-turned / 120), this.point(event), { slowly: false });
  }

  // Fingers, or a mouse held down: one moves what is closer, two pinch

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    if (event.isPrimary) this.held.clear();
    if (!this.held.size) this.dragged = false;
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY, slop: SLOP[event.pointerType] ?? SLOP.touch });
    if (this.held.size > 1) this.take();
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.held.get(event.pointerId);
    if (!before) return;
    if (!event.buttons) return this.up(event); // let go somewhere else
    const to = { x: event.clientX, y: event.clientY };
    if (!this.moving) {
      if (!this.view || Math.hypot(to.x - before.x, to.y - before.y) < before.slop) return;
      this.take();
    }
    const others = [...this.held].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.held.set(event.pointerId, { ...before, ...to });
    if (others.length) this.pinch(others[0], before, to);
    else {
      const rest = this.pan(to.x - before.x, to.y - before.y);
      if (event.pointerType === "touch") scrollBy(0, -rest.down); // at its edge the picture takes the page along
    }
  }

  /** From here on it is no tap any more, and nobody else's. */
  take() {
    this.moving = this.dragged = true;
    for (const id of this.held.keys()) this.drawn.setPointerCapture?.(id);
    this.board.classList.add("held");
  }

  /** One finger went from here to there, the other stays. @param {Point} other @param {Point} before @param {Point} to */
  pinch(other, before, to) {
    const apart = (/** @type {Point} */ one) => Math.max(20, Math.hypot(one.x - other.x, one.y - other.y));
    const middle = (/** @type {Point} */ one) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    this.by(apart(to) / apart(before), this.point(middle(before)), { slowly: false });
    this.pan(middle(to).x - middle(before).x, middle(to).y - middle(before).y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.held.delete(event.pointerId) || this.held.size) return;
    if (this.moving && !this.isPart && this.there.width > this.fit() * 0.95) this.all();
    this.moving = false;
    this.board.classList.remove("held");
  }

  /** What was a drag is no click. @param {MouseEvent} event */
  clicked(event) {
    if (!this.dragged || event.detail === 0) return;
    this.dragged = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

/** @param {SVGSVGElement} svg @returns {Survey} */
function surveyed(svg) {
  /** @type {Map<string, Square>} */ const squares = new Map();
  for (const area of $$("[data-key] > .area", svg, SVGElement)) {
    const [x, y, width] = ["x", "y", "width"].map((name) => Number(area.getAttribute(name)));
    squares.set(area.parentElement?.dataset.key ?? "", { x, y, width });
  }
  const { x, y, width, height } = svg.viewBox.baseVal;
  const whole = new DOMRect(x, y, width, height);
  svg.style.aspectRatio = `${width} / ${height}`; // it keeps its place, whatever part of it is seen
  return { whole, squares, shape: shapeOf(svg, whole) };
}

/** How high a picture is on the page, to a width of one. @param {SVGSVGElement} svg @param {DOMRect} whole */
function shapeOf(svg, whole) {
  const box = svg.getBoundingClientRect();
  return box.width && box.height ? box.height / box.width : whole.height / whole.width;
}

/** How high a view of such a width is. @param {number} width @param {Survey} survey */
const heightOf = (width, { shape }) => width * shape;

/** @param {Survey} one @param {Survey} other */
const shares = (one, other) => [...one.squares.keys()].some((key) => other.squares.has(key));

/**
 * The same view in another picture: by the nearest square that both have, or else by its part of the whole.  A picture
 * that gets taller grows downwards on the page, so what is uppermost stays so.
 * @param {{view: View, survey: Survey}} before
 * @param {Survey} to
 */
function carried({ view, survey }, to) {
  /** @type {{from: Square, to: Square}} */ let near = { from: survey.whole, to: to.whole };
  let least = Infinity;
  for (const [key, at] of survey.squares) {
    const far = Math.hypot(at.x + at.width / 2 - view.x, at.y + at.width / 2 - view.y);
    const there = to.squares.get(key);
    if (far < least && there) { least = far; near = { from: at, to: there }; }
  }
  const scale = near.to.width / near.from.width;
  const width = view.width * scale;
  const top = view.y - heightOf(view.width, survey) / 2;
  return {
    x: near.to.x + (view.x - near.from.x) * scale,
    y: near.to.y + (top - near.from.y) * scale + heightOf(width, to) / 2,
    width,
  };
}
