/** The computer's suggestion and its reason, in a strip that covers nothing of the user's board. */

import { h } from "../core/h.js";
import { percent, signed, t } from "../core/text.js";
import { redraw } from "../core/redraw.js";
import { button, iconButton } from "../ui/controls.js";

/** @param {import("./table-session.js").TableSession} session @param {import("../games/game-view.js").TableView} view */
export function hintBox(session, view) {
  const { hint, hinting } = session.queries.answers;
  if (hinting) return h("div", { class: "hint-box", key: "hint", "data-overlay": true, role: "status" }, t("hint.thinking"));
  if (!hint?.length || !view.legal.length) return null;
  const best = hint[0];
  const next = hint[1];
  const points = Math.round(best.value);
  return h(
    "div",
    { class: "hint-box", key: "hint", "data-overlay": true, role: "status" },
    h(
      "div",
      { class: "hint-text" },
      h("b", null, t("hint.best")),
      " ",
      session.gameView.wording(best.action, view.state),
      h(
        "span",
        { class: "dim" },
        t("hint.chance", { chance: percent(best.win_chance), value: signed(points), n: points }),
        next && [" ", t("hint.next", { chance: percent(next.win_chance) }), " ", session.gameView.wording(next.action, view.state), "."],
      ),
    ),
    button(t("hint.play"), () => view.play(best.action), { class: "small main" }),
    iconButton("close", t("ui.close"), () => {
      session.queries.answers.hint = null;
      redraw();
    }),
  );
}
