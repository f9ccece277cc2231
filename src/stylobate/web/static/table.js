// Why: the table page.  It puts together what follows the game and what stands round the board, keeps the stream of
// views, and asks the server for whatever this viewer wants done.

import { $, hit, mayMove, post, say } from "./house.js";
import { Around } from "./around.js";
import { landed } from "./board.js";
import { Following, pause } from "./following.js";
import { merged } from "./merging.js";
import { Nonces } from "./nonces.js";
import { Notices } from "./notices.js";
import { Sounds } from "./sound.js";
import { begin as switches } from "./switches.js";
import { Stream } from "./stream.js";
import { widgetsFrom } from "./widgets.js";
import { run as runClocks } from "./clock.js";
import { pace, sound, SLOWNESS } from "./likings.js";
import { levelTold, seatTitle } from "./seats.js";
import { draws, throwing } from "./lobby.js";
import { verdict, verify } from "./after.js";
import { keys } from "./keys.js";
import { maySend, send } from "./sharing.js";

/** @import { Command, Invitation, Page, View } from "../types.d.ts" */
/** @import { Connection } from "./stream.js" */

/** @type {Page} */ const data = JSON.parse($("#data", document, HTMLScriptElement).text);
const { game, table: id } = data;
const api = `/api/tables/${encodeURIComponent(id)}`;
const error = $("#error");
const A_WAIT = 4000; // milliseconds after which one may have looked away: only then one is called
const invites = { ...data.invites, ...remembered() };
let ended = false; // just now, and the result has not been brought into view
let called = false; // it has become this viewer's turn, and that has not been heard
let moved = 0; // when this viewer last moved
let opens = false; // this browser's number is on its way

/** @type {Following} */ const following = new Following(api, data.view, data.log, {
  onBoard: (board, lively) => around.hang(board, lively),
  onChange: () => around.render(),
  onNewest: () => {
    if (ended) finished();
    if (called && performance.now() - moved > A_WAIT) sounds.play("turn");
    ended = called = false;
  },
  landed,
  slowness: () => (onTheClock() ? Math.min(1, SLOWNESS[pace.value]) : SLOWNESS[pace.value]),
});

const sounds = new Sounds(() => sound.value === "off");
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => sounds.touched(), { capture: true, passive: true });
switches(() => sounds.play("piece"));
const notices = new Notices($("#notice"), game.title);
const nonces = new Nonces(id, game.has_chance, quietly);
const widgetFor = await widgetsFrom(game.widget);
const around = new Around(game, following, { name: data.me.name, invites }, { command, move, moveByItself: (token) => { move(token, true); }, invite, look, sound: (one) => sounds.play(one), widgetFor });

/** Whether this viewer's time runs: then nobody is made to look on for longer than usual. */
function onTheClock() {
  const { clock, mine } = following.view;
  return clock.running !== null && mine.includes(clock.running);
}

/** @param {View} view */
function onView(view) {
  const before = following.view;
  following.take(view);
  if (before.state !== view.state) announce(before);
  called ||= view.can.move && !before.can.move;
  if (before.state === "open" && view.state === "running") following.first(showThrow());
  around.render();
  following.follow();
  nonces.take(view);
  notices.take(before, view);
  if (view.can.begin) beginGame();
  const again = view.rematch.table;
  if (again && !before.rematch.table && before.rematch.seats.some((seat) => view.mine.includes(seat))) location.href = `/t/${again}`;
}

/**
 * All are seated and chance has a part: this browser's number opens the game, now that the seal is known.
 * One is enough: the host's at once, another's only if the game has still not begun a little later.
 */
async function beginGame() {
  if (opens) return;
  opens = true;
  if (!following.view.host || document.hidden) await pause(800 + 1200 * Math.random());
  for (let tries = 0; tries < 30 && !Nonces.isReady(following.view); tries++) await pause(100);
  if (following.view.can.begin) await quietly({ do: "begin", nonce: nonces.send(following.view), version: following.view.version });
  opens = false;
}

