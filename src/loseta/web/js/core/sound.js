/** A quiet click of ceramic, made on the spot; only when the user has asked for sound. */

import { prefs } from "./prefs.js";

/** Made with the first sound: browsers allow none before the user has done something. */
const output = { audio: /** @type {AudioContext | null} */ (null) };

export function tick() {
  if (!prefs.sound || !("AudioContext" in window)) return;
  output.audio ??= new AudioContext();
  const { audio } = output;
  const start = audio.currentTime;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.09, start);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + 0.07);
  gain.connect(audio.destination);
  for (const pitch of [1850, 2930]) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * (0.96 + Math.random() * 0.08);
    tone.connect(gain);
    tone.start(start);
    tone.stop(start + 0.08);
  }
}
