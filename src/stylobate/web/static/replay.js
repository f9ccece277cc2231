// Why: a game can be looked back at, while it goes on and after it: a log in words and tokens, a slider,
// arrow keys.  What it shows is the same board that everybody saw.  However long the log is, it is one stop of the
// Tab key; up and down lead along it.

import { $, $$, make } from "./house.js";

export class Replay {
  /**
   * @param {HTMLElement} box with buttons [data-to], a slider and .where
   * @param {HTMLElement} log the list
   * @param {(n: number) => void} onGo to the board after n tokens
   */
  constructor(box, log, onGo) {
    Object.assign(this, { box, log, onGo, n: 0, count: 0 });
    this.slider = /** @type {HTMLInputElement} */ ($("input[type=range]", box));
    this.slider.addEventListener("input", () => onGo(Number(this.slider.value)));
    for (const button of $$("[data-to]", box)) button.addEventListener("click", () => this.press(button.dataset.to));
    log.addEventListener("click", (event) => {
      const entry = event.target.closest("[data-n]");
      if (entry) onGo(Number(entry.dataset.n));
    });
    log.addEventListener("keydown", (event) => {
      const to = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
      if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.target.closest("li")?.[to]?.firstElementChild.focus();
    });
    log.addEventListener("focusin", (event) => this.stop(event.target.closest("li")));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  press(to) {
    const goals = { first: 0, back: this.n - 1, on: this.n + 1, last: this.count };
    this.go(goals[to]);
  }

  go(n) {
    const goal = Math.max(0, Math.min(this.count, n));
    if (goal === this.n) return;
    this.n = goal; // the next press counts from here, even before the board has come
    this.onGo(goal);
  }

  /** Arrow keys turn the pages wherever they have nothing else to do. */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [role=button], dialog, .widget")) return;
    const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!to) return;
    event.preventDefault();
    this.press(to);
  }

  /** Where Tab comes to in the log. @param {Element | null | undefined} entry */
  stop(entry) {
    for (const button of $$("[data-n]", this.log)) button.setAttribute("tabindex", button.parentElement === entry ? "0" : "-1");
  }

  /**
   * @param {number} n the board that is shown
   * @param {any[][]} tokens [token, seat, time] of the whole game
   * @param {(string | undefined)[]} words of each token, as far as they are known
   */
  show(n, tokens, words) {
    const grew = tokens.length !== this.count;
    this.n = n;
    this.count = tokens.length;
    this.slider.max = String(tokens.length);
    this.slider.value = String(n);
    this.slider.setAttribute("aria-valuetext", n ? `after move ${n} of ${tokens.length}` : "the start");
    $(".where", this.box).textContent = `${n} / ${tokens.length}`;
    $$("[data-to=first], [data-to=back]", this.box).forEach((button) => { button.disabled = n === 0; });
    $$("[data-to=on], [data-to=last]", this.box).forEach((button) => { button.disabled = n === tokens.length; });
    while (this.log.children.length > tokens.length) this.log.lastElementChild.remove();
    tokens.forEach(([token, seat], at) => {
      const told = words[at] ?? "";
      let entry = this.log.children[at];
      if (!entry || entry.dataset.token !== token || entry.dataset.words !== told) {
        const made = make("li", { "data-token": token, "data-words": told },
          make("button", { type: "button", "data-n": at + 1, class: seat === null ? "chance" : "" },
            make("span", { class: "nr" }, String(at + 1)),
            make("span", {}, told || token),
            make("span", { class: "token", title: token }, told ? token : "")));
        if (entry) entry.replaceWith(made);
        else this.log.append(made);
        entry = made;
      }
      const button = entry.firstElementChild;
      if (at + 1 === n) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const box = this.log.parentElement;
    const current = this.log.children[n - 1];
    if (!this.log.contains(document.activeElement)) this.stop(current ?? this.log.firstElementChild);
    if (current && (grew || n !== tokens.length)) box.scrollTop = current.offsetTop + current.offsetHeight - box.clientHeight + (n === tokens.length ? 8 : box.clientHeight / 3);
    else if (n === 0) box.scrollTop = 0;
  }
}
