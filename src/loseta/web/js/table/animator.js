/**
 * Animations. Pieces have a `data-spot` that names their place; a flight moves a picture of a tile from one
 * spot to another, while the piece at its end is invisible.
 */

import { prefs, still } from "../core/prefs.js";
import { now } from "../core/redraw.js";
import { tileSymbol } from "../art/pieces.js";
import { play } from "../core/sound.js";

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.2,.7,.2,1)";

/**
 * A tile by its letter, or a copy of another piece, that moves from its old place to a spot or an element.
 * @typedef {{letter: string, copy?: Element | null, from: DOMRect | null, to: string | Element | null, delay?: number}} Flight
 */

/** @param {string} letter */
function tilePicture(letter) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${tileSymbol(letter)}`);
  svg.append(use);
  return svg;
}

export class Animator {
  /** @param {{shown: import("../types.js").GameState}} holder owns the drawn state */
  constructor(holder) {
    this.holder = holder;
    this.skipping = false;
    /** @type {Set<Animation>} */ this.running = new Set();
    /** @type {Set<() => void>} */ this.waits = new Set();
  }

  /** The drawn state. */
  get shown() {
    return this.holder.shown;
  }

  /** Draw a state at once, so that spots can be measured. @param {import("../types.js").GameState} state */
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
    return this.place(this.find(spot));
  }

  /**
   * Where a piece is seen: on a board that is shown as a card without its pieces, in the middle of
   * the card. Null where nothing of it is shown.
   * @param {Element | null | undefined} piece @returns {DOMRect | null}
   */
  place(piece) {
    const box = piece?.getBoundingClientRect();
    if (!piece || !box || box.width) return box ?? null;
    const card = piece.closest("[data-closed]")?.getBoundingClientRect();
    if (!card?.width) return null;
    const side = Math.min(card.width, card.height);
    return new DOMRect(card.x + (card.width - side) / 2, card.y + (card.height - side) / 2, side, side);
  }

  /** A duration at the user's speed. @param {number} ms */
  lasting(ms) {
    return prefs.speed ? ms / prefs.speed : 0;
  }

  /** @param {number} ms */
  wait(ms) {
    if (this.skipping || !prefs.speed) return Promise.resolve();
    return this.until((end) => {
      const timer = window.setTimeout(end, this.lasting(ms));
      return () => clearTimeout(timer);
    });
  }

  /** Wait until the current drawing is on the screen; in a hidden window only briefly. */
  painted() {
    return this.until((end) => {
      requestAnimationFrame(() => requestAnimationFrame(end));
      const timer = window.setTimeout(end, 100);
      return () => clearTimeout(timer);
    });
  }

  /** Wait until something calls `end`, or the user goes on. @param {(end: () => void) => () => void} begin */
  until(begin) {
    return new Promise((resolve) => {
      const end = () => {
        tidy();
        this.waits.delete(end);
        resolve(undefined);
      };
      const tidy = begin(end);
      this.waits.add(end);
    });
  }

  /**
   * Move tiles, and wait until all have arrived. The table was drawn just now; the tiles start after that
   * is painted, so that no frame of their flight is lost.
   * @param {Flight[]} flights @param {number} [ms]
   */
  async fly(flights, ms = 250) {
    if (this.skipping || !prefs.speed || !flights.length) return;
    const ready = flights.map((flight) => this.lay(flight));
    await this.painted();
    await Promise.all(ready.map((go) => go(this.lasting(ms))));
    play("lay");
  }

  /** Prepare a flight. @param {Flight} flight @returns {(duration: number) => Promise<void>} what lets it go */
  lay({ letter, copy, from, to, delay = 0 }) {
    const end = /** @type {HTMLElement | null} */ (typeof to === "string" ? this.find(to) : to);
    const goal = this.place(end);
    if (!end || !goal) return () => Promise.resolve();
    const start = this.lasting(delay);
    const unseen = end.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: "forwards" });
    if (still() || !from) {
      return async (duration) => {
        await this.run(end, [{ opacity: 0 }, { opacity: 1 }], { duration, delay: start, fill: "backwards" });
        unseen.cancel();
      };
    }
    const picture = document.createElement("span");
    picture.className = "flyer";
    picture.append(copy ?? tilePicture(letter));
    picture.style.width = `${goal.width}px`;
    picture.style.height = `${goal.height}px`;
    // A piece keeps its shape during the flight; a smaller or larger start only changes its scale.
    const scale = Math.min(from.width / goal.width, from.height / goal.height);
    const x = from.x + (from.width - goal.width * scale) / 2;
    const y = from.y + (from.height - goal.height * scale) / 2;
    const begin = `translate(${x}px, ${y}px) scale(${scale})`;
    picture.style.transform = begin;
    document.body.append(picture);
    return async (duration) => {
      const frames = [{ transform: begin }, { transform: `translate(${goal.x}px, ${goal.y}px) scale(1)` }];
      await this.run(picture, frames, { duration, delay: start, easing: EASE, fill: "both" });
      unseen.cancel();
      picture.remove();
    };
  }

  /** Turn pieces over in their places. @param {string[]} spots */
  async turnUp(spots) {
    if (this.skipping || !prefs.speed) return;
    play("take");
    const pieces = spots.flatMap((spot) => this.find(spot) ?? []);
    const frames = still() ? [{ opacity: 0 }, { opacity: 1 }] : [{ transform: "perspective(300px) rotateY(90deg) scale(1.25)" }, { transform: "none" }];
    await this.painted();
    await Promise.all(pieces.map((piece, i) => this.run(piece, frames, { duration: this.lasting(280), delay: this.lasting(i * 40), easing: EASE, fill: "backwards" })));
  }

  /** @param {Element} el @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
  async run(el, frames, how) {
    if (this.skipping) return;
    const animation = el.animate(frames, how);
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
  }

  /** Show points where they were scored, then fade them out. @param {string} spot @param {string} text @param {string} [kind] */
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

  /** End all animations, because the user has gone on. */
  skip() {
    this.skipping = true;
    for (const animation of this.running) animation.finish();
    for (const end of this.waits) end();
  }

  /** Allow animations again. */
  ready() {
    this.skipping = false;
  }
}
