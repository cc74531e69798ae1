/**
 * Where animations happen. Pieces have a `data-spot` that names their place; a flight carries a
 * picture of a tile from one spot to another while the piece at its end waits unseen.
 */

import { prefs, still } from "../core/prefs.js";
import { now } from "../core/redraw.js";
import { tileSymbol } from "../art/pieces.js";
import { tick } from "../core/sound.js";

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.2,.7,.2,1)";

/**
 * A tile by its letter, or a copy of any other piece, from where it was to a spot.
 * @typedef {{letter: string, copy?: Element | null, from: DOMRect | null, to: string, delay?: number}} Flight
 */

/** @param {string} letter */
function tilePicture(letter) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${tileSymbol(letter)}`);
  svg.append(use);
  return svg;
}

export class Stage {
  /** @param {{shown: any}} holder of the state that is drawn */
  constructor(holder) {
    this.holder = holder;
    this.skipping = false;
    /** @type {Set<Animation>} */ this.running = new Set();
    /** @type {Set<() => void>} */ this.waits = new Set();
  }

  /** Draw a state at once, so that spots can be measured. @param {any} state */
  show(state) {
    this.holder.shown = state;
    now();
  }

  /** @param {string} spot @returns {Element | null} */
  find(spot) {
    return document.querySelector(`[data-spot="${spot}"]`);
  }

  /** @param {string} spot */
  rect(spot) {
    return this.find(spot)?.getBoundingClientRect() ?? null;
  }

  /** How long something lasts at the speed that the user prefers. @param {number} ms */
  lasting(ms) {
    return prefs.speed ? ms / prefs.speed : 0;
  }

  /** @param {number} ms */
  wait(ms) {
    if (this.skipping || !prefs.speed) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waits.delete(end);
        resolve(undefined);
      };
      const timer = window.setTimeout(end, this.lasting(ms));
      this.waits.add(end);
    });
  }

  /** Let tiles travel, and wait until all have arrived. @param {Flight[]} flights @param {number} [ms] */
  async fly(flights, ms = 250) {
    if (this.skipping || !prefs.speed) return;
    tick();
    await Promise.all(flights.map((flight) => this.one(flight, this.lasting(ms))));
  }

  /** @param {Flight} flight @param {number} duration */
  async one({ letter, copy, from, to, delay = 0 }, duration) {
    const end = /** @type {HTMLElement | null} */ (this.find(to));
    if (!end) return;
    const start = this.lasting(delay);
    if (still() || !from) {
      await this.run(end, [{ opacity: 0 }, { opacity: 1 }], { duration, delay: start, fill: "backwards" });
      return;
    }
    const goal = end.getBoundingClientRect();
    const picture = document.createElement("span");
    picture.className = "flyer";
    picture.append(copy ?? tilePicture(letter));
    picture.style.width = `${goal.width}px`;
    picture.style.height = `${goal.height}px`;
    document.body.append(picture);
    const scale = from.width / goal.width;
    const frames = [
      { transform: `translate(${from.x}px, ${from.y}px) scale(${scale})` },
      { transform: `translate(${goal.x}px, ${goal.y}px) scale(1)` },
    ];
    const unseen = this.run(end, [{ opacity: 0 }, { opacity: 0 }], { duration: duration + start });
    await this.run(picture, frames, { duration, delay: start, easing: EASE, fill: "both" });
    await unseen;
    picture.remove();
  }

  /** @param {Element} el @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
  async run(el, frames, how) {
    if (this.skipping) return;
    const animation = el.animate(frames, how);
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
  }

  /** Points appear where they arise, then fade. @param {string} spot @param {string} text @param {string} [kind] */
  points(spot, text, kind = "good") {
    const place = this.rect(spot);
    if (!place || this.skipping || !prefs.speed) return;
    const label = document.createElement("span");
    label.className = `floating ${kind}`;
    label.textContent = text;
    label.setAttribute("aria-hidden", "true");
    label.style.left = `${place.x + place.width / 2}px`;
    label.style.top = `${place.y + place.height / 2}px`;
    document.body.append(label);
    const rise = still() ? "translate(-50%,-50%)" : "translate(-50%,-130%)";
    const frames = [
      { opacity: 0, transform: "translate(-50%,-50%)" },
      { opacity: 1, transform: "translate(-50%,-50%)", offset: 0.15 },
      { opacity: 1, transform: rise, offset: 0.8 },
      { opacity: 0, transform: rise },
    ];
    this.run(label, frames, { duration: this.lasting(900), easing: EASE }).finally(() => label.remove());
  }

  /** Be done with everything that moves: the user has gone on. */
  skip() {
    this.skipping = true;
    for (const animation of this.running) animation.finish();
    for (const end of this.waits) end();
  }

  /** Animations may run again. */
  ready() {
    this.skipping = false;
  }
}
