/** Friendly pages for tables that cannot be shown, or where no seat is left. */

import { h } from "../core/h.js";
import { redraw } from "../core/redraw.js";
import { t } from "../core/text.js";
import { button } from "../ui/controls.js";
import { friendly } from "./lost.js";

/** @typedef {import("../table/table-session.js").TableSession} TableSession */

/** The server refuses the connection. @param {TableSession} session */
export function refusedPage(session) {
  const code = session.error?.code ?? "";
  const again = button(t("ui.retry"), () => location.reload());
  if (code === "unknown_table") return friendly(t("lost.table_title"), t("lost.table"), again);
  if (code === "no_page") return friendly(t("lost.no_page_title"), t("lost.no_page"));
  if (code === "private") return friendly(t("lost.private_title"), t("lost.private"));
  return friendly(t("lost.refused_title"), session.error?.message || t("lost.refused"), again);
}

/** An invitation to a table that has started without the visitor. @param {TableSession} session */
export function cameTooLate(session) {
  return Boolean(location.hash.slice(1)) && session.me === null && session.table.status !== "open";
}

/** @param {TableSession} session */
export function fullPage(session) {
  const watch = () => {
    history.replaceState(null, "", location.pathname);
    redraw();
  };
  const over = session.table.status === "over";
  return friendly(
    t(over ? "lost.over_title" : "lost.full_title"),
    t(over ? "lost.over" : "lost.full"),
    button(t("lost.watch"), watch),
    over && h("a", { class: "btn", href: `/replay/${session.id}` }, t("end.replay")),
  );
}
