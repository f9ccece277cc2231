// Why: a card is laid by place and turn at once, and its birds decide both; so it is held over the board and seen
// there before it is let go.  Point at a place or go there by arrow keys, turn it, lay it.

import { $, $$, draw, make, say } from "../../house.js";

/** @import { Held, Legal, Widget, WidgetParts } from "../../../web/types.d.ts" */

const TURNED = [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0], [1, 3, 0, 2]]; // which corner comes to which

/** The card in hand over the board, until it is laid; null in every other part of a turn. @param {WidgetParts} parts @returns {Widget | null} */
export function widget({ at, box, hand, drawn, play, renew }) {
  if (!at.legal.length || !at.legal.every((legal) => legal.token.startsWith("card:"))) return null;
  /** @type {Map<string, Map<number, Legal>>} by place, then by turn */
  const places = new Map();
  for (const legal of at.legal) {
    const [key, quarters] = legal.steps.map((step) => step.key);
    places.set(key, (places.get(key) ?? new Map()).set(Number(quarters), legal));
  }
  const svg = $("svg", drawn, SVGSVGElement);
  const inHand = $(".card", hand, SVGGraphicsElement);
  const areas = $$("[data-key]", svg, SVGElement).filter((area) => places.has(keyOf(area)));
  const layer = draw("g", { class: "preview", "aria-hidden": "true" });
  /** @type {string | null} */ let place = null;
  let turn = 0;
  /** @type {string | null} */ let loose = null; // where the pointer is, as long as nothing is chosen

  const said = make("p", { class: "pointing tight", "aria-live": "off" });
  const turnButton = make("button", { type: "button", "aria-label": "Turn the card", onclick: () => rotate() }, "Turn ↻");
  const layButton = make("button", { type: "button", class: "primary", onclick: () => lay() }, "Lay it here");
  const buttons = make("div", { class: "steps" }, turnButton, layButton);

  const turnsAt = (/** @type {string} */ key) => [...places.get(key)?.keys() ?? []].toSorted();
  const fit = (/** @type {string} */ key) => (places.get(key)?.has(turn) ? turn : turnsAt(key)[0]);
  const chosen = () => (place ? places.get(place)?.get(turn) : undefined);

  /** Hold the card there; nowhere if that is no place for it. @param {string | null} key */
  function hold(key) {
    place = key !== null && places.has(key) ? key : null;
    if (place) turn = fit(place);
    show();
    renew();
  }

  const area = (/** @type {string} */ key) => areas.find((one) => keyOf(one) === key);

  /** The next turn that is legal here. */
  function rotate() {
    if (!place) return hold(keyOf(areas[0]));
    const turns = turnsAt(place);
    turn = turns[(turns.indexOf(turn) + 1) % turns.length];
    show();
    renew();
    say(`${chosen()?.words}.`);
  }

  function lay() {
    const legal = chosen();
    if (legal) play(legal.token);
  }

  function show() {
    const key = place ?? loose;
    layer.replaceChildren();
    const under = key && area(key);
    if (under) layer.append(card(under, place ? turn : fit(key)));
    layer.classList.toggle("loose", !place);
    const legal = chosen();
    const many = place ? turnsAt(place).length : 0;
    said.textContent = legal ? `${legal.words}.` : "Point at a dot on the board: the card's middle goes there.";
    said.classList.toggle("placed", Boolean(legal));
    turnButton.disabled = place !== null && many < 2;
    layButton.disabled = !legal;
  }

  /** What laying the card at each place does. */
  function does() {
    const labels = new Map();
    for (const [key, turns] of places) {
      const words = turns.get(key === place ? turn : fit(key))?.words ?? "";
      labels.set(key, key === place || turns.size === 1 ? words : `${words}, or turned otherwise`);
    }
    return labels;
  }

  /** The card as it would lie: its corners change places, its birds stay upright. @param {SVGElement} under @param {number} quarters */
  function card(under, quarters) {
    const goal = $(".area", under, SVGGraphicsElement).getBBox();
    const from = $(":scope > :last-child", inHand, SVGGraphicsElement).getBBox();
    const side = 2 * goal.width;
    const parts = [...inHand.children];
    const corner = (/** @type {number} */ number) => [number % 2, Math.floor(number / 2)];
    const moved = TURNED[quarters].flatMap((source, target) => {
      const [fromX, fromY] = corner(source);
      const [toX, toY] = corner(target);
      const shift = `translate(${((toX - fromX) * from.width) / 2} ${((toY - fromY) * from.height) / 2})`;
      return parts.slice(1 + 2 * source, 3 + 2 * source).map((part) => draw("g", { transform: shift }, part.cloneNode(true)));
    });
    return draw("g", {},
      draw("g", { transform: `translate(${goal.x} ${goal.y}) scale(${side / from.width}) translate(${-from.x} ${-from.y})` },
        parts[0].cloneNode(true), ...moved, parts[parts.length - 1].cloneNode(true)),
      draw("rect", { class: "ring", x: goal.x, y: goal.y, width: side, height: side, rx: 4, fill: "none" }));
  }

  /** The place whose middle is nearest to the pointer, as far as a thumb may miss it. @param {MouseEvent} event */
  function near(event) {
    /** @type {string | null} */ let best = null;
    let least = Infinity;
    for (const one of areas) {
      const frame = $(".area", one, SVGElement).getBoundingClientRect();
      let far = Math.hypot(event.clientX - frame.right, event.clientY - frame.bottom) / frame.width;
      // Between four middles, which is where a reader clicks, the square itself is meant.
      if (frame.left < event.clientX && event.clientX < frame.right && frame.top < event.clientY && event.clientY < frame.bottom) far -= 0.1;
      if (far < least) { least = far; best = keyOf(one); }
    }
    return least < 1 ? best : null;
  }

  /** The upper left square of the card whose middle a click meant. @param {MouseEvent} event */
  function meant(event) {
    const under = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    if (!(under instanceof SVGElement)) return null;
    const frame = $(".area", under, SVGElement).getBoundingClientRect();
    const [x, y] = keyOf(under).split(",").map(Number);
    return `${x - Number(event.clientX < frame.x + frame.width / 2)},${y - Number(event.clientY < frame.y + frame.height / 2)}`;
  }

  const onClick = (/** @type {MouseEvent} */ event) => {
    const key = event.detail === 0 ? null : near(event);
    if (!key) return;
    if (key === place) rotate();
    else hold(key);
    area(key)?.focus({ preventScroll: true });
  };
  const onMove = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "mouse" || place) return;
    const key = near(event);
    if (key !== loose) { loose = key; show(); }
  };
  const onLeave = () => { if (loose) { loose = null; show(); } };
  /** With the keyboard the card is held where that is; Enter lays it. @type {Held} */
  const board = {
    does,
    chosen: () => place,
    choose: (key) => (key === place ? lay() : hold(key)),
    arrive: (key) => { if (key !== place) hold(key); },
    press(key) {
      if (place && (key === " " || key === "r")) rotate();
      else if (place && key === "Escape") hold(null);
      else return false;
      return true;
    },
    missed: (event) => (near(event) ? null : meant(event)),
  };

  return {
    legal: [],
    board,
    start() {
      svg.classList.add("holding");
      svg.append(layer);
      drawn.addEventListener("click", onClick);
      drawn.addEventListener("pointermove", onMove);
      drawn.addEventListener("pointerleave", onLeave);
      box.replaceChildren(make("div", { class: "laying" }, said, buttons));
      show();
    },
    close() {
      drawn.removeEventListener("click", onClick);
      drawn.removeEventListener("pointermove", onMove);
      drawn.removeEventListener("pointerleave", onLeave);
      svg.classList.remove("holding");
      layer.remove();
      box.replaceChildren();
    },
  };
}

/** @param {SVGElement} area */
const keyOf = (area) => area.dataset.key ?? "";
