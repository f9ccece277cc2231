// Why: what a page knows of a table comes in pieces, by several ways, and the network may lose, double or shuffle them.
// This says what becomes of a view when something more arrives; the server's play/merging.py says the same, and both
// are held to the cases of tests/merging.json.

/** @import { Change, View } from "../types.d.ts" */

/**
 * The view after some news: the same where they are old, null where something in between is missing.
 *
 * Of two whole views of one version the one that was told later is newer: it knows who has gone since, what the
 * clocks show, and perhaps that the viewer has become somebody else.
 * @param {View | null} seen
 * @param {View | Change} news
 * @returns {View | null}
 */
export function merged(seen, news) {
  if (!("since" in news)) return seen && isOlder(news, seen) ? seen : news;
  if (!seen) return null;
  if (news.version <= seen.version) return seen;
  if (news.since !== seen.version) return null;
  const { since: _, tokens_from: tokensFrom, throws_from: throwsFrom, tokens, throws, chat = seen.chat, ...status } = news;
  return {
    ...status,
    tokens: [...seen.tokens.slice(0, tokensFrom), ...tokens],
    chat,
    fair: { ...seen.fair, throws: [...seen.fair.throws.slice(0, throwsFrom), ...throws] },
  };
}

/** @param {View} one @param {View} other */
const isOlder = (one, other) => one.version < other.version || (one.version === other.version && one.now < other.now);
