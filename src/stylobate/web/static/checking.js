// Why: a record may come from anywhere, by mail say, and whoever gets it should not need a table to check it.

import { $ } from "./house.js";
import { showChecked } from "./checked.js";

const form = $("#check-record", document, HTMLFormElement);
const text = $("textarea", form, HTMLTextAreaElement);
/** @type {Record<string, string | null>} */ const chances = JSON.parse($("#chances", document, HTMLScriptElement).text);

await Promise.all(Object.values(chances).map((address) => address && import(address))); // from now on no network is needed
form.hidden = false;
$("input[type=file]", form, HTMLInputElement).addEventListener("change", async (event) => {
  const [file] = event.target instanceof HTMLInputElement ? event.target.files ?? [] : [];
  if (file) text.value = await file.text();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const seal = $("input[name=seal]", form, HTMLInputElement).value.trim().split(/\s+/).join(" ");
  showChecked($("#checked"), text.value, (game) => chances[game] ?? null, { seal });
});
