// Why: a throw is checked by what was played before it, also if that was taken back later.
// docs/dice.md, “Which throw belongs to which token”.

/** @import { TakenBack } from "./lines.js" */

/**
 * All tokens of chance that there ever were, in the order of time.  What was taken back counts as a step too, so that of two that
 * follow each other with nothing between, the second is one step after the first.
 * @param {string[]} tokens of the record
 * @param {TakenBack[]} takenBack
 * @returns {{token: string, before: string[], step: number, stayed: boolean}[] | null} null if more stayed than there was
 */
export function course(tokens, takenBack) {
  const games = [tokens];
  for (const { kept, tokens: gone } of takenBack.toReversed()) {
    if (kept > games[0].length) return null;
    games.unshift([...games[0].slice(0, kept), ...gone]);
  }
  const found = [];
  let step = 0;
  for (const [i, game] of games.entries()) {
    const from = i ? takenBack[i - 1].kept : 0;
    const stayed = Math.min(game.length, ...takenBack.slice(i).map(({ kept }) => kept));
    for (const [at, token] of game.entries()) {
      if (at < from) continue;
      step += 1;
      if (token.startsWith("*")) found.push({ token, before: game.slice(0, at), step, stayed: at < stayed });
    }
    step += 1;
  }
  return found;
}
