// Why: what a server says of its dice later can only be believed if it fits what it said before.  So the page keeps, in
// this browser, what it saw of a table from the first moment on, and what it sent itself.  `docs/dice.md` tells what the
// comparison with a record proves.

/** @import { View } from "../types.d.ts" */

/**
 * What a page keeps of a table.
 * @typedef {object} Kept
 * @property {number} at when it was last written
 * @property {string[]} commitments as they were seen first, in their order
 * @property {Record<string, string>} throws by number: the link and the mix, as they were seen first
 * @property {Record<string, string>} pledged nonces of this browser, by their pledge
 * @property {Record<string, string>} gave nonces of this browser, by the number of the throw they were given for
 * @property {string[]} sent nonces of this browser that went with a request
 * @property {Record<string, string[]>} others by throw: what people had pledged before this browser gave or sent its own
 */

const MOST = 40; // tables; the longest unused are forgotten
const NAME = "dice ";

/** @returns {Kept} */
const nothing = () => ({ at: 0, commitments: [], throws: {}, pledged: {}, gave: {}, sent: [], others: {} });

/** What this browser has kept of a table. @param {string} table @returns {Kept} */
export function kept(table) {
  try { return { ...nothing(), ...JSON.parse(localStorage.getItem(NAME + table) ?? "{}") }; } catch { return nothing(); }
}

/** @param {string} table @param {(kept: Kept) => void} change */
export function keep(table, change) {
  const all = kept(table);
  change(all);
  all.at = Date.now();
  try {
    if (localStorage.getItem(NAME + table) === null) forget();
    localStorage.setItem(NAME + table, JSON.stringify(all));
  } catch { /* where nothing can be kept, there will be nothing to compare with */ }
}

/** Make room for one table more. */
function forget() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length));
  const old = names.map((name) => ({ name, at: kept(name).at })).toSorted((one, other) => other.at - one.at);
  for (const { name } of old.slice(MOST - 1)) localStorage.removeItem(NAME + name);
}

/** Keep what a view shows for the first time; what was seen before stays as it was. @param {View} view */
export function see(view) {
  const { commitments } = view.chance;
  const before = kept(view.id);
  const isNew = commitments.length > before.commitments.length || view.fair.throws.some(({ number }) => !(number in before.throws));
  if (!isNew) return;
  keep(view.id, (all) => {
    for (const { text } of commitments.slice(all.commitments.length)) all.commitments.push(text);
    for (const { number, link, mix } of view.fair.throws) all.throws[number] ??= `${link} ${mix}`;
  });
}

/** Whether the site was set back to before this throw. @param {Record<string, string>} lines @param {number} number */
const anew = (lines, number) => Object.entries(lines).some(([name, line]) => {
  const [, from] = (name.startsWith("commitment ") && / from (\d+) restored$/.exec(line)) || [];
  return from !== undefined && Number(from) <= number;
});

/**
 * How a record fits what was kept: what does not, and what does, in sentences.
 * @param {Kept} mine
 * @param {Record<string, string>} lines of the record's header, by name
 * @param {(table: string, nonce: string) => string} pledge of a nonce
 * @returns {{faults: string[], sentences: string[]}}
 */
export function compared(mine, lines, pledge) {
  /** @type {string[]} */ const faults = [];
  if (!mine.commitments.length) return { faults, sentences: ["This browser has not seen the table before: it has nothing to compare with."] };
  mine.commitments.forEach((text, n) => {
    const line = lines[n ? `commitment ${n + 1}` : "commitment"] ?? "";
    if (line !== text && !line.startsWith(`${text} from `)) faults.push(`Commitment ${n + 1} is not the one that this page saw first.`);
  });
  for (const [number, seen] of Object.entries(mine.throws)) {
    const line = lines[`throw ${number}`] ?? "";
    const isOld = lines.fair === "hash chain 1" && line === "taken back";
    if (!isOld && line !== seen && !line.startsWith(`${seen} chose `)) faults.push(`Throw ${number} is not the one that this page saw${anew(lines, Number(number)) ? ": the site was set back in between, and it was made anew" : ""}.`);
  }
  for (const [number, nonce] of Object.entries(mine.gave)) {
    const line = lines[`throw ${number}`];
    if (line?.includes(`missing ${pledge(lines.table, nonce)}`)) faults.push(`Throw ${number} says that a nonce was missing, which this page gave.`);
    else if (line && !line.split(" ").includes(nonce)) faults.push(`Throw ${number} is without the nonce that this page gave for it.`);
  }
  for (const [number, pledges] of Object.entries(mine.others)) {
    const mix = (lines[`throw ${number}`] ?? "").split(" chose ")[0].slice(65);
    const [, ...given] = mix.matchAll(/(?:[0-9]|host) (before |missing )?([0-9a-f]+)/g); // the first was sent, not pledged
    for (const [, kind, value] of given) {
      if (!kind && !pledges.includes(pledge(lines.table, value))) faults.push(`Throw ${number} has a nonce that was not pledged when this page sent its own.`);
    }
  }
  const own = Object.keys(mine.gave).length;
  const given = new Set(Object.values(mine.gave));
  const passed = Object.entries(mine.pledged).filter(([one, nonce]) => !given.has(nonce) && Object.values(lines).some((line) => line.includes(`missing ${one}`))).length;
  return {
    faults,
    sentences: [
      "The commitment is the one that this page saw first, and every throw that it saw is there as it was.",
      ...(own ? [`${own} nonces that this page had pledged were asked for, and are in their throws.`] : []),
      ...(passed ? [`${passed} that it had pledged are said to be missing: it was not asked for them, or could not answer in time.`] : []),
    ],
  };
}
