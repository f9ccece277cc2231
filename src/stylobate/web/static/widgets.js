// Why: clicks along the tree of steps serve nearly everything.  Where they would be poor, a game has a widget:
// dice to keep, a card to turn.  A widget gets the board and what is legal, and gives a token.

import * as columbiz from "./games/columbiz.js";
import * as columba from "./games/columba.js";

/** @import { Widget, WidgetParts } from "../types.d.ts" */

/** @type {Record<string, {widget: (parts: WidgetParts) => Widget | null}>} */
const WIDGETS = { columbiz, columba };

/**
 * The widget for what is asked now, or null where the stepper does it all.
 * @param {string} game
 * @param {WidgetParts} parts
 * @returns {Widget | null}
 */
export function widgetFor(game, parts) {
  return WIDGETS[game]?.widget(parts) ?? null;
}
