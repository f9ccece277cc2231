// Why: the table page.  It holds the newest view of the table and the board that is being looked at, plays what
// is new token by token, and puts the parts together: board, stepper, seats, log, talk, result.
// It never computes a rule: what may be done, and what it is called, comes with the board.

import { $, $$, ask, fresh, make, mayMove, post, say } from "./house.js";
import { hang, open as opened } from "./board.js";
import { Stepper } from "./stepper.js";
import { Stream } from "./stream.js";
import { Replay } from "./replay.js";
import { Talk } from "./talk.js";
import { run as runClocks } from "./clock.js";
import { showSeats, seatTitle } from "./seats.js";
import { draws, lobby, showDraws } from "./lobby.js";
import { resultCard, verdict, verify } from "./after.js";
import { widgetFor } from "./widgets.js";
import { Zoom } from "./zoom.js";

const data = JSON.parse($("#data").textContent);
const game = data.game;
const id = data.table;
const api = `/api/tables/${encodeURIComponent(id)}`;
const invites = { ...data.invites, ...remembered() };

const drawn = $("#drawn");
const panel = $("#panel");
const askLine = $("#ask");
const error = $("#error");
const widgetBox = $("#widget");

/** @type {any} */ let view = null;
/** @type {any} the board that hangs there */ let shown = null;
let came = 0;
let following = true;
let busy = false;
let sending = false;
/** @type {{close: () => void} | null} */ let widget = null;
/** @type {(string | undefined)[]} */ const words = [...(data.log ?? [])];

// Boards, each asked for once

const boards = new Map();

function board(n) {
  const key = `${n} ${view.tokens.slice(0, n).map(([token]) => token).join(" ")}`;
  if (!boards.has(key)) {
    boards.set(key, ask(`${api}/at/${n}`).then(({ ok, body }) => {
      if (ok && (body.last?.token ?? null) === (n ? key.slice(key.lastIndexOf(" ") + 1) : null)) return { ...body, key };
      boards.delete(key);
      return null;
    }));
    if (boards.size > 400) boards.delete(boards.keys().next().value);
  }
  return boards.get(key);
}

const keyOf = (n) => `${n} ${view.tokens.slice(0, n).map(([token]) => token).join(" ")}`;

// Following the game

const stepper = new Stepper({
  board: drawn,
  panel,
  buttons: $("#steps"),
  backButton: $("#back"),
  onToken: (legal) => move(legal.token),
  onPath: (path) => { tellPath(path); zoom.offered(); },
});

const zoom = new Zoom($("#board"), drawn, panel);

function onView(news) {
  const first = view === null;
  const before = view;
  view = news;
  came = performance.now();
  forgetWords(before);
  if (!first && before.state !== view.state) told(before);
  render();
  if (following) follow();
  if (view.can.begin) beginGame();
  const again = view.rematch.table;
  if (!first && again && !before.rematch.table && before.rematch.seats.some((seat) => view.mine.includes(seat))) location.href = `/t/${again}`;
}

/** All are seated and chance has a part: this browser's number opens the game, now that the seal is known. */
async function beginGame() {
  if (beginGame.asked) return;
  beginGame.asked = true;
  const { body } = await post(api, { do: "begin", nonce: fresh() });
  beginGame.asked = false;
  stream.take(body.view ?? body);
}

/** Words of tokens that were taken back are no longer true. */
function forgetWords(before) {
  if (!before) return;
  let same = 0;
  while (same < before.tokens.length && same < view.tokens.length && before.tokens[same][0] === view.tokens[same][0]) same++;
  if (same < before.tokens.length) {
    words.length = Math.min(words.length, same);
    if (before.tokens.length > view.tokens.length) say("Moves were taken back.");
    if (!following && shown && shown.n > view.tokens.length) following = true;
  }
}

function told(before) {
  if (view.state === "running") say("The game begins.");
  if (view.state === "over") say(`The game is over. ${verdict(view, game)}`);
  if (before.state === "open" && view.state === "running") for (const line of draws(view, game)) say(line);
}

