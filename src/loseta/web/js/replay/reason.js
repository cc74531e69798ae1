/** Why a move was worse than another, in words; the reason comes from the server as data. */

import { inline } from "../art/pieces.js";
import { rich, t } from "../core/text.js";
import { mainItem } from "./account.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./review.js").Decision} Decision */

/** @param {Game} game @param {Decision} decision @returns {import("../core/h.js").Child} */
export function reasonWords(game, decision) {
  const [best] = decision.candidates;
  const told = decision.reason;
  const action = game.gameView.wording(best.action, game.frames[decision.ply].state);
  const tiles = told?.colour ? rich("why.tiles", { n: told.count ?? 1, tile: inline(told.colour, told.count) }) : "";
  const gaveAway = mainItem({ game: game.told.game, names: game.names }, decision.account);
  if (gaveAway && told?.kind !== "fell" && told?.kind !== "left") return rich("why.account", { item: gaveAway, action });
  switch (told?.kind) {
    case "fell":
      if (told.line === undefined) return rich("why.fell", { tiles, action, n: told.count ?? 1 });
      return rich("why.fell_line", { tiles, line: told.line + 1, n: told.count ?? 1 });
    case "unfinished":
      return rich("why.unfinished", { action, points: t("why.points", { n: told.points ?? 0 }) });
    case "left":
      return rich("why.left", { tiles, name: game.names[told.seat ?? 0], action });
    case "points":
      return rich("why.more", { action, points: t("why.points", { n: told.points ?? 0 }) });
    case "marker":
      return rich("why.marker", { action });
    case "first":
      return rich("why.first", { action });
  }
  const played = decision.candidates.find((each) => each.action === decision.played);
  const more = played ? Math.round(best.value - played.value) : 0;
  return more > 0 ? rich("why.later", { action, points: t("why.points", { n: more }) }) : rich("why.better", { action });
}