/** The throw of a die each for the start, large on the board before anything else happens there. */
async function showThrow() {
  const { view } = following;
  if (view.draws[0]?.what !== "die" || !mayMove() || document.hidden) return;
  const thrown = throwing(view, game);
  $("#board").append(thrown);
  await pause(1700 + 180 * view.draws.length);
  thrown.remove();
}

/** The end has been seen on the board. */
function finished() {
  const { mine, result } = following.view;
  around.bringResult();
  if (mine.length && result?.winners.length) sounds.play(result.winners.some((seat) => mine.includes(seat)) ? "won" : "lost");
}

/** @param {View} before */
function announce(before) {
  const { view } = following;
  if (view.state === "running") say("The game begins.");
  if (view.state === "over") say(`The game is over. ${verdict(view, game)}`);
  ended = view.state === "over";
  if (before.state === "open" && view.state === "running") for (const line of draws(view, game)) say(line);
}

// What this viewer asks for

/** @param {number} n */
function look(n) {
  error.textContent = "";
  following.look(n);
}

/** @param {Command} asked */
function command(asked) {
  return outcome(sent(api, asked));
}

/** What the page asks for by itself: nobody needs to hear why not. @param {Command} asked */
async function quietly(asked) {
  const { ok, body } = await post(api, asked);
  const news = body.view ?? (ok ? body : null);
  if (news?.version !== undefined) stream.take(news);
  return ok;
}

/** @param {string} where @param {Command} asked */
function sent(where, asked) {
  error.textContent = "";
  return post(where, asked, { onRetry: () => showConnection("waiting") });
}

/** What came of it: the new view is shown, or why there is none; whether it was done. @param {ReturnType<typeof post>} answer @param {boolean} byItself */
async function outcome(answer, byItself = false) {
  const { ok, status, body } = await answer;
  const news = body.view ?? (ok ? body : null);
  if (news?.version !== undefined) stream.take(news);
  if (!ok) {
    if (!byItself) {
      error.textContent = body.error;
      say(body.error);
    }
    if (status === 0 || status === 409) stream.refresh();
  }
  return ok;
}

/** @param {string} token @param {boolean} byItself nobody has pressed anything, and need hear why it was refused */
async function move(token, byItself = false) {
  if (around.sending) return false;
  around.send(true);
  moved = performance.now();
  const seen = following.view;
  const { tokens, version } = seen;
  const answer = sent(`${api}?boards=${tokens.length}&since=${version}`, { do: "move", token, version, nonce: nonces.send(seen) });
  following.expect(answer.then(({ ok, body }) => {
    const view = ok ? merged(seen, body.view) : null;
    return view && { ...body, view };
  }));
  const ok = await outcome(answer, byItself);
  around.send(false);
  following.resume();
  return ok;
}

/** @param {number} seat */
async function invite(seat) {
  const { ok, body } = await post(`${api}/invites`, { seat });
  if (!ok) { error.textContent = body.error; return; }
  (following.view.seats[seat].kind === "open" ? invites : around.links)[seat] = body;
  if (following.view.state === "open") around.renderLobby();
  around.render();
}

/** @returns {Record<string, Invitation>} */
function remembered() {
  try {
    /** @type {[string, Invitation | string][]} */ const kept = Object.entries(JSON.parse(sessionStorage.getItem(`invites ${data.table}`) ?? "{}"));
    return Object.fromEntries(kept.map(([seat, made]) => [seat, typeof made === "string" ? { url: made } : made]));
  } catch { return {}; }
}

/** A token typed in capitals, or without them, as the game writes it; whatever else was typed as it is. @param {string} typed */
function meant(typed) {
  const like = following.shown?.legal.filter(({ token }) => token.toLowerCase() === typed.toLowerCase()) ?? [];
  return like.length === 1 ? like[0].token : typed;
}

/** @param {string} query @param {() => void} act */
const onClick = (query, act) => document.querySelector(query)?.addEventListener("click", act);

