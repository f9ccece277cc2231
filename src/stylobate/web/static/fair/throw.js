// Why: a link, a mix and the chances give one throw and no other.  docs/dice.md, “A throw”.

import { byCodePoint } from "./record.js";
import { hex, hmac, unhex, utf8 } from "../sha256.js";

/** @import { Outcomes } from "../../types.d.ts" */

const ALL = 1n << 256n;

/**
 * The outcome of a throw.  Outcomes are given by weights; divided by what all of them have in common, they say how many of
 * the numbers from 0 on each has.
 * @param {Outcomes} outcomes
 * @param {string} link
 * @param {string} text what is hashed, but for the number of the attempt
 */
export function thrown(outcomes, link, text) {
  const common = [...outcomes.values()].reduce(divisor, 0);
  const total = BigInt([...outcomes.values()].reduce((sum, weight) => sum + weight, 0) / common);
  let number = ALL;
  for (let attempt = 0; number >= ALL - (ALL % total); attempt++) number = BigInt(`0x${hex(hmac(unhex(link), utf8(`${text} ${attempt}`)))}`);
  let rest = Number(number % total);
  for (const [outcome, weight] of [...outcomes].toSorted(([one], [other]) => byCodePoint(one, other))) {
    rest -= weight / common;
    if (rest < 0) return outcome;
  }
  throw new Error("the weights of the outcomes do not add up");
}

/** @param {number} one @param {number} other @returns {number} */
const divisor = (one, other) => (other ? divisor(other, one % other) : one);
