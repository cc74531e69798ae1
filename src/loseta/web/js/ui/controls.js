/** Small controls that several pages use. */

import { h } from "../core/h.js";
import { t } from "../core/text.js";
import { icon } from "../art/icons.js";

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {[value: string, text: Child, title?: string]} Choice */

/**
 * One choice among several, as radio buttons that look like tabs.
 * @param {string} label
 * @param {string} name unique on the page
 * @param {Choice[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {string} [extra] class
 */
export function segmented(label, name, options, chosen, choose, extra = "") {
  return h(
    "div",
    { class: ["seg", extra], role: "radiogroup", "aria-label": label },
    options.map(([value, text, title]) =>
      h(
        "label",
        { class: value === chosen ? "on" : "", key: value, title },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          on: { change: () => choose(value) },
        }),
        h("span", null, text),
      ),
    ),
  );
}

/**
 * A button that shows only an icon; its label is for screen readers and tooltips.
 * @param {string} name of the icon
 * @param {string} label
 * @param {(event: Event) => void} act
 * @param {import("../core/h.js").Props} [props]
 */
export function iconButton(name, label, act, props = {}) {
  return h(
    "button",
    { type: "button", class: "btn flat", "aria-label": label, title: label, on: { click: act }, ...props },
    icon(name),
  );
}

/**
 * @param {Child} text
 * @param {(event: Event) => void} act
 * @param {import("../core/h.js").Props & {class?: string}} [props]
 */
export function button(text, act, { class: extra, ...props } = {}) {
  return h("button", { type: "button", class: ["btn", extra], on: { click: act }, ...props }, text);
}

/** The name of the site, as a link to the home page. */
export function wordmark() {
  return h(
    "a",
    { href: "/", class: "mark" },
    h("span", { class: "t", "aria-hidden": "true" }, h("svg", null, h("use", { href: "#t-blue" }))),
    h("span", { class: "mark-name" }, "Loseta"),
  );
}

/** A rule, as a link to the lessons. @param {string} rule */
export function ruleLink(rule) {
  return h("a", { class: "rule", href: `/learn/${rule}`, target: "_blank", rel: "noopener" }, t("table.rule", { rule }));
}
