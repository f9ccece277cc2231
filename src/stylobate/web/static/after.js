// Why: when a game is over people want to know why, show it to others, play on from where it turned, and see
// that the dice were honest.

import { $, ask, make } from "./house.js";
import { seatTitle } from "./seats.js";

const HOW = {
  resigned: (name) => `${name} resigned.`,
  time: (name) => `${name}'s time ran out.`,
  closed: () => "The host cleared the table before the game began.",
};

/** The result in a line: for the title, the live region, the card. */
export function verdict(view, game) {
  const { winners, how, seat } = view.result;
  if (how === "closed") return HOW.closed();
  const names = winners.map((winner) => seatTitle(view, game, winner));
  const together = view.sides.some((side) => side.length > 1);
  const won = names.length === 0 ? "Nobody wins." : names.length === 1 ? `${names[0]} wins.`
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} ${together ? "win together" : "share the win"}.`;
  return how === "played" ? won : `${HOW[how]?.(seat === null ? "" : seatTitle(view, game, seat)) ?? ""} ${won}`;
}

/**
 * The card with the result.
 * @param {any} view
 * @param {any} game
 * @param {string[]} lines why, from the game itself
 * @param {{onRematch: () => void}} more
 */
export function resultCard(view, game, lines, { onRematch }) {
  const played = view.result.how === "played";
  const [first, ...why] = played && lines.length ? lines : [verdict(view, game)];
  const rematch = view.rematch;
  return [
    make("h2", {}, first),
    why.length > 0 && make("ul", {}, ...why.map((line) => make("li", {}, line))),
    rematch.table
      ? make("p", {}, make("a", { class: "button primary", href: `/t/${rematch.table}` }, "To the rematch"))
      : view.can.rematch && make("p", { class: "row" },
        make("button", { type: "button", class: "primary", onclick: onRematch, disabled: rematch.seats.some((seat) => view.mine.includes(seat)) },
          "Rematch, seats changed"),
        rematch.seats.length > 0 && make("span", { class: "small faded" },
          `${rematch.seats.map((seat) => seatTitle(view, game, seat)).join(", ")} would play again.`)),
    make("p", { class: "row" }, make("a", { class: "button", href: `/games/${view.game}` }, "New game"), make("a", { class: "button", href: "/" }, "All games")),
  ];
}

/** The Verify button's answer, in plain words. */
export async function verify(table, box) {
  box.replaceChildren(make("p", {}, "Checking …"));
  const { ok, body } = await ask(`/api/tables/${encodeURIComponent(table)}/proof`);
  if (!ok) return box.replaceChildren(make("p", { class: "error" }, body.error));
  box.replaceChildren(
    make("div", { class: `notice ${body.holds ? "good" : "bad"}` },
      make("p", {}, make("strong", {}, body.holds ? "✓ Everything checks out." : "✗ Something does not fit.")),
      ...(body.sentences ?? []).map((line) => make("p", { class: "small tight" }, line)),
      make("p", { class: "small" }, make("a", { href: "/fair" }, "What this proves, and what it does not"))),
  );
  $(".notice", box)?.setAttribute("tabindex", "-1");
  $(".notice", box)?.focus();
}
