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
import { draws, lobby, showDraws, throwing } from "./lobby.js";
import { ending, resultCard, verdict, verify } from "./after.js";
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
let hurry = false; // somebody wants to see the end of it, not every step
let ended = false; // just now, and the result has not been brought into view
let held = 0; // pixels that the panel keeps, so that nothing under it jumps
/** @type {Promise<void> | undefined} the throw for the start, as long as it is shown */ let opening;
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
  if (before?.state === "open" && view.state === "running") opening = showThrow().finally(() => { opening = undefined; render(); });
  render();
  if (following) follow();
  if (view.can.begin) beginGame();
  const again = view.rematch.table;
  if (!first && again && !before.rematch.table && before.rematch.seats.some((seat) => view.mine.includes(seat))) location.href = `/t/${again}`;
}

/**
 * All are seated and chance has a part: this browser's number opens the game, now that the seal is known.
 * One is enough: the host's at once, another's only if the game has still not begun a little later.
 */
async function beginGame() {
  if (beginGame.asked) return;
  beginGame.asked = true;
  if (!view.host || document.hidden) await new Promise((done) => setTimeout(done, 800 + 1200 * Math.random()));
  if (view.can.begin) {
    const { body } = await post(api, { do: "begin", nonce: fresh() });
    stream.take(body.view ?? body);
  }
  beginGame.asked = false;
}

/** The throw of a die each for the start, large on the board before anything else happens there. */
async function showThrow() {
  if (view.draws[0]?.what !== "die" || !mayMove() || document.hidden) return;
  const thrown = throwing(view, game);
  $("#board").append(thrown);
  await pause(1700 + 180 * view.draws.length);
  thrown.remove();
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
  ended = view.state === "over";
  if (before.state === "open" && view.state === "running") for (const line of draws(view, game)) say(line);
}

/** Go from the board that hangs there to the newest, token by token where there is something to see. */
async function follow() {
  if (busy) return;
  busy = true;
  hurry = false;
  let failed = 0;
  try {
    while (following && (!shown || shown.key !== keyOf(view.tokens.length))) {
      const count = view.tokens.length;
      const ahead = shown && shown.n < count && keyOf(shown.n) === shown.key;
      const slowly = ahead && !hurry && count - shown.n <= 48 && !document.hidden && mayMove();
      const n = slowly ? shown.n + 1 : count;
      if (ahead && !slowly) await learn(shown.n + 1, count);
      const next = await board(n);
      await opening;
      if (!next) {
        await pause(Math.min(3_000, 700 * ++failed)); // a board that did not come is asked for again
        continue;
      }
      if (!following) break;
      if (keyOf(n) !== next.key) continue;
      show(next, { lively: Boolean(ahead) });
      if (ahead) say(next.last?.words ?? "");
      if (slowly && n < view.tokens.length) {
        board(n + 1); // it comes while one looks at this one
        hurry = await pause(pace(n));
      }
    }
  } finally {
    busy = false;
  }
  render();
  if (ended && isNewest()) bringResult();
}

const A_TURN = 2500; // milliseconds that somebody else's whole turn takes to watch, however many steps it has

/** How long to look at what the nth token did. */
function pace(n) {
  const last = view.tokens.length - 1;
  const seat = (at) => { while (at < last && view.tokens[at][1] === null) at++; return view.tokens[at][1]; }; // whom a throw is for
  const whose = seat(n - 1);
  if (view.tokens[n - 1][1] !== null && view.mine.includes(whose)) return 260;
  let from = n - 1;
  let to = n - 1;
  while (from > 0 && seat(from - 1) === whose) from--;
  while (to < last && seat(to + 1) === whose) to++;
  return Math.min(view.tokens[n - 1][1] === null ? 620 : 720, A_TURN / (to - from + 1));
}

