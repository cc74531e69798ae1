"""Solve puzzles in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console

from loseta import texts
from loseta.game import ActionError, AmbiguousAction, NotAnAction, State
from loseta.games import part
from loseta.players import MissingExtra
from loseta.puzzles import Attempt, Line, Puzzle, Solving, play_line, words
from loseta.tui import commands, menu
from loseta.tui.screen import Screen, signals_like_interrupt
from loseta.tui.story import tell
from loseta.tui.view import Choice, Menu, Step, TerminalView, Voice

COMMANDS = ("hint", "solution", "next", "why", "table", "help", "quit", "back")


class _Done(Exception):
    """The puzzle is solved or given up."""


class PuzzleSession:
    """Asks one puzzle after the other, until there are no more or the user leaves."""

    def __init__(
        self, puzzles: Sequence[Puzzle], lang: str, console: Console | None = None
    ) -> None:
        self._puzzles, self._lang = puzzles, lang
        self._screen = Screen(console)
        self._solved = self._seen = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "solution": self._give_up,
            "next": self._skip,
            "why": self._explain,
            "table": self._draw_again,
            "help": self._help,
            "back": self._back,
        }

    def run(self) -> int:
        with signals_like_interrupt():
            try:
                for puzzle in self._puzzles:
                    self._solve(puzzle)
            except (EOFError, KeyboardInterrupt):
                self._screen.show("")
        self._screen.tell([self._say("puzzle.score", solved=self._solved, seen=self._seen)])
        return 0

    def _say(self, key: str, **params: Any) -> str:
        return texts.say(f"tui.{key}", self._lang, **params)

    # --- One puzzle -------------------------------------------------------------------------

    def _solve(self, puzzle: Puzzle) -> None:
        self._puzzle, self._solving = puzzle, Solving(puzzle)
        self._menus: list[Menu] = []
        self._hints = 0
        self._seen += 1
        rivals = [self._say("player", seat=seat + 1) for seat in range(puzzle.start().seats)]
        rivals[puzzle.seat] = self._say("you")
        self._voice = Voice(self._lang, tuple(rivals), self._screen.plain)
        self._view: TerminalView = part("tui", puzzle.game.name).View(self._voice)
        try:
            while True:
                self._ask()
        except _Done:
            if puzzle is not self._puzzles[-1]:
                line = self._screen.ask(f"{self._say('puzzle.go_on')} > ")
                if commands.command_in(line, ("quit",)):
                    raise EOFError from None

    @property
    def _state(self) -> State:
        return self._solving.state

    def _ask(self) -> None:
        if not self._menus:
            self._show()
        example = self._menus[-1].example
        line = self._screen.ask(f"{self._say('puzzle.prompt', example=example)} > ")
        try:
            self._obey(line)
        except ActionError as error:
            self._screen.complain(self._objection(error))

    def _show(self) -> None:
        puzzle = self._puzzle
        kind = words.kind_name(puzzle.kind, self._lang)
        title = self._say("puzzle.title", id=puzzle.id, kind=kind, level=puzzle.level)
        self._screen.show("")
        self._screen.rule(f"{self._view.title(self._state)} · {title}")
        self._screen.show("", self._view.table(self._state, self._screen.width), "")
        self._screen.tell([words.goal(puzzle, self._lang)])
        if puzzle.asked > 1:
            self._screen.tell([self._say("puzzle.step", n=self._solving.step + 1, of=puzzle.asked)])
        self._open(self._view.menu(self._state))

    def _open(self, opened: Menu) -> None:
        back = self._say("go_back") if self._menus else ""
        self._menus.append(opened)
        self._screen.show(menu.draw(opened, self._screen.width, back))

    # --- Input ------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Do what a line says. Raises ActionError if that is impossible."""
        if not line:
            self._menus = []
        elif choice := self._menus[-1].find(line):
            self._choose(choice)
        elif command := commands.command_in(line, COMMANDS):
            if command[0] == "quit":
                raise EOFError
            self._commands[command[0]](command[1])
        else:
            self._try_text(line)

    def _choose(self, choice: Choice) -> None:
        if choice.more:
            self._open(choice.more())
        else:
            self._try(choice.action.text)

    def _try_text(self, line: str) -> None:
        """Try a line as an action, as the notation of a menu entry, or as the end of the action
        whose beginning the menus have chosen."""
        try:
            text = self._state.parse(line).text
        except (AmbiguousAction, NotAnAction):
            choice = self._menus[0].named(line)
            if choice:
                self._menus = self._menus[:1]
                self._choose(choice)
                return
            text = self._state.parse(self._menus[-1].prefix + line).text
        self._try(text)

    def _objection(self, error: ActionError) -> str:
        sentence, rule = error.sentence(self._lang), error.reason.rule
        key = "tui.objection"
        return texts.say(key, self._lang, sentence=sentence, rule=rule) if rule else sentence

    # --- Trying -----------------------------------------------------------------------------

    def _try(self, text: str) -> None:
        found = self._solving.judge(text)
        self._menus = []
        self._screen.show("")
        if not found.is_right:
            self._refute(found)
            return
        self._screen.tell([self._say("puzzle.right", action=found.action.text)])
        self._tell(found.before, [found.action, *(found.answer or ())])
        if found.is_solved:
            self._solved += 1
            whole = play_line(self._puzzle.start(), self._solving.played)
            second = play_line(self._puzzle.start(), self._puzzle.second)
            self._screen.tell([words.why(self._puzzle, whole, second, self._lang)])
            raise _Done

    def _refute(self, found: Attempt) -> None:
        self._screen.complain(self._say("puzzle.wrong", action=found.action.text))
        answer: Sequence[Any] | None = found.answer
        if answer is None:
            try:
                from loseta.puzzles.judge import Judge
            except ImportError as error:
                self._screen.tell([MissingExtra.of("ai", error).sentence(self._lang)])
                return
            with self._screen.waiting(texts.say("players.preparing", self._lang)):
                judge = Judge(found.before.game.name)
                answer = judge.line(found.before, found.action)[0].actions[1:]
        self._tell(found.before, [found.action, *answer])
        best = play_line(self._puzzle.start(), self._puzzle.line)
        other = play_line(self._puzzle.start(), [*found.played, found.action, *answer])
        self._screen.tell([words.difference(self._puzzle, best, other, self._lang)])

    def _tell(self, start: State, actions: Sequence[Any]) -> None:
        """Play actions from a state and print what happens, in sentences."""
        steps, state, reader = [], start.copy(), self._puzzle.seat
        for action in actions:
            seat, round_ = state.to_move, state.round
            assert seat is not None
            sentence = self._view.sentence(state.view(reader), action, reader)
            events = state.apply(action)
            steps.append(Step(seat, round_, action.text, sentence, tuple(events), state.scores))
        self._screen.tell(tell(steps, self._voice.names, self._view), indent=2)

    # --- Commands ---------------------------------------------------------------------------

    def _hint(self, rest: str) -> None:
        """Give the next hint: first the area, then a little more each time."""
        hints = words.hints(self._state, self._solving.best, self._lang)
        self._screen.tell([hints[min(self._hints, len(hints) - 1)]])
        self._hints += 1

    def _give_up(self, rest: str) -> None:
        start = self._puzzle.start()
        best, second = (play_line(start, each) for each in (self._puzzle.line, self._puzzle.second))
        for key, line in (("puzzle.best", best), ("puzzle.second", second)):
            self._screen.show("")
            self._screen.tell([self._say(key, action=line.texts[0], points=self._points(line))])
            self._tell(start, line.actions)
        self._screen.show("")
        self._screen.tell([words.why(self._puzzle, best, second, self._lang)])
        raise _Done

    def _points(self, line: Line) -> str:
        named = zip(self._voice.names, line.points, strict=True)
        return ", ".join(f"{name} {points:+}" for name, points in named)

    def _skip(self, rest: str) -> None:
        raise _Done

    def _explain(self, rest: str) -> None:
        if not rest:
            said = self._say("why_what", example=self._menus[0].example)
            self._screen.complain(said)
            return
        try:
            action = self._state.parse(rest)
        except ActionError as error:
            self._screen.tell([self._objection(error)])
        else:
            effect = self._view.effect(self._state, action)
            said = self._say("legal", action=action.text, effect=effect)
            self._screen.tell([said])

    def _draw_again(self, rest: str) -> None:
        self._menus = []

    def _back(self, rest: str) -> None:
        kept = self._menus[:-1]
        self._menus = kept[:-1]
        if kept:
            self._open(kept[-1])

    def _help(self, rest: str) -> None:
        self._screen.tell(self._view.help())
        shown = {name: ", ".join(commands.names(name, self._lang)) for name in COMMANDS}
        width = max(map(len, shown.values()))
        for name, called in shown.items():
            self._screen.tell([f"{called:{width}}  {self._say(f'puzzle.about.{name}')}"], indent=2)
