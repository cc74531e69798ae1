/** A table: the status line, the game drawn by its view, and the panels at the edge. */

import { announce } from "../core/announce.js";
import { h } from "../core/h.js";
import { focusSoon } from "../core/keys.js";
import { tableLayout } from "../core/media.js";
import { callTurn } from "../core/notices.js";
import { redraw } from "../core/redraw.js";
import { listed, rich, t } from "../core/text.js";
import { panel } from "../ui/panel.js";
import { settings } from "../ui/settings.js";
import { coachBox } from "../table/coach.js";
import { endSheet } from "../table/end.js";
import { keepFocus } from "../table/focus.js";
import { hintBox } from "../table/hint.js";
import { tableHelp, tableKey } from "../table/keys.js";
import { logPanel, since } from "../table/log.js";
import { tableMenu } from "../table/menu.js";
import { moreList } from "../table/more.js";
import { TableSession } from "../table/table-session.js";
import { Guide, guidedGame } from "../guide/guide.js";
import { noteResult } from "../guide/what-next.js";
import { soundSwitch, statusLine } from "../table/status.js";
import { waitingRoom } from "../table/waiting.js";
import { cameTooLate, fullPage, refusedPage } from "./refused.js";

/** @typedef {import("../games/game-view.js").TableView} TableView */
/** @typedef {import("../table/keys.js").PanelName} PanelName */

/** @param {string} id @returns {import("../core/router.js").Page} */
export function tablePage(id) {
  const session = new TableSession(id);
  const guided = guidedGame(id);
  const guide = guided ? new Guide(session, guided) : null;
  session.coach.muted = guide !== null;
  /** The open panel. @type {"" | PanelName} */
  let open = "";
  /** The end sheet covers the table until it is closed. */
  let sheet = true;
  let wasOver = false;
  const openSheet = () => {
    sheet = true;
    open = "";
    session.stepTo(null);
  };
  const closeSheet = () => {
    sheet = false;
    redraw();
    focusSoon(".tools .to-result");
  };
  /** @param {PanelName} which */
  const toggle = (which) => {
    open = open === which ? "" : which;
    session.resigning = false;
    redraw();
  };
  session.onTurn = () => {
    // A position may arrive before the answer to its command; until then no action is offered.
    const task = session.gameView.task({ ...tableView(), legal: session.position.legal });
    announce(rich("table.your_turn", { task }));
    // The steps of one turn notify only once.
    if (session.frames.at(-1)?.seat === session.me) return;
    const others = session.names.filter((_, seat) => seat !== session.me);
    callTurn(t("table.notice", { game: t(`game.${session.table.game}`), names: listed(others) }), id);
  };
  const timer = window.setInterval(() => session.table?.clock?.running.length && redraw(), 500);

  /** @returns {TableView} */
  function tableView() {
    const now = session.at === null && !session.pending;
    // Legal actions belong to the latest position: none is offered before that is shown.
    const newest = session.shown === session.position.state;
    const playing = now && newest && session.canAct && !session.performing;
    const { premove } = session;
    const ahead = premove.offered ? { action: premove.action, choose: premove.choose.bind(premove), drop: premove.drop.bind(premove) } : null;
    return {
      state: session.state,
      me: session.me,
      names: session.names,
      box: session.box,
      legal: playing ? session.position.legal : [],
      waiting: session.at === null && session.settled ? session.position.waiting : turnOf(session.state),
      recent: session.recent.map((frame) => ({ ...frame, before: session.frames[frame.ply - 1]?.state })),
      projection: now && session.settled ? session.queries.answers.projection : null,
      effects: session.queries.answers.effects,
      hand: playing || ahead ? session.hand : null,
      ahead,
      sent: now && !playing && !ahead && !session.performing ? session.hand : null,
      memory: session.memory,
      setHand: (hand) => session.setHand(hand),
      play: (...actions) => session.play(actions),
      commit: (...actions) => session.commit(actions),
      why: (actions) => session.queries.why(actions),
      say: (sentence, rule) => session.say(sentence, rule),
      choosing: (session.settled && session.position.choosing) || null,
      clock: session.table.clock,
      seats: session.table.seats,
      over: session.over,
      layout: tableLayout(),
      hinted: playing ? (session.queries.answers.hint?.[0]?.action ?? null) : null,
      since: since(session),
      held: session.pending !== null,
    };
  }

  function view() {
    if (session.connection === "refused") return refusedPage(session);
    if (!session.table || !session.about) return h("div", { class: "app", key: "app" }, notice(session));
    if (cameTooLate(session)) return fullPage(session);
    if (session.table.status === "open") return waitingRoom(session, notice(session));
    if (!session.shown) return h("div", { class: "app", key: "app" }, notice(session));
    const shown = tableView();
    shown.guide = guide?.card(shown);
    if (shown.layout === "lying") shown.corner = soundSwitch(); // there is no room beside the sentence
    const showSheet = session.over && sheet && session.at === null;
    // Close what was open during the game.
    if (showSheet && !wasOver) {
      open = "";
      noteResult(session);
    }
    wasOver ||= showSheet;
    return h(
      "div",
      { class: ["app", tableLayout(), shown.ahead && "ahead"], key: "app" },
      statusLine(session, shown, { open, toggle, guide, openSheet: session.over && !sheet ? openSheet : null }),
      session.gameView.table(shown),
      !shown.guide && (coachBox(session) ?? hintBox(session, shown)),
      showSheet && endSheet(session, closeSheet),
      open === "log" && panel("log.title", () => toggle("log"), logPanel(session)),
      open === "more" && panel("more.title", () => toggle("more"), moreList(session, toggle)),
      open === "menu" && panel("menu.title", () => toggle("menu"), tableMenu(session, () => toggle("menu"))),
      open === "settings" && panel("settings.title", () => toggle("settings"), settings()),
      open === "help" && panel("help.title", () => toggle("help"), tableHelp(session)),
    );
  }

  return {
    view,
    title: () => (session.table ? t(`game.${session.table.game}`) : ""),
    turn: () => session.settled && !session.over && session.position.legal.length > 0,
    drawn: () => {
      keepFocus();
      guide?.drawn();
    },
    leave: () => {
      clearInterval(timer);
      guide?.close();
      session.close();
    },
    key: (event) => {
      if (!session.shown || !session.table || session.table.status === "open") return false;
      return tableKey(event, session, tableView(), toggle);
    },
  };
}

/** Whose turn it is in a state that is shown. @param {import("../types.js").GameState} state */
function turnOf(state) {
  return state.turn === null ? [] : [state.turn];
}

/** A calm sentence before the table is known; afterwards the status line has it. @param {TableSession} session */
function notice(session) {
  if (session.connection === "connecting") return h("p", { class: "notice quiet", key: "notice" }, t("table.connecting"));
  if (session.connection !== "lost") return null;
  return h("p", { class: "notice", role: "status", key: "notice" }, t("table.lost"));
}
