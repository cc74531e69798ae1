/** At the end of a game: where it turned, by the computer's judgement, and whether the shuffle was fair. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { percent, rich, t } from "../core/text.js";
import { get } from "../net/api.js";
import { verdictMark } from "../replay/beside.js";
import { chart } from "../replay/chart.js";
import { readGame } from "../replay/game.js";
import { keep, kept } from "../replay/kept.js";
import { shuffle } from "../replay/shuffle.js";
import { go } from "../core/router.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */

const SECONDS = 0.2;
const MOST = 3;

/** The record of a table that is over, fetched when somebody asks for it. @param {TableSession} session */
async function record(session) {
  const had = kept(session.id);
  if (had) return had;
  const state = { loading: true, error: "" };
  session.endRecord = state;
  redraw();
  try {
    const game = await readGame(await get(`/tables/${session.id}/record`));
    game.names = session.names;
    game.side = session.me ?? 0;
    keep(session.id, game);
    return game;
  } catch (error) {
    state.error = /** @type {Error} */ (error).message || t("table.lost");
    return null;
  } finally {
    state.loading = false;
    redraw();
  }
}

/** @param {TableSession} session */
export function turningPoints(session) {
  const game = kept(session.id);
  const review = game?.review;
  const state = session.endRecord;
  if (!game || !review?.begun) {
    return h(
      "div",
      { class: "board end-box turning offer", key: "turning" },
      h("h3", null, t("end.turning")),
      h("p", null, t("end.turning_offer")),
      (state.error || review?.error) && h("p", { class: "bad s", role: "alert" }, state.error || review?.error),
      button(t("end.analyse"), async () => (await record(session))?.review.start(SECONDS), { disabled: state.loading }),
    );
  }
  return h(
    "div",
    { class: "board end-box turning", key: "turning" },
    h("h3", null, t("end.turning")),
    h(
      "div",
      { class: "end-chart", on: { click: () => requestAnimationFrame(() => go(`/replay/${session.id}#${game.at}`)) } },
      chart(game),
    ),
    review.running && h("progress", { max: String(review.total || 1), value: String(review.decisions.size), "aria-label": t("replay.analysis") }),
    moments(session, game),
  );
}

/** @param {TableSession} session @param {import("../replay/game.js").Game} game */
function moments(session, game) {
  const { review } = game;
  const found = review.moments(MOST, session.me);
  if (!found.length) return h("p", { class: "dim s", role: "status" }, review.running ? t("replay.progress", { n: review.decisions.size, all: review.total }) : t("end.no_moments"));
  return h(
    "ul",
    { class: "moments" },
    found.map((each) => {
      const verdict = review.verdict(each);
      const before = game.frames[each.ply].state;
      const params = { round: each.round, from: percent(review.best(each)), to: percent(review.after(each) ?? 0), verdict: t(`replay.${verdict}`) };
      return h(
        "li",
        { key: each.ply },
        h(
          "a",
          { href: `/replay/${session.id}#${each.ply + 1}` },
          verdictMark(verdict),
          h(
            "span",
            null,
            rich("end.moment", params),
            h("small", null, rich("end.better", { action: game.gameView.wording(each.candidates[0].action, before) })),
          ),
        ),
      );
    }),
  );
}

/** @param {TableSession} session */
export function checkShuffle(session) {
  const game = kept(session.id);
  const { seed, seed_hash: hash } = session.table;
  return h(
    "details",
    {
      class: "board end-box check",
      key: "shuffle",
      on: { toggle: (/** @type {{target: HTMLDetailsElement}} */ event) => event.target.open && record(session) },
    },
    h("summary", null, t("end.check")),
    game
      ? shuffle(game.told.verified && game.told.tags.SeedHash === hash, hash, seed ?? "")
      : h("p", { class: "dim s", role: "status" }, session.endRecord.error || t("end.checking")),
  );
}
