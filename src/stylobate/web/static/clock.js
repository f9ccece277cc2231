// Why: clocks run in the browser between two words of the server, but only the server's count.  So what is
// shown is always derived from the last view and from how long ago it came.

/** @import { Clock } from "../types.d.ts" */

/**
 * What a seat has left, so long after the view was made.
 * @param {Clock} clock
 * @param {number} seat
 * @param {number} passed milliseconds since the view came
 */
export function left(clock, seat, passed) {
  const there = clock.left[seat] ?? 0;
  return Math.max(0, clock.running === seat ? there - passed : there);
}

/** Milliseconds as people read them: 0:09.4, 4:05, 1:02:03, 2 days 3 h. @param {number} time */
export function written(time) {
  const seconds = Math.floor(time / 1000);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (days) return `${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = time < 10_000 ? `.${Math.floor((time % 1000) / 100)}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}

/** Whether it is time to hurry. @param {Clock} clock @param {number} time */
export const isLow = (clock, time) => clock.kind === "fischer" && time < 20_000;

/**
 * Keep the faces under `box` going until told otherwise.
 * @param {HTMLElement} box elements with data-clock="SEAT"
 * @param {() => {clock: Clock, came: number} | null} now the newest view's clock, and when it came
 */
export function run(box, now) {
  const tick = () => {
    const known = now();
    let soon = 1000;
    if (known && known.clock.kind !== "none") {
      for (const face of box.querySelectorAll("[data-clock]")) {
        const time = left(known.clock, Number(face.getAttribute("data-clock")), performance.now() - known.came);
        const text = written(time);
        if (face.textContent !== text) face.textContent = text;
        face.classList.toggle("low", isLow(known.clock, time));
        if (time < 10_000 && known.clock.running !== null) soon = 100;
      }
    }
    setTimeout(tick, document.hidden ? 2000 : soon === 100 ? 100 : 250);
  };
  tick();
}
