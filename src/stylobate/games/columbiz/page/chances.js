// Why: whoever checks a throw in the browser must know what might have come: eight dice, less those that were kept.

/** @import { ChanceNode, Outcomes } from "../../../web/types.d.ts" */

const DICE = 8;

/** @param {ChanceNode} node @returns {Outcomes | null} */
export function chances({ options, before }) {
  if (!before.length && options.setup) return null; // dice may have been kept before
  const said = before.at(-1) ?? "";
  const kept = said.startsWith("keep:") ? said.slice("keep:".length).replace("-", "") : "";
  const ways = throws(DICE - kept.length);
  return new Map([...ways].map(([dice, count]) => [`*${[...kept, ...dice].toSorted().join("")}`, count]));
}

/** In how many ways some dice can show each set of sides. @param {number} dice @param {number} [side] the smallest left @returns {Map<string, number>} */
function throws(dice, side = 1) {
  if (side === 6) return new Map([["6".repeat(dice), 1]]);
  /** @type {Map<string, number>} */ const ways = new Map();
  for (let here = 0; here <= dice; here++) {
    for (const [others, count] of throws(dice - here, side + 1)) ways.set(String(side).repeat(here) + others, choose(dice, here) * count);
  }
  return ways;
}

/** How many ways there are to choose some of all. @param {number} all @param {number} some @returns {number} */
const choose = (all, some) => (some ? (choose(all - 1, some - 1) * all) / some : 1);
