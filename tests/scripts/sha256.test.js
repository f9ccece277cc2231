// The hash of the site's own is the one that everybody has.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { hashed, hex, hmac, sha256, unhex, utf8 } from "../../src/stylobate/web/static/sha256.js";

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

test("an HMAC is the one of RFC 4231", () => {
  const mac = (/** @type {string} */ key, /** @type {string} */ text) => hex(hmac(unhex(key), utf8(text)));
  assert.equal(mac("0b".repeat(20), "Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  assert.equal(mac("4a656665", "what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  assert.equal(mac("aa".repeat(131), "Test Using Larger Than Block-Size Key - Hash Key First"), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});
