// The hash of the site's own is the one that everybody has.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { hashed, hex, sha256 } from "../../src/stylobate/web/static/sha256.js";

test("known answers of the standard", () => {
  assert.equal(hashed("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(hashed(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("every length up to three blocks, and signs of every kind", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 167 + length * 13) & 255);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
  assert.equal(hashed("“é 🎲”"), createHash("sha256").update("“é 🎲”").digest("hex"));
});
