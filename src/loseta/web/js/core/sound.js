/** Short ceramic sounds, synthesised; only if the user has turned sound on. */

import { prefs } from "./prefs.js";

/**
 * A tone: when it begins and how long it rings, in seconds; its pitch in hertz; how loud it is.
 * @typedef {{at: number, lasts: number, pitch: number, gain: number, wave?: OscillatorType}} Tone
 */

/** A tile on another one sounds high, a tile on the wall lower; points rise; the turn is a bell. @type {{[name: string]: Tone[]}} */
export const SOUNDS = {
  take: [
    { at: 0, lasts: 0.07, pitch: 1850, gain: 0.05 },
    { at: 0, lasts: 0.05, pitch: 2930, gain: 0.04 },
  ],
  lay: [
    { at: 0, lasts: 0.09, pitch: 520, gain: 0.09, wave: "triangle" },
    { at: 0, lasts: 0.05, pitch: 1410, gain: 0.05 },
  ],
  score: [
    { at: 0, lasts: 0.12, pitch: 659, gain: 0.05, wave: "triangle" },
    { at: 0.07, lasts: 0.2, pitch: 880, gain: 0.05, wave: "triangle" },
  ],
  turn: [
    { at: 0, lasts: 0.6, pitch: 784, gain: 0.06 },
    { at: 0, lasts: 0.35, pitch: 2163, gain: 0.015 },
    { at: 0.13, lasts: 0.7, pitch: 1047, gain: 0.05 },
  ],
  end: [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.11, lasts: 0.7, pitch, gain: 0.05, wave: "triangle" })),
};

/** Do not repeat a sound within this time. */
const APART = 0.06;

/** Created with the first sound, because browsers allow none before the user has interacted. */
const output = { audio: /** @type {AudioContext | null} */ (null), played: /** @type {Map<string, number>} */ (new Map()) };

/** @param {"take" | "lay" | "score" | "turn" | "end"} name */
export function play(name) {
  if (!prefs.sound || !("AudioContext" in globalThis)) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // otherwise browsers print a warning
  output.audio ??= new AudioContext();
  const { audio, played } = output;
  const now = audio.currentTime;
  if (now - (played.get(name) ?? -1) < APART) return;
  played.set(name, now);
  for (const tone of SOUNDS[name]) ring(audio, now, tone);
}

/** @param {AudioContext} audio @param {number} now @param {Tone} tone */
function ring(audio, now, { at, lasts, pitch, gain, wave = "sine" }) {
  const start = now + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + lasts);
  volume.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.type = wave;
  tone.frequency.value = pitch;
  tone.connect(volume);
  tone.start(start);
  tone.stop(start + lasts);
}
