// Why: a record is checked in the browser of whoever doubts it, and what came of it is shown the same on every page.

import { make } from "./house.js";
import { compared, kept } from "./kept.js";
import { pledgeOf } from "./nonces.js";
import { findings } from "./fair/findings.js";
import { verify } from "./fair/verify.js";

/** @import { Chances } from "../types.d.ts" */

/**
 * Check a record and show what was found.
 * @param {HTMLElement} box
 * @param {string} text the record
 * @param {(game: string) => string | null} where a game's script with its chances is, if it has one
 * @param {{seal?: string, about?: string, draws?: boolean}} [known] what somebody wrote down before the game, the table
 *   that it should be of, and whether chance draws cards there
 */
export async function showChecked(box, text, where, { seal = "", about = "", draws = false } = {}) {
  const chances = await chancesFrom(where(/^\s*"?game"?: "?([a-z0-9-]+)/m.exec(text)?.[1] ?? ""));
  const report = verify(text, chances);
  const table = report.lines?.table ?? "";
  if (about && report.lines && table !== about) report.faults.unshift("The record is of another table.");
  const mine = kept(about || table);
  const seen = mine.commitments.length ? compared(mine, Object.fromEntries(report.record?.more ?? []), pledgeOf) : undefined;
  const own = new Set([...mine.sent, ...Object.values(mine.gave)]);
  const { fails, holds, unknown } = findings(report, { seal, own, draws, ...(report.lines ? { seen } : {}) });
  const notice = make("div", { class: `notice ${fails.length ? "bad" : "good"}`, role: "group", "aria-label": "What the check found", tabindex: "-1" },
    make("p", {}, make("strong", {}, fails.length ? "✗ Something does not fit." : "✓ What can be checked here holds.")),
    listed("", fails), listed("", holds), listed("What cannot be known from here", unknown),
    make("p", { class: "small" }, "This was worked out in your browser. ",
      make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `record${table && `-${table}`}.txt` }, "The record that was checked"),
      " can be checked elsewhere too, on ", make("a", { href: "/verify" }, "a page for any record"), " or by a program of your own. ",
      make("a", { href: "/fair" }, "What this proves, and what it does not"), "."));
  box.replaceChildren(notice);
  notice.focus();
}

/** @param {string} title @param {string[]} sentences */
function listed(title, sentences) {
  const list = make("ul", { class: "small" }, ...sentences.map((line) => make("li", {}, line)));
  return sentences.length > 0 && make("div", {}, title && make("p", { class: "small tight" }, make("strong", {}, title)), list);
}

/** @param {string | null} address @returns {Promise<Chances | null>} */
async function chancesFrom(address) {
  return address ? (await import(address)).chances : null;
}
