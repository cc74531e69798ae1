/**
 * The server's data about a table: the players, the position, the game step by step. It keeps the connection
 * and passes on every message, one after the other.
 */

import { words } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { games, loadView, notShown } from "../games/index.js";
import { get, known, ServerError } from "../net/api.js";
import { Live } from "../net/live.js";
import { nameOf } from "../ui/tables.js";

/** @typedef {import("../games/game-view.js").Frame} Frame */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").About} About */
/** @typedef {import("../types.js").TableMessage} TableMessage */
/** @typedef {import("../games/game-view.js").GameView} GameView */
/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../net/live.js").Refused} Refused */

export class TableStore {
  /** @param {string} id of the table */
  constructor(id) {
    this.id = id;
    /** @type {"connecting" | "open" | "lost" | "refused"} */
    this.connection = "connecting";
    /** @type {Refused | ServerError | null} */
    this.error = null;
    // Set by `start`; only that and the page, which waits for it, read them earlier.
    const unknown = /** @type {any} */ (null);
    /** @type {TableInfo} */ this.table = unknown;
    /** @type {Position} */ this.position = unknown;
    /** @type {About} */ this.about = unknown;
    /** @type {GameView} */ this.gameView = unknown;
    /** @type {Frame[]} */ this.frames = [];
    /** @type {Live | null} */ this.live = null;
    this.closed = false;
    /** The guest's identity. */ this.myName = "";
    this.retryTimer = 0;
    /** Messages that are being handled. @type {Promise<void>} */
    this.inbox = Promise.resolve();
  }

  /** The first message says which game it is. @param {TableMessage} message */
  async take(message) {
    const { game } = message.table;
    const trouble = notShown(game, this.about);
    if (trouble) {
      this.close();
      this.fail(trouble);
      return;
    }
    this.gameView ??= await loadView(game);
    if (!this.closed) await this.receive(message);
  }

  /** Handle a message. @param {TableMessage} _message @returns {Promise<void>} */
  async receive(_message) {}

  /** The connection is open, or open again. */
  connected() {}

  async start() {
    try {
      this.myName = (await known()).name;
      await this.learn();
    } catch (error) {
      this.fail(/** @type {ServerError} */ (error));
      return;
    }
    if (this.closed) return;
    this.live = new Live(
      this.id,
      (message) => {
        const told = /** @type {TableMessage} */ (message);
        this.inbox = this.inbox.then(() => this.take(told)).catch(console.error);
      },
      (state, error) => {
        this.connection = state;
        if (error) this.error = error;
        if (state === "open") this.connected();
        redraw();
      },
    );
  }

  async learn() {
    this.about = await games();
    redraw();
  }

  /** @param {ServerError} error */
  fail(error) {
    if (error.code === "offline") {
      this.connection = "lost";
      this.retryTimer = window.setTimeout(() => this.start(), 2000);
    } else {
      this.connection = "refused";
      this.error = error;
    }
    redraw();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retryTimer);
    this.live?.close();
  }

  get me() {
    return this.table?.you ?? null;
  }

  /** The game's outcome. */
  get ending() {
    return /** @type {import("../types.js").Ending} */ (this.table.end);
  }

  get box() {
    return this.about.games[this.table.game].box;
  }

  /** The last ply whose state is known. */
  get newest() {
    return this.frames.length - 1;
  }

  get names() {
    const names = this.table.seats.map((seat) => (seat.seat === this.me && this.alone && !seat.name ? t("home.you") : this.nameOf(seat)));
    // Equal names get a number.
    return names.map((name, i) => {
      if (names.indexOf(name) === names.lastIndexOf(name)) return name;
      return `${name} ${names.slice(0, i + 1).filter((other) => other === name).length}`;
    });
  }

  /** Whether all other players are computers: then the user needs no distinct name. */
  get alone() {
    return this.table.seats.every((seat) => seat.kind === "computer" || seat.seat === this.me);
  }

  /** The user's name as others see it. @param {import("../types.js").SeatInfo} seat */
  nameOf(seat) {
    return nameOf(seat, this.about.levels) ?? "…";
  }

  /** Add the steps of a message; a step without a state has led to the message's state. @param {Position} message */
  addSteps({ events, state }) {
    for (const event of events) {
      if (event.kind === "back") this.frames.length = Math.min(this.frames.length, Number(event.text) + 1);
      const isStep = event.kind === "act" || event.kind === "deal";
      if (isStep && event.ply === this.newest) this.frames.push({ ...event, ply: event.ply + 1, state: event.state ?? state });
    }
  }

  /** Fetch the whole game. */
  async catchUp() {
    try {
      ({ frames: this.frames } = await get(`/tables/${this.id}/history`));
    } catch {
      // Without it the table still works; stepping back tries again.
    }
  }

  /** A step in one sentence; "" if it needs none. @param {Frame} frame @returns {Child} */
  told(frame) {
    const told = this.gameView.told(frame, this.frames[frame.ply - 1]?.state, this.names, this.me);
    return words(told) ? told : "";
  }

  /** The consequences of a step, a sentence each. @param {Frame} frame @returns {Child[]} */
  followed(frame) {
    return this.gameView.followed(frame, this.names).filter((each) => words(each));
  }
}
