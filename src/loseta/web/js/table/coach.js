/**
 * The coach: it questions a move that gives much away before the move is played; if it is played anyway,
 * the coach says what was better. Only against computers, at tables with hints. It never blocks
 * play: without an answer within two seconds the move is played.
 */

import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { focusSoon, usesKeys } from "../core/keys.js";
import { prefs } from "../core/prefs.js";
import { redraw } from "../core/redraw.js";
import { percent, t } from "../core/text.js";
import { accountList } from "../replay/account.js";
import { button, iconButton } from "../ui/controls.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../types.js").GameState} GameState */
/** The server's opinion of a move. @typedef {{asks: false} | {asks: true, chance: number, points: number, account: import("../replay/review.js").AccountItem[], better: string}} Opinion */
/** The better action, after a questioned move was played anyway. @typedef {{action: string, state: GameState, ply: number}} Better */

/** Milliseconds that a move waits for an opinion. */
const PATIENCE = 2000;

export class Coach {
  /** @param {TableSession} session */
  constructor(session) {
    this.session = session;
    /** In guided games the guide's card takes its place. */ this.muted = false;
    /** @type {Better | null} */ this.better = null;
  }

  /** Whether this table can have a coach. */
  get offered() {
    const { table, me } = this.session;
    return table.hints && me !== null && table.seats.every(({ seat, kind }) => seat === me || kind === "computer");
  }

  get isOn() {
    return prefs.coach !== "" && !this.muted && this.offered;
  }

  /** Its question about the first of some steps, with the state after them; null if it has none, or not in time. @param {string[]} actions @param {(after: GameState) => void} show what the table looks like meanwhile */
  async look(actions, show) {
    const { queries, position } = this.session;
    const preview = queries.preview(actions);
    preview.then(({ state }) => show(state), () => {});
    const asked = Promise.all([queries.once("coach", { ply: position.ply, action: actions[0], least: prefs.coach }), preview]);
    const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
    /** @type {[Opinion, import("../types.js").Preview] | null} */
    const answer = await Promise.race([asked, late]).catch(() => null);
    if (!answer) return null;
    const [opinion, { state }] = answer;
    return opinion.asks ? { opinion, state } : null;
  }

  /** It asks. @param {Opinion & {asks: true}} opinion */
  ask(opinion) {
    announce([t("coach.sure"), " ", t("coach.loses", { n: opinion.points, chance: percent(opinion.chance) })]);
    redraw();
    if (usesKeys()) focusSoon(".coach-box .take-back");
  }

  /** The move is played anyway: say what was better. @param {Opinion & {asks: true}} opinion */
  remember({ better }) {
    const { position } = this.session;
    this.better = { action: better, state: position.state, ply: position.ply };
    announce([t("coach.better"), " ", this.session.gameView.wording(better, position.state)]);
  }

  /** Forget the better action, because the next one is played or the game went back. */
  forget() {
    this.better = null;
  }
}

/** Shown in place of a hint. @param {TableSession} session */
export function coachBox(session) {
  const { coach, pending } = session;
  if (pending?.opinion) return question(session, pending.opinion);
  if (!coach.better || session.over || session.at !== null || session.position.ply < coach.better.ply) return null;
  const { action, state } = coach.better;
  return h(
    "div",
    { class: "hint-box coach-box", key: "coach", "data-overlay": true, role: "status" },
    h("div", { class: "hint-text" }, h("b", null, t("coach.better")), " ", session.gameView.wording(action, state), "."),
    iconButton("close", t("ui.close"), () => {
      coach.forget();
      redraw();
    }),
  );
}

/** @param {TableSession} session @param {Opinion & {asks: true}} opinion */
function question(session, { points, chance, account }) {
  return h(
    "div",
    { class: "hint-box coach-box asks", key: "coach", "data-overlay": true, role: "alertdialog", "aria-labelledby": "coach-asks", "aria-describedby": "coach-why" },
    h(
      "div",
      { class: "hint-text" },
      h("b", { id: "coach-asks" }, t("coach.sure")),
      h("div", { id: "coach-why" }, t("coach.loses", { n: points, chance: percent(chance) }), accountList({ game: session.table.game, names: session.names }, account.slice(0, 3))),
    ),
    h(
      "div",
      { class: "row" },
      button(t("coach.take_back"), () => session.undo(), { class: "small main take-back" }),
      button(t("coach.anyway"), () => session.confirm(), { class: "small anyway" }),
    ),
  );
}
