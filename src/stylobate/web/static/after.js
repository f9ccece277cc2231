// Why: when a game is over people want to know why, show it to others, play on from where it turned, and see
// that the dice were honest.

import { askText, make } from "./house.js";
import { levelTold, seatTitle } from "./seats.js";

/** @import { Game, Tally, View } from "../types.d.ts" */

/**
 * The result in a line: for the live region, the card, the plate on the board.  Who has one seat is “you”.
 * @param {View} view
 * @param {Game} game
 */
export function verdict(view, game) {
  if (!view.result) return "";
  const { winners, how, seat } = view.result;
  if (how === "closed") return "The host cleared the table before the game began.";
  if (how === "cancelled") return cancelled(view, game);
  if (how === "put-away") return "The game was put away, unfinished.";
  const me = view.mine.length === 1 ? view.mine[0] : null;
  const lost = me !== null && !winners.includes(me) && seat !== me;
  return [
    left(view, game, me),
    lost && "You lost.",
    !(lost && view.seats.length === 2) && winning(view, game, winners, me),
  ].filter(Boolean).join(" ");
}

/** Why a game was cancelled: whoever left had not lost it, for not everybody had moved. @param {View} view @param {Game} game */
function cancelled(view, game) {
  const { seat } = view.result ?? {};
  const one = typeof seat === "number" ? view.seats[seat] : null;
  if (typeof seat !== "number" || (!one?.resigned && !one?.flagged)) return "The game is cancelled: nobody made the first move.";
  const me = one.you && view.mine.length === 1;
  const why = one.flagged ? `${me ? "Your" : `${seatTitle(view, game, seat)}'s`} time ran out` : `${me ? "You" : seatTitle(view, game, seat)} left`;
  return `The game is cancelled: ${why} before everybody had moved.`;
}

/** Who has won. @param {View} view @param {Game} game @param {number[]} winners @param {number | null} me */
function winning(view, game, winners, me) {
  const others = winners.filter((seat) => seat !== me).map((seat) => seatTitle(view, game, seat));
  const names = others.length < winners.length ? ["You", ...others] : others;
  if (!names.length) return "Nobody wins.";
  if (names.length === 1) return others.length ? `${names[0]} wins.` : "You win.";
  const together = view.sides.some((side) => winners.every((seat) => side.includes(seat)));
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} ${together ? "win together" : "share the win"}.`;
}

/** Who left the game before its end, and so ended it. @param {View} view @param {Game} game @param {number | null} me */
function left(view, game, me) {
  const { how, seat } = view.result ?? {};
  if (typeof seat !== "number") return "";
  if (how === "resigned") return seat === me ? "You resigned." : `${seatTitle(view, game, seat)} resigned.`;
  if (how === "time") return seat === me ? "Your time ran out." : `${seatTitle(view, game, seat)}'s time ran out.`;
  return "";
}

/** What the log says after the last move, where a game did not end by its rules. @param {View} view @param {Game} game */
export function ending(view, game) {
  const { how, seat } = view.result ?? {};
  if (how === "cancelled" || how === "put-away") return how === "cancelled" ? "Cancelled" : "Put away";
  if (typeof seat !== "number" || (how !== "resigned" && how !== "time")) return "";
  return `${seatTitle(view, game, seat)} ${how === "resigned" ? "resigns" : "runs out of time"}`;
}

/**
 * The card with the result.
 * @param {View} view
 * @param {Game} game
 * @param {string[]} lines why, from the game itself
 * @param {Tally | null} tally the same as a table, where the game has one
 * @param {{onRematch: (level?: string) => void, watch: string, record: string, verifies: string}} more watch and record are
 *   addresses, verifies what may be checked, in words
 */
export function resultCard(view, game, lines, tally, { onRematch, watch, record, verifies }) {
  const played = view.result?.how === "played";
  const why = !played ? [] : tally ? tally.why : lines.slice(1);
  const proof = make("div", {});
  return [
    make("h2", {}, verdict(view, game)),
    played && tally !== null && tallied(view, game, tally),
    why.length > 0 && make("ul", {}, ...why.map((line) => make("li", {}, line))),
    rematch(view, game, onRematch),
    make("p", { class: "row" }, make("a", { class: "button", href: `/games/${view.game}` }, "New game"), make("a", { class: "button", href: "/" }, "All games")),
    view.first !== null && make("p", { class: "row links" },
      make("a", { href: record, download: true }, "The record"),
      make("button", { type: "button", class: "plain", "data-copy": watch }, "Link to watch"),
      verifies && make("button", { type: "button", class: "plain", onclick: () => verify(view.id, game, proof) }, verifies)),
    proof,
  ].filter((part) => part instanceof HTMLElement);
}

/** The result as a table, whoever won marked. @param {View} view @param {Game} game @param {Tally} tally */
function tallied(view, game, { heads, rows }) {
  const winners = view.result?.winners ?? [];
  return make("table", { class: "tally" },
    make("tr", {}, make("td"), ...heads.map((head) => make("th", { scope: "col" }, head))),
    ...rows.map((row, seat) => make("tr", { class: winners.includes(seat) ? "won" : "" },
      make("th", { scope: "row" }, seatTitle(view, game, seat)), ...row.map((cell) => make("td", {}, cell)))));
}

/** Playing again: whoever asks waits, whoever is asked accepts. @param {View} view @param {Game} game @param {(level?: string) => void} onRematch */
function rematch(view, game, onRematch) {
  const { table, seats, suits } = view.rematch;
  if (table) return make("p", {}, make("a", { class: "button primary", href: `/t/${table}` }, "To the rematch"));
  if (!view.can.rematch) return null;
  const names = (/** @type {number[]} */ some) => some.map((seat) => seatTitle(view, game, seat)).join(", ");
  const button = (/** @type {string} */ text) => make("button", { type: "button", class: "primary", onclick: () => onRematch() }, text);
  if (seats.some((seat) => view.mine.includes(seat))) {
    const others = [...view.seats.keys()].filter((seat) => view.seats[seat].kind === "person" && !view.seats[seat].you && !seats.includes(seat));
    return make("p", { class: "faded" }, `Waiting for ${names(others)} …`);
  }
  if (!seats.length) {
    return make("p", { class: "row" },
      button(view.seats.length === 2 ? "Rematch, swapping seats" : "Rematch, changing seats"),
      suits !== null && make("button", { type: "button", onclick: () => onRematch(suits) }, `Rematch against ${levelTold(game, suits)}`));
  }
  return make("p", { class: "row" }, make("span", {}, `${names(seats)} ${seats.length === 1 ? "wants" : "want"} a rematch.`), button("Accept"));
}

/** The Verify button's answer: the server gives the record, and this browser checks it. @param {string} table @param {Game} game @param {HTMLElement} box */
export async function verify(table, game, box) {
  box.replaceChildren(make("p", {}, "Checking …"));
  const { text, error } = await askText(`/api/tables/${encodeURIComponent(table)}/record.txt`);
  try {
    if (text === undefined) throw new Error(error);
    const { showChecked } = await import("./checked.js");
    await showChecked(box, text, () => game.chances, { about: table, draws: game.draws_cards });
  } catch (problem) {
    box.replaceChildren(make("p", { class: "error", role: "alert" }, text === undefined ? error : `The check could not be made: ${problem}`));
  }
}
