// Why: a game can be watched again like a film.  Each move is looked at for a moment, from when its board is there; who
// takes the wheel, or the end of the game, stops it.

const A_LOOK = 1400; // milliseconds for a move, at the usual speed
const SPEEDS = [1, 2, 4];

export class Autoplay {
  /**
   * @param {(n: number) => void} go show the board after n tokens
   * @param {() => void} onChange it has begun, stopped, or has another speed
   * @param {{set: (act: () => void, time: number) => number, clear: (timer: number) => void}} [timers]
   */
  constructor(go, onChange, timers = { set: (act, time) => setTimeout(act, time), clear: (timer) => clearTimeout(timer) }) {
    this.go = go;
    this.onChange = onChange;
    this.timers = timers;
    this.playing = false;
    this.speed = 1;
    this.wanted = 0;
    this.timer = 0;
  }

  /** Begin after the nth of so many tokens, at the end with the start; or stop. @param {number} n @param {number} count */
  toggle(n, count) {
    if (this.playing) return this.stop();
    if (!count) return;
    this.playing = true;
    this.onChange();
    this.next(n < count ? n + 1 : 0);
  }

  /** The board after n of so many tokens is there. @param {number} n @param {number} count */
  shown(n, count) {
    if (!this.playing || n !== this.wanted || this.timer) return;
    if (n >= count) return this.stop();
    this.timer = this.timers.set(() => this.next(n + 1), A_LOOK / this.speed);
  }

  /** @param {number} n */
  next(n) {
    this.timer = 0;
    this.wanted = n;
    this.go(n);
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.onChange();
  }

  stop() {
    if (!this.playing) return;
    this.timers.clear(this.timer);
    this.timer = 0;
    this.playing = false;
    this.onChange();
  }
}
