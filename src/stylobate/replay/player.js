// Why: a game can be looked at again in a page that stands by itself.  It unpacks what it holds, and asks nobody for
// anything.  Every frame is made of the one before it, so those on the way are made first, and kept.

const A_LOOK = 1400; // milliseconds for a move that is shown by itself

/** @param {string} selector */
const $ = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @typedef {{pieces: string[], frames: number[][][], words: string[], comments: Record<string, string>, result: string}} Game */

/** @returns {Promise<Game>} */
async function unpacked() {
  const bytes = Uint8Array.from(atob($("#game").textContent ?? ""), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

export const game = await unpacked();
const { pieces, frames, words, comments, result } = game;
const slider = /** @type {HTMLInputElement} */ ($("#keys input"));
const playing = $("[data-to=play]");
/** @type {number[][]} */ const made = [];
let shown = 0;
let timer = 0;

/** The board after n tokens. @param {number} n */
function board(n) {
  while (made.length <= n) {
    const next = made.length ? [...made[made.length - 1]] : [];
    for (const [at, gone, ...come] of frames[made.length]) next.splice(at, gone, ...come);
    made.push(next);
  }
  return made[n].map((number) => pieces[number]).join("");
}

/** @param {number} n */
function show(n) {
  shown = Math.min(Math.max(n, 0), words.length);
  $("#board").innerHTML = board(shown);
  const told = shown ? `${words[shown - 1]}.` : "The start.";
  const ended = shown === words.length && result ? ` ${result}` : "";
  $("#says").replaceChildren(told + ended);
  if (comments[shown]) {
    const said = document.createElement("em");
    said.textContent = comments[shown];
    $("#says").append(said);
  }
  slider.value = String(shown);
  slider.setAttribute("aria-valuetext", told);
  $("#where").textContent = `${shown} of ${words.length}`;
  $("#moves [aria-current]")?.removeAttribute("aria-current");
  const current = $("#moves").children[shown - 1]?.firstElementChild;
  current?.setAttribute("aria-current", "step");
  if (current instanceof HTMLElement) reveal(current);
  else $("#moves").scrollTop = 0;
}

/** Scroll the list of moves alone, never the page that we may be part of. @param {HTMLElement} move */
function reveal(move) {
  const list = $("#moves");
  const [box, frame] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  playing.setAttribute("aria-pressed", "false");
}

function play() {
  if (timer) return stop();
  if (shown === words.length) show(0);
  playing.setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    show(shown + 1);
    if (shown === words.length) stop();
  }, A_LOOK);
}

/** Whoever takes the wheel stops what goes by itself. @param {number} n */
function go(n) {
  stop();
  show(n);
}

/** @type {Record<string, () => void>} */
const ways = { first: () => go(0), back: () => go(shown - 1), on: () => go(shown + 1), last: () => go(words.length), play };
/** @type {Record<string, string>} */
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", " ": "play" };

for (const [place, text] of words.entries()) {
  const move = document.createElement("button");
  move.type = "button";
  move.textContent = text;
  move.addEventListener("click", () => go(place + 1));
  const item = document.createElement("li");
  item.append(move);
  $("#moves").append(item);
}
for (const [to, act] of Object.entries(ways)) $(`[data-to=${to}]`).addEventListener("click", act);
slider.max = String(words.length);
slider.addEventListener("input", () => go(Number(slider.value)));
addEventListener("keydown", (event) => {
  const way = keys[event.key];
  const there = event.target;
  if (!way || event.ctrlKey || event.metaKey || event.altKey || there === slider && way !== "play") return;
  if (way === "play" && there instanceof HTMLButtonElement) return; // a button is pressed by it
  event.preventDefault();
  ways[way]();
});
$("#theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
});
show(0);
document.documentElement.dataset.ready = "";
