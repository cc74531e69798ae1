/**
 * A part of the page as a picture: its elements and the style sheets go into an SVG, which the browser
 * paints. Nothing leaves the computer.
 */

import { t } from "../core/text.js";

const SVG = "http://www.w3.org/2000/svg";
/** What is pressed rather than looked at is left out. */
const LEFT_OUT = ".acts, .panel, .folds, .from-here-button, .tools, .course-steps, .unseen, script";
/** Pixels of the picture for each of the page. */
const SCALE = 2;

/** @param {string} selector of what is shown @param {string} name of the file @param {(error: string) => void} failed */
export async function savePicture(selector, name, failed) {
  const shown = document.querySelector(selector);
  try {
    if (!(shown instanceof HTMLElement)) throw new Error(selector);
    download(await painted(shown), `${name}.png`);
  } catch {
    failed(t("picture.failed"));
  }
}

/** @param {HTMLElement} shown @returns {Promise<string>} an address of the picture */
async function painted(shown) {
  const { width, height, left, top } = shown.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing(shown))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  brush.scale(SCALE, SCALE);
  brush.drawImage(image, -left, -top, innerWidth, innerHeight);
  return canvas.toDataURL("image/png");
}

/** The whole page, as large as the window, so that everything is laid out as it is there. @param {HTMLElement} shown */
function drawing(shown) {
  const root = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  const places = path(shown);
  const copy = /** @type {Element} */ (places.reduce((/** @type {Element} */ at, n) => at.children[n], root));
  for (const each of copy.querySelectorAll(LEFT_OUT)) each.remove();
  root.querySelector("head")?.replaceChildren(style());
  // Of the theme that the system has an image knows nothing.
  root.dataset.theme = getComputedStyle(document.documentElement).colorScheme.includes("dark") && dark() ? "dark" : "light";
  const svg = document.createElementNS(SVG, "svg");
  const frame = document.createElementNS(SVG, "foreignObject");
  for (const each of [svg, frame]) {
    each.setAttribute("width", String(innerWidth));
    each.setAttribute("height", String(innerHeight));
  }
  svg.append(frame);
  frame.append(root);
  return new XMLSerializer().serializeToString(svg);
}

/** Whether the page is dark now, by whoever's wish. */
function dark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (!theme && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** The way to an element, as places among children from the root on. @param {Element} element */
function path(element) {
  /** @type {number[]} */
  const places = [];
  for (let at = element; at.parentElement; at = at.parentElement) places.unshift([...at.parentElement.children].indexOf(at));
  return places;
}

/** All style sheets as one. */
function style() {
  const element = document.createElement("style");
  element.textContent = [...document.styleSheets].flatMap(rules).join("\n") + "* { scrollbar-width: none !important; }";
  return element;
}

/** @param {CSSStyleSheet} sheet @returns {string[]} */
function rules(sheet) {
  return [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSImportRule ? (rule.styleSheet ? rules(rule.styleSheet) : []) : [rule.cssText]));
}

/** @param {string} address @param {string} name */
function download(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
