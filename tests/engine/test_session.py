"""The conversation: every command, every error, and nothing changed after one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from loseta import __version__, texts
from loseta.dealer import Dealer
from loseta.engine import LONGEST_LINE
from loseta.game import complete_options
from loseta.games import GAMES
from loseta.record import Record

from ..duel.test_view_play import keeping
from ..support import for_all, play_table
from .talk import DEAL, OPENING, Talk

ANSWER = re.compile(r"ok|error [a-z_]+ \S.*")


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    assert talk.session.close()


# --- What is told ---------------------------------------------------------------------------


def test_the_greeting_tells_who_is_there_and_what_there_is(talk: Talk) -> None:
    for line, protocol in (("loseta", 1), ("loseta 2", 2), ("loseta", 2), ("loseta 1", 1)):
        told = talk.say(line)
        assert told[:3] == [
            "id name Loseta",
            f"id version {__version__}",
            f"id protocol {protocol}",
        ]
        assert told[-1] == "ok"
        levels = [each for each in told if each.startswith("option level type choice default none")]
        assert len(levels) == protocol - 1
        assert "option threads type number default 1 min 1 max 256" in told
        assert "option language type choice default en values en es" in told
        for game in GAMES.values():
            for option in game.options:
                start = f"game {game.name} option {option.name} default {option.default} values "
                (line,) = [line for line in told if line.startswith(start)]
                assert line.removeprefix(start).split() == list(option.values)


def test_ready_and_stop_are_answered_whatever_happens(talk: Talk) -> None:
    assert talk.say("ready") == ["ok"]
    assert talk.say("stop") == ["ok"]


def test_lines_without_a_word_are_skipped_and_blanks_do_not_matter(talk: Talk) -> None:
    for line in ("", " ", "\t \r\n"):
        assert talk.say(line) == []
    assert talk.say("  ready\r\n") == ["ok"]
    talk.do("newgame\tazul   players=3 ")
    assert talk.position().startswith("position azul 3 coloured start ")


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_shown_as_it_was_given(name: str, talk: Talk) -> None:
    for limit in (0, 9, None):
        state = play_table(GAMES[name], {}, "engine", limit=limit).state
        talk.do(f"position {state.to_text()}")
        told = talk.say("show")
        assert told[0] == f"position {state.to_text()}"
        if state.to_move is None:
            assert told[1:] == ["seat none", "ok"]
        else:
            actions = " ".join(action.text for action in state.legal_actions())
            assert told[1:] == [f"seat {state.to_move + 1}", f"actions {actions}", "ok"]


def test_a_new_game_starts_with_the_dealer(talk: Talk) -> None:
    talk.do("newgame azul players=4 wall=gray first=2")
    position, seat, ok = talk.say("show")
    assert position.startswith("position azul 4 gray deal ")
    assert (seat, ok) == ("seat dealer", "ok")


def test_the_start_is_that_of_the_last_new_game(talk: Talk) -> None:
    talk.do("newgame azul players=3", "newgame duel")
    start = talk.position()
    duel = play_table(GAMES["duel"], {}, "engine", limit=9).state.to_text()
    azul = play_table(GAMES["azul"], {}, "engine", limit=9).state.to_text()
    for position in (duel, azul):
        talk.do(f"position {position}")
        assert talk.position() == f"position {position}"
        talk.do("position start")
        assert talk.position() == start


@pytest.mark.parametrize("name", GAMES)
def test_the_actions_of_a_record_lead_to_its_end(name: str, talk: Talk) -> None:
    record = play_table(GAMES[name], {}, "engine").record
    options = " ".join(f"{option}={value}" for option, value in record.options.items())
    moves = " ".join(action.text for action in record.actions)
    talk.do(f"newgame {name} {options}", f"position start moves {moves}")
    assert talk.position() == f"position {record.final().to_text()}"
    first = " ".join(action.text for action in record.actions[:5])
    talk.do(f"position start moves {first}")
    halfway = talk.position()
    rest = " ".join(action.text for action in record.actions[5:])
    talk.do(f"{halfway} moves {rest}")
    assert talk.position() == f"position {record.final().to_text()}"


def test_moves_may_be_none(talk: Talk) -> None:
    talk.do("newgame azul", "position start moves")
    assert talk.say("show")[1] == "seat dealer"


def test_quit_ends_the_conversation(talk: Talk) -> None:
    assert talk.say("quit") == ["ok"]
    assert not talk.open


# --- Errors ---------------------------------------------------------------------------------

ERRORS = {
    "command": ["frobnicate", "LOSETA", "go!", "ok", "ñ", "\x00", "uci"],
    "arguments": [
        "loseta 1 2",
        "ready now",
        "option",
        "option threads",
        "option threads 1 2",
        "newgame",
        "newgame azul players",
        "newgame azul players 3",
        "newgame azul =3",
        "newgame azul players=2 players=3",
        "position",
        "position moves 3R4",
        "show me",
        "go",
        "go time",
        "go 5",
        "go time 1 visits",
        "go time 1 time 2",
        "go visits 3 infinite",
        "go infinite infinite",
        "go depth 3",
        "go increment 3",
        "go time 1 increment 3",
        "go clock",
        "go clock 1 increment",
        "go time 1 searchmoves",
        "go searchmoves 2R2",
        "why",
        "why 2R2 2R3",
        "deal a seed",
        "result now",
        "stop it",
        "quit now",
    ],
    "line": ["ready" + " " * LONGEST_LINE, "x" * (LONGEST_LINE + 1)],
    "version": ["loseta 3", "loseta 0", "loseta one", "loseta 02"],
    "option": [
        "option speed 3",
        "option Threads 3",
        "newgame azul speed=3",
        "newgame duel wall=gray",
    ],
    "value": [
        "option threads 0",
        "option threads 257",
        "option threads -1",
        "option threads 1.5",
        "option threads ٣",
        "option threads " + "9" * 5000,
        "option memory many",
        "option best 0",
        "option language fr",
        "option level ai:9",
        "option level 3",
        "go clock 0",
        "go clock -1",
        "go clock 5 increment -1",
        "go clock 5 increment nan",
        "newgame azul players=5",
        "newgame azul players=",
        "newgame azul first=4",
        "go time 0",
        "go time -1",
        "go time nan",
        "go time inf",
        "go time 1e3",
        "go time ٣",
        "go time 99999999",
        "go time 0.0001",
        "go visits 0",
        "go visits 1.5",
        "go visits " + "9" * 30,
    ],
    "game": ["newgame chess", "newgame Azul", "newgame start"],
    "position": [
        "position chess",
        "position azul",
        "position azul 2 coloured",
        "position start start",
        "position startpos moves 3R4",
        "position " + "azul " * 1000,
    ],
    "action": [
        "position start moves 3R4",
        f"{OPENING} 3R4",
        f"{OPENING} 1B1 1B2",
        f"{OPENING} hello",
        f"position start moves {DEAL} moves",
        "position start moves first:9",
        "position start moves deal:-",
        "go time 1 searchmoves 3R4",
        "go time 1 searchmoves 2R2 hello",
        "go time 1 searchmoves 2R2 searchmoves 2R3",
        "why hello",
        "why R4",
    ],
    "seat": ["deal", "deal seed"],
}
CASES = [(code, line) for code, lines in ERRORS.items() for line in lines]


@pytest.mark.parametrize(("code", "line"), CASES, ids=[line[:40] for _, line in CASES])
def test_an_error_has_its_code_and_changes_nothing(code: str, line: str, talk: Talk) -> None:
    talk.do("newgame azul players=2", "option best 2", OPENING)
    before = talk.position()
    assert talk.error(line) == code
    assert talk.open
    assert talk.position() == before
    talk.do("option language es")
    spanish = talk.say(line)
    assert spanish[-1].startswith(f"error {code} ")


def test_what_needs_something_first_says_so(talk: Talk) -> None:
    assert talk.error("position start") == "no_game"
    assert talk.error("show") == "no_position"
    assert talk.error("go time 1") == "no_position"
    talk.do("newgame azul")
    assert talk.error("go time 1") == "dealer"
    over = play_table(GAMES["duel"], {}, "engine").state.to_text()
    talk.do(f"position {over}")
    assert talk.error("go time 1") == "over"
    assert talk.error("deal") == "over"
    for line in ("why 3R4", "deal", "result"):
        assert Talk().error(line) == "no_position"


def test_a_view_that_hides_the_choices_is_refused(talk: Talk) -> None:
    """The seat that knows its draw may ask; for the others the refusal says why not."""
    state = keeping()
    talk.do(f"position {state.view(1).to_text()}")
    before = len(talk.wire.lines)
    for line in ("show", "go visits 3"):
        assert talk.error(line) == "hidden"
    assert talk.error(f"position {state.view(1).to_text()} moves keep:8") == "action"
    assert not [line for line in talk.wire.lines[before:] if line.startswith("failed")]
    talk.do(f"position {state.view(0).to_text()}", "show")


def test_the_sentences_are_in_the_language_chosen() -> None:
    said = {}
    for lang in texts.LANGUAGES:
        talk = Talk(lang=lang)
        said[lang] = [talk.say(line)[-1] for line in ("go time 1", "newgame chess", "hello")]
    assert all(a != b for a, b in zip(said["en"], said["es"], strict=True))
    talk = Talk(lang="en")
    talk.do("option language es")
    assert talk.say("hello")[-1] == said["es"][-1]


def test_every_error_of_the_page_is_tested() -> None:
    from ..support import ROOT

    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    rows = page.split("## Errors")[1].split("## A dialogue")[0]
    listed = {
        code
        for row in re.findall(r"^\| (`.*?) \|", rows, re.M)
        for code in re.findall(r"`(\w+)`", row)
    }
    elsewhere = {
        "hidden",
        "no_game",
        "no_position",
        "dealer",
        "over",
        "thinking",
        "extra",
        "memory",
        "internal",
    }
    assert listed == set(ERRORS) | elsewhere


# --- Since protocol 2 -----------------------------------------------------------------------


def test_why_says_in_words_what_forbids_an_action(talk: Talk) -> None:
    talk.start()
    assert talk.answer("why 2R2") == ["legal", "ok"]
    assert talk.answer("why 3R4") == ["illegal A2.2 Factory 3 has no red.", "ok"]
    talk.do("option language es")
    said, _ = talk.answer("why 3R4")
    assert said.startswith("illegal A2.2 ")
    assert "Factory" not in said


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_deals_for_a_program_that_does_not_draw(game: str, talk: Talk) -> None:
    """A whole game, as a program plays it that knows no rule."""
    talk.do(f"newgame {game}")
    moves: list[str] = []
    while (shown := talk.answer("show"))[1] != "seat none":
        if shown[1] == "seat dealer":
            (dealt, _) = talk.answer("deal")
            word, *drawn = dealt.split()
            assert word == "dealt"
            assert drawn
            moves += drawn
        else:
            moves.append(shown[2].split()[1])
            talk.do(f"position start moves {' '.join(moves)}")
            continue
        after = talk.position()
        talk.do(f"position start moves {' '.join(moves)}")
        assert talk.position() == after
    result, _ = talk.answer("result")
    record = Record(GAMES[game], complete_options(GAMES[game], {}), ["", ""])
    record.actions = [GAMES[game].action_from_text(text) for text in moves]
    outcome = record.final().outcome
    assert outcome is not None
    assert result == (
        f"result {outcome.reason} scores {outcome.scores[0]} {outcome.scores[1]} "
        f"places {outcome.places[0]} {outcome.places[1]} "
        f"winners {' '.join(str(seat + 1) for seat in outcome.winners)}"
    )


def test_deals_follow_from_a_seed_if_one_is_given(talk: Talk) -> None:
    """By the dealer that records are verified with; without a seed no two games are alike."""
    talk.do("newgame azul")
    state, dealer = GAMES["azul"].new(), Dealer("mine")
    drawn = []
    for _ in range(2):
        drawn.append(dealer.action(state))
        state.apply(drawn[-1])
    dealt = f"dealt {drawn[0].text} {drawn[1].text}"
    assert talk.answer("deal mine") == [dealt, "ok"]
    told = set()
    for _ in range(3):
        talk.do("newgame azul")
        told.add(talk.answer("deal")[0])
    assert len(told | {dealt}) == 4


def test_a_game_that_goes_on_has_no_result_yet(talk: Talk) -> None:
    talk.start()
    assert talk.answer("result") == ["result open scores 0 0", "ok"]


# --- Garbage --------------------------------------------------------------------------------

WORDS = st.sampled_from(
    "loseta ready option newgame position show stop go time visits infinite moves start azul duel "
    "clock increment searchmoves why deal result level ai:1 "
    "threads memory seed best language en es 1 2 0 -1 players=2 wall=gray first=1 tablets=random-3 "
    f"{DEAL} 3R4 1B1 CKF P7 $. /KY first:2 top:s look:1 chip:1=B tablets:rows = = ? \ufffd".split()
)
POSITIONS = [play_table(game, {}, "fuzz", limit=9).state.to_text() for game in GAMES.values()]


@st.composite
def broken_positions(draw: st.DrawFn) -> str:
    text = list(draw(st.sampled_from(POSITIONS)))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text) - 1))
        text[at : at + draw(st.integers(0, 2))] = draw(st.text("-.,:=?~/0123BYRKTW +$", max_size=2))
    return "position " + "".join(text)


LINES = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, max_size=8).map(" ".join),
    st.binary(max_size=40).map(lambda data: data.decode(errors="replace")),
    broken_positions(),
).filter(lambda line: line.split()[:1] != ["go"])


@for_all(st.lists(LINES, max_size=12), 300, few=40)
def test_garbage_is_answered_line_by_line(lines: list[str]) -> None:
    talk = Talk()
    talk.start()
    for line in lines:
        before = talk.position()
        said = talk.say(line.replace("\n", " "))
        answers = [answer for answer in said if ANSWER.fullmatch(answer)]
        assert len(answers) == (1 if line.split() else 0)
        assert said[-1:] == answers
        if answers and answers[0] != "ok":
            assert talk.position() == before
            assert len(said) == 1


@for_all(st.lists(WORDS, max_size=5), 100, few=20)
def test_garbage_behind_go_is_answered_too(words: list[str]) -> None:
    talk = Talk()
    talk.start()
    said = talk.say(" ".join(["go", *words]))
    assert ANSWER.fullmatch(said[0])
    assert not said[0].startswith("error internal")
    assert talk.session.close()