/** Go from the board that hangs there to the newest, token by token where there is something to see. */
async function follow() {
  if (busy) return;
  busy = true;
  let failed = 0;
  try {
    while (following && (!shown || shown.key !== keyOf(view.tokens.length))) {
      const count = view.tokens.length;
      const ahead = shown && shown.n < count && keyOf(shown.n) === shown.key;
      const slowly = ahead && count - shown.n <= 16 && !document.hidden && mayMove();
      const n = slowly ? shown.n + 1 : count;
      if (ahead && !slowly) await learn(shown.n + 1, count);
      const next = await board(n);
      if (!next) {
        await pause(Math.min(3_000, 700 * ++failed)); // a board that did not come is asked for again
        continue;
      }
      if (!following) break;
      if (keyOf(n) !== next.key) continue;
      const mine = n > 0 && view.mine.includes(view.tokens[n - 1][1]);
      show(next, { lively: Boolean(ahead) });
      if (ahead) say(next.last?.words ?? "");
      if (slowly && n < view.tokens.length) await pause(mine ? 260 : view.tokens[n - 1][1] === null ? 620 : 720);
    }
  } finally {
    busy = false;
  }
  render();
}

/** The words of tokens that were jumped over, told as well. */
async function learn(from, to) {
  const { ok, body } = await ask(`${api}/log?from=${from - 1}`);
  if (!ok) return;
  for (const { n, token, words: text } of body) {
    if (view.tokens[n - 1]?.[0] !== token) return;
    words[n - 1] = text;
    if (n < to) say(text);
  }
}

/** A moment to look, which any key or tap cuts short. */
function pause(time) {
  return new Promise((done) => {
    const end = () => { clearTimeout(timer); removeEventListener("pointerdown", end, true); removeEventListener("keydown", end, true); done(); };
    const timer = setTimeout(end, time);
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
  });
}

function show(next, how) {
  stepper.rest();
  if (!inLobby()) closeWidget();
  hang(drawn, next.svg, how);
  zoom.hung();
  drawn.querySelector("svg").setAttribute("aria-describedby", "board-text");
  $("#board-text").textContent = describe(next);
  stepper.name(next.squares);
  shown = next;
  if (next.last) words[next.n - 1] = next.last.words;
  render();
}

function describe(next) {
  return drawn.querySelector("svg > desc")?.textContent || next.position;
}

let sought = 0;

/** Look at the board after n tokens; whoever turns pages quickly gets the one asked for last. */
async function look(n) {
  sought = n;
  following = n === view.tokens.length && view.state === "running";
  if (following) { render(); return follow(); }
  const next = await board(n);
  if (following || sought !== n) return;
  if (!next) return render();
  show(next, { lively: shown && n === shown.n + 1 });
  history.replaceState(null, "", n === view.tokens.length ? location.pathname : `#${n}`);
}

// What is shown round the board

const isNewest = () => shown && view && shown.key === keyOf(view.tokens.length);
const mayPlay = () => view.can.move && isNewest() && !sending && shown.legal.length > 0;

let offered = null;

function render() {
  if (!view) return;
  const past = Boolean(shown) && !isNewest() && !following;
  $("#board").classList.toggle("past", past);
  showSeats($("#seats"), view, game, {
    scores: view.state === "open" ? null : shown?.scores ?? view.scores,
    turn: view.state === "running" ? (shown ? shown.turn : view.turn) : null,
    onHandOver: (seat) => command({ do: "hand-over", seat, level: "3" }),
  });
  const known = following && shown && keyOf(shown.n) === shown.key ? view.tokens.slice(0, shown.n) : view.tokens;
  replay.show(shown?.n ?? view.tokens.length, known, words);
  $("#replay").hidden = $("#log-section").hidden = view.tokens.length === 0;
  talk.show(view.chat ?? []);
  renderPanel(past);
  renderResult();
  renderMenu();
  const mine = view.can.move && view.state === "running";
  Object.assign($("#table").dataset, {
    state: view.state, n: shown?.n ?? "", newest: String(Boolean(isNewest())), mine: String(Boolean(mayPlay() && !past)), version: view.version,
  });
  document.title = `${mine ? "● Your turn · " : ""}${game.title} · Stylobate`;
}

function renderPanel(past) {
  const mine = mayPlay() && !past;
  panel.classList.toggle("mine", Boolean(mine));
  panel.hidden = view.state === "over" && !past && isNewest();
  $("#typed").hidden = !(view.can.move && view.state === "running");
  $("#undo").hidden = !view.can.undo || past;
  $("#to-now").hidden = !past || view.state !== "running";
  $("#takeback-ask").hidden = !view.takeback;
  if (view.takeback) renderTakeback();
  if (view.state === "open") {
    stop();
    askLine.hidden = true;
    if (widget?.kind !== `lobby ${view.version}`) renderLobby();
    return;
  }
  askLine.hidden = false;
  if (inLobby()) closeWidget();
  if (mine) {
    if (offered !== shown.key) begin();
    return;
  }
  stop();
  askLine.replaceChildren(...standing(past));
}

