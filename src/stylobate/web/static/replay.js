// Why: a game can be looked back at, while it goes on and after it: a log in words and tokens, a slider,
// arrow keys.  What it shows is the same board that everybody saw.  However long the log is, it is one stop of the
// Tab key; up and down lead along it.

import { Autoplay } from "./autoplay.js";
import { $, $$, hit, make } from "./house.js";

/** @import { Played, Seat } from "../types.d.ts" */

export class Replay {
  /**
   * @param {HTMLElement} box with buttons [data-to], a slider and .where
   * @param {HTMLElement} log the list
   * @param {(n: number) => void} onGo to the board after n tokens
   */
  constructor(box, log, onGo) {
    this.box = box;
    this.log = log;
    this.onGo = onGo;
    this.n = 0;
    this.count = 0;
    this.slider = $("input[type=range]", box, HTMLInputElement);
    this.slider.addEventListener("input", () => this.turn(Number(this.slider.value)));
    this.autoplay = new Autoplay(onGo, () => this.tell());
    $("[data-play]", box).addEventListener("click", () => this.autoplay.toggle(this.n, this.count));
    $("[data-speed]", box).addEventListener("click", () => this.autoplay.faster());
    for (const button of $$("[data-to]", box)) button.addEventListener("click", () => this.press(button.dataset.to ?? ""));
    log.addEventListener("click", (event) => {
      const entry = hit(event, "[data-n]");
      if (entry) this.turn(Number(entry.dataset.n));
    });
    log.addEventListener("keydown", (event) => {
      if (!["ArrowUp", "ArrowDown"].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const here = hit(event, "li");
      const to = event.key === "ArrowUp" ? here?.previousElementSibling : here?.nextElementSibling;
      to?.querySelector("button")?.focus();
    });
    log.addEventListener("focusin", (event) => this.stop(hit(event, "li")));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {string} to */
  press(to) {
    /** @type {Record<string, number>} */ const goals = { first: 0, back: this.n - 1, on: this.n + 1, last: this.count };
    this.go(goals[to]);
  }

  /** @param {number} n */
  go(n) {
    const goal = Math.max(0, Math.min(this.count, n));
    if (goal === this.n) return;
    this.n = goal; // the next press counts from here, even before the board has come
    this.turn(goal);
  }

  /** Somebody turns to a board by hand. @param {number} n */
  turn(n) {
    this.autoplay.stop();
    this.onGo(n);
  }

  /** Whether it plays by itself, and how fast. */
  tell() {
    const { playing, speed } = this.autoplay;
    const button = $("[data-play]", this.box);
    button.setAttribute("aria-pressed", String(playing));
    button.setAttribute("aria-label", playing ? "Pause" : "Play it by itself");
    const fast = $("[data-speed]", this.box);
    fast.hidden = !playing;
    fast.textContent = `${speed}×`;
    fast.setAttribute("aria-label", `Speed: ${speed} times`);
  }

  /** Arrow keys turn the pages wherever they have nothing else to do. @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (hit(event, "input, textarea, select, [role=button], dialog, .widget")) return;
    /** @type {Record<string, string>} */ const ways = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
    if (!(event.key in ways)) return;
    event.preventDefault();
    this.press(ways[event.key]);
  }

  /** Where Tab comes to in the log. @param {Element | null | undefined} entry */
  stop(entry) {
    for (const button of $$("[data-n][tabindex='0']", this.log)) button.setAttribute("tabindex", "-1");
    entry?.firstElementChild?.setAttribute("tabindex", "0");
  }

  /**
   * @param {number} n the board that is shown
   * @param {Played[]} tokens of the whole game
   * @param {(string | undefined)[]} words of each token, as far as they are known
   * @param {Pick<Seat, "name">[]} seats what a computer played for a person is marked
   */
  show(n, tokens, words, seats) {
    const grew = tokens.length !== this.count;
    this.n = n;
    this.count = tokens.length;
    this.slider.max = String(tokens.length);
    this.slider.value = String(n);
    this.slider.setAttribute("aria-valuetext", n ? `after move ${n} of ${tokens.length}` : "the start");
    $(".where", this.box).textContent = `${n} / ${tokens.length}`;
    for (const button of $$("[data-to]", this.box, HTMLButtonElement)) {
      button.disabled = n === (button.matches("[data-to=first], [data-to=back]") ? 0 : tokens.length);
    }
    while (this.log.children.length > tokens.length) this.log.lastElementChild?.remove();
    tokens.forEach(([token, seat, , level], at) => {
      const said = words[at] ?? "";
      const mark = level && seat !== null && seats[seat].name ? `computer, level ${level}` : "";
      let entry = /** @type {HTMLElement | undefined} */ (this.log.children[at]);
      if (!entry || entry.dataset.token !== token || entry.dataset.words !== said || entry.dataset.mark !== mark) {
        const made = make("li", { "data-token": token, "data-words": said, "data-mark": mark },
          make("button", { type: "button", tabindex: -1, "data-n": at + 1, class: seat === null ? "chance" : "" },
            make("span", { class: "nr" }, String(at + 1)),
            make("span", {}, said || token, mark && make("span", { class: "stand-in" }, ` · ${mark}`)),
            make("span", { class: "token", title: token }, said ? token : "")));
        if (entry) entry.replaceWith(made);
        else this.log.append(made);
        entry = made;
      }
      const button = entry.firstElementChild;
      if (at + 1 === n) button?.setAttribute("aria-current", "true");
      else button?.removeAttribute("aria-current");
    });
    const box = /** @type {HTMLElement} */ (this.log.parentElement);
    const current = /** @type {HTMLElement | undefined} */ (this.log.children[n - 1]);
    if (!this.log.contains(document.activeElement)) this.stop(current ?? this.log.firstElementChild);
    if (current && (grew || n !== tokens.length)) box.scrollTop = current.offsetTop + current.offsetHeight - box.clientHeight + (n === tokens.length ? 8 : box.clientHeight / 3);
    else if (n === 0) box.scrollTop = 0;
    this.autoplay.shown(n, tokens.length);
  }
}
