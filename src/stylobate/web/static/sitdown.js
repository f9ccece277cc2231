// Why: who sits where is the one choice with many shapes: the three ways in are only presets of the list of
// seats, which anybody may change seat by seat.

import { $, $$, make, seatMark } from "./house.js";
import { open } from "./site.js";

/** @import { Told } from "../types.d.ts" */

const form = $("#sit-down", document, HTMLFormElement);
const { game = "", names: named = "", players: counts = "", gentle = "" } = form.dataset;
const names = named.split("|");
/** @type {Record<string, Told[]>} computer players, by how many play */ const levels = JSON.parse($("#levels", form, HTMLScriptElement).text);
const list = $("#seats-form");
const own = $("#host-name input", form, HTMLInputElement);

/** @type {Record<string, (seat: number) => string>} */
const PRESETS = {
  computer: (seat) => (seat ? gentle : "me"),
  friends: (seat) => (seat ? "friend" : "me"),
  anybody: (seat) => (seat ? "open" : "me"),
  here: (seat) => (seat ? "beside" : "me"),
};

const players = () => Number(new FormData(form).get("option-players") ?? counts.split("|")[0]);
const way = () => String(new FormData(form).get("way"));
const chosen = () => $$("select", list, HTMLSelectElement).map((select) => select.value);

/** A choice of one among several buttons. @param {string} name */
const field = (name) => /** @type {RadioNodeList} */ (form.elements.namedItem(name));

/** The list of seats as the preset wants them; what was chosen by hand stays where the preset is the same. @param {boolean} preset */
function seats(preset) {
  const before = preset ? [] : chosen();
  list.replaceChildren(...Array.from({ length: players() }, (_, seat) => {
    const who = before[seat] ?? PRESETS[way()](seat);
    const select = make("select", { "aria-label": `Who sits as ${names[seat]}` },
      ...Object.entries({ me: "You", friend: "A friend, by link", open: "Anybody", beside: "Somebody beside you" })
        .map(([value, text]) => make("option", { value, selected: value === who }, text)),
      make("optgroup", { label: "Computer" }, ...levels[players()].map((level) =>
        make("option", { value: level.name, selected: level.name === who }, `Computer: ${level.told}`))));
    const name = make("input", { type: "text", maxlength: 30, "aria-label": `Name of ${names[seat]}`, placeholder: `Player ${seat + 1}`, hidden: who !== "beside" });
    select.addEventListener("change", () => { name.hidden = select.value !== "beside"; tell(); });
    return make("li", {}, seatMark(game, seat), make("span", {}, names[seat]), select, name);
  }));
  tell();
}

function tell() {
  const seated = chosen();
  const waits = seated.some((value) => value === "friend" || value === "open");
  $("button[type=submit]", form).textContent = waits ? "Open the table" : "Play";
  $("#host-name").hidden = !waits;
  Object.assign(own, { required: waits, disabled: !waits });
  const turn = $("#seats-turn");
  turn.hidden = field("starts").value === "host";
  turn.textContent = `Who starts plays ${names[0]}${seated.length > 2 ? "; the others follow in order" : ""}.`;
  if (seated.includes("open")) field("visibility").value = "public";
}

form.addEventListener("change", (event) => {
  const changed = event.target instanceof Element ? event.target.getAttribute("name") : null;
  if (changed === "way") {
    field("visibility").value = way() === "anybody" ? "public" : "unlisted";
    seats(true);
  } else if (changed === "option-players") seats(false);
  else if (changed === "starts") tell();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(form);
  /** @type {Record<string, string>} */ const options = {};
  for (const [name, value] of said) {
    const given = String(value).trim();
    if (name.startsWith("option-") && given) options[name.slice(7)] = given;
  }
  const { setup } = options;
  const [kind, ...numbers] = String(said.get("clock")).split(" ");
  const clock = kind === "fischer" ? { kind, start: Number(numbers[0]), increment: Number(numbers[1]) }
    : kind === "days" ? { kind, days: Number(numbers[0]) } : { kind };
  const seated = $$("li", list).map((line, seat) => {
    const { value } = $("select", line, HTMLSelectElement);
    if (value === "me" && own.value.trim() && own.value !== own.defaultValue) return `me:${own.value.trim()}`;
    return value === "beside" ? `me:${$("input", line, HTMLInputElement).value.trim() || `Player ${seat + 1}`}` : value;
  });
  open({ game, options: setup ? { setup } : options, seats: seated, clock, starts: said.get("starts"), visibility: said.get("visibility"), stand_in: said.get("stand_in") }, form);
});

if (location.hash === "#friends") $("input[value=friends]", form, HTMLInputElement).checked = true;
seats(true);
