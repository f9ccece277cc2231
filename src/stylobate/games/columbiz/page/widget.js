// Why: to keep any of eight dice is one choice, not eight; a list of two hundred tokens would be none.

import { pips } from "../../dice.js";
import { $, $$, make } from "../../house.js";

/** @import { Widget, WidgetParts } from "../../../web/types.d.ts" */

/** Toggle dice, here or in the tray on the board, then throw the others again, or stop. @param {WidgetParts} parts @returns {Widget | null} */
export function widget({ at, box, drawn, play, tokens }) {
  const keeps = at.legal.filter((legal) => legal.token.startsWith("keep:"));
  const thrown = tokens.at(-1)?.[0];
  if (!keeps.length || !thrown?.startsWith("*")) return null;
  const faces = [...thrown.slice(1)].map(Number);
  const kept = keptBefore(tokens.at(-2)?.[0] ?? "", faces);
  const stop = at.legal.find((legal) => legal.token === "stop");
  const inTray = $$(".tray .die", drawn, SVGElement);

  const again = make("button", { type: "button", onclick: () => {
    const chosen = faces.filter((_, die) => kept.has(die)).join("") || "-";
    play(kept.size === faces.length ? "stop" : `keep:${chosen}`);
  } });
  const dice = faces.map((face, die) => make("button", {
    type: "button", class: "held-die", "aria-pressed": "false", "aria-label": `Keep the ${face}, die ${die + 1} of ${faces.length}`,
    tabindex: die ? "-1" : "0", onclick: () => toggle(die), onfocus: () => came(die),
  }, pips(face)));
  /** Like the board, the dice are one stop of the Tab key. @param {number} to */
  function came(to) {
    dice.forEach((button, die) => button.setAttribute("tabindex", die === to ? "0" : "-1"));
  }
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const die = dice.findIndex((button) => button === event.target);
    /** @type {Record<string, number | undefined>} */
    const ways = { ArrowLeft: die - 1, ArrowRight: die + 1, Home: 0, End: dice.length - 1 };
    const to = ways[event.key];
    if (die < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    dice[to]?.focus();
    event.preventDefault();
  };
  /** @param {number} die */
  function toggle(die) {
    if (!kept.delete(die)) kept.add(die);
    tell();
  }

  function tell() {
    dice.forEach((button, die) => button.setAttribute("aria-pressed", String(kept.has(die))));
    inTray.forEach((die, number) => die.classList.toggle("kept", kept.has(number)));
    const others = faces.length - kept.size;
    again.classList.toggle("primary", kept.size > 0); // nobody throws all by habit
    again.textContent = others === 0 ? (stop?.costs ? "Keep all" : "Keep all and place") : others === faces.length ? "Throw all again" : `Keep ${kept.size}, throw ${others}`;
  }

  const onTray = (/** @type {MouseEvent} */ event) => {
    const die = inTray.findIndex((one) => event.target instanceof Node && one.contains(event.target));
    if (die >= 0) toggle(die);
  };

  return {
    legal: [],
    start() {
      $("svg", drawn, SVGSVGElement).classList.add("choosing-dice");
      drawn.addEventListener("click", onTray);
      box.replaceChildren(
        make("div", { class: "dice choosing", role: "toolbar", "aria-label": "Dice to keep", onkeydown: onKey }, ...dice),
        make("div", { class: "steps" }, again,
          stop && make("button", { type: "button", onclick: () => play("stop") }, stop.costs ? "Stop" : "Stop and place")),
      );
      tell();
    },
    close() {
      drawn.removeEventListener("click", onTray);
      box.replaceChildren();
    },
  };
}

/** What was kept of the throw before is most likely kept again. @param {string} token @param {number[]} faces */
function keptBefore(token, faces) {
  /** @type {Set<number>} */ const kept = new Set();
  if (!token.startsWith("keep:")) return kept;
  for (const face of token.slice(5).replace("-", "")) {
    const die = faces.findIndex((one, number) => String(one) === face && !kept.has(number));
    if (die >= 0) kept.add(die);
  }
  return kept;
}
