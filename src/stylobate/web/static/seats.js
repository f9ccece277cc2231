// Why: who sits where, with score, clock and turn, is looked at more often than anything but the board.

import { isGuest, make, seatMark, tick } from "./house.js";
import { invitation } from "./sharing.js";

/** @import { Game, Invitation, Seat, View } from "../types.d.ts" */
/** What of a view tells of its seats. @typedef {Pick<View, "seats" | "sides" | "state" | "result" | "clock">} Seated */

/** What a seat is called at this table: its person's name, or what the game calls it. @param {Seated} view @param {Game} game @param {number} seat */
export function seatTitle(view, game, seat) {
  return view.seats[seat].name || game.seat_names[seat] || `Seat ${seat + 1}`;
}

/** A computer player in few words, as `stylobate.ladder.called` has it. @param {string} name */
const called = (name) => {
  const [, style, level] = /^(?:(.+)-)?(\d+)$/.exec(name) ?? [];
  return level ? `${style ? `${style} at ` : ""}level ${level}` : name;
};

/** A computer player in words, with how strong it is; of one that is no more, its name. @param {Game} game @param {string} level */
export const levelTold = (game, level) => game.levels.find(({ name }) => name === level)?.told ?? called(level);

/** @param {Seated} view @param {Game} game @param {number} number */
function note(view, game, number) {
  const seat = view.seats[number];
  const words = [];
  if (seat.kind === "open") words.push("empty");
  else if (seat.name) words.push(game.seat_names[number]);
  const side = view.sides.findIndex((seats) => seats.length > 1 && seats.includes(number));
  if (side >= 0) words.push(`team ${side + 1}`);
  if (seat.kind === "computer") words.push(`computer, ${called(seat.level ?? "")}`);
  if (seat.kind === "person" && isGuest(seat)) words.push("guest");
  if (seat.you) words.push("you");
  if (seat.resigned) words.push("resigned");
  if (seat.flagged) words.push("out of time");
  if (isAway(view, seat)) words.push("away");
  return words.join(" · ");
}

/** @param {Seated} view @param {Seat} seat */
const isAway = (view, seat) => seat.away && seat.kind === "person" && !seat.you && view.state === "running";

/**
 * @param {HTMLElement} list
 * @param {Seated} view
 * @param {Game} game
 * @param {{trays: (HTMLElement | null)[], scores: number[] | null, points: string[] | null, turn: number | null, links: Record<string, Invitation>, onHandOver: (seat: number) => void, onInvite: (seat: number) => void}} more
 *   what the board that is shown says, and invitations to seats of ghosts
 */
export function showSeats(list, view, game, { trays, scores, points, turn, links, onHandOver, onInvite }) {
  const winners = view.result?.winners ?? [];
  const shared = winners.length > 1 && !view.sides.some((side) => winners.every((seat) => side.includes(seat)));
  list.replaceChildren(...view.seats.map((seat, number) => {
    const isTurn = turn === number;
    const about = note(view, game, number);
    const won = view.state === "over" && winners.includes(number);
    const usual = view.state === "running" && !seat.resigned && !seat.flagged && !isAway(view, seat); // a small screen can spare it
    return make("li", { class: `seat${isTurn ? " turn" : ""}${won ? " won" : ""}`, "data-seat": number },
      seatMark(game.id, number),
      make("span", { class: "who" },
        make("span", { class: "name" }, seatTitle(view, game, number), seat.registered && tick()),
        make("span", { class: `note${usual ? " usual" : ""}` },
          make("span", { class: "about" }, about),
          about && (isTurn || won) && make("span", { class: "about dot" }, " · "),
          isTurn && make("strong", {}, "to move"), won && make("strong", {}, shared ? "shares the win" : "won"))),
      scores && game.has_points && make("span", { class: "score", "data-tells": points?.[number] || null, tabindex: points?.[number] ? "0" : null }, make("span", { class: "unseen" }, "points: "), String(scores[number])),
      view.clock.kind !== "none" && view.state !== "open" && seat.kind === "person"
        && make("span", { class: "clock", "data-clock": number, role: "timer" }),
      trays[number],
      seat.hand_over && !seat.you && make("span", { class: "acts" },
        make("button", { type: "button", onclick: () => onHandOver(number) }, "Let the computer play on")),
      seat.ghost && make("span", { class: "acts" }, ...again(links[number], game, () => onInvite(number))),
    );
  }));
}

/** Whoever took this seat never came: a way to ask them, or somebody else, once more. @param {Invitation | undefined} link @param {Game} game @param {() => void} onInvite */
function again(link, game, onInvite) {
  if (!link) return [make("button", { type: "button", title: "Nobody came to this seat: whoever uses the link takes it", onclick: onInvite }, "Invite again")];
  return [invitation(link, game)];
}
