// Why: round the board stands all that is not on it: who plays and whose turn it is, what is asked of this viewer,
// the log, the talk, the result, what else may be done.  It is shown anew from the view and the board whenever one of
// them changes.  What may be done, and what it is called, comes with them.

import { $, $$, ask as asked, make, mayMove, say } from "./house.js";
import { Lapse } from "./lapse.js";
import { Replay } from "./replay.js";
import { Talk } from "./talk.js";
import { showSeats, seatTitle } from "./seats.js";
import { draws, lobby, showDraws } from "./lobby.js";
import { ending, resultCard, verdict } from "./after.js";
import { HowTo } from "./howto.js";
import { Tabletop } from "./tabletop.js";

/** @import { Board, Command, Game, Invitation, Step, Tally, WidgetFor } from "../types.d.ts" */
/** @import { Arrival } from "./board.js" */
/** @import { Following } from "./following.js" */
/** @import { Sound } from "./sound.js" */

const board = $("#board");
const drawn = $("#drawn");
const panel = $("#panel");
const askLine = $("#ask");
const widgetBox = $("#widget");
const small = matchMedia("(max-width: 61.99rem)");

export class Around {
  /**
   * @param {Game} game
   * @param {Following} following
   * @param {{name: string, invites: Record<string, Invitation>}} viewer what they are called, and their links by seat
   * @param {{command: (asked: Command) => Promise<boolean>, move: (token: string) => Promise<boolean>, moveByItself: (token: string) => void, invite: (seat: number) => void, look: (n: number) => void, sound: (sound: Sound) => void, widgetFor: WidgetFor}} ask
   */
  constructor(game, following, viewer, ask) {
    this.game = game;
    this.following = following;
    this.viewer = viewer;
    this.ask = ask;
    this.sending = false; // a move, which has not been answered
    /** @type {string | null} the board on which something may be chosen now */
    this.offered = null;
    this.lobby = 0; // the version of the view that it shows
    /** @type {Record<string, Invitation>} invitations to seats of ghosts */
    this.links = {};
    /** @type {string[]} why the game ended so */
    this.reasons = [];
    /** @type {Tally | null} the same as a table */
    this.tally = null;
    this.resultFor = "";
    this.replay = new Replay($("#replay"), $("#log"), ask.look);
    this.howTo = new HowTo($("#how-to-box", document, HTMLDetailsElement), game.id, following.view.id);
    this.talk = new Talk($("#talk", document, HTMLDetailsElement), (text) => ask.command({ do: "say", text }));
    this.tabletop = new Tabletop({
      widgetFor: ask.widgetFor,
      play: ask.move,
      onPath: (path) => this.tell(path),
      whyNot: (keys) => this.explained(keys),
    });
    this.lapse = new Lapse($("#not-yet"), ask.moveByItself);
    small.addEventListener("change", () => this.render());
    for (const part of $$(".scripted-only")) part.hidden = false;
  }

  get view() { return this.following.view; }
  get shown() { return this.following.shown; }

  /** Show everything around another board. @param {Board} next @param {boolean} lively */
  hang(next, lively) {
    this.lapse.stop();
    this.hear(new Set(this.tabletop.hang(next, lively, (seat) => seatTitle(this.view, this.game, seat))));
  }

  /** Of all that arrived together one thing is heard. @param {Set<Arrival>} arrived */
  hear(arrived) {
    for (const kind of /** @type {const} */ (["dice", "card", "piece"])) if (arrived.has(kind)) return this.ask.sound(kind);
  }

  /** Whose things lie in the panel where there is no room elsewhere: this viewer's, or of several the mover's. */
  get own() {
    const { mine, state, turn } = this.view;
    if (!small.matches || !mine.length || state !== "running") return null;
    return turn !== null && mine.includes(turn) ? turn : mine[0];
  }

