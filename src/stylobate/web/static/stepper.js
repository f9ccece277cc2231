// Why: in every game a move is built by clicks, and no browser should know rules to guide them.  The server
// lists each legal token with its steps, and this offers them one by one: a step is an area of the board where the
// drawing has one for its key, or else a button.  Pointer, thumb and keyboard do the same.
// Every square is a button with a name, whether it may be chosen now or not, so that with a screen reader one can go
// over the whole board at any time.  All of it is one stop of the Tab key; arrow keys lead on from there.
// What is chosen by a button may lie on the board as well, or beside it, on a shelf (`data-also`): a pointer may take it
// there.

import { $$, hit, make, say } from "./house.js";
import { Steps } from "./steps.js";

/** @import { Legal, Part, Step, Widget } from "../types.d.ts" */

export class Stepper {
  /**
   * onMiss: a click did nothing; it was at a key after some others, or at none, and at a place on the screen.
   * beyond: marks of the board that stand in no square.
   * @param {{board: HTMLElement, panel: HTMLElement, buttons: HTMLElement, backButton: HTMLElement, onToken: (legal: Legal) => void, onPath: (path: Step[]) => void, onMiss: (keys: string[], place: DOMRect) => void, beyond: () => SVGElement[]}} parts
   */
  constructor({ board, panel, buttons, backButton, onToken, onPath, onMiss, beyond }) {
    this.board = board;
    this.table = /** @type {Element} */ (board.closest(".table"));
    this.panel = panel;
    this.buttons = buttons;
    this.backButton = backButton;
    this.onToken = onToken;
    this.onPath = onPath;
    this.onMiss = onMiss;
    this.beyond = beyond;
    /** @type {Record<string, string>} what stands on each square, by key */
    this.squares = {};
    this.steps = new Steps();
    /** @type {Widget | null} */
    this.widget = null;
    /** @type {string | undefined} */
    this.focusKey = undefined;
    /** @type {"board" | "panel" | null} where the focus was before its place was taken away */
    this.was = null;
    this.byKeys = false; // whether the keyboard had led it there
    /** @type {Part | null} what is under the pointer */
    this.hovered = null;
    board.addEventListener("click", (event) => this.clicked(event));
    this.table.addEventListener("click", (event) => {
      const item = hit(event, ".item.target");
      if (item) this.choose(keyOf(item));
    });
    board.addEventListener("mousedown", (event) => {
      // To a pointer, what is no choice is bare table: it takes no focus.
      if (!hit(event, "[aria-disabled]")) return;
      event.preventDefault();
      /** @type {Part | null} */ (document.activeElement)?.blur();
    });
    board.addEventListener("focusin", (event) => this.came(hit(event, "[data-key]")));
    board.addEventListener("pointermove", (event) => this.hover(this.under(event)));
    board.addEventListener("pointerleave", () => this.hover(null));
    board.addEventListener("keydown", (event) => this.pressed(event));
    backButton.addEventListener("click", () => this.back());
    buttons.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.steps.path.length) { event.preventDefault(); this.back(); }
    });
  }

  /**
   * Offer these tokens on the board that is shown now.
   * @param {Legal[]} legal
   * @param {Widget | null} widget that offers others
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

  /** @param {Legal[]} legal @param {Widget | null} widget */
  begin(legal, widget) {
    this.steps = new Steps(legal);
    this.widget = widget;
  }

  /**
   * A new board is shown: its squares get their names, and the keyboard its place.  Who came by a pointer is
   * not held there, for then arrow keys turn the pages of the game.
   * @param {Record<string, string>} squares what stands on each, by key
   */
  name(squares) {
    this.squares = squares;
    this.show();
    if (this.byKeys && this.where() === "board") $$(".hit[tabindex='0']", this.board, SVGElement)[0]?.focus({ preventScroll: true });
  }

  /** Where in the game the focus is, or was until its place was taken away: “board”, “panel”; else null. */
  where() {
    const active = document.activeElement;
    if (this.board.contains(active)) return "board";
    if (this.panel.contains(active)) return "panel";
    return !active || active === document.body ? this.was : null;
  }

  areas() {
    return $$("[data-key]", this.board, SVGElement);
  }

  /** The keys that have a place on the board. */
  get placed() {
    return new Set(this.areas().map((area) => area.dataset.key));
  }

  /** A step was taken: play the move that it made, or ask on. @param {Legal | null} made */
  went(made) {
    if (made) this.onToken(made);
    else this.show(true);
  }

  /** One step back. */
  back() {
    this.steps.back(this.placed);
    this.show(true);
  }

  /** Show what may be chosen now. @param {boolean} focus whether the keyboard goes to it */
  show(focus = false) {
    const { next, waiting, path } = this.steps;
    const held = this.widget?.board;
    const does = held ? held.does() : this.steps.does();
    /** @type {Set<string | null>} */ const chosen = new Set(held ? [held.chosen()] : this.steps.chosen);
    const areas = [];
    for (const area of this.areas()) {
      const key = keyOf(area);
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
    for (const shelf of /** @type {Part[]} */ ($$("[data-also]", this.table, Element))) {
      shelf.classList.toggle("target", shelf instanceof SVGElement ? next.has(keyOf(shelf)) : this.offersAnew(keyOf(shelf)));
      shelf.classList.toggle("chosen", chosen.has(keyOf(shelf)));
      shelf.classList.remove("over");
      if (shelf instanceof SVGElement) put(shelf, { "aria-hidden": "true", tabindex: "-1" }); // the button says it; and from here a pointer leads the focus on unseen
    }
    this.mark();
    const targets = areas.filter((area) => area.classList.contains("target"));
    const same = (/** @type {SVGElement[]} */ among) => among.find((area) => area.dataset.key === this.focusKey);
    const active = areas.find((area) => area === document.activeElement);
    const current = (!focus && active) || (same(targets) ?? targets[0] ?? same(areas) ?? areas[0]);
    current?.setAttribute("tabindex", "0");
    const svg = this.board.querySelector("svg");
    svg?.classList.toggle("further", path.length > 0);
    svg?.classList.toggle("offers", this.steps.routes.length > 0 || Boolean(this.widget));

    this.buttons.classList.toggle("asking", Boolean(waiting));
    this.buttons.replaceChildren(...this.made(new Set(areas.map((area) => area.dataset.key))));
    this.backButton.hidden = !path.length || Boolean(waiting);
    this.onPath(path);
    if (!focus) return;
    const [button] = $$(".widget button:enabled, .steps button:enabled", this.panel);
    const to = waiting ? this.buttons.querySelector("button") : targets.length ? current : button ?? current;
    to?.focus({ preventScroll: true });
  }

  /** Marks of moves show as long as a click on the board may lead to such a move: with what is chosen, the others go. */
  mark() {
    const tokens = this.steps.within(this.placed);
    for (const hint of $$(".hint[data-token]", this.board, SVGElement)) {
      hint.classList.toggle("off", !hint.dataset.token?.split(" ").some((token) => tokens.has(token)));
    }
  }

  /** The buttons under the board. @param {Set<string | undefined>} placed */
  *made(placed) {
    const { path, waiting } = this.steps;
    if (waiting) {
      const does = path.at(-1)?.label;
      yield make("p", { class: "sure" }, make("strong", {}, `${does}? `), waiting.costs);
      yield make("button", { type: "button", class: "primary", "data-key": "yes", onclick: () => this.went(this.steps.made(waiting)) }, does);
      yield make("button", { type: "button", "data-key": "no", onclick: () => this.back() }, "Go on");
    }
    for (const { step, apart } of this.steps.buttons(placed)) {
      const onclick = () => this.went(this.steps.take(step.key, this.placed));
      yield make("button", { type: "button", class: apart && "apart", "data-key": step.key, onclick }, step.label);
    }
  }

  /** What a pointer means: a mark that is a whole move, an area that may be clicked now, or one with which to begin anew. @param {MouseEvent} event */
  under(event) {
    if (!this.steps.routes.length) return null;
    const there = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => element instanceof SVGElement && this.board.contains(element));
    const whole = there.find((element) => element.matches(".hint.whole:not(.off)"));
    if (whole) return /** @type {SVGElement} */ (whole);
    const hits = there.map((element) => /** @type {SVGElement | null} */ (element.closest("[data-key], [data-also]"))).filter((area) => area !== null);
    const { next } = this.steps;
    const begin = this.steps.after([]);
    return hits.find((area) => next.has(keyOf(area))) ?? hits.find((area) => begin.has(keyOf(area))) ?? null;
  }

  /** @param {Part | null} area */
  hover(area) {
    if (area === this.hovered) return;
    this.hovered?.classList.remove("over");
    this.hovered = area;
    area?.classList.add("over");
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (hit(event, ".widget")) return;
    // A screen reader's click has no place: it names its element.
    if (event.detail === 0) return this.activated(hit(event, "[data-key]"));
    const held = this.widget?.board;
    if (held) {
      const missed = held.missed(event);
      if (missed !== null) this.missed([missed], event);
      return;
    }
    const area = this.under(event);
    if (area?.dataset.token) this.went(this.steps.whole(area.dataset.token));
    else if (area) this.choose(keyOf(area));
    else {
      const chosen = this.steps.path.map((step) => step.key);
      const there = hit(event, "[data-key]");
      if (chosen.length) {
        this.steps.leave();
        this.show(true);
      }
      if (there) this.missed([...chosen, keyOf(there)], event);
    }
  }

  /** A pointer's click did nothing. @param {string[]} keys @param {MouseEvent} event */
  missed(keys, event) {
    this.onMiss(keys, new DOMRect(event.clientX - 8, event.clientY - 8, 16, 16));
  }

  /** Choose what the keyboard or a reader is on; what is no choice now is told instead. @param {Part | null} area */
  activated(area) {
    if (!area) return;
    if (area.hasAttribute("aria-disabled")) this.onMiss([...this.steps.path.map((step) => step.key), keyOf(area)], area.getBoundingClientRect());
    else if (this.widget?.board) this.widget.board.choose(keyOf(area));
    else this.choose(keyOf(area));
  }

  /** Whether a key may be chosen next, or to begin anew. @param {string} key */
  offersAnew(key) {
    const { next, waiting } = this.steps;
    return next.has(key) || !waiting && this.steps.after([]).has(key);
  }

  /** @param {string} key */
  choose(key) {
    this.focusKey = key;
    this.went(this.steps.choose(key, this.placed));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const here = hit(event, "[data-key], [data-tells]");
    if (event.key === "Escape" && this.steps.path.length) {
      event.preventDefault();
      return this.back();
    }
    if (!here || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey && event.key in WAYS) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!this.widget?.board?.press(key)) {
      if (key === "Enter" || key === " ") this.activated(here.dataset.key === undefined ? null : here);
      else if (key in WAYS || key in GOALS) this.go(here, key);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go on from a square by a key: that way, to the first or last, or among the choices only. @param {Part} here @param {string} key */
  go(here, key) {
    const all = this.areas().filter((area) => area.hasAttribute("role"));
    const to = key in WAYS ? this.along(here, all, WAYS[key]) : GOALS[key](all, all.findIndex((area) => area === here));
    if (to) {
      to.focus({ preventScroll: true }); // a closer view moves to it first
      to.scrollIntoView({ block: "nearest", behavior: "instant" });
    } else if (!(key in WAYS)) say("There is nothing to choose on the board now.");
  }

  /** The next square that way; beyond the last one, and from there on, marks that stand in no square. @param {Part} here @param {SVGElement[]} squares @param {[across: number, down: number]} way */
  along(here, squares, way) {
    if (here.dataset.key !== undefined) return neighbour(here, squares, way) ?? neighbour(here, this.beyond(), way);
    return neighbour(here, [...squares, ...this.beyond()], way);
  }

  /** The keyboard has come to a square: that is where Tab will lead back to. @param {Part | null} area */
  came(area) {
    if (!area) return;
    for (const other of this.board.querySelectorAll(".hit[tabindex='0']")) other.setAttribute("tabindex", "-1");
    area.setAttribute("tabindex", "0");
    this.focusKey = keyOf(area);
    if (area.matches(":focus-visible")) this.widget?.board?.arrive(keyOf(area));
  }
}

