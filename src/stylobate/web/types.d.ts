// Why: scripts and server agree on what goes between them, and a slip here would only show in somebody's game.  So
// all of it is written down once, for `tsc` to hold the scripts to, and the tests hold the server to the same.
// Browsers never get this file.

/** A table as one viewer is told of it; `play/view.py` names the same fields, one by one. */
export interface View {
  id: string;
  version: number;
  settled: number;
  now: number;
  game: string;
  options: Record<string, string>;
  state: "open" | "running" | "over";
  visibility: "public" | "unlisted";
  starts: "host" | "lot" | "dice";
  /** The level of the computer that plays on for whoever leaves. */
  stand_in: string;
  opened: number;
  seats: Seat[];
  /** Seats that win or lose together. */
  sides: number[][];
  turn: number | null;
  position: string;
  scores: number[];
  clock: Clock;
  /** How the first seat was found. */
  draws: Draw[];
  first: number | null;
  result: Result | null;
  /** `suits`: the level to offer to somebody who has won or lost against computers of the next one. */
  rematch: { seats: number[]; agreed: boolean; table: string | null; suits: string | null };
  rematch_of: string | null;
  /** Whether every person has moved; before, whoever leaves cancels the game. */
  earnest: boolean;
  host: boolean;
  /** The viewer's own seats. */
  mine: number[];
  takeback: Takeback | null;
  chance: Chance;
  can: Can;
  tokens: Played[];
  chat: Said[];
  fair: Fair;
}

/** What turns the view of one version into that of a later one: lists that grow come from where they differ. */
export interface Change extends Omit<View, "tokens" | "fair" | "chat"> {
  since: number;
  tokens_from: number;
  tokens: Played[];
  throws_from: number;
  throws: Throw[];
  chat?: Said[];
}

export interface Seat {
  kind: "person" | "computer" | "open";
  /** Kept for somebody who was invited. */
  reserved: boolean;
  name: string;
  /** Whether whoever sits here has registered this name; null where an old log does not say. */
  registered: boolean | null;
  level: string | null;
  called: string;
  resigned: boolean;
  flagged: boolean;
  away: boolean;
  you: boolean;
  /** Whether this viewer may let the computer play on here. */
  hand_over: boolean;
  /** To the host: whoever sits here never came, and somebody else may be invited. */
  ghost: boolean;
}

/** Times in milliseconds; `left` at the view's `now`. */
export interface Clock {
  kind: "none" | "fischer" | "days";
  start?: number;
  increment?: number;
  days?: number;
  left: number[];
  running: number | null;
  deadline: number | null;
}

/** A lot among all, or a die for a seat. */
export type Draw = { of: string[]; outcome: string } & ({ what: "lot"; seat: null } | { what: "die"; seat: number });

export interface Result {
  winners: number[];
  how: "played" | "resigned" | "time" | "cancelled" | "put-away" | "closed";
  /** Who left, where somebody did. */
  seat: number | null;
}

export interface Takeback {
  seat: number;
  to: number;
  agreed: number[];
  asks_you: boolean;
}

/** What chance is bound to, and what it waits for. */
export interface Chance {
  commitments: { text: string; first: number; why: "opened" | "used up" | "restored" }[];
  /** By seat. */
  pledges: (string | null)[];
  /** By seat: the pledges for which a throw that waits has asked. */
  asked: (string | null)[];
  /** Seats whose nonces a throw waits for. */
  awaited: number[];
  until: number | null;
  asks_you: boolean;
}

/** What this viewer may ask for now. */
export interface Can {
  sit: number[];
  seat_computer: boolean;
  close: boolean;
  begin: boolean;
  move: boolean;
  undo: boolean;
  ask_takeback: boolean;
  resign: boolean;
  return: number[];
  rematch: boolean;
}

/** A token, the seat that played it (null: chance), when, and the level of the computer that did, if one did. */
export type Played = [token: string, seat: number | null, at: number, level: string | null];

export interface Said {
  v: number;
  at: number;
  name: string;
  registered: boolean | null;
  text: string;
  you: boolean;
}

export interface Fair {
  scheme: string;
  commitment: string;
  throws: Throw[];
}

export interface Throw {
  number: number;
  outcome: string;
  link: string;
  /** Whose nonces were mixed in, as the record writes it. */
  mix: string;
  next: string | null;
  taken_back: boolean;
  among: string[] | null;
}

/** A position as a page shows it after `n` tokens. */
export interface Board {
  n: number;
  position: string;
  /** The board by itself. */
  svg: string;
  /** What lies beside it: what the one to move holds, what each seat has, what belongs to nobody. */
  hand: Piece[];
  trays: Piece[][];
  aside: Piece[];
  /** The side of a square of a board that may outgrow the window, and a chart of it. */
  square: number | null;
  chart: string;
  /** What stands on each square, by its key. */
  squares: Record<string, string>;
  text: string;
  turn: number | null;
  over: boolean;
  scores: number[];
  /** How each seat's points come about. */
  points: string[];
  last: TokenInWords | null;
  legal: Legal[];
  /** The only token that is left, where it goes by itself after a moment; else nothing. */
  by_itself: string;
  asks: string;
  how_to: string;
  result: string[];
  /** Once it is over: the result as a table, a row for each seat, and in sentences what it does not tell. */
  tally: Tally | null;
}

