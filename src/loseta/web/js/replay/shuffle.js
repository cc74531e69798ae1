/** Whether the draws of a game came from its seed, in words. */

import { h } from "../core/h.js";
import { rich, t } from "../core/text.js";

/**
 * @param {boolean | null} verified the server's result; null: there is no evidence
 * @param {string} [hash] published before the game
 * @param {string} [seed] published after it
 */
export function shuffle(verified, hash, seed) {
  const found = verified === null ? "none" : verified ? "right" : "wrong";
  return h(
    "div",
    { class: ["shuffle", found] },
    h("p", null, rich(`end.shuffle_${found}`)),
    seed && hash && [
      h("dl", null, h("dt", null, t("end.seed_hash")), h("dd", null, h("code", null, hash)), h("dt", null, t("end.seed")), h("dd", null, h("code", null, seed))),
      h("p", { class: "s" }, t("end.shuffle_how")),
      h("ol", { class: "s" }, h("li", null, t("end.shuffle_self1")), h("li", null, t("end.shuffle_self2"), " ", h("code", null, "loseta replay --verify FILE"))),
    ],
  );
}
