/** The end of a puzzle: two lines side by side, take by take, with their walls and points. */

import { analysePosition } from "../analysis/handover.js";
import { hole, inline, space, tile } from "../art/pieces.js";
import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { signed, t } from "../core/text.js";
import { badge } from "../ui/identity.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./session.js").PuzzleSession} PuzzleSession */
/** @typedef {import("./session.js").PlayedLine} PlayedLine */
/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../types.js").Gains} Gains */

/**
 * @param {PuzzleSession} session
 * @param {{next: () => void, nextWords?: string, list: string, listWords?: string}} ways
 */
export function linesView(session, { next, nextWords = t("puzzles.next"), list, listWords = t("puzzles.all") }) {
  const { comparison, tries } = session;
  if (!comparison) return null;
  const { best, other, own, why, lost } = comparison;
  const title = !session.solved ? t("puzzles.solution") : tries.length ? t("puzzles.solved_at", { n: tries.length + 1 }) : t("puzzles.solved_first");
  const laid = session.gameView.finalBoard(best.line.state, session.me, session.box).laid;
  return h(
    "main",
    { class: "lines", key: "lines" },
    h(
      "header",
      { class: "lines-head", key: "head" },
      h("span", { class: "lines-mark", "aria-hidden": "true", "data-stacked": true }, tile("B"), session.solved && h("i", null, icon("check"))),
      h("h1", null, title),
      h("p", { class: "lines-why" }, why),
    ),
    h(
      "div",
      { class: "lines-two", key: "two" },
      lineBox(session, best, { name: t(session.solved ? "puzzles.your_line" : "puzzles.best_line"), good: true, missed: null, lost: null }),
      other && lineBox(session, other, { name: own ? t("puzzles.your_try") : session.source.other(), good: false, missed: laid, lost }),
    ),
    h(
      "footer",
      { class: "lines-foot", key: "foot" },
      button([nextWords, icon("forward")], next, { class: "main next" }),
      button([icon("turn"), t("puzzles.again")], () => session.again(), { class: "again" }),
      button([icon("scales"), h("span", { class: "foot-word" }, t("analysis.go"))], () => analysePosition(session.told.game, session.told.scene.position), { class: "analyse" }),
      h("a", { class: "btn", href: list }, icon("log"), listWords),
    ),
  );
}

/**
 * @param {PuzzleSession} session @param {PlayedLine} played
 * @param {{name: string, good: boolean, missed: string[] | null, lost: number | null}} how `missed`: what only the best line has laid
 */
function lineBox(session, { line, frames }, { name, good, missed, lost }) {
  const { me, names } = session;
  const order = names.map((_, i) => (me + i) % names.length);
  return h(
    "section",
    { class: ["board line-box", good && "best"], key: name, "aria-label": name },
    h(
      "header",
      { class: "line-head" },
      h("h2", { class: good ? "line-tag good-tag" : "line-tag bad-tag" }, good && icon("check"), name),
      h(
        "p",
        { class: "line-sum" },
        h("span", { class: "line-points" }, order.map((seat, i) => [i > 0 && h("span", { class: "colon" }, " : "), h("b", { class: seat === me ? (good ? "good" : "own") : "", key: seat }, signed(line.points[seat]))])),
        h("small", { class: "dim" }, order.map((seat) => names[seat]).join(" : "), ", ", outcome(line)),
      ),
    ),
    h(
      "div",
      { class: "line-body" },
      h("ol", { class: "line-steps" }, frames.filter((frame) => typeof frame.seat === "number").map((frame) => step(session, frame, before(session, frames, frame)))),
      wall(session, line, missed),
    ),
    h("div", { class: "gains" }, gains(line.gains[me], line.over), lost !== null && lost > 0 && h("span", { class: "line-gain less" }, t("puzzles.less", { n: lost }))),
  );
}

/** @param {import("../types.js").PuzzleLine} line */
function outcome({ over, won, margin, complete }) {
  const n = Math.abs(margin);
  if (over && margin) return t(won ? "puzzles.won_by" : "puzzles.lost_by", { n });
  if (over) return t(won ? "puzzles.won_tie" : "puzzles.lost_tie");
  const words = margin > 0 ? t("puzzles.ahead_by", { n }) : margin < 0 ? t("puzzles.behind_by", { n }) : t("puzzles.level_score");
  return complete ? words : t("puzzles.so_far", { words });
}

/** @param {PuzzleSession} session @param {import("../games/game-view.js").Frame[]} frames @param {import("../games/game-view.js").Frame} frame */
function before(session, frames, frame) {
  return frames[frames.indexOf(frame) - 1]?.state ?? session.told.scene.state;
}

/** @param {PuzzleSession} session @param {import("../games/game-view.js").Frame} frame @param {import("../types.js").GameState} state */
function step({ gameView, names, me }, frame, state) {
  const seat = frame.seat ?? 0;
  return h(
    "li",
    { key: frame.ply, class: seat === me ? "mine" : "" },
    badge({ names, me }, seat),
    h("span", null, h("b", null, names[seat]), " ", gameView.wording(frame.action ?? "", state)),
  );
}

/** The solver's wall after the line: its tiles are ringed, and those that only the best line would have laid. @param {PuzzleSession} session @param {import("../types.js").PuzzleLine} line @param {string[] | null} missed */
function wall({ gameView, me, box, told }, line, missed) {
  const start = gameView.finalBoard(told.scene.state, me, box);
  const { laid, empty } = gameView.finalBoard(line.state, me, box);
  const cells = laid.flatMap((row, r) =>
    [...row].map((letter, c) => {
      const key = `${r}${c}`;
      if (letter !== ".") return tile(letter, { key, class: start.laid[r][c] === "." ? "gained" : "" });
      const open = missed && missed[r][c] !== "." ? "missed" : "";
      return empty(r, c) === "." ? hole({ key, class: open }) : space(empty(r, c), { key, class: open });
    }),
  );
  return h(
    "figure",
    { class: "line-wall" },
    h("div", { class: "wall-picture", "aria-hidden": "true", style: { "--size": String(gameView.size) } }, cells),
    h("figcaption", { class: "dim s" }, t(line.over ? "puzzles.wall_end" : line.complete ? "puzzles.wall_after" : "puzzles.wall_now")),
  );
}

/** Where the solver's points come from. @param {Gains} its @param {boolean} over no round follows @returns {Child[]} */
function gains(its, over) {
  /** @param {Child} label @param {number} [n] */
  const chip = (label, n) => h("span", { class: "line-gain" }, label, n !== undefined && [" ", h("b", null, signed(n))]);
  return [
    its.tiles !== 0 && chip(t("puzzles.gain_tiles"), its.tiles),
    (its.rows ?? []).map((row) => chip(t("puzzles.gain_row", { n: row + 1 }))),
    (its.columns ?? []).map((column) => chip(t("puzzles.gain_column", { n: column + 1 }))),
    (its.colours ?? []).map((letter) => chip([t("puzzles.gain_colour"), " ", inline(letter)])),
    its.bonus > 0 && chip(t("puzzles.gain_bonus"), its.bonus),
    Boolean(its.special) && chip(t("puzzles.gain_special"), its.special),
    Boolean(its.tablets) && chip(t("puzzles.gain_tablets"), its.tablets),
    its.lost < 0 && chip(t("puzzles.gain_floor"), its.lost),
    its.marker && !over && chip([inline("1"), " ", t("puzzles.gain_marker")]),
  ];
}