$("#typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = $("#token", document, HTMLInputElement);
  const typed = field.value.trim();
  if (typed && await move(meant(typed))) field.value = "";
});
onClick("#undo", () => {
  around.lapse.stop();
  command({ do: "undo", version: following.view.version });
});
onClick("#to-now", () => look(following.view.tokens.length));
onClick("#ask-takeback", () => command({ do: "ask-takeback" }));
onClick("#return", () => command({ do: "return" }));
onClick("#hand-over", () => sure(`Let the computer play for you (${levelTold(game, following.view.stand_in)})? What it plays is marked. You may come back at any time.`, "Let it play", () => {
  for (const seat of following.view.mine) command({ do: "hand-over", seat });
}));
onClick("#resign", () => {
  const { earnest } = following.view;
  const question = earnest ? `Resign? ${afterResigning()}` : "Cancel the game? Not everybody has moved yet, so nobody loses.";
  sure(question, earnest ? "Resign" : "Cancel the game", () => command({ do: "resign" }));
});
onClick("#verify", () => verify(id, game, $("#proof")));
const watch = $("#sharing [data-copy]").dataset.copy ?? location.href;
onClick("#copy-position", () => { $("#copy-position").dataset.copy = position(); });
$("#copy-embed").dataset.copy = `<iframe src="${watch.replace("/t/", "/embed/")}" title="A game of ${game.title}" width="480" height="600"></iframe>`;
$("#send").hidden = !maySend();
onClick("#send", () => send(`A game of ${game.title}`, position()));
keys($("#keys", document, HTMLDialogElement), $("#keys-open"));
$("#play-on").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { shown, view } = following;
  if (!shown) return;
  const level = $("#play-on select", document, HTMLSelectElement).value;
  const seat = view.mine[0] ?? shown.turn;
  const { ok, body } = await post(`${api}/continue/${shown.n}`, { level, ...(seat === null ? {} : { seat }) }, { tries: 3 });
  if (ok) location.href = body.url ?? `/t/${body.table}`;
  else error.textContent = body.error;
});

/** What giving up comes to, at this table. */
function afterResigning() {
  const { view } = following;
  const seat = view.turn !== null && view.mine.includes(view.turn) ? view.turn : view.mine[0];
  if (view.sides.length > 2) return "The computer plays on in your place.";
  const [side, other] = view.sides.toSorted((one) => (one.includes(seat) ? -1 : 1));
  const partner = side.find((one) => view.seats[one].kind === "person" && !view.seats[one].you && !view.seats[one].resigned);
  if (partner !== undefined) return `The game ends when ${seatTitle(view, game, partner)} resigns as well.`;
  const names = other.map((one) => seatTitle(view, game, one));
  return names.length === 1 ? `${names[0]} wins.` : `${names.join(" and ")} win.`;
}

/**
 * Ask once more, quietly; the button says what it does.
 * @param {string} question
 * @param {string} does
 * @param {() => void} then
 */
function sure(question, does, then) {
  const dialog = $("#sure", document, HTMLDialogElement);
  $("p", dialog).textContent = question;
  $("[value=yes]", dialog).textContent = does;
  dialog.returnValue = "";
  dialog.onclose = () => { if (dialog.returnValue === "yes") then(); };
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || hit(event, "input, textarea, select") || $("#typed").hidden) return;
  event.preventDefault();
  $("#token").focus();
});

/** The address of the very position that is shown. */
function position() {
  return `${watch}#${following.shown?.n ?? following.view.tokens.length}`;
}

/** @param {Connection} connection of the stream */
function showConnection(connection) {
  const sign = $("#link-state");
  const text = { live: "connected", waiting: "connecting …", lost: "connection lost" }[connection];
  if (sign.textContent !== text) sign.textContent = text;
  sign.classList.toggle("live", connection === "live");
  const banner = $("#banner");
  if (connection === "lost" && banner.hidden) say("The connection is lost. What you see may be old.");
  banner.hidden = connection !== "lost";
}

// Begin

const stream = new Stream(id, onView, showConnection);
runClocks($("#seats"), () => ({ clock: following.view.clock, came: following.came }));
stream.take(data.view);

/** The address may name a board, as #12 does. */
const named = () => (location.hash ? Number(location.hash.slice(1)) : following.view.tokens.length);
if (named() < following.view.tokens.length) look(named());
addEventListener("hashchange", () => { if (Number.isInteger(named())) look(Math.min(named(), following.view.tokens.length)); });
