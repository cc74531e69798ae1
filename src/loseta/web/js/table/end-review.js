/**
 * The parts of the end that need a review: turning points and accuracy, reviewed automatically if the server
 * is idle; playing on from there; sharing the game; the verification of the draws.
 */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { go } from "../core/router.js";
import { percent, t } from "../core/text.js";
import { get } from "../net/api.js";
import { chart } from "../replay/chart.js";
import { FromHere } from "../replay/from-here.js";
import { readGame } from "../replay/game.js";
import { keep, kept } from "../replay/kept.js";
import { saveTable } from "../replay/picture.js";
import { reasonWords } from "../replay/reason.js";
import { Share } from "../replay/share.js";
import { shuffle } from "../replay/shuffle.js";
import { likeLevel, mistakesAddress } from "../replay/tallies.js";
import { button } from "../ui/controls.js";

/** @typedef {import("./table-session.js").TableSession} TableSession */
/** @typedef {import("../replay/game.js").Game} Game */
/** @typedef {import("../replay/review.js").Decision} Decision */

const SECONDS = 0.2;
const MOST = 3;

/** The panels at the end of a game. @param {TableSession} session */
function foldsOf(session) {
  session.endFolds ??= { fromHere: new FromHere(), share: new Share(session.id) };
  return session.endFolds;
}

/** The record of a finished table. @param {TableSession} session @returns {Promise<Game | null>} */
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

/** Review the game at once if the server is idle. @param {TableSession} session */
export async function begin(session) {
  const game = await record(session);
  session.endRecord.error = ""; // nobody asked for it, so no error is shown
  if (game && !game.review.begun && !session.closed) game.review.start(SECONDS, true);
}

/** The win chances over the game and its turning points. @param {TableSession} session */
export function course(session) {
  const game = kept(session.id);
  const state = session.endRecord;
  if (!game?.review.begun) return state.loading ? waiting() : offer(session, game);
  const { review } = game;
  const found = review.moments(MOST, session.me);
  return [
    h(
      "div",
      { class: "end-chart", key: "chart", on: { click: () => requestAnimationFrame(() => go(`/replay/${session.id}#${game.at}`)) } },
      h("h3", null, t(review.seats === 2 && session.me !== null ? "end.your_chance" : "end.chance")),
      chart(game, found),
    ),
    review.running &&
      h(
        "div",
        { class: "end-progress", key: "progress" },
        h("progress", { max: String(review.total || 1), value: String(review.decisions.size), "aria-label": t("replay.analysis") }),
        h("span", { class: "dim s", role: "status" }, t("replay.progress", { n: review.decisions.size, all: review.total })),
      ),
    moments(session, game, found),
    review.done && howWell(session, game),
  ];
}

/** The user's accuracy, the levels that play like that, and a link to the mistakes. @param {TableSession} session @param {Game} game */
function howWell({ id, me }, game) {
  if (me === null) return null;
  const found = game.review.accuracy.find((each) => each.seat === me);
  const n = game.review.moments(Infinity, me).length;
  return h(
    "div",
    { class: "how-well", key: "how-well" },
    found && h("p", { class: "s" }, t("accuracy.yours", { percentage: percent(found.percentage / 100) })),
    likeLevel(game, me, ""),
    n > 0 && h("a", { class: "btn main try-mistakes", href: mistakesAddress(id, me) }, icon("puzzle"), t("mistakes.try", { n })),
  );
}

function waiting() {
  return h("div", { class: "turning offer", key: "turning" }, h("h3", null, t("end.turning")), h("p", { class: "dim", role: "status" }, t("end.looking")), h("progress", { "aria-label": t("end.looking") }));
}

/** The server was not idle: a button asks for the review. @param {TableSession} session @param {Game | undefined} game */
function offer(session, game) {
  const error = session.endRecord.error || game?.review.error;
  return h(
    "div",
    { class: "turning offer", key: "turning" },
    h("h3", null, t("end.turning")),
    h("p", null, t("end.turning_offer")),
    error && h("p", { class: "bad s", role: "alert" }, error),
    button(t("end.analyse"), async () => (await record(session))?.review.start(SECONDS)),
  );
}

/** @param {TableSession} session @param {Game} game @param {Decision[]} found */
function moments(session, game, found) {
  const { review } = game;
  if (!found.length) return !review.running && h("p", { class: "dim s turning", role: "status", key: "moments" }, t("end.no_moments"));
  const { fromHere } = foldsOf(session);
  return h(
    "div",
    { class: "turning", key: "moments" },
    h("h3", { class: "unseen" }, t("end.turning")),
    h(
      "ol",
      { class: "moments" },
      found.map((each, n) =>
        h(
          "li",
          { key: each.ply },
          h("i", { class: "moment-number", "data-verdict": review.verdict(each), "aria-hidden": "true" }, String(n + 1)),
          h(
            "a",
            { href: `/replay/${session.id}#${each.ply + 1}` },
            h("b", null, t("end.moment", { round: each.round, from: percent(review.best(each)), to: percent(each.after ?? 0) })),
            h("small", null, session.me === null && [h("b", null, game.names[each.seat]), ": "], reasonWords(game, each)),
          ),
          button([icon("play"), h("span", { class: "wide-only" }, t("from.here"))], () => fromHere.open(game, each.ply, session.id), { "aria-label": t("from.here_round", { round: each.round }), class: "from-here-button" }),
        ),
      ),
    ),
  );
}

/** @param {TableSession} session */
export function checkShuffle(session) {
  const game = kept(session.id);
  const { seed, seed_hash: hash } = session.table;
  return h(
    "details",
    {
      class: "check",
      key: "shuffle",
      on: { toggle: (/** @type {{target: HTMLDetailsElement}} */ event) => event.target.open && record(session) },
    },
    h("summary", null, t("end.check")),
    game
      ? shuffle(game.told.verified && game.told.tags.SeedHash === hash, hash, seed ?? "")
      : h("p", { class: "dim s", role: "status" }, session.endRecord.error || t("end.checking")),
  );
}

/** Show the link that shares the game. @param {TableSession} session */
export function share(session) {
  foldsOf(session).share.show();
}

/** The table as a picture. @param {TableSession} session */
export function savePicture(session) {
  saveTable(session, (error) => session.say(error));
}

/** @param {TableSession} session */
export function panels(session) {
  const { fromHere, share } = foldsOf(session);
  return [fromHere.view(), share.view()];
}
