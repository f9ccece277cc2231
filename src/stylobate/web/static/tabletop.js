// Why: wherever a move can be made, at a table or in a lesson, the same things lie there: the board, which can be looked
// at more closely, what lies beside it, and what may be chosen on it, by clicks along the tree of steps or by the
// game's own widget.  This hangs a board up with all that, and gives the token that was chosen.

import { $, say } from "./house.js";
import { arrive, hang, open } from "./board.js";
import { laid } from "./beside.js";
import { Bubble } from "./bubble.js";
import { Stepper } from "./stepper.js";
import { Tells } from "./tells.js";
import { Zoom } from "./zoom.js";

/** @import { Arrival } from "./board.js" */
/** @import { Board, Played, Step, Widget, WidgetFor } from "../types.d.ts" */

const drawn = $("#drawn");
const panel = $("#panel");
const widgetBox = $("#widget");
const handBox = $("#hand");

export class Tabletop {
  /**
   * whyNot: why clicks do nothing, the last of which was at a key that is no choice.
   * @param {{widgetFor: WidgetFor, play: (token: string) => void, onPath: (path: Step[]) => void, whyNot?: (keys: string[]) => Promise<string>}} page
   */
  constructor({ widgetFor, play, onPath, whyNot = async () => "That is not a choice now." }) {
    this.widgetFor = widgetFor;
    this.play = play;
    /** @type {Widget | null} */
    this.widget = null;
    /** @type {HTMLElement[]} what each seat has, by seat */
    this.trays = [];
    this.held = 0; // pixels that the panel keeps, so that nothing under it jumps
    this.bubble = new Bubble();
    this.tells = new Tells($(".table"), drawn, this.bubble);
    this.stepper = new Stepper({
      board: drawn,
      panel,
      buttons: $("#steps"),
      backButton: $("#back"),
      onToken: (legal) => play(legal.token),
      onPath: (path) => { onPath(path); this.zoom.offered(); },
      onMiss: async (keys, place) => {
        const why = await whyNot(keys);
        if (why) this.bubble.show(why, place);
        say(why);
      },
      beyond: () => this.tells.beyond(),
    });
    open($("svg", drawn, SVGSVGElement));
    this.zoom = new Zoom($("#board"), drawn, panel);
  }

  /**
   * Show another board, with what lies beside it; what has arrived, if it is lively.
   * @param {Board} next
   * @param {boolean} lively
   * @param {(seat: number) => string} nameOf a seat
   * @returns {Arrival[]}
   */
  hang(next, lively, nameOf) {
    this.stepper.rest();
    this.close();
    this.bubble.hide();
    const before = handBox.firstElementChild;
    const hand = laid(next.hand, "In hand");
    handBox.replaceChildren(hand);
    const beside = lively && before ? arrive(before, hand) : [];
    this.trays = next.trays.map((pieces, seat) => laid(pieces, `What ${nameOf(seat)} has`));
    $("#aside").replaceChildren(laid(next.aside, "Beside the board"));
    const arrived = hang(drawn, next.svg, { lively, ready: (svg) => this.zoom.hung(svg, next) });
    $("svg", drawn, SVGSVGElement).setAttribute("aria-describedby", "board-text");
    this.stepper.name(next.squares);
    return [...beside, ...arrived];
  }

  /** A seat's things lie in the hand, where there is no room for them elsewhere. @param {number} seat */
  keep(seat) {
    if (this.trays[seat]) handBox.append(this.trays[seat]);
  }

  /** Offer what may be done on the board that hangs there. @param {Board} at @param {Played[]} tokens that led there */
  offer(at, tokens) {
    this.close();
    this.widget = this.widgetFor({ at, box: widgetBox, hand: handBox, drawn, play: this.play, tokens, renew: () => this.stepper.show() });
    this.widget?.start();
    this.stepper.offer(this.widget ? this.widget.legal : at.legal, this.widget);
    this.hold();
  }

  /** The panel stays as high as it was when the turn began, and does not shrink much between turns. */
  hold() {
    panel.style.setProperty("--held", "0px");
    this.held = Math.max(panel.getBoundingClientRect().height, Math.min(this.held, 256));
    panel.style.setProperty("--held", `${this.held}px`);
  }

  /** Nothing may be chosen any more. */
  rest() {
    this.close();
    this.stepper.rest();
  }

  /** Take the widget away. */
  close() {
    this.widget?.close();
    this.widget = null;
  }
}
