// Why: what the server signed at the end of a game it cannot take back, and nobody else can have written it.
// Winternitz' one-time signature, w = 16, by SHA-256 alone: docs/dice.md, “Signature and checksum”.

import { hashed, hex, joined, sha256, unhex } from "../sha256.js";

const PIECES = 67;
const SIGNATURE = new RegExp(`^[0-9a-f]{${PIECES * 64}}$`);

/** Whether a signature is that of this text, by whoever has published the key. @param {string} signature @param {string} text @param {string} key */
export function signed(signature, text, key) {
  if (!SIGNATURE.test(signature)) return false;
  const ends = digits(text).map((digit, i) => {
    let piece = unhex(signature.slice(64 * i, 64 * i + 64));
    for (let n = digit; n < 15; n++) piece = sha256(piece);
    return piece;
  });
  return hex(sha256(joined(...ends))) === key;
}

/** The digits that are signed: those of the text's hash, and three that keep them from growing. @param {string} text */
function digits(text) {
  const values = Array.from(hashed(text), (digit) => Number.parseInt(digit, 16));
  const rest = values.reduce((sum, digit) => sum + 15 - digit, 0);
  return [...values, rest >> 8, (rest >> 4) & 15, rest & 15];
}