const inLobby = () => Boolean(widget?.kind?.startsWith?.("lobby"));

/** Who comes and goes takes nothing from what somebody is just typing. */
function renderLobby() {
  const fields = () => $$("[data-seat] input:not([readonly]), [data-seat] select, [data-seat] button", widgetBox);
  const nameOf = (field) => `${field.closest("[data-seat]").dataset.seat} ${field.getAttribute("aria-label") ?? field.textContent}`;
  const before = new Map(fields().map((field) => [nameOf(field), field]));
  const active = document.activeElement;
  widgetBox.replaceChildren(...lobby(view, game, { invites, name: data.me?.name ?? "", onInvite: invite, onCommand: command }));
  widget = { kind: `lobby ${view.version}`, close: () => widgetBox.replaceChildren() };
  for (const field of fields()) {
    const old = before.get(nameOf(field));
    if (old && !field.matches("button") && old.value !== old.defaultValue) field.value = old.value;
    if (old && old === active) field.focus();
  }
}

/** It is this viewer's turn: offer what may be done. */
function begin() {
  offered = shown.key;
  closeWidget();
  const tokens = view.tokens.slice(0, shown.n);
  widget = widgetFor(game.id, { at: shown, box: widgetBox, drawn, play: move, tokens, renew: () => stepper.show() });
  widget?.start();
  stepper.offer(widget ? widget.legal : shown.legal, widget);
  $("#moves").replaceChildren(...shown.legal.map(({ token, words: text }) => make("option", { value: token }, text)));
  say(`Your turn. ${shown.asks}`);
}

function stop() {
  if (offered === null) return;
  offered = null;
  if (!inLobby()) closeWidget();
  stepper.rest();
}

function closeWidget() {
  widget?.close?.();
  widget = null;
  if (offered !== null && offered !== shown?.key) offered = null;
}

function standing(past) {
  if (past) return [make("strong", {}, shown.n ? `After move ${shown.n}: ` : "The start. "), shown.last ? `${shown.last.words}.` : ""];
  if (view.state === "over") return [make("strong", {}, "The game is over. "), verdict(view, game)];
  if (sending) return ["…"];
  if (!isNewest()) return [make("strong", {}, shown?.last ? `${shown.last.words}.` : "…")];
  if (view.turn === null) return [shown.asks];
  const seat = view.seats[view.turn];
  const who = seatTitle(view, game, view.turn);
  return [make("strong", {}, seat.kind === "computer" ? `${who} is thinking … ` : `It is ${who}'s turn. `), shown?.last ? make("span", { class: "faded" }, `${shown.last.words}.`) : ""];
}

/** What is asked, and what has been chosen so far. */
function tellPath(path) {
  if (!view || offered === null || !shown) return;
  askLine.replaceChildren(
    make("strong", {}, seats().length > 1 ? `${seatTitle(view, game, view.turn)}: ` : "Your turn. "),
    shown.asks,
    path.length ? make("span", { class: "path" }, ` Chosen: ${path.map((step) => step.label).join(", ")}.`) : "",
  );
}

const seats = () => view.mine;

function renderTakeback() {
  const { seat, asks_you: asksYou } = view.takeback;
  const who = seatTitle(view, game, seat);
  $("#takeback-ask").replaceChildren(
    make("p", {}, asksYou ? `${who} asks to take the last move back.` : `${who} has asked to take the last move back.`),
    make("p", { class: "row" },
      asksYou && make("button", { type: "button", class: "primary", onclick: () => command({ do: "answer-takeback", yes: true }) }, "Allow it"),
      (asksYou || view.mine.includes(seat)) && make("button", { type: "button", onclick: () => command({ do: "answer-takeback", yes: false }) }, asksYou ? "Refuse" : "Never mind")),
  );
}

let resultFor = "";

function renderResult() {
  const box = $("#result");
  box.hidden = view.state !== "over";
  $("#after").hidden = view.state !== "over" || view.first === null;
  if (view.state !== "over") return;
  const key = JSON.stringify([view.result, view.rematch, view.can.rematch, isNewest() && shown.result]);
  if (key === resultFor) return;
  const lines = isNewest() ? shown.result : resultLines;
  if (lines?.length) resultLines = lines;
  resultFor = key;
  box.replaceChildren(...resultCard(view, game, resultLines, {
    onRematch: () => command({ do: "rematch" }),
  }).filter(Boolean));
}
let resultLines = [];

