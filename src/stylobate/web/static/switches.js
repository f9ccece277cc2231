// Why: at a table the bar at the top has two more buttons beside the theme's: one goes through the paces, one mutes.  Each
// says by its picture and its name what is chosen now.

import { $, say } from "./house.js";
import { pace, sound } from "./likings.js";

/** @import { Liking } from "./likings.js" */

/**
 * @template {string} Value
 * @param {string} query of the button
 * @param {Liking<Value>} liking
 * @param {Record<Value, string>} told each value in words
 * @param {(value: Value) => void} onChange
 */
function switches(query, liking, told, onChange = () => {}) {
  const button = $(query, document, HTMLButtonElement);
  const tell = () => {
    button.dataset.value = liking.value;
    button.title = told[liking.value];
    button.setAttribute("aria-label", `${told[liking.value]}; press for: ${told[liking.next].toLowerCase()}`);
  };
  button.addEventListener("click", () => {
    liking.choose(liking.next);
    tell();
    say(`${told[liking.value]}.`);
    onChange(liking.value);
  });
  tell();
  button.hidden = false;
}

/** The buttons of a table's page. @param {() => void} onSound there is sound again */
export function begin(onSound) {
  switches("#pace", pace, { calm: "Others move calmly", brisk: "Others move briskly", "at once": "Others move at once" });
  switches("#sound", sound, { on: "Sound on", off: "Sound off" }, (value) => { if (value === "on") onSound(); });
}
