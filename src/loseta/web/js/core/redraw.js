/** Drawing the page again after changes, at most once per frame. */

/** The function that draws the page, and whether a drawing is due. */
const painter = { paint: () => {}, due: false };

/** @param {() => void} how */
export function paintWith(how) {
  painter.paint = how;
}

export function redraw() {
  if (painter.due) return;
  painter.due = true;
  // A hidden page gets no frames, but must be right when it is shown.
  if (document.hidden) queueMicrotask(now);
  else requestAnimationFrame(now);
}

/** Draw at once, for measurements right afterwards. */
export function now() {
  painter.due = false;
  painter.paint();
}
