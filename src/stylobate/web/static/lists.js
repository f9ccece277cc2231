// Why: tables open, fill and end while one looks at the list of them, and it becomes one's turn.  The server says
// which list has changed and renders it; here it only takes its place, element by element, so that whoever reads,
// scrolls or has the focus in it stays where they are.

import { $, $$, say } from "./house.js";

const SILENCE = 40_000; // the server says something every fifteen seconds at least
const HIDDEN = 30_000; // a page nobody sees gives its connection back: browsers have six per host
const UNSEEN = 60_000; // and then asks now and then, for the sake of its title
const AGAIN = 15_000; // after a refusal

const parts = $$("[data-lists]");
/** @param {HTMLElement} part */
const isPublic = (part) => Boolean(part.dataset.lists?.endsWith("/public"));
const own = parts.filter((part) => !isPublic(part));

/** @type {EventSource | null} */ let source = null;
let heard = performance.now();
let hiding = 0;

/** Ask for a part again; nothing comes when it is what the page shows already. @param {HTMLElement} part */
async function renew(part) {
  try {
    const answer = await fetch(part.dataset.lists ?? "", { headers: { "If-None-Match": part.dataset.tag ?? "" }, cache: "no-store" });
    if (answer.status !== 200) return;
    const fresh = /** @type {HTMLElement} */ (part.cloneNode());
    fresh.innerHTML = await answer.text();
    fresh.dataset.tag = answer.headers.get("ETag") ?? "";
    replace(part, fresh);
  } catch { /* the next word, or the next connection, brings it */ }
}

/** Put the new list in the old one's place, nothing moving under a finger, and tell whose turn it has become. @param {HTMLElement} part @param {HTMLElement} fresh */
function replace(part, fresh) {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && part.contains(active) ? active : null;
  const place = $$("a", part).findIndex((link) => link === focused);
  const held = focused ?? part.querySelector("li:hover");
  const height = held?.getBoundingClientRect().top ?? 0;
  const waited = new Set(turns(part).map((entry) => entry.dataset.key));
  become(part, fresh);
  if (held?.isConnected) scrollBy({ top: held.getBoundingClientRect().top - height, behavior: "instant" });
  if (focused && document.activeElement !== focused) refocus(part, focused, place);
  if (isPublic(part)) return;
  for (const entry of turns(part)) if (!waited.has(entry.dataset.key)) say(`Your turn: ${words(entry)}.`);
  document.title = (turns(part).length ? "● Your turn · " : "") + document.title.replace("● Your turn · ", "");
  document.querySelector("#games")?.classList.toggle("unseen", !part.querySelector("li"));
}

/** @param {HTMLElement} part */
const turns = (part) => $$("li[data-turn]", part);
/** @param {HTMLElement} entry */
const words = (entry) => [$(".what", entry), $(".small", entry)].map((element) => element.textContent?.trim()).join(", ");

/** Focus follows its element; where that is gone, it goes to what stands in its place. @param {HTMLElement} part @param {HTMLElement} focused @param {number} place */
function refocus(part, focused, place) {
  const links = $$("a", part);
  const next = focused.isConnected ? focused : links[Math.min(place, links.length - 1)] ?? $("h1, h2");
  if (!next.matches("a")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** Make an element like another, keeping all that is still there: by its key, else by what it is. @param {Element} old @param {Element} fresh */
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const left = [...old.childNodes];
  /** @type {Node | null} */ let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const found = left.findIndex((other) => isSame(other, child));
    const [kept] = found < 0 ? [child] : left.splice(found, 1);
    if (kept === at) at = kept.nextSibling;
    else old.insertBefore(kept, at);
    if (kept !== child && kept instanceof Element && child instanceof Element) become(kept, child);
    else if (kept !== child) kept.nodeValue = child.nodeValue;
  }
  for (const child of left) child.remove();
}

/** @param {Node} node */
const nameOf = (node) => (node instanceof Element ? ["data-key", "aria-labelledby", "aria-label"].map((name) => node.getAttribute(name)).find((name) => name !== null) : "");

/** @param {Node} one @param {Node} other */
function isSame(one, other) {
  return one.nodeName === other.nodeName && nameOf(one) === nameOf(other);
}

function listen() {
  source?.close();
  heard = performance.now();
  const line = source = new EventSource("/api/events?lists");
  /** @param {string} event @param {(data: number) => void} what */
  const hear = (event, what) => line.addEventListener(event, (message) => { heard = performance.now(); what(Number(/** @type {MessageEvent} */ (message).data)); });
  hear("open", () => parts.forEach(renew));
  hear("ping", () => {});
  hear("mine", () => own.forEach(renew));
  hear("public", (within) => setTimeout(() => parts.filter(isPublic).forEach(renew), Math.random() * within));
  line.addEventListener("error", () => {
    if (line.readyState === EventSource.CLOSED && line === source) setTimeout(() => { if (line === source) listen(); }, AGAIN);
  });
}

function close() {
  source?.close();
  source = null;
}

/** Called now and then: connect again if the stream has been silent too long; a hidden page asks for its lists. */
function check() {
  const silent = performance.now() - heard;
  if (!document.hidden && (!source || silent > SILENCE)) listen();
  else if (document.hidden && !source && silent > UNSEEN && own.some((part) => part.querySelector("li"))) {
    heard = performance.now();
    own.forEach(renew);
  }
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(close, HIDDEN);
  else listen();
});
addEventListener("online", listen);
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
setInterval(check, 10_000);
listen();
