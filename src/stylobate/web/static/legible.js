// Why: letters on a board grow and shrink with it, and on a small screen nobody could read them.  Our lettering is strokes,
// set in place by a translation and a scale (stylobate.drawing.lettered); whatever would be too small is scaled up
// where it stands.

import { $$ } from "./house.js";

const LEAST = 11; // pixels: the height of capitals and figures
const CAPITAL = 10; // the same in the letters' own measure
const SET = /^translate\((\S+) (\S+)\) scale\((\S+)\)$/;

/** @type {WeakMap<Element, string>} how each line was set at first */
const drawn = new WeakMap();

/** Make all lettering of a picture large enough. @param {SVGSVGElement} svg @param {number} pixels that a unit of it has on the screen */
export function makeLegible(svg, pixels) {
  for (const line of $$("path[transform]", svg, SVGPathElement)) {
    const set = drawn.get(line) ?? line.getAttribute("transform") ?? "";
    const [x, y, scale] = SET.exec(set)?.slice(1).map(Number) ?? [];
    if (!scale) continue;
    drawn.set(line, set);
    const more = LEAST / (CAPITAL * scale * pixels);
    line.setAttribute("transform", more > 1 ? enlarged(line, x, y, scale, more) : set);
  }
}

/** The same so many times as large, its middle where it was. @param {SVGPathElement} line @param {number} x @param {number} y @param {number} scale @param {number} more */
function enlarged(line, x, y, scale, more) {
  const box = line.getBBox();
  const aside = (/** @type {number} */ middle) => middle * scale * (1 - more);
  const at = [x + aside(box.x + box.width / 2), y + aside(box.y + box.height / 2)].map((value) => value.toFixed(2));
  return `translate(${at.join(" ")}) scale(${(scale * more).toFixed(4)})`;
}
