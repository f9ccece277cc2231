// Why: a game goes on while one looks at it, often by several tokens at once, and one may be looking elsewhere.  This
// holds the newest view of the table and the board that is being looked at, asks for every board once, and goes from
// the one to the other token by token, so that everything that happens is seen.  It never computes a rule.

import { ask, mayMove, say } from "./house.js";

/** @import { Board, Moved, Played, Shown, TokenInWords, View } from "../types.d.ts" */

const A_TURN = 2500; // milliseconds that somebody else's whole turn takes to watch, however many steps it has
const OWN = 260; // and one's own token, once it has landed
const LANDING = 1200; // the most that anything takes to come to rest
const KEPT = 400; // boards
const SOON = 1500; // milliseconds to wait for the answer to a move, when its board is wanted

export class Following {
  /**
   * @param {string} api where the table is asked
   * @param {View} view the page came with it
   * @param {string[]} log the words of its tokens
   * @param {{onBoard: (board: Board, lively: boolean) => void, onChange: () => void, onNewest: () => void, landed: () => Promise<unknown>, slowness: () => number}} page
   *   onBoard shows a board, with animation if it is the next one; onNewest: no more is to come; landed: when what moves
   *   on the board has come to rest; slowness: how many times as long as usual one looks at steps, at nought not at all
   */
  constructor(api, view, log, { onBoard, onChange, onNewest, landed, slowness }) {
    this.api = api;
    this.view = view;
    this.came = performance.now();
    /** @type {(string | undefined)[]} of each token, as far as they are known */
    this.words = [...log];
    this.onBoard = onBoard;
    this.onChange = onChange;
    this.onNewest = onNewest;
    this.landed = landed;
    this.slowness = slowness;
    this.since = 0; // when the board that is shown came
    /** @type {Shown | null} the board that is shown */
    this.shown = null;
    this.live = true; // until one looks back
    /** @type {Promise<void> | undefined} what comes before every board, as long as it is shown */
    this.opening = undefined;
    this.busy = false;
    this.sought = 0;
    /** @type {Map<string, Promise<Shown | null>>} */
    this.boards = new Map();
    /** @type {Promise<Shown[]>} what the answer to this viewer's last move brought along */
    this.along = Promise.resolve([]);
  }

  /** Whether the board that is shown is the newest. */
  get isNewest() {
    return this.shown !== null && this.shown.key === this.key(this.view.tokens.length);
  }

  /** Whether the board that is shown is part of the game so far, and not of moves that were taken back. */
  get isOnLine() {
    return this.shown !== null && this.shown.key === this.key(this.shown.n);
  }

  /** The tokens that the list of moves shows: whoever follows the game reads nothing that has not been seen yet. @returns {Played[]} */
  get tokensSeen() {
    if (this.opening) return [];
    return this.live && this.shown && this.isOnLine ? this.view.tokens.slice(0, this.shown.n) : this.view.tokens;
  }

  /** A newer view has come. @param {View} view */
  take(view) {
    const before = this.view;
    this.view = view;
    this.came = performance.now();
    this.forget(before);
  }

  /** Words of tokens that were taken back are no longer true. @param {View} before */
  forget({ tokens }) {
    const same = tokens.findIndex(([token], at) => token !== this.view.tokens[at]?.[0]);
    if (same < 0) return;
    this.words.length = Math.min(this.words.length, same);
    if (tokens.length > this.view.tokens.length) say("Moves were taken back.");
    if (this.shown && this.shown.n > this.view.tokens.length) this.live = true;
  }

  /** Show this before any further board. @param {Promise<void>} shown until when */
  first(shown) {
    this.opening = shown.finally(() => {
      this.opening = undefined;
      this.onChange();
    });
  }

  /** The key of the board after n tokens: those tokens. @param {number} n @param {Played[]} tokens */
  key(n, tokens = this.view.tokens) {
    return `${n} ${tokens.slice(0, n).map(([token]) => token).join(" ")}`;
  }

  /** This viewer moves: the answer will bring the boards that follow. @param {Promise<Moved | null>} answer */
  expect(answer) {
    this.along = answer.then((moved) => moved?.boards.map((board) => ({ ...board, key: this.key(board.n, moved.view.tokens) })) ?? []);
  }

  /** The board after n tokens, asked for once; null if it did not come. @param {number} n @returns {Promise<Shown | null>} */
  board(n) {
    const key = this.key(n);
    const known = this.boards.get(key);
    if (known) return known;
    const last = n ? this.view.tokens[n - 1][0] : null;
    const coming = this.fetched(key, n, last).then((board) => {
      if (!board) this.boards.delete(key);
      return board;
    });
    this.boards.set(key, coming);
    const [oldest] = this.boards.keys();
    if (this.boards.size > KEPT) this.boards.delete(oldest);
    return coming;
  }

  /** What the answer to a move brought; it is waited for a moment, for the stream may tell of the move before. */
  async brought() {
    let timer = 0;
    /** @type {Promise<Shown[]>} */ const nothing = new Promise((done) => { timer = setTimeout(done, SOON, []); });
    const boards = await Promise.race([this.along, nothing]);
    clearTimeout(timer);
    return new Map(boards.map((board) => [board.key, board]));
  }

