// What a page makes of a view and some news: the cases that the server's own merging is held to as well.
// `after` is the view afterwards: a view, "seen" or "news" where it is that very one, null where the whole is missing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { merged } from "../../src/stylobate/web/static/merging.js";

const CASES = JSON.parse(readFileSync(new URL("../merging.json", import.meta.url), "utf8"));

test("every case ends as it does on the server", () => {
  for (const { case: name, seen, news, after } of CASES) {
    const view = merged(seen, news);
    if (after === "seen") assert.equal(view, seen, name);
    else if (after === "news") assert.equal(view, news, name);
    else assert.deepEqual(view, after, name);
  }
});

test("what was given is not changed", () => {
  for (const { case: name, seen, news } of CASES) {
    const before = structuredClone({ seen, news });
    merged(seen, news);
    assert.deepEqual({ seen, news }, before, name);
  }
});
