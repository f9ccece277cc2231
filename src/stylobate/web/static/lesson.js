// Why: a game is learned by the hand that plays it.  A lesson is a few stages on real boards: the server draws them, lists
// what is legal, and says of every move whether it was the one; this page lets the learner try, and keeps in the
// browser how far they have come.  The board and all that is chosen on it are the same as at a table.

import { $, $$, ask, hit, make, say } from "./house.js";
import { pause } from "./following.js";
import { showSeats } from "./seats.js";
import { Tabletop } from "./tabletop.js";
import { widgetsFrom } from "./widgets.js";

/** @import { Board, LessonAnswer, LessonPage, LessonStage, Step, TokenInWords } from "../types.d.ts" */

/** @type {LessonPage} */ const { game, stages } = JSON.parse($("#data", document, HTMLScriptElement).text);
const KEPT = `lesson ${game.id}`;
const A_LOOK = 900; // milliseconds, at what follows a move
const PATIENT = 2; // tries until the hint comes by itself
const root = $("#lesson");
const panel = $("#panel");
const small = matchMedia("(max-width: 61.99rem)");

let number = 1;
let tries = 0;
let visits = 0; // what was asked for during an earlier one is shown no more
let busy = false;
/** @type {LessonStage | null} */ let stage = null;
/** @type {Board | null} the board that hangs there */ let shown = null;

const tabletop = new Tabletop({ widgetFor: await widgetsFrom(game.widget), play, onPath: tell });

// What this browser remembers

/** Stages that were done, and the one to go on with. @returns {{done: number[], at: number}} */
function remembered() {
  try {
    const { done, at } = JSON.parse(localStorage.getItem(KEPT) ?? "");
    return { done: stages.map((_, n) => n + 1).filter((n) => done.includes(n)), at: stages[at - 1] ? at : 1 };
  } catch {
    return { done: [], at: 1 };
  }
}

/** @param {number[]} done @param {number} at */
function remember(done, at) {
  try { localStorage.setItem(KEPT, JSON.stringify({ done, at })); } catch { /* then the lesson begins anew */ }
}

// One stage

/** Show a stage from its beginning. @param {number} n */
async function go(n) {
  number = n;
  tries = 0;
  stage = null;
  remember(remembered().done, n);
  const visit = ++visits;
  const { ok, body } = await ask(`/api/lessons/${game.id}/${n}`);
  if (visit !== visits) return;
  $("#error").textContent = ok ? "" : body.error;
  if (!ok) {
    $("#says").textContent = "";
    $("#next").hidden = true;
    $("#again").hidden = $("#outcome").hidden = false;
    return;
  }
  stage = body;
  scrollTo({ top: 0 });
  tabletop.held = 0; // another stage, another panel
  const { title, text, hint } = stages[n - 1];
  $("#welcome").hidden = n > 1;
  $("#stage-where").textContent = `Stage ${n} of ${stages.length}`;
  $("#stage-title").textContent = title;
  $("#stage-text").textContent = text;
  $("#hint-text").textContent = hint;
  say(`${n > 1 ? "" : $("#welcome").textContent} Stage ${n} of ${stages.length}: ${title}. ${text}`.trim());
  begin();
}

/** Offer the stage's board, for the first time or once more. */
function begin() {
  if (!stage) return;
  const { board, log } = stage;
  hang(board, log, false); // first of all: it notes where the keyboard is
  $("#outcome").hidden = $("#first-game").hidden = true;
  $("#hint-text").hidden = tries < PATIENT;
  $("#hint").hidden = false;
  root.dataset.state = "running";
  root.dataset.stage = String(number);
  tabletop.offer(board, log.map(({ token, seat, level }) => [token, seat, 0, level]));
}

/** @param {Board} board @param {TokenInWords[]} log of the tokens that led to it @param {boolean} lively */
function hang(board, log, lively) {
  tabletop.hang(board, lively, (seat) => game.seat_names[seat]);
  shown = board;
  $("#board-text").textContent = $("#drawn svg > desc", document, Element).textContent;
  $("#log").replaceChildren(...log.map(({ n, token, seat, words }) => make("li", {},
    make("span", { class: `line${seat === null ? " chance" : ""}` },
      make("span", { class: "nr" }, String(n)), make("span", {}, words), make("span", { class: "token", title: token }, token)))));
  const box = /** @type {HTMLElement} */ ($("#log").parentElement);
  box.scrollTop = box.scrollHeight;
  players();
  list();
}

