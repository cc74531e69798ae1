"""The coach at a table: it asks, and never prevents a move."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors
from .geometry import findings
from .looking import look
from .test_friends import whose_turn

ACCOUNT = [
    {"kind": "column", "which": 2, "points": -7},
    {"kind": "fall_later", "count": 3, "colour": "B", "points": -6},
    {"kind": "filled", "line": 1, "points": 3},
]
ASKS = {"asks": True, "chance": 0.23, "points": 8, "account": ACCOUNT, "better": "CB1"}
FINE: dict[str, Any] = {"asks": False}


class Opinions:
    """Answers for the coach; everything else goes to the server. None: it never answers."""

    def __init__(self, visitor: Visitor, answer: dict[str, Any] | None) -> None:
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        visitor.page.route_web_socket("**/live*", self._route)

    def _route(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def send(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "coach":
                server.send(text)
                return
            self.asked.append(message)
            if self.answer is not None:
                told = {"type": "answer", "id": message["id"], "answer": self.answer}
                page.send(json.dumps({**told, **self.answer.get("instead", {})}))

        page.on_message(send)


def at_table(visitor: Visitor, answer: dict[str, Any] | None) -> Opinions:
    opinions = Opinions(visitor, answer)
    visitor.new_game()
    visitor.wait_for_turn()
    return opinions


def taken(visitor: Visitor) -> int:
    """How many moves the player has made, by what the server keeps."""
    table = visitor.page.url.rsplit("/", 1)[-1]
    return int(
        visitor.page.evaluate(
            """async table => {
              const told = async path => (await fetch(`/api/v1/tables/${table}${path}`)).json();
              const { table: { you } } = await told("");
              const { frames } = await told("/history");
              return frames.filter(each => each.seat === you && each.action).length; }""",
            table,
        )
    )


def test_it_asks_and_says_afterwards_what_was_better(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, coach="large")
    opinions = at_table(visitor, ASKS)
    page = visitor.page
    visitor.take_by_clicks()
    box = page.locator(".coach-box")
    expect(box).to_contain_text("Are you sure?")
    expect(box).to_contain_text("8 points and 23% of the chance of winning")
    expect(box).to_contain_text("gives up column 3")
    assert opinions.asked[0]["least"] == "large"
    page.get_by_role("button", name="Take it back").click()
    expect(box).to_have_count(0)
    visitor.wait_for_turn()
    assert taken(visitor) == 0
    visitor.take_by_clicks()
    page.get_by_role("button", name="Play it anyway").click()
    expect(box).to_contain_text("Better was:")
    visitor.wait_for_turn()
    expect(box).to_contain_text("Better was:")
    assert taken(visitor) == 1
    # The next move is fine, and what was said of the other one is gone.
    opinions.answer = FINE
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    expect(box).to_have_count(0)
    assert taken(visitor) == 2
    assert len(opinions.asked) == 2, "a move is thought about once"


@pytest.mark.long
@pytest.mark.parametrize(
    "answer",
    [
        None,
        {"instead": {"type": "error", "code": "slow_down", "sentence": "Wait.", "wait": 9}},
    ],
    ids=["silent", "refused"],
)
def test_no_answer_holds_no_move_back(
    visitors: Visitors, shared_server: ServerProcess, answer: dict[str, Any] | None
) -> None:
    visitor = visitors.come(shared_server.url, coach="small")
    opinions = at_table(visitor, answer)
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    assert taken(visitor) == 1
    assert len(opinions.asked) == 1
    expect(visitor.page.locator(".coach-box")).to_have_count(0)


@pytest.mark.long
def test_whoever_leaves_has_played(visitors: Visitors, shared_server: ServerProcess) -> None:
    """While the coach looks the move is as good as sent; while it asks the move waits."""
    visitor = visitors.come(shared_server.url, coach="small")
    opinions = at_table(visitor, None)
    visitor.take_by_clicks()
    expect(visitor.page.locator(".say")).to_contain_text("The coach is looking")
    visitor.page.reload()
    visitor.wait_for_turn()
    assert taken(visitor) == 1
    opinions.answer = ASKS
    visitor.take_by_clicks()
    visitor.wait_for(".coach-box.asks")
    visitor.page.reload()
    visitor.wait_for(".coach-box.asks")
    visitor.page.get_by_role("button", name="Play it anyway").click()
    visitor.wait_for(".coach-box:has-text('Better was')")
    visitor.wait_for_turn()
    assert taken(visitor) == 2


@pytest.mark.long
def test_it_is_switched_on_at_the_table_and_used_by_keys(visitor: Visitor) -> None:
    opinions = at_table(visitor, ASKS)
    page = visitor.page
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    assert opinions.asked == []
    visitor.tool("Settings")
    visitor.choose("coach", "small")
    page.keyboard.press("Escape")
    page.locator(".panel").wait_for(state="detached")
    visitor.tab_to("button[data-take]")
    page.keyboard.press("Enter")
    visitor.wait_for(".lit")
    page.keyboard.press("0")
    visitor.wait_for(".coach-box.asks")
    visitor.tab_to(".coach-box .take-back")
    page.keyboard.press("Escape")
    page.locator(".coach-box").wait_for(state="detached")
    visitor.wait_for_turn()


@pytest.mark.long
def test_with_moves_that_are_confirmed(visitors: Visitors, shared_server: ServerProcess) -> None:
    """One question is enough: what is played anyway is not asked about again."""
    visitor = visitors.come(shared_server.url, coach="small", moves="confirm")
    opinions = at_table(visitor, ASKS)
    page = visitor.page
    visitor.take_by_clicks()
    page.get_by_role("button", name="Play it anyway").click()
    visitor.wait_for(".coach-box:has-text('Better was')")
    visitor.wait_for_turn()
    opinions.answer = FINE
    visitor.take_by_clicks()
    page.get_by_role("button", name="Confirm").click()
    visitor.wait_for_turn()
    assert taken(visitor) == 2


@pytest.mark.long
def test_not_among_people(visitors: Visitors, shared_server: ServerProcess) -> None:
    """At a table with hints for two people nobody is asked about anything."""
    ana, bea = (visitors.come(shared_server.url, coach="small") for _ in range(2))
    opinions = [Opinions(each, ASKS) for each in (ana, bea)]
    ana.open()
    ana.page.get_by_role("button", name="Invite").click()
    link = ana.page.locator("input[readonly]").first.input_value()
    bea.page.goto(link)
    bea.page.locator(".btn.main").first.click()
    for each in (ana, bea):
        each.wait_for(".table")
    first = whose_turn([ana, bea])
    assert first
    first.take_by_clicks()
    (bea if first is ana else ana).wait_for_turn()
    assert [each.asked for each in opinions] == [[], []]


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], lang: str
) -> None:
    visitor = visitors.come(shared_server.url, lang=lang, size=size, theme=None, coach="small")
    at_table(visitor, ASKS)
    visitor.take_by_clicks()
    visitor.wait_for(".coach-box.asks")
    found = look(visitor, f"coach-asks-{lang}")
    if size == PHONE:  # one looks at the board to answer
        asks, own = (visitor.page.locator(each).bounding_box() for each in (".coach-box", ".own"))
        assert asks
        assert own
        assert asks["y"] + asks["height"] <= own["y"]
    assert findings(visitor.page) == []
    visitor.page.locator(".coach-box .anyway").click()
    visitor.wait_for(".coach-box:not(.asks)")
    visitor.wait_for_turn()
    found += look(visitor, f"coach-better-{lang}")
    assert findings(visitor.page) == []
    assert found == []
