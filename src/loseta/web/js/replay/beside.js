/** Beside the table: the current step, the computer's evaluation of it, and the review of the game. */

import { h } from "../core/h.js";
import { percent, rich, signed, t } from "../core/text.js";
import { redraw } from "../core/redraw.js";
import { icon } from "../art/icons.js";
import { accountList } from "./account.js";
import { MARKS, tallies, verdictMark } from "./tallies.js";
import { button, segmented } from "../ui/controls.js";
import { goesOn } from "./from-here.js";
import { reasonWords } from "./reason.js";
import { analyse } from "../analysis/handover.js";
import { otherWays, remark, saveReview } from "./save-review.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./review.js").Decision} Decision */

const SECONDS = { quick: 0.2, thorough: 1 };
/** How many of the best actions are listed. */
const BEST = 4;
/** @param {Game} game @param {string} table whose game it is; "" for a file @param {() => void} playFrom opens a game from this step */
export function beside(game, table, playFrom) {
  return h("aside", { class: "beside", key: "beside", "aria-label": t("replay.analysis") }, step(game, playFrom), opinion(game), otherWays(game), analysis(game, table));
}

/** The current step in words. @param {Game} game @param {() => void} playFrom */
function step(game, playFrom) {
  const comment = game.variation ? remark(game, game.variation) : game.told.comments[game.at];
  const told = game.done;
  return h(
    "section",
    { class: "board card-box" },
    h("h2", null, game.variation ? t("replay.instead") : t("replay.played")),
    h("div", { class: "happened" }, told && h("p", null, told), game.followed.map((each, i) => h("p", { key: i, class: "s" }, each))),
    comment && h("p", { class: "remark-text" }, "“", comment, "”"),
    !game.variation &&
      h(
        "div",
        { class: "row" },
        goesOn(game, game.at) && button([icon("play"), t("from.here")], playFrom, { class: "small from-here-button" }),
        button([icon("scales"), t("analysis.here")], () => analyse({ record: game.text }, game.at), { class: "small analyse-here" }),
      ),
    game.variation && button(t("replay.back_to_game"), () => game.stepTo(game.at), { class: "small" }),
  );
}

/** The best actions at the current decision. @param {Game} game */
function opinion(game) {
  const { review } = game;
  const ply = game.variation?.ply ?? game.at - 1;
  const decision = review.decisions.get(ply);
  if (!decision) {
    if (!review.begun) return null;
    const seat = game.frames[game.at].seat;
    const dealt = seat === null || seat === undefined;
    const text = dealt ? "replay.no_decision" : review.running ? "replay.not_yet" : "replay.no_choice";
    return h("section", { class: "board card-box" }, h("h2", null, t("replay.thinks")), h("p", { class: "dim s" }, t(text)));
  }
  const verdict = review.verdict(decision);
  return h(
    "section",
    { class: "board card-box" },
    h("h2", null, t("replay.thinks")),
    h(
      "p",
      { class: "verdict", "data-verdict": verdict },
      MARKS[verdict] && verdictMark(verdict),
      h("span", null, judged(game, decision)),
    ),
    (verdict === "inaccuracy" || verdict === "mistake" || verdict === "blunder") && [h("p", { class: "s reason" }, reasonWords(game, decision)), accountList({ game: game.told.game, names: game.names }, decision.account)],
    h("ol", { class: "candidates" }, shown(decision).map((each) => candidate(game, decision, each))),
    h("p", { class: "dim legend" }, t("replay.legend")),
  );
}

/** @param {Game} game @param {Decision} decision */
function judged(game, decision) {
  const { review } = game;
  const verdict = review.verdict(decision);
  const { after } = decision;
  const params = {
    name: game.names[decision.seat],
    from: percent(review.best(decision)),
    to: after === null ? "" : percent(after),
    verdict: h("span", { class: "verdict-word" }, t(`replay.${verdict}`)),
  };
  if (verdict === "best") return rich("replay.judged_best", params);
  return rich(after === null ? "replay.judged_unknown" : "replay.judged", params);
}

/** The best ones, and the played one wherever it ranks. @param {Decision} decision */
function shown(decision) {
  return decision.candidates.filter((each, rank) => rank < BEST || each.action === decision.played);
}

/** @param {Game} game @param {Decision} decision @param {import("./review.js").Candidate} each */
function candidate(game, decision, each) {
  const played = each.action === decision.played;
  const here = game.variation ? game.variation.action === each.action : played;
  const chance = (played ? decision.after : null) ?? each.win_chance;
  return h(
    "li",
    { key: each.action },
    h(
      "button",
      {
        type: "button",
        class: ["candidate", here && "here", played && "was-played"],
        "aria-current": here ? "true" : null,
        on: { click: () => (played ? game.stepTo(decision.ply + 1) : game.look(decision.ply, each.action)) },
      },
      h("span", { class: "chance" }, percent(chance)),
      h(
        "span",
        { class: "candidate-text" },
        game.gameView.wording(each.action, game.frames[decision.ply].state),
        played && h("small", { class: "tag" }, t("replay.was_played")),
      ),
      h("small", { class: "dim nw" }, t("replay.points", { n: Math.round(each.value), value: signed(Math.round(each.value)) })),
      h("i", { class: "chance-bar", "aria-hidden": "true", style: { "--share": String(chance) } }),
    ),
  );
}

/** Start, progress and end of the review. @param {Game} game @param {string} table */
function analysis(game, table) {
  const { review } = game;
  if (review.running) {
    return h(
      "section",
      { class: "board card-box", key: "analysis" },
      h("h2", null, t("replay.analysis")),
      h("progress", { max: String(review.total || 1), value: String(review.decisions.size), "aria-label": t("replay.analysis") }),
      h(
        "div",
        { class: "row spread" },
        h("span", { class: "dim s", role: "status" }, t("replay.progress", { n: review.decisions.size, all: review.total })),
        button(t("replay.stop"), () => review.stop(), { class: "small" }),
      ),
    );
  }
  return h(
    "section",
    { class: "board card-box", key: "analysis" },
    h("h2", null, t("replay.analysis")),
    review.error && h("p", { class: "bad s", role: "alert" }, review.error.trim() || t("table.lost")),
    review.done ? tallies(game, table) : h("p", { class: "s" }, review.begun ? t("replay.stopped", { n: review.decisions.size, all: review.total }) : t("replay.offer")),
    h(
      "div",
      { class: "row" },
      segmented(
        t("replay.depth"),
        "depth",
        [["quick", t("replay.quick")], ["thorough", t("replay.thorough")]],
        game.depth,
        (value) => {
          game.depth = /** @type {keyof typeof SECONDS} */ (value);
          redraw();
        },
        "small",
      ),
      button(review.begun ? t("replay.again") : t("replay.analyse"), () => review.start(SECONDS[game.depth]), { class: review.begun ? "small" : "small main" }),
    ),
    review.decisions.size > 0 && saveReview(game),
  );
}
