// Why: who sits where is the one choice with many shapes: the three ways in are only presets of the list of
// seats, which anybody may change seat by seat.

import { $, $$, make, seatMark } from "./house.js";
import { open } from "./site.js";

const form = /** @type {HTMLFormElement} */ ($("#sit-down"));
const names = form.dataset.names.split("|");
const levels = form.dataset.levels.split("|");
const list = $("#seats-form");

const PRESETS = {
  computer: (seat) => (seat ? "2" : "me"),
  friends: (seat) => (seat ? "friend" : "me"),
  anybody: (seat) => (seat ? "open" : "me"),
  here: (seat) => (seat ? "beside" : "me"),
};

const players = () => Number(new FormData(form).get("option-players") ?? form.dataset.players.split("|")[0]);
const way = () => String(new FormData(form).get("way"));

/** The list of seats as the preset wants them; what was chosen by hand stays where the preset is the same. */
function seats(preset) {
  const before = preset ? [] : $$("select", list).map((select) => select.value);
  list.replaceChildren(...Array.from({ length: players() }, (_, seat) => {
    const chosen = before[seat] ?? PRESETS[way()](seat);
    const select = make("select", { "aria-label": `Who sits as ${names[seat]}` },
      ...Object.entries({ me: "You", friend: "A friend, by link", open: "Anybody", beside: "Somebody beside you" })
        .map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
      make("optgroup", { label: "Computer" }, ...levels.map((level) =>
        make("option", { value: level, selected: level === chosen }, /^\d+$/.test(level) ? `Computer, level ${level}` : `Computer, ${level}`))));
    const name = make("input", { type: "text", maxlength: 30, "aria-label": `Name of ${names[seat]}`, placeholder: `Player ${seat + 1}`, hidden: chosen !== "beside" });
    select.addEventListener("change", () => { name.hidden = select.value !== "beside"; tell(); });
    return make("li", {}, seatMark(form.dataset.game, seat), make("span", {}, names[seat]), select, name);
  }));
  tell();
}

function tell() {
  const chosen = $$("select", list).map((select) => select.value);
  const waits = chosen.some((value) => value === "friend" || value === "open");
  $("button[type=submit]", form).textContent = waits ? "Open the table" : "Play";
  const turn = $("#seats-turn");
  turn.hidden = form.elements.namedItem("starts").value === "host";
  turn.textContent = `Who starts plays ${names[0]}${chosen.length > 2 ? "; the others follow in order" : ""}.`;
  const listed = form.elements.namedItem("visibility");
  if (chosen.includes("open")) listed.value = "public";
}

form.addEventListener("change", (event) => {
  if (event.target.name === "way") {
    form.elements.namedItem("visibility").value = event.target.value === "anybody" ? "public" : "unlisted";
    seats(true);
  } else if (event.target.name === "option-players") seats(false);
  else if (event.target.name === "starts") tell();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(form);
  const options = {};
  for (const [name, value] of said) if (name.startsWith("option-")) options[name.slice(7)] = value;
  const [kind, ...numbers] = String(said.get("clock")).split(" ");
  const clock = kind === "fischer" ? { kind, start: Number(numbers[0]), increment: Number(numbers[1]) }
    : kind === "days" ? { kind, days: Number(numbers[0]) } : { kind };
  const chosen = $$("li", list).map((line, seat) => {
    const value = $("select", line).value;
    return value === "beside" ? `me:${$("input", line).value.trim() || `Player ${seat + 1}`}` : value;
  });
  open({ game: form.dataset.game, options, seats: chosen, clock, starts: said.get("starts"), visibility: said.get("visibility") }, form);
});

if (location.hash === "#friends") $("input[value=friends]", form).checked = true;
seats(true);
