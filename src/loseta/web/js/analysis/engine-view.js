/** The engine's evaluation of the position: a line for each of the best moves. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { language, percent, rich, signed, t } from "../core/text.js";
import { shortTake } from "../games/shared/takes.js";
import { button } from "../ui/controls.js";
import { MOST_LINES } from "./engine.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("../core/h.js").Child} Child */

/** How many of a line's further moves are shown. */
const THEN = 3;

/** @param {Board} board */
export function engineCard(board) {
  const { engine } = board;
  return h(
    "section",
    { class: "board card-box engine", key: "engine", "aria-label": t("analysis.best") },
    h(
      "div",
      { class: "engine-head" },
      h("h2", null, t("analysis.best")),
      h("span", { class: "grow" }),
      h(
        "select",
        { class: "choice engine-count", "aria-label": t("analysis.lines"), title: t("analysis.lines"), value: String(engine.best), on: { change: (/** @type {{target: HTMLSelectElement}} */ { target }) => engine.show(Number(target.value)) } },
        Array.from({ length: MOST_LINES }, (_, i) => h("option", { value: String(i + 1), selected: engine.best === i + 1, key: i }, String(i + 1))),
      ),
      h(
        "button",
        { type: "button", class: ["switch", engine.on && "on"], role: "switch", "aria-checked": String(engine.on), "aria-label": t("analysis.engine"), title: t("analysis.engine"), on: { click: () => engine.turn(!engine.on) } },
        h("i", { "aria-hidden": "true" }),
      ),
    ),
    engine.on && body(board),
  );
}

/** Depth, and number of positions searched. @param {import("./engine.js").Thought} thought */
function figures(thought) {
  const counted = { depth: Math.max(...thought.candidates.map((each) => each.depth)), n: new Intl.NumberFormat(language(), { notation: "compact" }).format(thought.nodes) };
  return h("span", { class: "dim s nw", key: "figures", title: t("analysis.figures_full", counted), role: "img", "aria-label": t("analysis.figures_full", counted) }, t("analysis.figures", counted));
}

/** The best move in a few words. @param {Board} board */
export function bestMove({ engine, gameView, state }) {
  const best = engine.on && engine.thought?.candidates[0];
  return best && h("span", { class: "best-move", key: "best" }, " ", rich("analysis.best_move", { move: shortTake(best.action) ?? gameView.wording(best.action, state), chance: percent(best.win_chance) }));
}

/** @param {Board} board @returns {Child} */
function body(board) {
  const { engine, scene } = board;
  if (engine.trouble) return h("p", { class: "bad s", role: "alert", key: "trouble" }, engine.trouble);
  if (board.over) return h("p", { class: "s dim", key: "over" }, t("analysis.over"));
  if (scene && scene.seat === null) return h("p", { class: "s dim", key: "chance" }, t("analysis.chance"));
  const { thought } = engine;
  if (!thought) return h("p", { class: "s dim", key: "wait" }, t("analysis.thinking"));
  return [
    h("ol", { class: "candidates", key: "lines" }, thought.candidates.slice(0, engine.best).map((each) => line(board, each))),
    h(
      "div",
      { class: "engine-foot", key: "foot" },
      figures(thought),
      button([icon("play"), t(engine.thinking ? "analysis.thinking" : "analysis.more")], () => engine.more(), { class: "small", disabled: engine.thinking }),
    ),
    h("small", { class: "dim legend", key: "legend" }, t(hides(board) ? "analysis.sampled" : "replay.legend")),
  ];
}

/** Whether information is hidden from the seat to move. @param {Board} board */
function hides({ gameView }) {
  return Boolean(gameView.hides);
}

/** @param {Board} board @param {Line} each */
function line(board, each) {
  const { state, gameView } = board;
  const then = each.line.slice(1, 1 + THEN);
  const points = Math.round(each.value);
  return h(
    "li",
    { key: each.action },
    h(
      "button",
      {
        type: "button",
        class: ["candidate", board.pointed === each.action && "here"],
        on: {
          click: () => board.play([each.action]),
          pointerenter: () => board.point(each.action),
          pointerleave: () => board.point(""),
          focus: () => board.point(each.action),
          blur: () => board.point(""),
        },
      },
      h("span", { class: "chance" }, percent(each.win_chance)),
      h("span", { class: "candidate-text" }, gameView.wording(each.action, state)),
      h("small", { class: "dim nw" }, t("replay.points", { n: points, value: signed(points) })),
      then.length > 0 && h("small", { class: "then dim" }, rich("analysis.then", { moves: then.map((action, i) => [i > 0 && ", ", shortTake(action) ?? gameView.wording(action, undefined)]) })),
      h("i", { class: "chance-bar", "aria-hidden": "true", style: { "--share": String(each.win_chance) } }),
    ),
  );
}