/** Once it is over the result comes into view; the board stays. */
function bringResult() {
  ended = false;
  const card = $("#result");
  const whole = matchMedia("(min-width: 62rem)").matches;
  (whole ? card : $("h2", card))?.scrollIntoView({ block: "nearest", behavior: mayMove() ? "smooth" : "auto" });
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

/** A moment to look, which any key or tap cuts short; whether one did. @returns {Promise<boolean>} */
function pause(time) {
  return new Promise((done) => {
    const end = (cut) => { clearTimeout(timer); removeEventListener("pointerdown", end, true); removeEventListener("keydown", end, true); done(Boolean(cut)); };
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
  stepper.name(next.squares);
  shown = next;
  if (next.last) words[next.n - 1] = next.last.words;
  render();
}

let sought = 0;

/** Look at the board after n tokens; whoever turns pages quickly gets the one asked for last. */
async function look(n) {
  sought = n;
  error.textContent = "";
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
const mayPlay = () => view.can.move && isNewest() && !sending && !opening && shown.legal.length > 0;

let offered = null;

function render() {
  if (!view) return;
  const past = Boolean(shown) && !isNewest() && !following;
  $("#board").classList.toggle("past", past);
  showSeats($("#seats"), view, game, {
    scores: view.state === "open" ? null : shown?.scores ?? view.scores,
    turn: view.state === "running" && !opening ? (shown ? shown.turn : view.turn) : null,
    onHandOver: (seat) => command({ do: "hand-over", seat, level: "3" }),
  });
  const known = opening ? [] : following && shown && keyOf(shown.n) === shown.key ? view.tokens.slice(0, shown.n) : view.tokens;
  replay.show(shown?.n ?? view.tokens.length, known, words);
  $("#replay").hidden = $("#log-section").hidden = known.length === 0;
  $("#log-end").textContent = ending(view, game);
  talk.show(view.chat ?? []);
  $("#talk").hidden = view.mine.length > 0 && !view.chat?.length && !view.seats.some((seat) => seat.kind !== "computer" && !seat.you);
  renderPlate();
  renderPanel(past);
  renderResult();
  renderMenu();
  const mine = view.can.move && view.state === "running";
  Object.assign($("#table").dataset, {
    state: view.state, n: shown?.n ?? "", newest: String(Boolean(isNewest())), mine: String(Boolean(mayPlay() && !past)), version: view.version,
  });
  document.title = `${mine ? "● Your turn · " : ""}${game.title} · Stylobate`;
}

/** A game that ended otherwise than by its rules: the drawing knows nothing of that, so a plate on it says it. */
function renderPlate() {
  const off = view.state === "over" && view.result.how !== "played" && (!shown || isNewest());
  $("#board").classList.toggle("ended", off);
  $("#plate").hidden = !off;
  $("#plate").textContent = off ? verdict(view, game) : "";
  $("#board-text").textContent = [off && verdict(view, game), drawn.querySelector("svg > desc")?.textContent].filter(Boolean).join(" ");
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
  hold();
  $("#moves").replaceChildren(...shown.legal.map(({ token, words: text }) => make("option", { value: token }, text)));
  say(`Your turn. ${shown.asks}`);
}

/** The panel stays as high as it was when the turn began, and does not shrink much between turns. */
function hold() {
  panel.style.setProperty("--held", "0px");
  held = Math.max(panel.getBoundingClientRect().height, Math.min(held, 256));
  panel.style.setProperty("--held", `${held}px`);
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
  if (opening) return [draws(view, game).join(" ")];
  if (!isNewest()) return [make("strong", {}, shown?.last ? `${shown.last.words}.` : "…")];
  if (view.turn === null) return [shown.asks];
  const seat = view.seats[view.turn];
  const who = seatTitle(view, game, view.turn);
  return [
    make("strong", {}, seat.kind === "computer" ? `${who} is thinking … ` : `It is ${who}'s turn. `),
    shown?.last ? make("span", { class: "faded" }, `${shown.last.words}. `) : "",
    view.mine.length ? "" : make("span", { class: "faded" }, view.can.return?.length ? "The computer plays for you." : "You are watching."),
  ];
}

/** What is asked next, and for those who listen what has been chosen so far. */
function tellPath(path) {
  if (!view || offered === null || !shown) return;
  askLine.replaceChildren(
    make("strong", {}, seats().length > 1 ? `${seatTitle(view, game, view.turn)}: ` : "Your turn. "),
    path.at(-1)?.then ?? shown.asks,
    path.length ? make("span", { class: "unseen" }, ` Chosen: ${path.map((step) => step.label).join(", ")}.`) : "",
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
    watch: `${location.origin}/t/${id}`,
    record: `${api}/record.txt`,
    verifies: $("#verify")?.textContent ?? "",
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
  renderDraws();
  const over = Boolean(shown?.over);
  $("#play-on button").disabled = over;
  $("#play-on-hint").hidden = !over;
}

/** How the start was found: beside the seats until everybody has moved, then only under “Table”. */
function renderDraws() {
  const drew = view.state !== "open" && view.draws.length > 0;
  const young = view.seats.some((_, seat) => !view.tokens.some(([, by]) => by === seat));
  if (drew && !$("#draws-kept").textContent) {
    showDraws($("#draws"), view, game);
    $("#draws-kept").textContent = draws(view, game).join(" ");
  }
  $("#draws").hidden = !drew || !young;
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

/** A token typed in capitals, or without them, as the game writes it; whatever else was typed as it is. */
function meant(typed) {
  const like = shown.legal.filter(({ token }) => token.toLowerCase() === typed.toLowerCase());
  return like.length === 1 ? like[0].token : typed;
}

$("#typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("#token");
  const typed = field.value.trim();
  if (typed && await move(meant(typed))) field.value = "";
});
askLine.addEventListener("click", () => askLine.classList.toggle("whole"));
$("#undo").addEventListener("click", () => command({ do: "undo", version: view.version }));
$("#to-now").addEventListener("click", () => look(view.tokens.length));
$("#ask-takeback").addEventListener("click", () => command({ do: "ask-takeback" }));
$("#return").addEventListener("click", () => command({ do: "return" }));
$("#hand-over").addEventListener("click", () => sure("Let the computer play for you? You may come back at any time.", "Let it play", () => {
  for (const seat of view.mine) command({ do: "hand-over", seat, level: "3" });
}));
$("#resign").addEventListener("click", () => sure(`Resign? ${afterResigning()}`, "Resign", () => command({ do: "resign" })));
$("#verify")?.addEventListener("click", () => verify(id, $("#proof")));
$("#play-on")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const seat = view.mine[0] ?? shown.turn;
  const { ok, body } = await post(`${api}/continue/${shown.n}`, { level: form.elements.level.value, ...(seat === null ? {} : { seat }) }, { tries: 3 });
  if (ok) location.href = body.url ?? `/t/${body.table}`;
  else error.textContent = body.error;
});
$("#share")?.addEventListener("click", (event) => {
  event.currentTarget.dataset.copy = `${location.origin}/t/${id}${shown && shown.n < view.tokens.length ? `#${shown.n}` : ""}`;
});

/** What giving up comes to, at this table. */
function afterResigning() {
  const seat = view.mine.includes(view.turn) ? view.turn : view.mine[0];
  if (view.sides.length > 2) return "The computer plays on in your place.";
  const [side, other] = [...view.sides].sort((one) => (one.includes(seat) ? -1 : 1));
  const partner = side.find((one) => view.seats[one].kind === "person" && !view.seats[one].you && !view.seats[one].resigned);
  if (partner !== undefined) return `The game ends when ${seatTitle(view, game, partner)} resigns as well.`;
  const names = other.map((one) => seatTitle(view, game, one));
  return names.length === 1 ? `${names[0]} wins.` : `${names.join(" and ")} win.`;
}

/** Ask once more, quietly; the button says what it does. */
function sure(question, does, then) {
  const dialog = /** @type {HTMLDialogElement} */ ($("#sure"));
  $("p", dialog).textContent = question;
  $("[value=yes]", dialog).textContent = does;
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
