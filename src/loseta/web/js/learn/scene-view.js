/** A scene of a lesson: the board, the actions to try, and their results. */

import { h } from "../core/h.js";
import { layout } from "../core/media.js";
import { rich, t } from "../core/text.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export function sceneView(scene) {
  const { id } = scene.spec;
  return h(
    "section",
    { class: ["scene", `scene-${scene.spec.game}`], key: `scene-${id}`, "aria-label": t(`learn.scenes.${id}.title`), "data-scene": id },
    h("h3", null, t(`learn.scenes.${id}.title`)),
    h("p", null, t(`learn.scenes.${id}.text`)),
    scene.now
      ? [h("div", { class: ["scene-table", scene.spec.game, layout() === "phone" && "phone"] }, pieces(scene)), h("div", { class: "scene-acts" }, acts(scene)), outcome(scene)]
      : scene.failed && h("p", { class: "bad", role: "alert" }, t("learn.failed"), " ", button(t("ui.retry"), () => scene.start(), { class: "small" })),
  );
}

/** @param {Scene} scene */
function pieces(scene) {
  return scene.gameView.lesson(scene.view(), scene.spec.shows, scene.guessed !== null);
}

/** @param {Scene} scene */
function acts(scene) {
  const { spec } = scene;
  if (spec.steps) {
    const done = scene.step >= spec.steps.length;
    return [
      button(done ? t("learn.again") : t("learn.next"), () => scene.next(), { class: done ? "small" : "small main" }),
      spec.steps.length > 1 && h("span", { class: "dim s" }, t("learn.step_of", { n: scene.step, all: spec.steps.length })),
    ];
  }
  if (spec.guess) {
    return h(
      "div",
      { class: "row", role: "group", "aria-label": t("learn.guess") },
      spec.guess.map((n) =>
        button(spec.loss ? `−${n}` : String(n), () => scene.guess(n), {
          class: ["guess", scene.guessed !== null && n === spec.answer && "right", scene.guessed === n && "chosen"].filter(Boolean).join(" "),
          "aria-pressed": String(scene.guessed === n),
          key: n,
        }),
      ),
      scene.guessed !== null && button(t("learn.again"), () => scene.reset(), { class: "small", key: "again" }),
    );
  }
  // Where nothing is picked up, the buttons do the same as the spaces of the board, which may be small.
  const picksUp = scene.base.legal.some((each) => each.kind === "take");
  return h(
    "div",
    { class: "row", role: "group", "aria-label": t("learn.try") },
    (spec.tries ?? []).map((action) =>
      button(scene.gameView.wording(action, scene.base.state), () => scene.attempt(action), {
        class: scene.tried === action ? "small chosen" : "small",
        "aria-pressed": String(scene.tried === action),
        "data-drop": picksUp ? null : action,
        key: action,
      }),
    ),
    scene.tried && button(t("learn.again"), () => scene.reset(), { class: "small", key: "again" }),
  );
}

/** @param {Scene} scene */
function outcome(scene) {
  const { spec, refusal } = scene;
  const told = scene.sentences();
  return h(
    "div",
    { class: "outcome", role: "status" },
    refusal && h("p", null, scene.tried && [h("span", { class: "bad" }, rich("learn.not_possible")), " "], refusal.sentence, " ", refusal.rule && h("a", { href: `/learn/${refusal.rule}` }, t("learn.rule", { rule: refusal.rule }))),
    scene.guessed !== null &&
      h("p", { class: scene.guessed === spec.answer ? "is-right" : "is-wrong" }, scene.guessed === spec.answer ? rich("learn.right") : rich("learn.not_right", { n: spec.answer })),
    told.map((each, i) => h("p", { key: i, class: "s" }, each)),
  );
}