  render() {
    const { game, view, shown, following } = this;
    const past = shown !== null && !following.isNewest && !following.live;
    board.classList.toggle("past", past);
    const { own } = this;
    if (own !== null) this.tabletop.keep(own);
    showSeats($("#seats"), view, game, {
      trays: this.tabletop.trays.map((tray, seat) => (seat === own ? null : tray)),
      scores: view.state === "open" ? null : shown?.scores ?? view.scores,
      points: shown?.points ?? null,
      turn: view.state === "running" && !following.opening ? (shown ?? view).turn : null,
      links: this.links,
      onInvite: this.ask.invite,
      onHandOver: (seat) => this.ask.command({ do: "hand-over", seat }),
    });
    const tokens = following.tokensSeen;
    this.replay.show(shown?.n ?? view.tokens.length, tokens, following.words, view.seats);
    $("#replay").hidden = $("#log-section").hidden = tokens.length === 0;
    $("#log-end").textContent = ending(view, game);
    this.talk.show(view.chat, view.mine.length > 0 || view.can.return.length > 0);
    $("#talk").hidden = view.mine.length > 0 && !view.chat.length && !view.seats.some((seat) => seat.kind !== "computer" && !seat.you);
    this.renderPlate();
    this.renderPanel(past);
    this.renderResult();
    this.renderMenu();
    const mine = view.can.move && view.state === "running";
    Object.assign($("#table").dataset, {
      state: view.state, n: shown?.n ?? "", newest: String(following.isNewest), mine: String(this.mayPlay && !past), version: view.version,
    });
    document.title = `${mine ? "● Your turn · " : ""}${game.title} · Stylobate`;
  }

  /** Whether this viewer may choose something on the board that is shown. */
  get mayPlay() {
    const { view, following } = this;
    return view.can.move && following.isNewest && !this.sending && !following.opening && Boolean(this.shown?.legal.length);
  }

  /** A game that ended otherwise than by its rules: the drawing knows nothing of that, so a plate on it says it. */
  renderPlate() {
    const { view, shown, following } = this;
    const off = view.result !== null && view.result.how !== "played" && (!shown || following.isNewest);
    const text = off ? verdict(view, this.game) : "";
    board.classList.toggle("ended", off);
    $("#plate").hidden = !off;
    $("#plate").textContent = text;
    $("#board-text").textContent = [text, drawn.querySelector("svg > desc")?.textContent].filter(Boolean).join(" ");
  }

  // The panel: what is asked of this viewer now

  /** @param {boolean} past */
  renderPanel(past) {
    const { view, following } = this;
    const mine = this.mayPlay && !past;
    panel.classList.toggle("mine", mine);
    panel.hidden = view.state === "over" && !past && following.isNewest;
    $("#typed").hidden = !(view.can.move && view.state === "running");
    $("#undo").hidden = !view.can.undo || past;
    $("#to-now").hidden = !past || view.state !== "running";
    this.renderTakeback();
    askLine.hidden = view.state === "open";
    if (view.state === "open") {
      this.stop();
      if (this.lobby !== view.version) this.renderLobby();
      return;
    }
    if (this.lobby) this.closeLobby();
    if (!mine) {
      this.stop();
      askLine.replaceChildren(...this.standing(past));
    } else if (this.offered !== this.shown?.key) this.begin();
  }

  /** Show the seats before the game; fields keep the focus and what somebody is typing in them. */
  renderLobby() {
    const fields = () => $$("[data-seat] input:not([readonly]), [data-seat] select, [data-seat] button", widgetBox);
    const nameOf = (/** @type {HTMLElement} */ field) => {
      const seat = /** @type {HTMLElement | null} */ (field.closest("[data-seat]"))?.dataset.seat;
      return `${seat} ${field.getAttribute("aria-label") ?? field.textContent}`;
    };
    const before = new Map(fields().map((field) => [nameOf(field), field]));
    const active = document.activeElement;
    this.lobby = this.view.version;
    widgetBox.replaceChildren(...lobby(this.view, this.game, { ...this.viewer, onInvite: this.ask.invite, onCommand: this.ask.command }));
    for (const field of fields()) {
      const old = before.get(nameOf(field));
      if (old instanceof HTMLInputElement && field instanceof HTMLInputElement && old.value !== old.defaultValue) field.value = old.value;
      if (old instanceof HTMLSelectElement && field instanceof HTMLSelectElement) field.value = old.value;
      if (old && old === active) field.focus();
    }
  }

