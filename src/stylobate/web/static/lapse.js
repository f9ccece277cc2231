// Why: where nothing is left to do, a turn should not have to be ended by hand.  The game says when its only token may go
// by itself; the page then plays it after a moment, in which one may say “not yet”, or undo what led there.  Nobody else
// hears of it before: what was not sent needs no taking back.

const MOMENT = 2500; // milliseconds

export class Lapse {
  /**
   * @param {HTMLElement} button that says “not yet”
   * @param {(token: string) => void} play
   * @param {number} moment milliseconds until it is played
   */
  constructor(button, play, moment = MOMENT) {
    this.button = button;
    this.play = play;
    this.moment = moment;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    this.refused = ""; // the board on which somebody said “not yet”
    this.board = "";
    button.addEventListener("click", () => this.refuse());
  }

  /** Let the moment run; whether it does. @param {string} token @param {string} board that it is played on */
  begin(token, board) {
    this.stop();
    this.board = board;
    if (board === this.refused) return false;
    this.timer = setTimeout(() => { this.stop(); this.play(token); }, this.moment);
    this.button.hidden = false;
    return true;
  }

  /** Not yet: on this board it is left to be played by hand. */
  refuse() {
    this.refused = this.board;
    this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    this.button.hidden = true;
  }
}