  /**
   * A board that the answer to a move brought, else asked for.
   * @param {string} key
   * @param {number} n
   * @param {string | null} last the token that led to it
   * @returns {Promise<Shown | null>}
   */
  async fetched(key, n, last) {
    const found = (await this.brought()).get(key);
    if (found) return found;
    const { ok, body } = await ask(`${this.api}/at/${n}`);
    return ok && (body.last?.token ?? null) === last ? { ...body, key } : null;
  }

  /** Go from the board that is shown to the newest, token by token where there is something to see. */
  async follow() {
    if (this.busy || !this.live) return;
    this.busy = true;
    let hurry = false; // somebody wants to see the end of it, not every step
    let failed = 0;
    try {
      while (this.live && !this.isNewest) {
        const count = this.view.tokens.length;
        const from = this.shown && this.shown.n < count && this.isOnLine ? this.shown.n : null;
        const watched = from !== null && !hurry && !document.hidden && mayMove();
        const n = watched && this.slowness() && count - from <= 48 ? from + 1 : count;
        if (from !== null && n > from + 1) await this.learn(from + 1, count);
        const next = await this.board(n);
        await this.opening;
        if (watched && next) hurry = await pause(this.left, this.landed());
        if (hurry && n < this.view.tokens.length) continue;
        if (!next) {
          await pause(Math.min(3_000, 700 * ++failed)); // a board that did not come is asked for again
          continue;
        }
        if (!this.live) break;
        if (this.key(n) !== next.key) continue;
        this.show(next, from !== null);
        if (from !== null) say(next.last?.words ?? "");
        if (n < this.view.tokens.length) this.board(n + 1); // it comes while one looks at this one
      }
    } finally {
      this.busy = false;
    }
    this.onChange();
    if (this.isNewest) this.onNewest();
  }

  /** How much longer to look at the board that is shown, before the next. */
  get left() {
    if (!this.shown?.n) return 0;
    return Math.max(0, this.since + pace(this.view, this.shown.n, this.slowness()) - performance.now());
  }

  /** Announce the tokens that are skipped over, too. @param {number} from @param {number} to the board that comes next */
  async learn(from, to) {
    for (const { n, token, words } of await this.jumped(from, to)) {
      if (n >= to || this.view.tokens[n - 1]?.[0] !== token) return;
      this.words[n - 1] = words;
      say(words);
    }
  }

  /**
   * Those tokens in words: each board tells of its last, so what a move brought need not be asked for.
   * @param {number} from
   * @param {number} to
   * @returns {Promise<TokenInWords[]>}
   */
  async jumped(from, to) {
    const brought = await this.brought();
    const known = Array.from({ length: to - from }, (_, more) => brought.get(this.key(from + more))?.last ?? null);
    if (known.every((last) => last !== null)) return known;
    const { ok, body } = await ask(`${this.api}/log?from=${from - 1}`);
    return ok ? body : [];
  }

  /** @param {Shown} next @param {boolean} lively */
  show(next, lively) {
    this.onBoard(next, lively);
    this.shown = next;
    this.since = performance.now();
    if (next.last) this.words[next.n - 1] = next.last.words;
    this.onChange();
  }

  /** Look at the board after n tokens; whoever turns pages quickly gets the one asked for last. @param {number} n */
  async look(n) {
    this.sought = n;
    this.live = n === this.view.tokens.length && this.view.state === "running";
    if (this.live) {
      this.onChange();
      return this.follow();
    }
    const next = await this.board(n);
    if (this.live || this.sought !== n) return;
    if (!next) return this.onChange();
    this.show(next, this.shown !== null && n === this.shown.n + 1);
    history.replaceState(null, "", n === this.view.tokens.length ? location.pathname : `#${n}`);
  }

  /** Back to the game as it goes on. */
  resume() {
    this.live = true;
    this.onChange();
    return this.follow();
  }
}

/**
 * How long to look at what the nth token did.
 * @param {Pick<View, "tokens" | "mine">} view
 * @param {number} n
 * @param {number} slowness how many times as long as usual one looks at what others do
 */
export function pace({ tokens, mine }, n, slowness = 1) {
  const last = tokens.length - 1;
  /** Whom a token is for; a throw, for whoever moves next. @param {number} at */
  const seat = (at) => tokens.slice(at).find(([, by]) => by !== null)?.[1] ?? null;
  const whose = seat(n - 1);
  const isThrow = tokens[n - 1][1] === null;
  if (!isThrow && whose !== null && mine.includes(whose)) return OWN;
  let from = n - 1;
  let to = n - 1;
  while (from > 0 && seat(from - 1) === whose) from--;
  while (to < last && seat(to + 1) === whose) to++;
  return slowness * Math.min(isThrow ? 620 : 720, A_TURN / (to - from + 1));
}

/**
 * A moment to look, which any key or tap cuts short; whether one did.
 * @param {number} time it takes at least
 * @param {Promise<unknown>} landed what it waits for besides, within reason: of a hidden page nothing comes to rest
 * @returns {Promise<boolean>}
 */
export function pause(time, landed = Promise.resolve()) {
  return new Promise((done) => {
    const end = (/** @type {Event | void} */ cut) => {
      clearTimeout(timer);
      clearTimeout(latest);
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", end, true);
      done(Boolean(cut));
    };
    const timer = setTimeout(() => landed.then(() => end()), time);
    const latest = setTimeout(end, Math.max(time, LANDING));
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
  });
}
