/**
 * Rings around what a text is about and, if there is room, an arrow to it: from the guide's card, or from
 * another spot.
 */

import { tableLayout } from "../core/media.js";

const SVG = "http://www.w3.org/2000/svg";
/** The distance of a ring from what is inside, in pixels. */
const ROOM = 5;
/** Shorter arrows are not drawn. */
const SHORT = 40;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export class Pointer {
  constructor() {
    /** Names of spots; those in one list share a ring. @type {string[][]} */ this.spots = [];
    /** The spot where the arrow begins; null: the card. @type {string[] | null} */ this.from = null;
    /** @type {SVGSVGElement | null} */ this.svg = null;
    /** What is drawn, so that it is not drawn twice. */ this.shown = "";
    this.again = () => this.draw();
    addEventListener("resize", this.again);
    addEventListener("scroll", this.again, true);
  }

  /** @param {string[][]} spots @param {string[] | null} [from] */
  aim(spots, from = null) {
    this.spots = spots;
    this.from = from;
  }

  remove() {
    removeEventListener("resize", this.again);
    removeEventListener("scroll", this.again, true);
    this.svg?.remove();
    this.svg = null;
  }

  draw() {
    const boxes = this.spots.map(around).filter((box) => box !== null);
    const line = this.line(boxes);
    const shown = JSON.stringify([boxes, line]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.svg ??= canvas();
    this.svg.replaceChildren(...boxes.map(ring), ...(line ? [path(line)] : []));
  }

  /** The arrow to the nearest ring, for on the way to another it would cross what is not meant; "" for none. @param {Box[]} rings */
  line(rings) {
    const card = tableLayout() === "wide" ? document.querySelector(".guide-card") : null;
    const start = this.from ? around(this.from) : card?.getBoundingClientRect();
    if (!start || !rings.length) return "";
    return arrow(start, rings.reduce((best, each) => (apart(start, each) < apart(start, best) ? each : best)));
  }
}

function canvas() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "guide-pointer");
  svg.setAttribute("aria-hidden", "true");
  document.body.append(svg);
  return svg;
}

/** Whether something covers it: an enlarged factory, a panel, the end. @param {Element} el */
function covered(el) {
  const [x, y] = middle(el.getBoundingClientRect());
  return [...document.querySelectorAll("[data-overlay]")].some((over) => {
    const { left, top, right, bottom } = over.getBoundingClientRect();
    return !over.contains(el) && left < x && x < right && top < y && y < bottom;
  });
}

/** The box of the visible parts of some spots. @param {string[]} spots @returns {Box | null} */
function around(spots) {
  const found = spots.flatMap((spot) => [...document.querySelectorAll(`[data-spot="${spot}"]`)]).filter((el) => !covered(el));
  const boxes = found.map((el) => el.getBoundingClientRect()).filter((box) => box.width && box.height);
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** @param {Box} box */
function ring({ left, top, right, bottom }) {
  const el = document.createElementNS(SVG, "rect");
  const sides = { x: left - ROOM, y: top - ROOM, width: right - left + 2 * ROOM, height: bottom - top + 2 * ROOM, rx: 12 };
  for (const [name, value] of Object.entries(sides)) el.setAttribute(name, String(value));
  return el;
}

/** @param {string} d */
function path(d) {
  const el = document.createElementNS(SVG, "path");
  el.setAttribute("d", d);
  return el;
}

/** A curve from the edge of the card to the ring, with an arrowhead. @param {Box} from @param {Box} to */
function arrow(from, to) {
  const [ax, ay] = middle(from);
  const [bx, by] = middle(to);
  const [x1, y1] = edge(from, bx - ax, by - ay, 2);
  const [x2, y2] = edge(to, ax - bx, ay - by, ROOM + 5);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < SHORT || (x2 - x1) * (bx - ax) + (y2 - y1) * (by - ay) <= 0) return "";
  // The curve bends a little to one side.
  const cx = (x1 + x2) / 2 - (y2 - y1) * 0.18;
  const cy = (y1 + y2) / 2 + (x2 - x1) * 0.18;
  const heading = Math.atan2(y2 - cy, x2 - cx);
  const barb = (/** @type {number} */ turn) => `${(x2 - 13 * Math.cos(heading + turn)).toFixed(1)} ${(y2 - 13 * Math.sin(heading + turn)).toFixed(1)}`;
  const point = (/** @type {number} */ x, /** @type {number} */ y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${point(x1, y1)}Q${point(cx, cy)} ${point(x2, y2)}M${barb(0.5)}L${point(x2, y2)}L${barb(-0.5)}`;
}

/** How far apart the middles of two boxes are. @param {Box} one @param {Box} other */
function apart(one, other) {
  const [ax, ay] = middle(one);
  const [bx, by] = middle(other);
  return Math.hypot(bx - ax, by - ay);
}

/** @param {Box} box @returns {[number, number]} */
function middle(box) {
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

/** Where a ray from the middle of a box leaves it, plus a margin. @param {Box} box @param {number} dx @param {number} dy @param {number} room @returns {[number, number]} */
function edge(box, dx, dy, room) {
  const [x, y] = middle(box);
  const across = ((box.right - box.left) / 2 + room) / Math.abs(dx || 1e-9);
  const down = ((box.bottom - box.top) / 2 + room) / Math.abs(dy || 1e-9);
  const share = Math.min(across, down);
  return [x + dx * share, y + dy * share];
}
