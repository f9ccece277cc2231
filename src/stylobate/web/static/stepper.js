// Why: in every game a move is built by clicks, and no browser should know rules to guide them.  The server
// lists each legal token with its steps; together they are a tree, and this walks down it: a step is an area of
// the board where the drawing has one for its key, or else a button.  Pointer, thumb and keyboard do the same.

import { make } from "./house.js";

/** @typedef {{key: string, label: string}} Step */
/** @typedef {{token: string, steps: Step[], other_ways?: Step[][], words: string, costly: boolean}} Legal */

export class Stepper {
  /**
   * @param {{board: HTMLElement, buttons: HTMLElement, backButton: HTMLElement, onToken: (legal: Legal) => void, onPath: (path: Step[]) => void}} parts
   */
  constructor({ board, buttons, backButton, onToken, onPath }) {
    Object.assign(this, { board, buttons, backButton, onToken, onPath });
    /** @type {{steps: Step[], legal: Legal}[]} */
    this.routes = [];
    /** @type {Step[]} */
    this.path = [];
    /** @type {Legal | null} what waits to be confirmed */
    this.waiting = null;
    this.focusKey = null;
    board.addEventListener("click", (event) => this.clicked(event));
    board.addEventListener("pointermove", (event) => this.hover(this.under(event)));
    board.addEventListener("pointerleave", () => this.hover(null));
    board.addEventListener("keydown", (event) => this.pressed(event));
    backButton.addEventListener("click", () => this.back());
    buttons.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.path.length) { event.preventDefault(); this.back(); }
    });
  }

  /**
   * Offer these tokens on the board that hangs there now.
   * @param {Legal[]} legal
   */
  offer(legal) {
    const had = this.board.contains(document.activeElement) || this.buttons.contains(document.activeElement)
      || this.hadFocus;
    this.hadFocus = false;
    this.routes = legal.flatMap((entry) => [entry.steps, ...(entry.other_ways ?? [])].map((steps) => ({ steps, legal: entry })));
    this.path = [];
    this.waiting = null;
    this.show(had && legal.length > 0);
  }

  /** Nothing to choose now. */
  rest() {
    this.hadFocus = this.hadFocus || this.board.contains(document.activeElement) || this.buttons.contains(document.activeElement);
    const had = this.hadFocus;
    this.offer([]);
    this.hadFocus = had;
  }

  /** The routes that go on from here. */
  open(path = this.path) {
    return this.routes.filter(({ steps }) => path.every((step, at) => steps[at]?.key === step.key));
  }

  /** What may be clicked next: each key with its label. @returns {Map<string, Step>} */
  next(path = this.path) {
    const keys = new Map();
    for (const { steps } of this.open(path)) if (steps.length > path.length) keys.set(steps[path.length].key, steps[path.length]);
    return keys;
  }

  areas() {
    return /** @type {SVGGElement[]} */ ([...this.board.querySelectorAll("[data-key]")]);
  }

  /** Go one step on; what has no choice and no place on the board goes by itself. @param {string} key */
  take(key) {
    const step = this.next().get(key);
    if (!step) return;
    this.path.push(step);
    for (;;) {
      const done = this.open().find(({ steps }) => steps.length === this.path.length);
      if (done) return this.finish(done.legal);
      const next = this.next();
      const [only] = next.values();
      if (next.size !== 1 || this.areas().some((area) => area.dataset.key === only.key)) break;
      this.path.push(only);
    }
    this.show(true);
  }

  /** @param {Legal} legal */
  finish(legal) {
    if (legal.costly && this.waiting !== legal) {
      this.waiting = legal;
      this.show(true);
    } else {
      this.waiting = null;
      this.hadFocus = this.board.contains(document.activeElement) || this.buttons.contains(document.activeElement);
      this.onToken(legal);
    }
  }

  /** One step back; steps that went by themselves go with it. */
  back() {
    this.waiting = null;
    const areas = new Set(this.areas().map((area) => area.dataset.key));
    do this.path.pop();
    while (this.path.length && this.next().size === 1 && !areas.has([...this.next().keys()][0]));
    this.show(true);
  }

  /** Show what may be chosen now. @param {boolean} focus whether the keyboard is here */
  show(focus = false) {
    const next = this.waiting ? new Map() : this.next();
    const chosen = new Set(this.path.map((step) => step.key));
    const placed = new Set();
    const targets = [];
    for (const area of this.areas()) {
      const key = area.dataset.key;
      const step = next.get(key);
      area.classList.toggle("target", Boolean(step));
      area.classList.toggle("chosen", chosen.has(key) && !step);
      area.classList.remove("over");
      if (step) {
        placed.add(key);
        targets.push(area);
        area.setAttribute("role", "button");
        area.setAttribute("aria-label", step.label || area.dataset.label || key);
        area.setAttribute("tabindex", "-1");
        area.removeAttribute("aria-hidden");
      } else {
        for (const name of ["role", "aria-label", "tabindex"]) area.removeAttribute(name);
        area.setAttribute("aria-hidden", "true");
      }
    }
    this.targets = targets;
    const svg = this.board.querySelector("svg");
    svg?.classList.toggle("further", this.path.length > 0);
    svg?.classList.toggle("offers", this.routes.length > 0);
    const current = targets.find((area) => area.dataset.key === this.focusKey) ?? targets[0];
    current?.setAttribute("tabindex", "0");

    this.buttons.classList.toggle("asking", Boolean(this.waiting));
    this.buttons.replaceChildren(...this.made(next, placed));
    this.backButton.hidden = !this.path.length;
    this.onPath(this.path);
    if (focus && !this.board.contains(document.activeElement) || focus && this.lostFocus()) {
      const to = this.waiting ? this.buttons.querySelector("button") : current ?? this.buttons.querySelector("button");
      /** @type {HTMLElement | null} */ (to)?.focus({ preventScroll: true });
    }
  }

  lostFocus() {
    const active = document.activeElement;
    return !(active instanceof Element) || !active.matches("[role=button]");
  }

  /** The buttons under the board. */
  *made(next, placed) {
    if (this.waiting) {
      const legal = this.waiting;
      yield make("p", { class: "sure" }, `${legal.words}. `, make("strong", {}, "Sure?"));
      yield make("button", { type: "button", class: "primary", "data-key": "yes", onclick: () => this.finish(legal) }, "Yes, do it");
    }
    for (const [key, step] of next) {
      if (placed.has(key)) continue;
      yield make("button", { type: "button", "data-key": key, onclick: () => this.take(key) }, step.label || key);
    }
  }

  /** The area that a pointer means: one that may be clicked now, or one with which to begin anew. */
  under(event) {
    if (!this.routes.length) return null;
    const hits = document.elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest("[data-key]"))
      .filter((area) => area && this.board.contains(area));
    const next = this.waiting ? new Map() : this.next();
    const begin = this.next([]);
    return hits.find((area) => next.has(area.dataset.key)) ?? hits.find((area) => begin.has(area.dataset.key)) ?? null;
  }

  hover(area) {
    if (area === this.hovered) return;
    this.hovered?.classList.remove("over");
    this.hovered = area;
    area?.classList.add("over");
  }

  clicked(event) {
    if (!this.routes.length || event.target.closest(".widget")) return;
    // A screen reader's click, or the keyboard's, has no place: it names its element.
    const area = event.detail === 0 ? event.target.closest("[data-key]") : this.under(event);
    if (!area) {
      if (this.path.length) { this.path = []; this.waiting = null; this.show(true); }
      return;
    }
    this.choose(area.dataset.key);
  }

  choose(key) {
    this.focusKey = key;
    const same = this.path.length === 1 && this.path[0].key === key;
    if (!this.waiting && this.next().has(key)) return this.take(key);
    this.path = [];
    this.waiting = null;
    if (same) this.show(true);
    else this.take(key);
  }

  pressed(event) {
    const here = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    if (event.key === "Escape" && this.path.length) {
      event.preventDefault();
      return this.back();
    }
    if (!here || !this.targets?.length || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.choose(here.dataset.key);
    }
    const to = event.key === "Home" ? this.targets[0]
      : event.key === "End" ? this.targets.at(-1)
      : neighbour(here, this.targets, event.key);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    here.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    this.focusKey = to.dataset.key;
    to.focus({ preventScroll: false });
  }
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest target that way: straight on before aslant; at the edge, none.
 * @param {Element} from
 * @param {Element[]} targets
 * @param {string} key
 */
export function neighbour(from, targets, key) {
  const way = WAYS[key];
  if (!way) return null;
  const start = centre(from);
  let best = null;
  let least = Infinity;
  for (const target of targets) {
    if (target === from) continue;
    const [x, y] = centre(target);
    const along = (x - start[0]) * way[0] + (y - start[1]) * way[1];
    const aside = Math.abs((x - start[0]) * way[1]) + Math.abs((y - start[1]) * way[0]);
    if (along < 1) continue;
    const far = along + 2.5 * aside;
    if (far < least) { least = far; best = target; }
  }
  return best;
}

function centre(area) {
  const box = (area.querySelector(".glow") ?? area).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
