"""Plates of Azul Duel on their way: they keep their shape, and go from where they were to where
they lie."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import Visitor, Visitors
from .dueling import READY, Artist

WATCH = """() => {
  window.flights = [];
  const known = new Map();
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height] };
  const plates = () => [...document.querySelectorAll(
    ".offer :is(.plate, .back), .drawn :is(.plate, .back), .dome > .plate")].map(box);
  let before = plates();
  const look = () => {
    for (const flyer of document.querySelectorAll(".flyer:has(> .plate, > .back)")) {
      const piece = flyer.firstElementChild;
      if (!known.has(flyer)) {
        known.set(flyer, { first: box(flyer), sources: before, shapes: [], cells: [] });
        window.flights.push(known.get(flyer));
      }
      const flight = known.get(flyer);
      flight.shapes.push(box(piece));
      if (piece.matches(".plate")) flight.cells = [...piece.children].map(box);
      const [animation] = flyer.getAnimations();
      if (animation) {
        const { transform } = animation.effect.getKeyframes().at(-1);
        const [x, y] = transform.match(/-?[\\d.]+/g).map(Number);
        flight.last = [x, y, flyer.offsetWidth, flyer.offsetHeight];
        flight.goals = plates();
        flight.domes = [...document.querySelectorAll(".dome > .plate")].map(box);
      }
    }
    before = plates();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Every picture of a plate that flies, frame by frame: its start, its end, and what was there."""

Box = list[float]


def near(box: Box, others: list[Box]) -> bool:
    """Whether a box lies where one of the others does, as large as that."""
    return any(all(abs(a - b) <= 4 for a, b in zip(box, other, strict=True)) for other in others)


def square(box: Box) -> bool:
    return box[2] > 8 and abs(box[2] / box[3] - 1) < 0.06


def check(flight: dict[str, Any], earlier: list[dict[str, Any]]) -> None:
    """It may begin where another has ended, though that was not drawn in between."""
    assert all(square(shape) for shape in flight["shapes"]), flight["shapes"]
    assert all(square(cell) for cell in flight["cells"]), flight["cells"]
    ends = [each["last"] for each in earlier]
    assert near(flight["first"], flight["sources"] + ends), flight
    assert near(flight["last"], flight["goals"]), flight


@pytest.mark.long
def test_plates_fly_as_plates(visitors: Visitors, shared_server: ServerProcess) -> None:
    """The opening and the first turns: from the display and the stack, mine and another's."""
    visitor = visitors.come(shared_server.url, speed=0.5)
    artist = Artist(visitor, seed=3)
    visitor.new_game("duel")
    visitor.page.evaluate(WATCH)
    flights: list[dict[str, Any]] = []
    for _ in range(40):
        assert artist.wait()
        visitor.page.wait_for_function(READY)
        flights = visitor.page.evaluate("() => window.flights")
        laid = sum(near(each["last"], each["domes"]) for each in flights)
        if laid and len(flights) - laid >= 2:
            break
        artist.decide()
    assert laid
    assert len(flights) - laid >= 2
    for number, flight in enumerate(flights):
        check(flight, flights[:number])


LIES = """spot => {
  window.gaps = 0;
  window.frames = 0;
  const look = () => {
    const place = document.querySelector(`[data-spot="${spot}"]`);
    const plate = place?.matches(".none") ? place.querySelector(".tried") : place;
    const there = plate && [place, plate].every((e) => getComputedStyle(e).opacity === "1");
    window.frames += 1;
    if (!there) window.gaps += 1;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Whether a plate is seen at a place of the dome, in every frame."""


@pytest.mark.long
def test_a_plate_that_was_tried_stays_on_the_dome(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, speed=0.5)
    artist = Artist(visitor)
    visitor.new_game("duel")
    page = visitor.page
    page.evaluate(WATCH)
    while artist.wait() and artist.asked != "place":
        artist.decide()
    place = page.locator(".own .plate.none.aim").first
    spot = place.get_attribute("data-spot")
    place.click()
    page.locator(".own .plate.none.here").wait_for()
    page.mouse.move(2, 2)
    page.wait_for_function(
        "() => getComputedStyle(document.querySelector('.here > .tried')).opacity === '1'"
    )
    page.evaluate("() => window.flights.splice(0)")
    page.evaluate(LIES, spot)
    page.locator(".step .btn.main").click()
    page.locator(f".own .plate:not(.none)[data-spot={spot}]").wait_for()
    box = page.locator(f".own [data-spot={spot}]").bounding_box()
    assert box
    assert artist.wait()
    page.wait_for_function(READY)
    assert page.evaluate("() => window.frames") > 5
    assert page.evaluate("() => window.gaps") == 0
    goals = [flight["last"] for flight in page.evaluate("() => window.flights")]
    assert not near([box["x"], box["y"], box["width"], box["height"]], goals)


FLOWN = """() => {
  window.flown = new Set();
  const kind = (flyer) => {
    const piece = flyer.firstElementChild;
    if (piece.matches(".chip")) return "chip";
    if (piece.matches(".plate, .back")) return "plate";
    return piece.querySelector("use")?.getAttribute("href") === "#special" ? "special" : "tile";
  };
  const look = () => {
    for (const flyer of document.querySelectorAll(".flyer")) window.flown.add(kind(flyer));
    const turned = document.querySelector(".moon .chip")?.getAnimations().length;
    if (turned) window.flown.add("turned chip");
    const stacked = [...document.querySelectorAll(".small-fac .moon .t")];
    if (stacked.some((tile) => tile.getAnimations().length)) window.flown.add("stacked tile");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""The kinds of pieces that have travelled or were turned over."""


@pytest.mark.long
def test_chips_special_tiles_and_stacks_travel_too(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, speed=1)
    artist = Artist(visitor, seed=5)
    visitor.new_game("duel")
    visitor.page.evaluate(FLOWN)
    wanted = {"plate", "tile", "chip", "stacked tile", "special"}
    seen: set[str] = set()
    for _ in range(300):
        if not artist.wait():
            artist.start_again()
            visitor.page.evaluate(FLOWN)
        seen |= set(visitor.page.evaluate("() => [...window.flown]"))
        if seen >= wanted:
            break
        artist.decide()
    assert seen >= wanted, seen


@pytest.mark.long
def test_a_duel_says_of_how_many_rounds_it_is_the_first(visitor: Visitor) -> None:
    visitor.new_game("duel")
    expect(visitor.page.locator(".meta")).to_contain_text("Round 1 of 5")
    visitor.page.locator("button.of.free").first.wait_for()


@pytest.mark.long
def test_picking_up_leaves_the_other_factories_as_they_are(visitor: Visitor) -> None:
    artist = Artist(visitor)
    visitor.new_game("duel")
    while artist.wait() and not (factory := of_two_colours(visitor)):
        artist.decide()
    visitor.page.locator(f"{factory} .sun button.t").first.click()
    visitor.page.locator(".t.up").first.wait_for()
    assert visitor.page.locator(f"{factory} .t.off").count() > 0
    assert visitor.page.locator(f".fac:not({factory}) .t.off").count() == 0


def of_two_colours(visitor: Visitor) -> str:
    """A factory whose sun has tiles of different colours to take; empty if none has."""
    found: str = visitor.page.evaluate(
        """() => {
          for (const number of [1, 2, 3, 4]) {
            const tiles = document.querySelectorAll(`.fac-${number} .sun button.t`)
            const takes = new Set([...tiles].map((tile) => tile.dataset.take))
            if (takes.size > 1) return `.fac-${number}`
          }
          return ""
        }"""
    )
    return found
