// Why: a piece that lands, dice that roll, a card that turns, and that it is one's turn, may be heard.  The sounds are
// short, quiet and made here, of tones and noise; there is no file.  Browsers let a page sound only after a gesture, and
// nothing is made before one, nor for whoever has muted it.

/** @typedef {"piece" | "dice" | "card" | "turn" | "won" | "lost"} Sound */
/** @typedef {{at: number, length: number, loud: number} & ({tone: number} | {noise: number, narrow: number})} Stroke a tone, or noise round a pitch; times in seconds */

const QUIET = 0.22; // of full loudness

/** @param {number} at @param {number} pitch @param {number} loud @returns {Stroke[]} */
const knock = (at, pitch, loud) => [
  { at, length: 0.035, loud, noise: pitch * 9, narrow: 1.2 },
  { at, length: 0.08, loud: loud * 0.8, tone: pitch },
];

/** @param {number} at @param {number} pitch @param {number} length @returns {Stroke[]} */
const chime = (at, pitch, length) => [
  { at, length, loud: 0.5, tone: pitch },
  { at, length: length / 2, loud: 0.12, tone: 2 * pitch },
];

/** What each sound is made of. @type {Record<Sound, () => Stroke[]>} */
export const SOUNDS = {
  piece: () => knock(0, 210, 0.9),
  dice: () => [0, 0.07, 0.13, 0.21, 0.26].flatMap((at, nth) => knock(at + 0.02 * Math.random(), 420 + 60 * (nth % 3), 0.6 - 0.08 * nth)),
  card: () => [{ at: 0, length: 0.13, loud: 0.5, noise: 2600, narrow: 0.7 }, ...knock(0.1, 300, 0.25)],
  turn: () => [...chime(0, 523.25, 0.22), ...chime(0.11, 659.26, 0.3)],
  won: () => [...chime(0, 523.25, 0.25), ...chime(0.12, 659.26, 0.25), ...chime(0.24, 783.99, 0.5)],
  lost: () => [...chime(0, 392, 0.3), ...chime(0.16, 311.13, 0.5)],
};

export class Sounds {
  /**
   * @param {() => boolean} isMuted
   * @param {() => AudioContext} make what sounds, once there has been a gesture
   */
  constructor(isMuted, make = () => new AudioContext({ latencyHint: "interactive" })) {
    this.isMuted = isMuted;
    this.make = make;
    this.gesture = false;
    /** @type {AudioContext | null} */ this.context = null;
    /** @type {AudioBuffer | null} */ this.hiss = null;
  }

  /** Whoever is at the page has touched it. */
  touched() {
    this.gesture = true;
    if (this.context?.state === "suspended") this.context.resume();
  }

  /** Let something be heard, if anything may. @param {Sound} sound */
  play(sound) {
    if (!this.gesture || this.isMuted()) return;
    try {
      const context = this.context ??= this.make();
      for (const stroke of SOUNDS[sound]()) this.strike(context, stroke);
    } catch { /* a machine without sound: it stays silent */ }
  }

  /** @param {AudioContext} context @param {Stroke} stroke */
  strike(context, stroke) {
    const begins = context.currentTime + stroke.at;
    const source = "tone" in stroke ? new OscillatorNode(context, { frequency: stroke.tone }) : new AudioBufferSourceNode(context, { buffer: this.noise(context) });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, begins);
    loudness.gain.linearRampToValueAtTime(QUIET * stroke.loud, begins + 0.004);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begins + stroke.length);
    const shaped = "noise" in stroke ? source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: stroke.noise, Q: stroke.narrow })) : source;
    shaped.connect(loudness).connect(context.destination);
    source.start(begins);
    source.stop(begins + stroke.length);
  }

  /** Half a second of noise. @param {AudioContext} context */
  noise(context) {
    if (this.hiss) return this.hiss;
    this.hiss = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
    const samples = this.hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
    return this.hiss;
  }
}
