/** Choosing a record: a file, or one of the user's finished games. */

import { icon } from "../art/icons.js";
import { h } from "../core/h.js";
import { date, t } from "../core/text.js";
import { wordmark } from "../ui/controls.js";
import { tableLine } from "../ui/tables.js";

const LONGEST = 1_000_000;

/** The problem with a file: a sentence, and the place if it is known. @typedef {{sentence: string, line?: number, column?: number, excerpt?: string}} Trouble */

/** A file that cannot be a record. */
export class NotARecord extends Error {}

/** The text of a file. Raises NotARecord, with a sentence. @param {File} file */
export async function textOf(file) {
  if (file.size > LONGEST) throw new NotARecord(t("replay.too_long"));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new NotARecord(t("replay.not_text"));
  }
}

/** The problem with a record that the server could not parse. @param {unknown} error @param {string} text @returns {Trouble} */
export function troubleWith(error, text) {
  const { place, message } = /** @type {import("../net/api.js").ServerError} */ (error);
  const { line, column } = place ?? {};
  const excerpt = line === undefined ? undefined : text.split("\n")[line - 1]?.trimEnd();
  return { sentence: message || t("table.lost"), line, column, excerpt };
}

/**
 * @param {(file: File) => void} open
 * @param {import("../types.js").ListedTable[]} tables the user's games
 * @param {import("../types.js").About | null} about
 * @param {Trouble | null} trouble
 */
export function opening(open, tables, about, trouble) {
  const over = !about ? [] : tables.filter((table) => table.status === "over" && table.game in about.games).slice(0, 6);
  return h(
    "div",
    { class: "replay-open", key: "open" },
    h("header", null, wordmark()),
    h(
      "main",
      { class: "board" },
      h("h1", null, t("replay.title")),
      h("p", { class: "dim" }, t("replay.lead")),
      trouble && wrong(trouble),
      h(
        "label",
        {
          class: "file",
          on: {
            dragover: (/** @type {Event} */ event) => event.preventDefault(),
            drop: (/** @type {DragEvent} */ event) => {
              event.preventDefault();
              const file = event.dataTransfer?.files[0];
              if (file) open(file);
            },
          },
        },
        icon("log"),
        h("span", null, h("b", null, t("replay.choose")), h("small", { class: "dim" }, t("replay.choose_text"))),
        h("input", {
          type: "file",
          accept: ".txt,text/plain",
          on: {
            change: (/** @type {{target: HTMLInputElement}} */ event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) open(file);
            },
          },
        }),
      ),
      h("h2", null, t("replay.yours")),
      about && over.length
        ? over.map((table) =>
            tableLine(table, `/replay/${table.id}`, about, date(table.created)),
          )
        : h("p", { class: "dim s" }, t("replay.none")),
      h("p", { class: "row" }, h("a", { class: "btn", href: "/analysis" }, icon("scales"), t("analysis.title"))),
    ),
  );
}

/** A bad file: the problem, and its place. @param {Trouble} trouble */
function wrong(trouble) {
  return h(
    "div",
    { class: "wrong", role: "alert" },
    h("p", null, h("b", null, t("replay.bad_file")), " ", trouble.sentence),
    trouble.excerpt !== undefined &&
      h(
        "pre",
        { tabindex: "0", "aria-label": t("replay.place", { line: trouble.line, column: trouble.column }) },
        h("span", { class: "dim", "aria-hidden": "true" }, `${trouble.line}  `),
        trouble.excerpt.slice(0, (trouble.column ?? 1) - 1),
        h("mark", null, trouble.excerpt.slice((trouble.column ?? 1) - 1).split(/\s/)[0] || " "),
        trouble.excerpt.slice((trouble.column ?? 1) - 1).replace(/^\S+/, ""),
      ),
    h("p", { class: "s" }, t("replay.bad_file_help")),
  );
}
