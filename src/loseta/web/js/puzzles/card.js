/** The card beside the boards: the question, the results of tries, hints. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { signed, t } from "../core/text.js";
import { button, iconButton } from "../ui/controls.js";
import { kindChip, pips } from "./parts.js";

/** @typedef {import("./session.js").PuzzleSession} PuzzleSession */
/** @typedef {import("../core/h.js").Child} Child */

/**
 * The parts of a card besides the question: `label` for screen readers, `head` above it, `intro` below it
 * until something was tried, `ways`: buttons that are always there.
 * @typedef {{label: string, head: Child, intro: Child, ways?: Child}} CardParts
 */

/** The card of a stored puzzle. @param {PuzzleSession} session @param {string} kind its name @returns {CardParts} */
export function puzzleParts({ told: { level, asked }, stage, hints, actions }, kind) {
  const several = asked > 1 && stage === "deciding" && !hints.length;
  return {
    label: t("puzzles.puzzle"),
    head: [kindChip(kind), pips(level)],
    intro: null,
    ways: several && h("span", { class: "puzzle-part foot-word", key: "part" }, t("puzzles.step_of", { n: actions.length + 1, all: asked })),
  };
}

/** @param {PuzzleSession} session @param {CardParts} parts */
export function puzzleCard(session, { label, head, intro, ways }) {
  const { told, stage, hints, tries, actions } = session;
  const begins = stage === "deciding" && !hints.length && !tries.length && !actions.length;
  return h(
    "section",
    { class: ["guide-card", "puzzle-card", stage, !begins && "said"], "aria-label": label, key: "guide" },
    h("div", { class: "puzzle-head", key: "head" }, head),
    h(
      "div",
      { class: "guide-words", key: "words", tabindex: "0", role: "group", "aria-label": t("puzzles.question") },
      h("h2", { class: "guide-title", key: "goal" }, told.goal),
      begins ? intro : body(session),
    ),
    h("div", { class: "guide-foot", key: "foot" }, foot(session), stage !== "playing" && ways),
  );
}

/** @param {PuzzleSession} session @returns {Child} */
function body(session) {
  const { stage, wrong, actions, hints, tries } = session;
  if (stage === "refuted" || stage === "refuting") {
    return [
      h("p", { class: "puzzle-verdict bad", key: "verdict" }, session.verdictWords()),
      stage === "refuting" ? h("p", { class: "guide-text", key: "watch" }, t("puzzles.watch")) : h("p", { class: "guide-text", key: "why" }, wrong?.verdict.why),
    ];
  }
  if (stage === "playing") return h("p", { class: "puzzle-verdict good", key: "verdict" }, icon("check"), t(session.solved ? "puzzles.solved" : actions.length ? "puzzles.right" : "puzzles.solution_plays"));
  const last = hints.at(-1);
  return [
    actions.length > 0 && !last && h("p", { class: "puzzle-verdict good", key: "verdict" }, icon("check"), t("puzzles.right_go_on")),
    last && h("p", { class: "guide-hint", key: "hint" }, h("b", null, t("puzzles.hint_of", { n: last.n, all: last.of })), " ", last.hint),
    tries.length > 0 && tried(session),
  ];
}

/** The wrong tries, the last first. @param {PuzzleSession} session */
function tried({ tries, gameView }) {
  const shown = tries.slice(-3).reverse();
  return h(
    "ol",
    { class: "tried", key: "tried", "aria-label": t("puzzles.tries") },
    shown.map(({ action, state, lost }, i) =>
      h(
        "li",
        { key: tries.length - i },
        h("span", { class: "tried-no", "aria-hidden": "true" }, String(tries.length - i)),
        h("span", null, gameView.wording(action, state), lost !== null && lost > 0 && h("b", { class: "bad nw" }, " ", signed(-lost))),
      ),
    ),
  );
}

/** The text of a button; in small windows only screen readers get it. @param {string} text */
const word = (text) => h("span", { class: "foot-word" }, text);

/** @param {PuzzleSession} session @returns {Child} */
function foot(session) {
  const { stage, wrong, at, busy, hints } = session;
  const solution = button([icon("eye"), word(t("puzzles.show"))], () => session.solution(), { class: "flat", disabled: busy, key: "solution" });
  if (stage === "refuted" && wrong) {
    return [
      button([icon("turn"), word(t("puzzles.again"))], () => session.again(), { class: "main small again", key: "again" }),
      solution,
      wrong.frames.length > 1 && h(
        "span",
        { class: "puzzle-steps", key: "steps", role: "group", "aria-label": t("log.stepping") },
        iconButton("back", t("log.earlier"), () => session.stepTo(at - 1), { disabled: at === 0 }),
        iconButton("forward", t("log.later"), () => session.stepTo(at + 1), { disabled: at === wrong.frames.length }),
      ),
    ];
  }
  if (stage === "playing" || stage === "refuting") {
    return [
      stage === "refuting" && button([icon("turn"), word(t("puzzles.again"))], () => session.again(), { class: "small again", key: "again" }),
      button([icon("last"), word(t("puzzles.skip"))], () => session.animator.skip(), { class: "flat", key: "skip" }),
    ];
  }
  return [
    session.hintsLeft > 0 && button([icon("hint"), word(t(hints.length ? "puzzles.next_hint" : "puzzles.hint"))], () => session.hint(), { class: "small", disabled: busy, key: "hint" }),
    solution,
  ];
}
