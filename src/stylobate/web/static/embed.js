// Why: a replay may stand in somebody else's page.  It asks for boards and for nothing else: no stream, no cookie, no
// button that would change anything.  The address may name the move it begins with, as #12 does.

import { $, ask, mayMove } from "./house.js";
import { hang, open } from "./board.js";
import { Replay } from "./replay.js";

/** @import { Played, Seat } from "../types.d.ts" */

/** @type {{table: string, tokens: Played[], log: string[], seats: Seat[]}} */
const { table, tokens, log, seats } = JSON.parse($("#data", document, HTMLScriptElement).text);
let sought = tokens.length;
let shown = tokens.length;

/** @param {number} n */
async function go(n) {
  sought = n;
  const { ok, body } = await ask(`/api/tables/${encodeURIComponent(table)}/at/${n}`);
  if (sought !== n) return;
  if (!ok) {
    $("#says").textContent = body.error;
    return replay.autoplay.stop();
  }
  hang($("#drawn"), body.svg, { lively: mayMove() && n === shown + 1 });
  tell(n);
}

/** @param {number} n */
function tell(n) {
  shown = n;
  $("#says").textContent = n ? `${log[n - 1]}.` : "The start.";
  replay.show(n, tokens, log, seats);
}

const replay = new Replay($("#replay"), $("#log"), go);
$("#replay").hidden = tokens.length === 0;
open($("#drawn svg", document, SVGSVGElement));
tell(tokens.length);
const first = Number(location.hash.slice(1));
if (location.hash && Number.isInteger(first) && first >= 0 && first < tokens.length) go(first);
