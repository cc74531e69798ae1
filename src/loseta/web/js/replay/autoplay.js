/** Playing the steps of a replay automatically. */

import { redraw } from "../core/redraw.js";

/** @typedef {import("./game.js").Game} Game */

export const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds that a step is shown at normal speed. */
const STEP_MS = 1600;

export class Autoplay {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.speed = 1;
    this.timer = 0;
  }

  get running() {
    return this.timer !== 0;
  }

  /** Start or stop; at the end it starts from the beginning. */
  toggle() {
    if (this.running) return this.stop();
    const { game } = this;
    if (game.at >= game.last) game.stepTo(game.opening);
    this.wait();
    redraw();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    redraw();
  }

  /** @param {number} speed */
  choose(speed) {
    this.speed = speed;
    if (this.running) this.wait();
    redraw();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const { game } = this;
      game.step(game.at + 1);
      if (game.at < game.last) this.wait();
      else this.stop();
    }, STEP_MS / this.speed);
  }
}
