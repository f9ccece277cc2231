// Why: a card is laid by place and turn at once, and its birds decide both; so it is held over the board and seen
// there before it is let go.  Point at a place or go there by arrow keys, turn it, lay it.

import { draw, make } from "../house.js";
import { neighbour } from "../stepper.js";

const TURNED = [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0], [1, 3, 0, 2]]; // which corner comes to which
const SAYS = ["not turned", "a quarter to the right", "upside down", "a quarter to the left"];

/** The card in hand over the board, until it is laid; null in every other part of a turn. */
export function widget({ at, box, drawn, play }) {
  if (!at.legal.length || !at.legal.every((legal) => legal.token.startsWith("card:"))) return null;
  /** @type {Map<string, Map<number, any>>} by place, then by turn */
  const places = new Map();
  for (const legal of at.legal) {
    const [place, turn] = legal.steps.map((step) => step.key);
    if (!places.has(place)) places.set(place, new Map());
    places.get(place).set(Number(turn), legal);
  }
  const svg = drawn.querySelector("svg");
  const inHand = svg.querySelector(".standing .card");
  const areas = [...svg.querySelectorAll("[data-key]")].filter((area) => places.has(area.dataset.key));
  const layer = draw("g", { class: "preview", "aria-hidden": "true" });
  let place = null;
  let turn = 0;
  let loose = null; // where the pointer is, as long as nothing is chosen

  const said = make("p", { class: "pointing tight", "aria-live": "off" });
  const turnButton = make("button", { type: "button", onclick: () => rotate() }, "Turn");
  const layButton = make("button", { type: "button", class: "primary", onclick: () => lay() }, "Lay it here");
  const buttons = make("div", { class: "steps" }, turnButton, layButton);

  const turnsAt = (key) => [...places.get(key).keys()].sort();
  const fit = (key) => (places.get(key).has(turn) ? turn : turnsAt(key)[0]);
  const chosen = () => (place ? places.get(place).get(turn) : null);

  function choose(key, focus) {
    place = key;
    turn = fit(key);
    show();
    if (focus) area(key)?.focus({ preventScroll: true });
  }

  const area = (key) => areas.find((one) => one.dataset.key === key);

  /** The next turn that is legal here. */
  function rotate() {
    if (!place) return choose(areas[0].dataset.key, true);
    const turns = turnsAt(place);
    turn = turns[(turns.indexOf(turn) + 1) % turns.length];
    show();
  }

  function lay() {
    const legal = chosen();
    if (legal) play(legal.token);
  }

  function show() {
    const key = place ?? loose;
    layer.replaceChildren();
    if (key) layer.append(card(key, place ? turn : fit(key)));
    layer.classList.toggle("loose", !place);
    for (const one of areas) {
      const here = one.dataset.key === place;
      one.classList.toggle("chosen", here);
      one.setAttribute("tabindex", here || (!place && one === areas[0]) ? "0" : "-1");
      const legal = places.get(one.dataset.key).get(here ? turn : fit(one.dataset.key));
      one.setAttribute("aria-label", `${legal.words}${here ? "" : ", or turned otherwise"}`);
    }
    const legal = chosen();
    const many = place ? turnsAt(place).length : 0;
    said.textContent = legal ? `${legal.words}.` : "Point at a dot on the board: the card's middle goes there.";
    said.classList.toggle("placed", Boolean(legal));
    turnButton.disabled = place !== null && many < 2;
    turnButton.textContent = place && many > 1 ? `Turn (${SAYS[turn]})` : "Turn";
    layButton.disabled = !legal;
  }

  /** The card as it would lie: its corners change places, its birds stay upright. */
  function card(key, quarters) {
    const goal = area(key).querySelector(".glow").getBBox();
    const from = inHand.querySelector(":scope > :last-child").getBBox();
    const scale = goal.width / from.width;
    const parts = [...inHand.children];
    const corner = (number) => [number % 2, Math.floor(number / 2)];
    const moved = TURNED[quarters].flatMap((source, target) => {
      const [fromX, fromY] = corner(source);
      const [toX, toY] = corner(target);
      const shift = `translate(${((toX - fromX) * from.width) / 2} ${((toY - fromY) * from.height) / 2})`;
      return parts.slice(1 + 2 * source, 3 + 2 * source).map((part) => draw("g", { transform: shift }, part.cloneNode(true)));
    });
    return draw("g", { transform: `translate(${goal.x} ${goal.y}) scale(${scale}) translate(${-from.x} ${-from.y})` },
      parts[0].cloneNode(true), ...moved, parts.at(-1).cloneNode(true));
  }

  /** The place whose middle is nearest to the pointer, as far as a thumb may miss it. */
  function near(event) {
    let best = null;
    let least = Infinity;
    for (const one of areas) {
      const frame = one.querySelector(".area").getBoundingClientRect();
      const far = Math.hypot(event.clientX - frame.x - frame.width / 2, event.clientY - frame.y - frame.height / 2) / frame.width;
      if (far < least) { least = far; best = one.dataset.key; }
    }
    return least < 1 ? best : null;
  }

  const onClick = (event) => {
    const key = near(event);
    if (!key) return;
    if (key === place) rotate();
    else choose(key, true);
  };
  const onMove = (event) => {
    if (event.pointerType !== "mouse" || place) return;
    const key = near(event);
    if (key !== loose) { loose = key; show(); }
  };
  const onLeave = () => { if (loose) { loose = null; show(); } };
  const onFocus = (event) => {
    const one = event.target.closest?.("[data-key]");
    if (one && places.has(one.dataset.key) && one.dataset.key !== place && one.matches(":focus-visible")) choose(one.dataset.key, false);
  };
  const onKey = (event) => {
    const one = event.target.closest?.("[data-key]");
    if (!one || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") { if (!place) choose(one.dataset.key, true); else lay(); }
    else if (event.key === " " || event.key.toLowerCase() === "r") { place ? rotate() : choose(one.dataset.key, true); }
    else if (event.key === "Escape") { place = null; show(); }
    else {
      const to = neighbour(one, areas, event.key);
      if (!to) return;
      choose(to.dataset.key, true);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    legal: [],
    start() {
      svg.classList.add("offers", "holding");
      for (const one of areas) {
        one.classList.add("target");
        one.setAttribute("role", "button");
        one.removeAttribute("aria-hidden");
      }
      svg.append(layer);
      drawn.addEventListener("click", onClick);
      drawn.addEventListener("pointermove", onMove);
      drawn.addEventListener("pointerleave", onLeave);
      drawn.addEventListener("focusin", onFocus);
      drawn.addEventListener("keydown", onKey);
      box.replaceChildren(said, buttons);
      show();
    },
    close() {
      for (const [name, act] of [["click", onClick], ["pointermove", onMove], ["pointerleave", onLeave], ["focusin", onFocus], ["keydown", onKey]]) {
        drawn.removeEventListener(name, act);
      }
      layer.remove();
      box.replaceChildren();
    },
  };
}
