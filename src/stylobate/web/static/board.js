// Why: the server draws every board; this puts the picture on the page, makes it a group of controls instead of one
// image, and lets what is new arrive: pieces land, dice roll (but those that only lie there), cards turn.  It
// compares the two pictures and knows no game.  Any click or key brings it to its end at once.

import { draw, mayMove } from "./house.js";

const ARRIVES = ".checker, .piece, .counter, .dovecote, .cote, .falcon, .tile, .number, .cross, .die:not(.lies), .card, .fresh, .halo";
/** @type {Set<Animation>} */ const running = new Set();

/** @typedef {"piece" | "dice" | "card"} Arrival what has come, as far as one hears it */

/**
 * Hang a picture up in place of the one before; what has arrived with it, if it is lively.
 * @param {HTMLElement} wall
 * @param {string} svg
 * @param {{lively?: boolean, ready?: (svg: SVGSVGElement) => void}} [how] ready: what is to be done before anything moves
 */
export function hang(wall, svg, { lively = false, ready = () => {} } = {}) {
  skip();
  const before = wall.querySelector("svg");
  const after = drawnFrom(svg);
  open(after);
  if (before) before.replaceWith(after);
  else wall.prepend(after);
  ready(after);
  return lively && before ? arrive(before, after) : [];
}

/** A picture as the server wrote it. @param {string} svg @returns {SVGSVGElement} */
export function drawnFrom(svg) {
  const page = /** @type {Element} */ (new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  return /** @type {SVGSVGElement} */ (document.importNode(page, true));
}

/** One image becomes a group: as an image, its controls would be hidden from screen readers. @param {SVGSVGElement} svg */
export function open(svg) {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-roledescription", "board");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const title = svg.querySelector(":scope > title");
  title?.remove(); // it would pop up under every pointer; the label says the same
}

/** Whatever is not in the old picture, or among the old ones, arrives; of which kinds that is. @param {Element} before @param {Element} after @returns {Arrival[]} */
export function arrive(before, after) {
  /** @type {Map<string, number>} */ const old = new Map();
  for (const part of before.querySelectorAll(ARRIVES)) old.set(part.outerHTML, (old.get(part.outerHTML) ?? 0) + 1);
  const fresh = [...after.querySelectorAll(ARRIVES)].filter((part) => {
    const left = old.get(part.outerHTML) ?? 0;
    if (left) old.set(part.outerHTML, left - 1);
    return !left;
  });
  const outer = fresh.filter((part) => !fresh.some((other) => other !== part && other.contains(part)));
  if (mayMove() && !document.hidden) {
    if (outer.length > 14) fade(after);
    else outer.forEach(come);
  }
  return outer.filter((part) => !part.matches(".fresh, .halo")).map((part) => (part.matches(".die") ? "dice" : part.matches(".card") ? "card" : "piece"));
}

/** @param {Element} part @param {number} at its number among those that come with it */
function come(part, at) {
  if (part.matches(".die")) roll(part, at);
  else if (part.matches(".card")) turn(part);
  else if (part.matches(".fresh, .halo")) glow(part);
  else land(part, at);
}

/** @param {Element} shown */
function fade(shown) {
  keep(shown.animate([{ opacity: 0.5 }, { opacity: 1 }], { duration: 160, easing: "ease-out" }));
}

/** A wrapper can move without disturbing the part's own transform. @param {Element} part */
function wrapped(part) {
  const wrapper = draw("g", {});
  wrapper.style.transformBox = "fill-box";
  wrapper.style.transformOrigin = "center";
  part.replaceWith(wrapper);
  wrapper.append(part);
  return wrapper;
}

/** @param {Element} wrapper @param {Element} part */
function unwrap(wrapper, part) {
  if (wrapper.isConnected) wrapper.replaceWith(part);
}

/** @param {Element} part @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function move(part, frames, options) {
  const wrapper = wrapped(part);
  const motion = keep(wrapper.animate(frames, { fill: "backwards", ...options }));
  motion.finished.catch(() => {}).finally(() => unwrap(wrapper, part));
}

/** @param {Element} part @param {number} at */
function land(part, at) {
  move(part, [
    { translate: "0 -26px", opacity: 0 },
    { translate: "0 0", opacity: 1, offset: 0.7 },
    { translate: "0 -3px", offset: 0.85 },
    { translate: "0 0" },
  ], { duration: 300, delay: Math.min(at, 6) * 25, easing: "cubic-bezier(.3,.1,.4,1)" });
}

/** @param {Element} part @param {number} at */
function roll(part, at) {
  const spin = 200 + (at * 67) % 160;
  move(part, [
    { translate: `${-30 - (at * 13) % 20}px -34px`, rotate: `-${spin}deg`, opacity: 0.2 },
    { translate: "4px 0", rotate: "14deg", opacity: 1, offset: 0.75 },
    { translate: "0 0", rotate: "0deg" },
  ], { duration: 480, delay: at * 22, easing: "cubic-bezier(.2,.7,.3,1)" });
}

/** @param {Element} part */
function turn(part) {
  move(part, [
    { scale: "0 1.06", opacity: 0.6 },
    { scale: "1.04 1.04", opacity: 1, offset: 0.75 },
    { scale: "1 1" },
  ], { duration: 320, easing: "ease-out" });
}

/** @param {Element} part */
function glow(part) {
  keep(part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, easing: "ease-out" }));
}

/** @param {Animation} motion */
function keep(motion) {
  running.add(motion);
  motion.finished.catch(() => {}).finally(() => running.delete(motion));
  return motion;
}

/** Bring every motion to its end. */
export function skip() {
  for (const motion of running) motion.finish();
}

/** When everything that moves now has come to rest. */
export function landed() {
  return Promise.allSettled([...running].map((motion) => motion.finished));
}

addEventListener("pointerdown", skip, { capture: true });
addEventListener("keydown", skip, { capture: true });
