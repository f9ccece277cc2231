// Why: what every page has: the theme's button, forms that open a table, links that copy themselves.

import { $, $$, hit, post, say } from "./house.js";

/** @import { Invitation } from "../types.d.ts" */

const root = document.documentElement;

/** Light and dark take turns; the first press leaves what the system says. */
function themeButton() {
  const button = document.querySelector("#theme");
  if (!(button instanceof HTMLElement)) return;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const tell = () => button.setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
  tell();
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* for this page only */ }
    tell();
  });
}

/** “Copy” beside a link. */
function copies() {
  document.addEventListener("click", async (event) => {
    const button = hit(event, "[data-copy]");
    if (!(button instanceof HTMLElement)) return;
    const text = button.dataset.copy || location.href;
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = before; }, 1600);
    } catch {
      const field = button.parentElement?.querySelector("input");
      field?.select();
      say("Press Ctrl+C to copy the link.");
    }
  });
}

/** The short form of a game's card: a level, and off one goes. */
function quickStarts() {
  for (const form of $$("form[data-quick]")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const level = $("select", form, HTMLSelectElement).value;
      const players = Number(form.dataset.players);
      const proposal = {
        game: form.dataset.quick,
        options: "chosen" in form.dataset ? { players: String(players) } : {},
        seats: ["me", ...Array(players - 1).fill(level)],
        clock: { kind: "none" },
        starts: form.dataset.starts || "lot",
        visibility: "unlisted",
      };
      await open(proposal, form);
    });
  }
}

/**
 * Open a table and go there.
 * @param {object} proposal what POST /api/tables takes
 * @param {HTMLElement} form where to tell what went wrong
 */
export async function open(proposal, form) {
  const button = form.querySelector("button[type=submit], button:not([type])");
  const label = button?.textContent;
  if (button) Object.assign(button, { disabled: true, textContent: "Setting up …" });
  const { ok, body } = await post("/api/tables", proposal, { tries: 3, patience: 60_000 }); // a game's first table may wait for its compiler
  if (button) Object.assign(button, { disabled: false, textContent: label });
  for (const line of $$(".wrong", form)) wrong(line, "");
  const field = ok ? null : $$(".wrong", form).find((line) => line.dataset.option === body.option);
  if (field) return wrong(field, body.error);
  if (!ok) {
    let line = form.querySelector(".error:not(.wrong)");
    if (!line) form.append(line = Object.assign(document.createElement("p"), { className: "error" }));
    line.setAttribute("role", "alert");
    line.textContent = body.error;
    return;
  }
  try {
    /** @type {({seat: number} & Invitation)[]} */ const invites = body.invites ?? [];
    const links = Object.fromEntries(invites.map(({ seat, url, qr }) => [seat, { url, qr }]));
    sessionStorage.setItem(`invites ${body.table}`, JSON.stringify(links));
  } catch { /* the host can make new ones */ }
  location.href = body.url || `/t/${body.table}`;
}

/** Say at a field what is wrong with it, or that nothing is. @param {HTMLElement} line under it @param {string} sentence */
function wrong(line, sentence) {
  line.textContent = sentence;
  const field = line.parentElement?.querySelector("textarea, input");
  if (!(field instanceof HTMLElement)) return;
  field.toggleAttribute("aria-invalid", false);
  if (!sentence) return;
  field.setAttribute("aria-invalid", "true");
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus();
  say(sentence);
}

themeButton();
copies();
quickStarts();
if (document.querySelector("#sit-down")) import("./sitdown.js");
if (document.querySelector("[data-lists]")) import("./lists.js");
if (document.querySelector("#table")) import("./table.js");
if (document.querySelector("#lesson")) import("./lesson.js");
if (document.querySelector("[data-lesson]")) import("./offers.js");
if (document.querySelector("#check-record")) import("./checking.js");