  closeLobby() {
    this.lobby = 0;
    widgetBox.replaceChildren();
  }

  /** It is this viewer's turn: offer what may be done. */
  begin() {
    const at = this.shown;
    if (!at) return;
    this.lapse.stop();
    this.offered = at.key;
    this.tabletop.offer(at, this.view.tokens.slice(0, at.n));
    $("#moves").replaceChildren(...at.legal.map(({ token, words }) => make("option", { value: token }, words)));
    say(`Your turn. ${at.asks}`);
    if (at.by_itself && this.lapse.begin(at.by_itself, at.key)) say("That goes by itself in a moment, unless you press “Not yet”.");
  }

  /** A move is on its way: until it is answered nothing else may be chosen. @param {boolean} sending */
  send(sending) {
    this.sending = sending;
    panel.classList.toggle("sending", sending);
    this.lapse.stop();
    if (sending) this.tabletop.stepper.rest();
    else this.offered = null;
  }

  /** Nothing may be chosen any more. */
  stop() {
    if (this.offered === null) return;
    this.offered = null;
    this.lapse.stop();
    this.tabletop.rest();
  }

  /** How things stand, when nothing is asked of this viewer. @param {boolean} past @returns {(string | Node)[]} */
  standing(past) {
    const { game, view, shown } = this;
    const last = shown?.last ? `${shown.last.words}.` : "";
    if (past) return [make("strong", {}, shown?.n ? `After move ${shown.n}: ` : "The start. "), last];
    if (view.state === "over") return [make("strong", {}, "The game is over. "), verdict(view, game)];
    if (this.sending) return ["…"];
    if (this.following.opening) return [draws(view, game).join(" ")];
    if (!shown || !this.following.isNewest) return [make("strong", {}, last || "…")];
    if (view.turn === null) return [shown.asks];
    const who = seatTitle(view, game, view.turn);
    return [
      make("strong", {}, view.seats[view.turn].kind === "computer" ? `${who} is thinking … ` : `It is ${who}'s turn. `),
      last && make("span", { class: "faded" }, `${last} `),
      view.mine.length ? "" : make("span", { class: "faded" }, view.can.return.length ? "The computer plays for you." : "You are watching."),
    ];
  }

  /** What is asked next, and for screen readers, what has been chosen so far. @param {Step[]} path */
  tell(path) {
    const { view, shown } = this;
    if (this.offered === null || !shown || view.turn === null) return;
    askLine.replaceChildren(
      make("strong", {}, view.mine.length > 1 ? `${seatTitle(view, this.game, view.turn)}: ` : "Your turn. "),
      path.at(-1)?.then ?? shown.asks,
      path.length ? make("span", { class: "unseen" }, ` Chosen: ${path.map((step) => step.label).join(", ")}.`) : "",
    );
  }

  /** Why a click did nothing. @param {string[]} keys of the clicks, the last of which it was */
  async explained(keys) {
    const { shown } = this;
    if (!shown || this.sending || this.following.opening) return "";
    const why = this.mayPlay ? await this.whyNot(keys, shown) : this.whyNobody();
    return this.shown === shown ? why : "";
  }

  /** What the rules say to such clicks. @param {string[]} keys @param {Board} shown */
  async whyNot(keys, shown) {
    const query = keys.map((key) => `key=${encodeURIComponent(key)}`).join("&");
    const { ok, body } = await asked(`/api/tables/${encodeURIComponent(this.view.id)}/at/${shown.n}/why?${query}`);
    return ok && body.why || shown.asks;
  }

