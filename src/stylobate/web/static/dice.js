// Why: a die's face is needed wherever dice are held or thrown outside the board.

import { draw, mayMove } from "./house.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/** A die's face. @param {number} face */
export function pips(face) {
  return draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...PIPS[face].map(([cx, cy]) => draw("circle", { cx, cy, r: 2.1 })));
}

/** A die that has just been thrown: it tumbles a little before it lies. @param {Element} die @param {number} at */
export function tumble(die, at) {
  if (!mayMove()) return;
  die.animate([
    { rotate: "-320deg", translate: "-1.5rem -1rem", opacity: 0 },
    { rotate: "15deg", translate: "2px 0", opacity: 1, offset: 0.8 },
    { rotate: "0deg", translate: "0 0" },
  ], { duration: 600, delay: at * 180, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
}
