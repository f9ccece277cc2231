// Why: before a game begins its seats fill: by a link sent to a friend, by somebody who came to the table, by
// a computer, or by somebody else at the same screen.

import { pips, tumble } from "./dice.js";
import { make, seatMark } from "./house.js";
import { invitation } from "./sharing.js";
import { levelTold, seatTitle } from "./seats.js";

/** @import { Command, Game, Invitation, View } from "../types.d.ts" */
/** @typedef {(command: Command) => void} OnCommand */

/**
 * What stands in the turn panel until the game begins.
 * @param {View} view
 * @param {Game} game
 * @param {{invites: Record<string, Invitation>, name: string, onInvite: (seat: number) => void, onCommand: OnCommand}} more
 */
export function lobby(view, game, { invites, name, onInvite, onCommand }) {
  const free = view.seats.filter((seat) => seat.kind === "open").length;
  const seated = view.mine.length > 0;
  /** @type {HTMLElement[]} */ const parts = [
    make("p", { class: "ask" }, make("strong", {}, free === 0 ? "All are seated. " : free === 1 ? "One seat is still empty. " : `${free} seats are still empty. `),
      free ? "The game begins when the last one is taken." : "The game begins …", starts(view, game)),
  ];
  if (view.host && view.visibility === "public" && view.seats.some((seat) => seat.kind === "open" && !seat.reserved)) {
    parts.push(make("p", { class: "small faded" }, "This table is on the front page; anybody may sit down."));
  }
  parts.push(make("p", { class: "small faded" }, `For whoever leaves or is long away the computer plays on (${levelTold(game, view.stand_in)}).`));
  const list = make("ul", { class: "list" });
  for (const seat of view.can.sit) {
    list.append(make("li", { class: "card empty-seat", "data-seat": seat },
      make("p", { class: "row" }, seatMark(game.id, seat),
        make("strong", {}, game.seat_names[seat] ?? `Seat ${seat + 1}`), make("span", { class: "faded small" }, "empty")),
      view.host && link(invites[seat], game, () => onInvite(seat)),
      sit(seat, seated, name, onCommand),
      view.can.seat_computer && computer(seat, game, onCommand),
    ));
  }
  parts.push(list);
  if (view.can.close) {
    parts.push(make("p", {}, make("button", { type: "button", class: "plain danger", onclick: () => onCommand({ do: "close" }) }, "Clear the table")));
  }
  return parts;
}

/** Who starts, and that the colours go by it. @param {View} view @param {Game} game */
function starts(view, game) {
  if (view.starts === "host") return "";
  const how = view.starts === "lot" ? "Who starts is drawn by lot" : "Who throws highest starts";
  return ` ${how}, and plays ${game.seat_names[0]}${view.seats.length > 2 ? "; the others follow in order" : ""}.`;
}

/** @param {Invitation | undefined} made @param {Game} game @param {() => void} onInvite */
function link(made, game, onInvite) {
  if (!made) return make("div", { class: "field-row" }, make("span", { class: "faded small" }, "A link seats a friend here."), make("button", { type: "button", onclick: onInvite }, "Make a link"));
  return make("div", {},
    make("p", { class: "small faded tight" }, "Send this link to a friend. It works once, and seats them here."),
    invitation(made, game));
}

/** @param {number} seat @param {boolean} seated @param {string} name @param {OnCommand} onCommand */
function sit(seat, seated, name, onCommand) {
  const field = make("input", { name: "name", type: "text", maxlength: 30, "aria-label": seated ? "Name of somebody beside you" : "Name", value: seated ? "" : name, placeholder: seated ? "Somebody beside you" : "Your name" });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onCommand({ do: "sit", seat, name: field.value.trim() || (seated ? `Player ${seat + 1}` : "") });
  };
  return make("form", { class: "field-row", onsubmit }, field, make("button", { class: seated ? "" : "primary" }, "Sit here"));
}

/** @param {number} seat @param {Game} game @param {OnCommand} onCommand */
function computer(seat, game, onCommand) {
  const levels = make("select", { "aria-label": "Level" }, ...game.levels.map(({ name, told }) =>
    make("option", { value: name, selected: name === game.gentle }, `Computer: ${told}`)));
  return make("div", { class: "field-row" }, levels,
    make("button", { type: "button", onclick: () => onCommand({ do: "seat-computer", seat, level: levels.value }) }, "Seat it"));
}

/** How the first seat was found, in words. @param {View} view @param {Game} game */
export function draws(view, game) {
  return view.draws.map((drew) => (drew.what === "lot"
    ? `Drawn by lot: ${first(view, game)}`
    : `${drawnFor(view, game, drew.seat)} throws a ${drew.outcome} for the start.`));
}

/** The same to look at: every die beside the name it was thrown for. @param {HTMLElement} box @param {View} view @param {Game} game */
export function showDraws(box, view, game) {
  if (view.draws[0]?.what !== "die") return box.replaceChildren(...draws(view, game));
  box.replaceChildren(...dice(view, game), make("span", {}, first(view, game)));
}

/** The same once more, large, to lie on the board while the dice tumble; screen readers have said it already. @param {View} view @param {Game} game */
export function throwing(view, game) {
  const thrown = dice(view, game);
  thrown.forEach((die, at) => { if (die.lastElementChild) tumble(die.lastElementChild, at); });
  return make("div", { class: "throwing", "aria-hidden": "true" }, make("div", {}, ...thrown), make("p", {}, first(view, game)));
}

/** @param {View} view @param {Game} game */
function dice(view, game) {
  return view.draws.filter((drew) => drew.what === "die").map((drew) => make("span", { class: "thrown" },
    drawnFor(view, game, drew.seat), make("span", { class: "held-die small-die", role: "img", "aria-label": `throws ${drew.outcome}` }, pips(Number(drew.outcome)))));
}

/** Who starts, and what that makes them in this game. @param {View} view @param {Game} game */
function first(view, game) {
  return `${seatTitle(view, game, 0)} starts${view.seats[0].name ? `, as ${game.seat_names[0]}` : ""}.`;
}

/** Before the game seats are counted round the table, afterwards from the one that starts. @param {View} view @param {Game} game @param {number} number */
function drawnFor(view, game, number) {
  const count = view.seats.length;
  return seatTitle(view, game, (number - (view.first ?? 0) + count) % count);
}