export interface Tally {
  heads: string[];
  rows: string[][];
  why: string[];
}

/** Something beside the board: a small picture, a few letters, all of it in words, and the step that takes it. */
export interface Piece {
  says: string;
  picture: string;
  text: string;
  key: string;
}

/** A board, and the tokens that lead to it: two with the same key are the same. */
export interface Shown extends Board {
  key: string;
}

/** The answer to a move: what it led to, with the boards that are new to whoever made it. */
export interface Moved {
  view: View;
  boards: Board[];
}

/** A token that was played, in words. */
export interface TokenInWords {
  n: number;
  token: string;
  seat: number | null;
  words: string;
  level: string | null;
}

/** A move that may be made, and the clicks that make it. */
export interface Legal {
  token: string;
  steps: Step[];
  other_ways?: Step[][];
  words: string;
  /** What it costs, where it should be asked once more. */
  costs: string;
}

/** One click; `then`: what is asked after it. */
export interface Step {
  key: string;
  label: string;
  then?: string;
}

/** What the page of a table brings with it, as JSON. */
export interface Page {
  table: string;
  view: View;
  log: string[];
  me: { name: string };
  /** Invitations by seat. */
  invites: Record<string, Invitation>;
  game: Game;
}

/** A link to a seat, and the same as a QR code: dark squares in a square of so many, as a path. */
export interface Invitation {
  url: string;
  qr?: { side: number; path: string };
}

/** What the page of a lesson brings with it, as JSON. */
export interface LessonPage {
  game: Game;
  stages: { title: string; text: string; hint: string }[];
}

/** What a stage of a lesson begins with: the board, and the tokens that led there. */
export interface LessonStage {
  board: Board;
  log: TokenInWords[];
  sides: number[][];
}

/** What a learner's move has led to, board by board, and what is said of it. */
export interface LessonAnswer {
  reached: boolean;
  says: string;
  boards: Board[];
}

/** What a page knows of the game that is played on it. */
export interface Game {
  id: string;
  title: string;
  seat_names: string[];
  has_chance: boolean;
  /** Whether chance draws cards there, and throws no dice. */
  draws_cards: boolean;
  /** Whether points are shown. */
  has_points: boolean;
  /** Where its own script is found, if it has one. */
  widget: string | null;
  /** Where the script is found that knows what chance may do, if it has one. */
  chances: string | null;
  /** Its computer players, gentlest first, as strong as they are among so many as play here. */
  levels: Told[];
  /** The level that is offered first. */
  gentle: string;
}

/** A computer player: its name, and in words who it is and how strong. */
export interface Told {
  name: string;
  told: string;
}

/** What a viewer may ask of a table; the server takes it or says why not. */
export type Command =
  | { do: "begin"; nonce: string; version: number }
  | { do: "move"; token: string; version: number; nonce: string }
  | { do: "pledge"; pledge: string }
  | { do: "give"; nonce: string; pledge: string }
  | { do: "undo"; version: number }
  | { do: "sit"; seat: number; name: string }
  | { do: "seat-computer"; seat: number; level: string }
  | { do: "hand-over"; seat: number }
  | { do: "answer-takeback"; yes: boolean }
  | { do: "say"; text: string }
  | { do: "rematch"; level?: string }
  | { do: "ask-takeback" | "return" | "resign" | "put-away" | "close" };

/** What a game's own widget gets: clicks along the tree of steps are poor for some choices. */
export interface WidgetParts {
  at: Board;
  /** In the panel, where the widget stands. */
  box: HTMLElement;
  /** Where lies what the one to move holds. */
  hand: HTMLElement;
  /** The element that holds the picture. */
  drawn: HTMLElement;
  play: (token: string) => void;
  tokens: Played[];
  /** Show anew what may be chosen on the board. */
  renew: () => void;
}

/** What a game's `page/widget.js` exports: the widget for what is asked now, or null where the stepper does it all. */
export type WidgetFor = (parts: WidgetParts) => Widget | null;

export interface Widget {
  /** What the stepper still does. */
  legal: Legal[];
  /** What is chosen on the board in place of the tree of steps. */
  board?: Held;
  start: () => void;
  close: () => void;
}

/** What a widget lets one choose on the board. */
export interface Held {
  /** What choosing each square does, in words. */
  does: () => Map<string, string>;
  chosen: () => string | null;
  choose: (key: string) => void;
  /** The keyboard has come to a square. */
  arrive: (key: string) => void;
  /** A key pressed on the board; whether it meant anything. */
  press: (key: string) => boolean;
  /** The square that a click meant and that is no choice; null where it is one. */
  missed: (event: MouseEvent) => string | null;
}

/** What might have been thrown or drawn, each with its weight: of so many equal cases it has so many. */
export type Outcomes = Map<string, number>;

/** Where chance speaks: the game's options, and the tokens before. */
export interface ChanceNode {
  options: Record<string, string>;
  before: string[];
}

/** What a game's `page/chances.js` exports: what chance may do there; null where the record alone cannot tell. */
export type Chances = (node: ChanceNode) => Outcomes | null;

/** An element of a page or a picture. */
export type Part = HTMLElement | SVGElement;

/** What may stand in an element that is made; what is empty is left out. */
export type Child = Node | string | null | undefined | false;

/** A function becomes a listener; null, undefined and false are left out. */
export type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;