function renderMenu() {
  $("#ask-takeback").hidden = !view.can.ask_takeback;
  $("#resign").hidden = !view.can.resign;
  $("#hand-over").hidden = !(view.state === "running" && view.seats.some((seat) => seat.you && seat.hand_over));
  $("#return").hidden = !(view.can.return?.length);
  $("#how-to").textContent = shown?.how_to ?? "";
  $("#how-to-box").hidden = !shown?.how_to;
  const drawn = view.state !== "open" && view.draws.length > 0;
  if (drawn && $("#draws").hidden) showDraws($("#draws"), view, game);
  $("#draws").hidden = !drawn;
}

// What this viewer asks for

/** @param {object} asked */
async function command(asked) {
  error.textContent = "";
  const { ok, status, body } = await post(api, asked, { onRetry: () => standingIs("waiting") });
  const news = body.view ?? (ok ? body : null);
  if (news?.version !== undefined) stream.take(news);
  if (!ok) {
    error.textContent = body.error;
    say(body.error);
    if (status === 0 || status === 409) stream.refresh();
  }
  return ok;
}

/** @param {string} token */
async function move(token) {
  if (sending) return false;
  sending = true;
  panel.classList.add("sending");
  stepper.rest();
  const ok = await command({ do: "move", token, version: view.version, nonce: fresh() });
  sending = false;
  panel.classList.remove("sending");
  offered = null;
  following = true;
  render();
  follow();
  return ok;
}

async function invite(seat) {
  const { ok, body } = await post(`${api}/invites`, { seat });
  if (!ok) { error.textContent = body.error; return; }
  invites[seat] = body.url;
  widget = null;
  render();
}

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(`invites ${data.table}`) ?? "{}"); } catch { return {}; }
}

$("#typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("#token");
  const token = field.value.trim();
  if (token && await move(token)) field.value = "";
});
$("#undo").addEventListener("click", () => command({ do: "undo", version: view.version }));
$("#to-now").addEventListener("click", () => look(view.tokens.length));
$("#ask-takeback").addEventListener("click", () => command({ do: "ask-takeback" }));
$("#return").addEventListener("click", () => command({ do: "return" }));
$("#hand-over").addEventListener("click", () => sure("Let the computer play for you? You may come back at any time.", () => {
  for (const seat of view.mine) command({ do: "hand-over", seat, level: "3" });
}));
$("#resign").addEventListener("click", () => sure("Give this game up?", () => command({ do: "resign" })));
$("#verify")?.addEventListener("click", () => verify(id, $("#proof")));
$("#play-on")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { ok, body } = await post(`${api}/continue/${shown.n}`, { level: form.elements.level.value, ...(shown.turn === null ? {} : { seat: shown.turn }) }, { tries: 3 });
  if (ok) location.href = body.url ?? `/t/${body.table}`;
  else error.textContent = body.error;
});
$("#share")?.addEventListener("click", (event) => {
  event.currentTarget.dataset.copy = `${location.origin}/t/${id}${shown && shown.n < view.tokens.length ? `#${shown.n}` : ""}`;
});

/** Ask once more, quietly. */
function sure(question, then) {
  const dialog = /** @type {HTMLDialogElement} */ ($("#sure"));
  $("p", dialog).textContent = question;
  dialog.returnValue = "";
  dialog.onclose = () => { if (dialog.returnValue === "yes") then(); };
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest?.("input, textarea, select") || $("#typed").hidden) return;
  event.preventDefault();
  $("#token").focus();
});

// Begin

const replay = new Replay($("#replay"), $("#log"), look);
const talk = new Talk($("#talk"), (text) => command({ do: "say", text }));
const hung = drawn.querySelector("svg");
if (hung) opened(hung);
zoom.hung();
for (const part of document.querySelectorAll(".scripted-only")) part.hidden = false;

function standingIs(standing) {
  const sign = $("#link-state");
  const text = { live: "connected", waiting: "connecting …", lost: "connection lost" }[standing];
  if (sign.textContent !== text) sign.textContent = text;
  sign.classList.toggle("live", standing === "live");
  const banner = $("#banner");
  if (standing === "lost" && banner.hidden) say("The connection is lost. What you see may be old.");
  banner.hidden = standing !== "lost";
}

const stream = new Stream(id, onView, standingIs);
runClocks($("#seats"), () => view && { clock: view.clock, came });
if (data.view) stream.take(data.view);
else stream.refresh();
const wanted = Number(location.hash.slice(1));
if (view && location.hash && Number.isInteger(wanted) && wanted < view.tokens.length) look(wanted);
addEventListener("hashchange", () => { const n = Number(location.hash.slice(1)); if (view && Number.isInteger(n)) look(Math.min(n, view.tokens.length)); });
