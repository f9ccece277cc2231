// Why: clicks along the tree of steps serve nearly everything.  Where they would be poor, a game brings a widget of its
// own: dice to keep, a card to turn.  A widget gets the board and what is legal, and gives a token.  Its address comes
// with the page, so that no script knows which games there are.

/** @import { WidgetFor } from "../types.d.ts" */

/**
 * The widgets of a game; none where it brings no script, or one that does not work: the stepper can do it all.
 * @param {string | null} address of its script
 * @returns {Promise<WidgetFor>}
 */
export async function widgetsFrom(address) {
  if (!address) return () => null;
  try {
    return (await import(address)).widget;
  } catch (error) {
    reportError(error);
    return () => null;
  }
}