  /** Why nothing at all may be chosen. */
  whyNobody() {
    const { view, following } = this;
    if (view.state !== "running") return view.state === "over" ? "The game is over." : "";
    if (!following.isNewest) return "You are looking back. Go back to the game to play on.";
    if (!view.mine.length) return "You are watching this game.";
    return view.turn === null ? "" : `It is ${seatTitle(view, this.game, view.turn)}'s turn.`;
  }

  renderTakeback() {
    const { view } = this;
    const box = $("#takeback-ask");
    box.hidden = !view.takeback;
    if (!view.takeback) return;
    const { seat, asks_you: asksYou } = view.takeback;
    const who = seatTitle(view, this.game, seat);
    const answer = (/** @type {boolean} */ yes) => () => this.ask.command({ do: "answer-takeback", yes });
    box.replaceChildren(
      make("p", {}, asksYou ? `${who} asks to take the last move back.` : `${who} has asked to take the last move back.`),
      make("p", { class: "row" },
        asksYou && make("button", { type: "button", class: "primary", onclick: answer(true) }, "Allow it"),
        (asksYou || view.mine.includes(seat)) && make("button", { type: "button", onclick: answer(false) }, asksYou ? "Refuse" : "Never mind")),
    );
  }

  // What may be done with the game

  renderResult() {
    const { game, view, shown } = this;
    const box = $("#result");
    box.hidden = view.state !== "over";
    $("#after").hidden = view.state !== "over" || view.first === null;
    if (view.state !== "over") return;
    const reasons = this.following.isNewest && shown ? shown.result : [];
    const key = JSON.stringify([view.result, view.rematch, view.can.rematch, reasons]);
    if (key === this.resultFor) return;
    this.resultFor = key;
    if (reasons.length) [this.reasons, this.tally] = [reasons, shown?.tally ?? null];
    box.replaceChildren(...resultCard(view, game, this.reasons, this.tally, {
      onRematch: (level) => this.ask.command({ do: "rematch", level }),
      watch: `${location.origin}/t/${view.id}`,
      record: `/api/tables/${encodeURIComponent(view.id)}/record.txt`,
      verifies: document.querySelector("#verify")?.textContent ?? "",
    }));
  }

  /** Once it is over the result comes into view; the board stays. */
  bringResult() {
    const card = $("#result");
    const whole = matchMedia("(min-width: 62rem)").matches;
    (whole ? card : card.querySelector("h2"))?.scrollIntoView({ block: "nearest", behavior: mayMove() ? "smooth" : "auto" });
  }

  renderMenu() {
    const { view, shown } = this;
    $("#ask-takeback").hidden = !view.can.ask_takeback;
    $("#resign").hidden = !view.can.resign;
    $("#resign").textContent = view.earnest ? "Resign" : "Cancel the game";
    $("#hand-over").hidden = !(view.state === "running" && view.seats.some((seat) => seat.you && seat.hand_over));
    $("#return").hidden = !view.can.return.length;
    if (view.state === "running" && view.mine.length) this.howTo.plays();
    this.howTo.show(shown);
    $("#picture", document, HTMLAnchorElement).href = `/t/${view.id}/${shown?.n ?? view.tokens.length}.png`;
    this.renderDraws();
    const over = Boolean(shown?.over);
    $("#play-on button", document, HTMLButtonElement).disabled = over;
    $("#play-on-hint").hidden = !over;
  }

  /** How the start was found: beside the seats until everybody has moved, then only under “Table”. */
  renderDraws() {
    const { game, view } = this;
    const drew = view.state !== "open" && view.draws.length > 0;
    const young = view.seats.some((_, seat) => !view.tokens.some(([, by]) => by === seat));
    if (drew && !$("#draws-kept").textContent) {
      showDraws($("#draws"), view, game);
      $("#draws-kept").textContent = draws(view, game).join(" ");
    }
    $("#draws").hidden = !drew || !young;
  }
}
