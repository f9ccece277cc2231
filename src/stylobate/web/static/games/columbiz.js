// Why: to keep any of eight dice is one choice, not eight; a list of two hundred tokens would be none.

import { draw, make } from "../house.js";

const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/** A die's face. @param {number} face */
export function pips(face) {
  return draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...PIPS[face].map(([cx, cy]) => draw("circle", { cx, cy, r: 2.1 })));
}

/** Toggle dice, then throw the others again, or stop. */
export function widget({ at, box, play, token }) {
  const keeps = at.legal.filter((legal) => legal.token.startsWith("keep:"));
  if (!keeps.length || !token) return null;
  const faces = [...token.slice(1)].map(Number);
  const kept = new Set();
  const stop = at.legal.find((legal) => legal.token === "stop");
  const rest = at.legal.filter((legal) => !legal.token.startsWith("keep:") && legal !== stop);

  const again = make("button", { type: "button", class: "primary", onclick: () => {
    const chosen = faces.filter((_, die) => kept.has(die)).join("") || "-";
    play(kept.size === faces.length ? "stop" : `keep:${chosen}`);
  } });
  const dice = faces.map((face, die) => make("button", {
    type: "button", class: "die", "aria-pressed": "false", "aria-label": `Keep this ${face}`, onclick: () => {
      kept.has(die) ? kept.delete(die) : kept.add(die);
      tell();
    },
  }, pips(face)));
  const all = make("button", { type: "button", class: "plain", onclick: () => {
    const full = kept.size === faces.length;
    faces.forEach((_, die) => (full ? kept.delete(die) : kept.add(die)));
    tell();
  } });

  function tell() {
    dice.forEach((die, at_) => die.setAttribute("aria-pressed", String(kept.has(at_))));
    const others = faces.length - kept.size;
    again.textContent = others === 0 ? "Keep all and place" : others === faces.length ? "Throw all again" : `Throw ${others} again`;
    all.textContent = others === 0 ? "Keep none" : "Keep all";
  }
  tell();
  box.replaceChildren(
    make("p", { class: "small faded tight" }, "Tap the dice to keep."),
    make("div", { class: "dice choosing", role: "group", "aria-label": "Dice" }, ...dice),
    make("div", { class: "steps" }, again,
      stop && make("button", { type: "button", onclick: () => play("stop") }, "Stop and place with these"), all),
  );
  return { legal: rest, close: () => box.replaceChildren() };
}
