/** Queries to the server about the current position; each is sent only once per position. */

import { redraw } from "../core/redraw.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../types.js").Projection} Projection */
/** @typedef {import("../types.js").Effects} Effects */
/** @typedef {import("../types.js").Candidate} Candidate */
/** @typedef {import("../types.js").Why} Why */
/** @typedef {import("../types.js").Preview} Preview */
/** @typedef {{projection: Projection[] | null, effects: Effects | null, hint: Candidate[] | null, hinting: boolean, hintless: boolean}} Answers `hintless`: the server gives no hints here */

/** @returns {Answers} */
const none = () => ({ projection: null, effects: null, hint: null, hinting: false, hintless: false });

export class Queries {
  /** @param {TableSession} session */
  constructor(session) {
    this.session = session;
    this.answers = none();
    /** @type {Map<string, Promise<any>>} */ this.asked = new Map();
    this.timer = 0;
  }

  /** @param {string} type @param {object} [fields] */
  once(type, fields) {
    const { asked } = this;
    const key = type + JSON.stringify(fields ?? "");
    let answer = asked.get(key);
    if (!answer) {
      answer = this.session.live ? this.session.live.send(type, fields) : Promise.reject(new Error("offline"));
      answer.catch(() => asked.delete(key));
      asked.set(key, answer);
    }
    return answer;
  }

  /** @param {"projection" | "effects"} what */
  async learn(what) {
    const { answers } = this;
    try {
      answers[what] = await this.once(what);
      redraw();
    } catch {
      // The table works without it.
    }
  }

  /** The position has changed: answers still on their way belong to the old one. */
  forget() {
    this.asked = new Map();
    this.answers = none();
  }

  /** Query what the table shows beside the boards, after a short pause. */
  soon() {
    const { session } = this;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!session.position || session.table?.status !== "playing" || session.performing) return;
      this.learn("projection");
      if (session.position.legal.length) this.learn("effects");
    }, 40);
  }

  /** @param {string[]} actions @returns {Promise<Why[]>} */
  why(actions) {
    return this.once("why", { actions });
  }

  /** @param {string[]} actions @returns {Promise<Preview>} */
  preview(actions) {
    return this.once("preview", { ply: this.session.position.ply, actions });
  }

  /** A hint that the user has not asked for: if there is none, no error is shown. @param {number} seconds */
  async suggest(seconds) {
    const { answers } = this;
    try {
      answers.hint = await this.once("hint", { seconds });
    } catch {
      answers.hintless = true; // the game goes on without it
    }
    redraw();
  }

  /** The hint that the user has asked for. */
  async hint() {
    const { answers } = this;
    answers.hinting = true;
    redraw();
    try {
      answers.hint = await this.once("hint", { seconds: 1 });
    } catch (error) {
      this.session.refused(error);
    }
    answers.hinting = false;
    redraw();
  }
}
