// Why: beside the board lies what is played with and not on: a card in hand, pieces that are left, what has been won.  The
// game says of what it is made (stylobate.parts.Spread); this makes lists of it, in which text is text, and the page
// puts them where there is room.

import { make } from "./house.js";
import { drawnFrom } from "./board.js";

/** @import { Piece } from "../types.d.ts" */

/** Things laid side by side. @param {Piece[]} pieces @param {string} name of them all */
export function laid(pieces, name) {
  return make("ul", { class: "tray", "aria-label": name, hidden: !pieces.length }, ...pieces.map(item));
}

/** @param {Piece} piece @param {number} at its place: of all, the first is a stop of the Tab key */
function item({ says, picture, text, key }, at) {
  return make("li", { class: "item", "data-tells": says, "data-also": key || null, tabindex: at ? "-1" : "0" },
    picture && drawnFrom(picture),
    text && make("span", { class: "much", "aria-hidden": "true" }, text),
    make("span", { class: "unseen" }, says));
}
