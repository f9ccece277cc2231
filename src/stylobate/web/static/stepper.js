// Why: in every game a move is built by clicks, and no browser should know rules to guide them.  The server
// lists each legal token with its steps; together they are a tree, and this walks down it: a step is an area of
// the board where the drawing has one for its key, or else a button.  Pointer, thumb and keyboard do the same.
// Every square is a button with a name, whether it may be chosen now or not, so that those who listen can go
// over the whole board at any time.  All of it is one stop of the Tab key; arrow keys lead on from there.
// What is chosen by a button may lie on the board as well, on a shelf (`data-also`): a pointer may take it there.

import { make, say } from "./house.js";

/** @typedef {{key: string, label: string, then?: string}} Step then: what is asked after it */
/** @typedef {{token: string, steps: Step[], other_ways?: Step[][], words: string, costs: string}} Legal */
/**
 * What a widget lets one choose on the board, in place of the tree: what choosing each square does, in words;
 * the square chosen; one is chosen, or the keyboard comes to it; a key pressed there, and whether it meant anything.
 * @typedef {{does: () => Map<string, string>, chosen: () => string | null, choose: (key: string) => void, arrive: (key: string) => void, press: (key: string) => boolean}} Held
 */

export class Stepper {
  /**
   * @param {{board: HTMLElement, panel: HTMLElement, buttons: HTMLElement, backButton: HTMLElement, onToken: (legal: Legal) => void, onPath: (path: Step[]) => void}} parts
   */
  constructor({ board, panel, buttons, backButton, onToken, onPath }) {
    Object.assign(this, { board, panel, buttons, backButton, onToken, onPath });
    /** @type {Record<string, string>} what stands on each square, by key */
    this.squares = {};
    /** @type {{steps: Step[], legal: Legal}[]} */
    this.routes = [];
    /** @type {Step[]} */
    this.path = [];
    /** @type {Legal | null} what waits to be confirmed */
    this.waiting = null;
    /** @type {{board?: Held} | null} */
    this.widget = null;
    this.focusKey = null;
    this.was = null; // where the focus was before its place was taken away, and whether the keyboard had led it there
    this.byKeys = false;
    board.addEventListener("click", (event) => this.clicked(event));
    board.addEventListener("mousedown", (event) => {
      // To a pointer, what is no choice is bare table: it takes no focus.
      if (!event.target.closest?.("[aria-disabled]")) return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    });
    board.addEventListener("focusin", (event) => this.came(event.target.closest?.("[data-key]")));
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
   * @param {{board?: Held} | null} widget that offers others
   */
  offer(legal, widget = null) {
    const focused = this.where() !== null;
    this.begin(legal, widget);
    this.show(focused);
  }

  /** Nothing to choose now. */
  rest() {
    this.was = this.where();
    if (document.activeElement !== document.body) this.byKeys = Boolean(this.was && document.activeElement?.matches(":focus-visible"));
    this.begin([], null);
    this.show();
  }

  begin(legal, widget) {
    this.routes = legal.flatMap((entry) => [entry.steps, ...(entry.other_ways ?? [])].map((steps) => ({ steps, legal: entry })));
    this.widget = widget;
    this.path = [];
    this.waiting = null;
  }

  /**
   * A new board hangs there: its squares get their names, and the keyboard its place.  Who came by a pointer is
   * not held there, for then arrow keys turn the pages of the game.
   * @param {Record<string, string>} squares what stands on each, by key
   */
  name(squares) {
    this.squares = squares;
    this.show();
    if (this.byKeys && this.where() === "board") this.board.querySelector(".hit[tabindex='0']")?.focus({ preventScroll: true });
  }

  /** Where in the game the focus is, or was until its place was taken away: “board”, “panel”; else null. */
  where() {
    const active = document.activeElement;
    if (this.board.contains(active)) return "board";
    if (this.panel.contains(active)) return "panel";
    return !active || active === document.body ? this.was : null;
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

  /** What choosing each of them does: a whole move in its words, or a step of one. @returns {Map<string, string>} */
  does(path) {
    const told = new Map();
    for (const { steps, legal } of this.open(path)) {
      const step = steps[path.length];
      if (step) told.set(step.key, steps.length === path.length + 1 ? legal.words : step.label || step.key);
    }
    return told;
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
    if (legal.costs && this.waiting !== legal) {
      this.waiting = legal;
      this.show(true);
    } else {
      this.waiting = null;
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

  /** Show what may be chosen now. @param {boolean} focus whether the keyboard goes to it */
  show(focus = false) {
    const next = this.waiting ? new Map() : this.next();
    const held = this.widget?.board;
    const does = held ? held.does() : new Map([...this.does([]), ...(this.waiting ? [] : this.does(this.path))]);
    const chosen = new Set(held ? [held.chosen()] : this.path.map((step) => step.key).filter((key) => !next.has(key)));
    const areas = [];
    for (const area of this.areas()) {
      const key = area.dataset.key;
      const name = [this.squares[key], does.get(key)].filter(Boolean).join(". ");
      area.classList.toggle("target", held ? does.has(key) : next.has(key));
      area.classList.toggle("chosen", chosen.has(key));
      area.classList.remove("over");
      // What is no square, as a checker in a stack, is there only as long as it is a choice.
      put(area, {
        role: name && "button",
        tabindex: name && "-1",
        "aria-label": name,
        "aria-hidden": !name && "true",
        "aria-disabled": !does.has(key) && "true",
        "aria-pressed": chosen.has(key) && "true",
      });
      if (name) areas.push(area);
    }
    for (const shelf of /** @type {NodeListOf<SVGGElement>} */ (this.board.querySelectorAll("[data-also]"))) {
      shelf.classList.toggle("target", next.has(shelf.dataset.also));
      shelf.classList.toggle("chosen", chosen.has(shelf.dataset.also));
      shelf.classList.remove("over");
      put(shelf, { "aria-hidden": "true", tabindex: "-1" }); // the button says it; and from here a pointer leads the focus on unseen
    }
    this.mark();
    const targets = areas.filter((area) => area.classList.contains("target"));
    const same = (among) => among.find((area) => area.dataset.key === this.focusKey);
    const active = areas.find((area) => area === document.activeElement);
    const current = (!focus && active) || (same(targets) ?? targets[0] ?? same(areas) ?? areas[0]);
    current?.setAttribute("tabindex", "0");
    const svg = this.board.querySelector("svg");
    svg?.classList.toggle("further", this.path.length > 0);
    svg?.classList.toggle("offers", this.routes.length > 0 || Boolean(this.widget));

    this.buttons.classList.toggle("asking", Boolean(this.waiting));
    this.buttons.replaceChildren(...this.made(next, new Set(areas.map((area) => area.dataset.key))));
    this.backButton.hidden = !this.path.length || Boolean(this.waiting);
    this.onPath(this.path);
    if (!focus) return;
    const button = this.panel.querySelector(".widget button:enabled, .steps button:enabled");
    const to = this.waiting ? this.buttons.querySelector("button") : targets.length ? current : button ?? current;
    /** @type {HTMLElement | undefined} */ (to)?.focus({ preventScroll: true });
  }

  /** Marks of moves show as long as a click on the board may lead to such a move: with what is chosen, the others go. */
  mark() {
    const placed = new Set(this.areas().map((area) => area.dataset.key));
    const tokens = new Set();
    for (const { steps, legal } of this.waiting ? [] : this.open()) if (placed.has(steps[this.path.length]?.key)) tokens.add(legal.token);
    for (const hint of /** @type {NodeListOf<SVGElement>} */ (this.board.querySelectorAll(".hint[data-token]"))) {
      hint.classList.toggle("off", !hint.dataset.token.split(" ").some((token) => tokens.has(token)));
    }
  }

  /** The buttons under the board. */
  *made(next, placed) {
    if (this.waiting) {
      const legal = this.waiting;
      const does = this.path.at(-1).label;
      yield make("p", { class: "sure" }, make("strong", {}, `${does}? `), legal.costs);
      yield make("button", { type: "button", class: "primary", "data-key": "yes", onclick: () => this.finish(legal) }, does);
      yield make("button", { type: "button", "data-key": "no", onclick: () => this.back() }, "Go on");
    }
    const choices = [...next.values()].filter(({ key }) => !placed.has(key));
    const whole = choices.filter((step) => this.open([...this.path, step])[0].steps.length === this.path.length + 1);
    // Among those that lead on, one that is a move by itself stands apart: it ends something.
    const apart = whole.length < choices.length ? whole : [];
    for (const step of choices) {
      yield make("button", { type: "button", class: apart.includes(step) && "apart", "data-key": step.key, onclick: () => this.take(step.key) }, step.label);
    }
  }

  /** What a pointer means: a mark that is a whole move, an area that may be clicked now, or one with which to begin anew. */
  under(event) {
    if (!this.routes.length) return null;
    const there = document.elementsFromPoint(event.clientX, event.clientY);
    const whole = there.find((element) => element.matches(".hint.whole:not(.off)"));
    if (whole) return whole;
    const hits = there.map((element) => element.closest("[data-key], [data-also]")).filter((area) => area && this.board.contains(area));
    const next = this.waiting ? new Map() : this.next();
    const begin = this.next([]);
    return hits.find((area) => next.has(keyOf(area))) ?? hits.find((area) => begin.has(keyOf(area))) ?? null;
  }

  hover(area) {
    if (area === this.hovered) return;
    this.hovered?.classList.remove("over");
    this.hovered = area;
    area?.classList.add("over");
  }

  clicked(event) {
    if (event.target.closest(".widget")) return;
    // A screen reader's click has no place: it names its element.
    if (event.detail === 0) return this.activated(event.target.closest("[data-key]"));
    if (!this.routes.length) return;
    const area = this.under(event);
    if (!area) {
      if (this.path.length) { this.path = []; this.waiting = null; this.show(true); }
      return;
    }
    const whole = this.routes.find(({ legal }) => legal.token === area.dataset.token);
    if (!whole) return this.choose(keyOf(area));
    this.path = whole.steps;
    this.finish(whole.legal);
  }

  /** Choose what the keyboard or a reader is on; what is no choice now is told instead. @param {Element | null} area */
  activated(area) {
    if (!area) return;
    if (area.hasAttribute("aria-disabled")) say(`${area.getAttribute("aria-label")}: not a choice now.`);
    else if (this.widget?.board) this.widget.board.choose(area.dataset.key);
    else this.choose(area.dataset.key);
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
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!this.widget?.board?.press(key)) {
      if (key === "Enter" || key === " ") this.activated(here);
      else if (key in WAYS || key in GOALS) this.go(here, key);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go on from a square by a key: that way, to the first or last, or among the choices only. */
  go(here, key) {
    const all = this.areas().filter((area) => area.hasAttribute("role"));
    const to = key in WAYS ? neighbour(here, all, key) : GOALS[key](all, all.indexOf(here));
    if (to) to.focus();
    else if (!(key in WAYS)) say("There is nothing to choose on the board now.");
  }

  /** The keyboard has come to a square: that is where Tab will lead back to. */
  came(area) {
    if (!area) return;
    for (const other of this.board.querySelectorAll(".hit[tabindex='0']")) other.setAttribute("tabindex", "-1");
    area.setAttribute("tabindex", "0");
    this.focusKey = area.dataset.key;
    if (area.matches(":focus-visible")) this.widget?.board?.arrive(area.dataset.key);
  }
}

/** The step that an area means, or a shelf. */
const keyOf = (area) => area.dataset.key ?? area.dataset.also;

/** Set attributes; what is false or empty is taken away. */
function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const isTarget = (area) => area.classList.contains("target");
const GOALS = {
  Home: (all) => all[0],
  End: (all) => all.at(-1),
  n: (all, at) => [...all.slice(at + 1), ...all.slice(0, at + 1)].find(isTarget),
  p: (all, at) => [...all.slice(at), ...all.slice(0, at)].findLast(isTarget),
};

/**
 * The nearest square that way, straight on before aslant; at the edge, none.  Straight on is what stands in the same row
 * or column; where in it something is seen, as a checker in its stack, tells what comes first.
 * @param {Element} from
 * @param {Element[]} squares
 * @param {string} key
 */
function neighbour(from, squares, key) {
  const [across, down] = WAYS[key];
  const row = span(from, across);
  const [startX, startY] = centre(from);
  let best = null;
  let least = [2, Infinity];
  for (const square of squares) {
    const [x, y] = centre(square);
    const along = (x - startX) * across + (y - startY) * down;
    const aside = Math.abs((x - startX) * down) + Math.abs((y - startY) * across);
    if (square === from || along < 1) continue;
    const far = shares(row, span(square, across)) ? [0, along + 0.01 * aside] : [1, along + 2.5 * aside];
    if (far[0] < least[0] || far[0] === least[0] && far[1] < least[1]) { least = far; best = square; }
  }
  return best;
}

/** How far an area reaches aside of the way. */
function span(area, across) {
  const box = (area.querySelector(".area") ?? area).getBoundingClientRect();
  return across ? [box.top, box.bottom] : [box.left, box.right];
}

/** Whether two such reaches have half of the smaller one in common. */
function shares([from, to], [start, end]) {
  return Math.min(to, end) - Math.max(from, start) > Math.min(to - from, end - start) / 2;
}

function centre(area) {
  const box = (area.querySelector(".glow") ?? area).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
