// Why: the few lines that every module here needs: finding things, making things, asking the server.

/** @import { Attributes, Child, Part } from "../types.d.ts" */

/**
 * What the page is sure to have, and of which kind.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} query
 * @param {ParentNode} [under]
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function $(query, under = document, kind) {
  const found = under.querySelector(query);
  if (found instanceof (kind ?? HTMLElement)) return /** @type {Kind} */ (found);
  throw new Error(`This page has no ${query}`);
}

/**
 * All that there are of it.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} query
 * @param {ParentNode} [under]
 * @param {new () => Kind} [kind]
 * @returns {Kind[]}
 */
export function $$(query, under = document, kind) {
  return /** @type {Kind[]} */ ([...under.querySelectorAll(query)].filter((found) => found instanceof (kind ?? HTMLElement)));
}

/**
 * What an event came to: the nearest element like this, from its target outwards.
 * @param {Event} event
 * @param {string} query
 * @returns {Part | null}
 */
export function hit(event, query) {
  return event.target instanceof Element ? event.target.closest(query) : null;
}

/**
 * An HTML element: `make("p", { class: "small", onclick: f }, "text", child)`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sixteen random bytes in hexadecimal: this browser's share in the next throw, or a request's own name. */
export function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const PATIENCE = 10_000; // a line that went dead without a word never answers

/**
 * Ask the server.  Never throws: a network that fails, or says nothing for too long, is an answer like any
 * other, with status 0.  What the answer is, whoever asks knows.
 * @param {string} url
 * @param {RequestInit & {patience?: number}} [options]
 * @returns {Promise<{ok: boolean, status: number, body: any}>}
 */
export async function ask(url, { patience = PATIENCE, ...options } = {}) {
  try {
    const answer = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(patience), ...options });
    const text = await answer.text();
    const body = parsed(text);
    if (!answer.ok && !body.error) body.error = `The server answered ${answer.status}.`;
    return { ok: answer.ok, status: answer.status, body };
  } catch {
    return { ok: false, status: 0, body: { error: "The server cannot be reached just now." } };
  }
}

/** Ask the server for a text: it, or a sentence that says why there is none. @param {string} url @returns {Promise<{text: string, error: ""} | {text?: undefined, error: string}>} */
export async function askText(url) {
  try {
    const answer = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
    const text = await answer.text();
    return answer.ok ? { text, error: "" } : { error: parsed(text).error ?? `The server answered ${answer.status}.` };
  } catch {
    return { error: "The server cannot be reached just now." };
  }
}

/** @param {string} text */
function parsed(text) {
  try { return text ? JSON.parse(text) : {}; } catch { return {}; }
}

/**
 * Send something, and send it again until there is an answer, for most of a minute at least: a server that
 * starts anew is back by then.  The key makes it happen once only.
 * @param {string} url
 * @param {object} data
 * @param {{tries?: number, patience?: number, onRetry?: () => void}} [how]
 */
export async function post(url, data, { tries = 16, patience = PATIENCE, onRetry = () => {} } = {}) {
  const key = fresh();
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(url, {
      patience,
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(data),
    });
    if ((reply.status !== 0 && reply.status !== 502 && reply.status !== 503) || attempt >= tries) return reply;
    onRetry();
    await new Promise((done) => setTimeout(done, Math.min(4_000, 500 * attempt)));
  }
}

/** Let screen readers say this: it goes into the one live region of the page. @param {string} text */
export function say(text) {
  const region = $("#told");
  if (!text) return;
  if (region.children.length > 6) region.firstElementChild?.remove();
  region.append(make("p", {}, text));
}

/** The small picture of a seat's piece. @param {string} game its id @param {number} seat */
export function seatMark(game, seat) {
  const href = new URL(`games/${game}/seat-${seat}.svg#picture`, import.meta.url).href;
  return draw("svg", { class: "token-mark", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("use", { href, width: 24, height: 24 }));
}

/** The tick after a name that is registered; pieces.html makes the same. */
export function tick() {
  return make("span", { class: "registered", title: "A registered name: whoever bears it has logged in" },
    draw("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" },
      draw("path", { d: "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0ZM6.800 12.200 3 8.400l1.400-1.400 2.400 2.400 4.800-4.800L13 6Z" })),
    make("span", { class: "unseen" }, " (registered name)"));
}

/** Whether a name needs to be told to be a guest's: one like “Guest 17” says so. @param {{name: string, registered: boolean | null}} one */
export const isGuest = ({ name, registered }) => registered === false && !/^Guest \d+$/.test(name);

/** Whether animations are welcome (prefers-reduced-motion is not set). */
export const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
