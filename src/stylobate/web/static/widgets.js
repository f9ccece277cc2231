// Why: clicks along the tree of steps serve nearly everything.  Where they would be poor, a game has a widget:
// dice to keep, a card to turn.  A widget gets the board and what is legal, and gives a token.

import * as columbiz from "./games/columbiz.js";
import * as columba from "./games/columba.js";

const WIDGETS = { columbiz, columba };

/**
 * The widget for what is asked now, or null where the stepper does it all.
 * @param {string} game
 * @param {object} parts at (the board), box (the panel), drawn (the picture's place), play, tokens so far, and
 *   renew, which shows anew what may be chosen on the board
 * @returns {{legal: object[], board?: import("./stepper.js").Held, start: () => void, close: () => void} | null}
 *   legal: what the stepper still does; board: what is chosen there instead
 */
export function widgetFor(game, parts) {
  return WIDGETS[game]?.widget(parts) ?? null;
}
