/**
 * Dragging tiles. Elements with `data-take` can be dragged; the pointer carries a picture of them. Dropping
 * on an element with `data-drop` clicks it. So everything that works with clicks works by dragging,
 * and no other code deals with dragging.
 */

const FAR = 6; // pixels; shorter movements are clicks

/** @typedef {{el: HTMLElement, x: number, y: number, picture: HTMLElement | null, id: number}} Drag */

/** What is being dragged, and whether it was dropped just now. @type {{drag: Drag | null, justDragged: boolean}} */
const hand = { drag: null, justDragged: false };

export function startDragging() {
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", cancel);
  // Ignore the click that the browser sends at the end of a drag.
  document.addEventListener(
    "click",
    (event) => {
      if (hand.justDragged && event.isTrusted) event.stopPropagation();
      if (event.isTrusted) hand.justDragged = false;
    },
    true,
  );
}

/** @param {PointerEvent} event */
function begin(event) {
  hand.justDragged = false;
  const el = /** @type {Element} */ (event.target).closest?.("[data-take]");
  if (!(el instanceof HTMLElement) || event.button) return;
  clear(); // a second finger takes over
  hand.drag = { el, x: event.clientX, y: event.clientY, picture: null, id: event.pointerId };
}

/** @param {PointerEvent} event */
function move(event) {
  if (!hand.drag || event.pointerId !== hand.drag.id) return;
  if (!hand.drag.picture) {
    if (Math.hypot(event.clientX - hand.drag.x, event.clientY - hand.drag.y) < FAR) return;
    lift(hand.drag.el);
  }
  const picture = hand.drag.picture;
  if (!picture) return;
  picture.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  const target = under(event);
  for (const el of document.querySelectorAll(".over")) if (el !== target) el.classList.remove("over");
  if (target && !target.classList.contains("over")) {
    target.classList.add("over");
    target.dispatchEvent(new PointerEvent("pointerenter"));
  }
}

/** @param {HTMLElement} el */
function lift(el) {
  if (!hand.drag) return;
  // Dragging starts by picking the tiles up, unless they are held already.
  if (!el.classList.contains("up")) el.click();
  const all = document.querySelectorAll(`[data-take="${el.dataset.take}"]`);
  const picture = document.createElement("span");
  picture.className = "dragged";
  picture.setAttribute("aria-hidden", "true");
  for (const each of Array.from(all).slice(0, 5)) {
    const copy = /** @type {HTMLElement} */ (document.createElement("span"));
    copy.className = "t";
    copy.append(/** @type {Node} */ (each.firstChild).cloneNode(true));
    copy.style.setProperty("--s", `${el.getBoundingClientRect().width}px`);
    picture.append(copy);
  }
  document.body.append(picture);
  document.documentElement.classList.add("dragging");
  hand.drag.picture = picture;
}

/** @param {PointerEvent} event @returns {HTMLElement | null} */
function under(event) {
  const el = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
  return el instanceof HTMLElement ? el : null;
}

/** @param {PointerEvent} event */
function end(event) {
  if (!hand.drag || event.pointerId !== hand.drag.id) return;
  if (hand.drag.picture) {
    hand.justDragged = true;
    under(event)?.click();
  }
  clear();
}

function cancel() {
  clear();
}

function clear() {
  hand.drag?.picture?.remove();
  hand.drag = null;
  document.documentElement.classList.remove("dragging");
  for (const el of document.querySelectorAll(".over")) el.classList.remove("over");
}