/** Who plays, and what they have. */
function players() {
  if (!shown || !stage) return;
  const mine = stage.board.turn ?? 0;
  const own = small.matches ? mine : null;
  if (own !== null) tabletop.keep(own);
  const seats = shown.scores.map((_, one) => ({
    kind: /** @type {const} */ ("person"), reserved: false, name: "", registered: null, level: null, called: game.seat_names[one],
    resigned: false, flagged: false, away: false, you: one === mine, hand_over: false, ghost: false,
  }));
  showSeats($("#seats"), { seats, sides: stage.sides, state: "running", result: null, clock: { kind: "none", left: [], running: null, deadline: null } }, game, {
    trays: tabletop.trays.map((tray, seat) => (seat === own ? null : tray)),
    scores: shown.scores,
    points: shown.points, turn: shown.turn, links: {}, onHandOver: () => {}, onInvite: () => {},
  });
}

/** The list of stages: which were done, and which one this is. */
function list() {
  const { done } = remembered();
  for (const button of $$("[data-stage]", $("#stage-list"))) {
    const n = Number(button.dataset.stage);
    button.classList.toggle("done", done.includes(n));
    button.setAttribute("aria-label", `Stage ${n}, ${stages[n - 1].title}${done.includes(n) ? ", done" : ""}`);
    if (n === number) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

/** What is asked next; for screen readers also what has been chosen so far. @param {Step[]} path */
function tell(path) {
  if (!stage || root.dataset.state !== "running") return;
  $("#ask").replaceChildren(
    path.at(-1)?.then ?? stage.board.asks,
    path.length ? make("span", { class: "unseen" }, ` Chosen: ${path.map((one) => one.label).join(", ")}.`) : "",
  );
}

/** Try a move: what it leads to is shown, and what is said of it. @param {string} token */
async function play(token) {
  if (busy || !stage) return;
  const visit = visits;
  busy = true;
  panel.classList.add("sending");
  tabletop.rest();
  const { ok, body } = await ask(`/api/lessons/${game.id}/${number}/after?token=${encodeURIComponent(token)}`);
  panel.classList.remove("sending");
  busy = false;
  if (visit !== visits) return;
  $("#error").textContent = ok ? "" : body.error;
  if (ok) await conclude(body);
  else begin();
}

/** @param {LessonAnswer} answer */
async function conclude({ reached, says, boards }) {
  const visit = visits;
  const log = [.../** @type {LessonStage} */ (stage).log];
  root.dataset.state = "answered";
  $("#hint").hidden = $("#hint-text").hidden = true;
  $("#ask").replaceChildren();
  for (const [count, board] of boards.entries()) {
    if (count) await pause(A_LOOK);
    if (visit !== visits) return;
    if (board.last) log.push(board.last);
    hang(board, log, true);
    say(board.last?.words ?? "");
  }
  if (reached) finish();
  else tries++;
  const last = reached && number === stages.length;
  $("#says").textContent = says;
  $("#next").hidden = !reached || last;
  $("#again").hidden = reached;
  $("#first-game").hidden = !last;
  $("#outcome").hidden = false;
  $("#outcome").classList.toggle("reached", reached);
  root.dataset.state = last ? "over" : reached ? "reached" : "missed";
  say(says);
  $(last ? "#first-game button" : reached ? "#next" : "#again").focus({ preventScroll: true });
}

/** This stage is done; whoever comes back goes on with the next. */
function finish() {
  remember([...remembered().done, number], number === stages.length ? 1 : number + 1);
  list();
}

// Begin

$("#next").addEventListener("click", () => go(Number(root.dataset.stage) + 1)); // twice is once
$("#again").addEventListener("click", () => (stage ? begin() : go(number)));
$("#hint").addEventListener("click", () => {
  $("#hint-text").hidden = false;
  say(`Hint: ${stages[number - 1].hint}`);
});
$("#stage-list").addEventListener("click", (event) => {
  const button = hit(event, "[data-stage]");
  if (button) go(Number(button.dataset.stage));
});
small.addEventListener("change", players);
go(remembered().at);
