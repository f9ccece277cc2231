// Why: a link has to get to somebody else: by copying it, by the share sheet of a phone, or over the table, where
// another phone reads it from this screen.

import { draw, make } from "./house.js";

/** @import { Game, Invitation } from "../types.d.ts" */

/** An invitation, with every way to pass it on. @param {Invitation} made @param {Pick<Game, "title">} game */
export function invitation({ url, qr }, game) {
  return make("div", { class: "invite" },
    make("div", { class: "field-row" },
      make("input", { type: "text", readonly: true, value: url, "aria-label": "Invitation link", onfocus: select }),
      make("button", { type: "button", class: "primary", "data-copy": url }, "Copy")),
    maySend() && make("p", { class: "row" }, make("button", { type: "button", class: "grow", onclick: () => send(`A game of ${game.title}?`, url) }, "Send it …")),
    qr && make("figure", { class: "qr" }, code(qr), make("figcaption", { class: "small faded" }, "At the same table? Let a phone read this.")));
}

/** Whether there is a share sheet here, as phones have one. */
export const maySend = () => typeof navigator.share === "function";

/** Open the share sheet; whoever closes it again has changed their mind. @param {string} text @param {string} url */
export function send(text, url) {
  navigator.share({ title: text, text, url }).catch(() => {});
}

/** A QR code: dark on light, in a dark page too. @param {NonNullable<Invitation["qr"]>} qr */
function code({ side, path }) {
  return draw("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "The link as a QR code", "shape-rendering": "crispEdges" },
    draw("rect", { width: side, height: side }), draw("path", { d: path }));
}

/** @param {Event & {target: HTMLInputElement}} event */
const select = (event) => event.target.select();
