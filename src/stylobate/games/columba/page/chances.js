// Why: whoever checks a card in the browser must know what might have come: each card that was still in the deck.

/** @import { ChanceNode, Outcomes } from "../../../web/types.d.ts" */

const BIRDS = [..."WRST"];

/** @param {ChanceNode} node @returns {Outcomes | null} */
export function chances({ options, before }) {
  if (options.setup) return null; // what lies in its deck stands in there
  const deck = options.deck && options.deck !== "standard" ? options.deck.split(",") : standard();
  /** @type {Outcomes} */ const left = new Map();
  for (const card of deck) left.set(`*${card}`, (left.get(`*${card}`) ?? 0) + 1);
  for (const token of before) {
    const count = left.get(token);
    if (count) left.set(token, count - 1);
  }
  return new Map([...left].filter(([, count]) => count));
}

/** Thirty cards: three and one, two and two, two and one and one. */
function standard() {
  const pairs = BIRDS.flatMap((one) => BIRDS.filter((other) => other !== one).map((other) => [one, other]));
  return [
    ...pairs.map(([one, other]) => one.repeat(3) + other),
    ...pairs.filter(([one, other]) => inOrder(one, other)).map(([one, other]) => one.repeat(2) + other.repeat(2)),
    ...BIRDS.flatMap((twice) => pairs.filter(([one, other]) => inOrder(one, other) && one !== twice && other !== twice).map((two) => twice.repeat(2) + two.join(""))),
  ];
}

/** @param {string} one @param {string} other */
const inOrder = (one, other) => BIRDS.indexOf(one) < BIRDS.indexOf(other);
