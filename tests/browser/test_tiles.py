"""Both sets of tiles: told apart without colours, with motifs and edges that can be seen, in both
themes; and the choice between them."""

from __future__ import annotations

import base64
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import Visitor, Visitors
from .looking import look

SETS = ["", "geometric"]
COLOURS = ["blue", "yellow", "red", "black", "white", "turquoise"]
SIDE = 96
TILES = """names => {
  const box = document.createElement("div");
  box.id = "shown-tiles";
  Object.assign(box.style, { position: "fixed", inset: "0", zIndex: "99", display: "flex" });
  Object.assign(box.style, { gap: "20px", padding: "40px", background: "var(--stone)" });
  for (const name of names) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#t-${name}`);
    svg.append(use);
    Object.assign(svg.style, { width: "96px", height: "96px" });
    box.append(svg);
  }
  document.body.append(box);
}"""
PIXELS = """async picture => {
  const bytes = Uint8Array.from(atob(picture), c => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(0, 0, image.width, image.height).data];
}"""
Shades = NDArray[np.float64]


def luminances(visitor: Visitor, left: int) -> Shades:
    """Of a tile and the stone around it, as WCAG defines them."""
    clip = {"x": left - 10, "y": 30, "width": SIDE + 20, "height": SIDE + 20}
    picture = base64.b64encode(visitor.page.screenshot(clip=clip)).decode()  # type: ignore[arg-type]
    data = np.array(visitor.page.evaluate(PIXELS, picture), dtype=float) / 255
    colours = data.reshape(SIDE + 20, SIDE + 20, 4)[..., :3]
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    shades: Shades = linear @ np.array([0.2126, 0.7152, 0.0722])
    return shades


def contrast(a: float, b: float) -> float:
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def seen(shades: Shades) -> Shades:
    """As bright as it looks, and no finer than at the size on a phone: 24 points."""
    cube: Shades = np.cbrt(shades[10:-10, 10:-10])
    side = SIDE // 24
    small: Shades = cube.reshape(24, side, 24, side).mean(axis=(1, 3))
    return small


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tiles", SETS, ids=["painted", "geometric"])
def test_tiles_are_told_apart_without_colours(
    visitors: Visitors, shared_server: ServerProcess, tiles: str, theme: str
) -> None:
    visitor = visitors.come(shared_server.url, theme=theme, tiles=tiles)
    visitor.open()
    visitor.wait_for(".btn.big")
    visitor.page.evaluate(TILES, COLOURS)
    visitor.shot(f"tiles-{tiles or 'painted'}-{theme}")
    found = {name: luminances(visitor, 40 + n * (SIDE + 20)) for n, name in enumerate(COLOURS)}
    for name, shades in found.items():
        stone, inside = shades[0, 0], shades[20:-20, 20:-20]
        low, high = np.percentile(inside, [12, 88])
        assert contrast(low, high) >= 3, f"the motif on {name}"
        edges = shades[10:13, 30:-30].mean(axis=1)  # one of these rows is the line around it
        assert max(contrast(edge, stone) for edge in edges) >= 3, f"{name} on stone"
    for one, other in combinations(COLOURS, 2):
        apart = float(np.abs(seen(found[one]) - seen(found[other])).mean())
        assert apart > 0.1, f"{one} and {other} look alike in grey"


@pytest.mark.long
def test_a_set_is_chosen_in_the_settings_and_stays(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url)
    visitor.new_game()
    visitor.wait_for_turn()
    motif = "() => document.querySelector('#t-blue').innerHTML"
    painted = visitor.page.evaluate(motif)
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.choose("tiles", "geometric")
    visitor.page.wait_for_function(f"before => ({motif})() !== before", arg=painted)
    chosen = visitor.page.evaluate(motif)
    assert look(visitor, "tiles-chosen") == []
    visitor.page.reload()
    visitor.wait_for_turn()
    assert visitor.page.evaluate(motif) == chosen
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.locator("label:has(input[name=tiles])").first.click()
    visitor.page.wait_for_function(f"before => ({motif})() === before", arg=painted)
    expect(visitor.page.locator(".setting-tiles .t")).to_have_count(6)
    ids = "() => [...document.querySelectorAll('#pieces > symbol')].map(each => each.id)"
    found = visitor.page.evaluate(ids)
    assert len(found) == len(set(found)), "no symbol is there twice"