/** The step that an area means, or a shelf. @param {Part} area */
const keyOf = (area) => area.dataset.key ?? area.dataset.also ?? "";

/** Set attributes; what is false or empty is taken away. @param {Element} element @param {Record<string, string | false>} attributes */
function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

/** @type {Record<string, [across: number, down: number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const isTarget = (/** @type {Element} */ area) => area.classList.contains("target");
/** @type {Record<string, (all: SVGElement[], at: number) => SVGElement | undefined>} */
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
 * @param {SVGElement[]} squares
 * @param {[across: number, down: number]} way
 */
function neighbour(from, squares, [across, down]) {
  const row = span(from, across);
  const [startX, startY] = centre(from);
  /** @type {SVGElement | undefined} */ let best;
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

/** How far an area reaches aside of the way. @param {Element} area @param {number} across */
function span(area, across) {
  const box = (area.querySelector(".area") ?? area).getBoundingClientRect();
  return across ? [box.top, box.bottom] : [box.left, box.right];
}

/** Whether two such reaches have half of the smaller one in common. @param {number[]} one @param {number[]} other */
function shares([from, to], [start, end]) {
  return Math.min(to, end) - Math.max(from, start) > Math.min(to - from, end - start) / 2;
}

/** @param {Element} area */
function centre(area) {
  const box = (area.querySelector(".glow") ?? area).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
