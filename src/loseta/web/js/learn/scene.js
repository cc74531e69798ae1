/**
 * A small board to try a rule on. Legality and consequences come from the server, so the examples follow
 * the same rules as the tables.
 */

import { layout } from "../core/media.js";
import { redraw } from "../core/redraw.js";
import { newMemory } from "../games/game-view.js";
import { post } from "../net/api.js";

/** @typedef {import("../games/game-view.js").TableView} TableView */
/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {import("../games/game-view.js").GameView} GameView */
/** @typedef {import("../types.js").Sandbox} Sandbox */
/** @typedef {import("../core/h.js").Child} Child */

/**
 * @typedef {object} Spec
 * @property {string} id
 * @property {string} game
 * @property {string} after       the rule or chapter that it follows
 * @property {string[]} names
 * @property {string[]} shows     the pieces to draw: keys of factories, "board", …
 * @property {string} position
 * @property {string[][]} [steps] played one after the other
 * @property {string[]} [tries]   each played from the start
 * @property {string[]} [play]    the actions that are played after the guess
 * @property {number[]} [guess]
 * @property {number} [answer]
 * @property {boolean} [loss]     whether the guess is about lost points
 */

export class Scene {
  /** @param {Spec} spec @param {GameView} gameView @param {import("../types.js").Box} box what is printed on the pieces */
  constructor(spec, gameView, box) {
    this.spec = spec;
    this.gameView = gameView;
    this.box = box;
    // Set by `start`; nothing is drawn or played before.
    const unknown = /** @type {any} */ (null);
    /** The start. @type {Sandbox} */ this.base = unknown;
    /** The position that is shown. @type {Sandbox} */ this.now = unknown;
    /** The steps since the start. @type {Frame[]} */ this.frames = [];
    this.step = 0;
    /** @type {import("../games/game-view.js").Held | null} */ this.hand = null;
    /** @type {string | null} */ this.tried = null;
    /** @type {number | null} */ this.guessed = null;
    /** @type {{sentence: Child, rule?: string} | null} */ this.refusal = null;
    this.memory = newMemory();
    this.failed = false;
    /** While an action is played, clicks are ignored. */ this.busy = false;
  }

  /** @param {string} position @param {string[]} actions @param {string[]} [why] @returns {Promise<Sandbox>} */
  ask(position, actions, why = []) {
    return post("/sandbox", { game: this.spec.game, position, actions, why });
  }

  async start() {
    try {
      this.base = await this.ask(this.spec.position, []);
      this.reset();
    } catch {
      this.failed = true;
    }
    redraw();
  }

  reset() {
    this.now = this.base;
    this.frames = [];
    this.step = 0;
    this.hand = null;
    this.tried = null;
    this.guessed = null;
    this.refusal = null;
    redraw();
  }

  /** @param {() => Promise<void>} act */
  async alone(act) {
    if (this.busy) return;
    this.busy = true;
    await act().finally(() => (this.busy = false));
  }

  /** Play actions from the current position, one after the other, with announcements. @param {string[]} actions */
  async play(actions) {
    for (const action of actions) {
      const before = this.now;
      this.now = await this.ask(before.position, [action]);
      const seat = before.seat;
      const { state, events, before_scoring } = this.now;
      this.frames.push({ ply: this.frames.length + 1, seat, round: before.state.round, action, events, state, before_scoring, before: before.state });
    }
    this.hand = null;
    redraw();
  }

  next() {
    return this.alone(async () => {
      const actions = this.spec.steps?.[this.step];
      if (!actions) return this.reset();
      this.step += 1;
      this.frames = [];
      await this.play(actions);
    });
  }

  /** Try an action from the start; if it is illegal, say why. @param {string} action */
  attempt(action) {
    return this.alone(async () => {
      this.reset();
      this.tried = action;
      const { why } = await this.ask(this.base.position, [], [action]);
      if (why[0].legal) return this.play([action]);
      this.refusal = { sentence: why[0].sentence, rule: why[0].rule };
      redraw();
    });
  }

  /** @param {number} n */
  guess(n) {
    return this.alone(async () => {
      this.reset();
      this.guessed = n;
      await this.play(this.spec.play ?? []);
    });
  }

  /** What happened, in sentences. @returns {Child[]} */
  sentences() {
    const { names } = this.spec;
    return this.frames.flatMap((frame) => {
      const told = frame.seat === null ? [] : [this.gameView.told(frame, frame.before, names)];
      return [...told, ...this.gameView.followed(frame, names)].filter((each) => each && (!Array.isArray(each) || each.length));
    });
  }

  /** The seat whose board is shown: the one that acts. */
  get seat() {
    const last = this.frames.findLast((frame) => frame.seat !== null);
    return last?.seat ?? this.base.seat ?? 0;
  }

  /** @returns {TableView} */
  view() {
    const free = Boolean(this.spec.tries) && this.now === this.base;
    const { state } = this.now;
    return {
      state,
      me: this.seat,
      names: this.spec.names,
      box: this.box,
      legal: free ? this.base.legal : [],
      waiting: [],
      recent: this.frames.filter((frame) => frame.seat !== null),
      projection: free ? this.base.projection : null,
      effects: null,
      taking: this.base.taking,
      hand: free ? this.hand : null,
      memory: this.memory,
      setHand: (hand) => {
        this.hand = hand;
        this.refusal = null;
        redraw();
      },
      play: (...actions) => this.attempt(actions[0]),
      why: async (actions) => (await this.ask(this.base.position, [], actions)).why,
      say: (sentence, rule) => {
        this.refusal = { sentence, rule };
        redraw();
      },
      choosing: null,
      clock: null,
      seats: this.spec.names.map(() => ({ kind: "person", present: true })),
      over: false,
      layout: layout(),
      hinted: null,
      since: null,
      held: false,
      watched: true,
    };
  }
}
