"""A game in the terminal: the loop and its commands. It knows only what all games share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from loseta import texts
from loseta.arena.table import Table
from loseta.dealer import player_seed, seed_hash
from loseta.files import file_error
from loseta.game import ActionError, AmbiguousAction, NotAnAction, State
from loseta.games import part
from loseta.players import AI_LEVELS, EngineError, is_program, make
from loseta.tui import HUMAN, commands, menu
from loseta.tui.ending import show_ending
from loseta.tui.naming import names_at_table
from loseta.tui.saving import Keeper, OtherFile, shown
from loseta.tui.screen import Screen, signals_like_interrupt
from loseta.tui.story import tell, unseen
from loseta.tui.view import Choice, Menu, TerminalView, Voice
from loseta.tui.viewpoint import Viewpoint

ADVISER = "greedy"
"""The player that gives hints."""


class Left(Exception):
    """The user leaves the game, which has been saved."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.file = file


class TerminalSession:
    def __init__(
        self,
        table: Table,
        seats: Sequence[str],
        lang: str,
        console: Console | None = None,
        file: Path | None = None,
    ) -> None:
        self.table = table
        self.screen = Screen(console)
        self.lang = lang
        self.seed = table.seed
        self.humans = {seat for seat, name in enumerate(seats) if name == HUMAN}
        self.players = {
            seat: make(name, seed=player_seed(self.seed, seat))
            for seat, name in enumerate(seats)
            if name != HUMAN
        }
        self._to_prepare = {
            seat for seat, name in enumerate(seats) if name in AI_LEVELS or is_program(name)
        }
        """The seats of players that are slow to start; empty once one of them has started."""
        names = names_at_table(table.record.names, seats, lang)
        self.voice = Voice(lang, names, self.screen.plain)
        self.view: TerminalView = part("tui", table.record.game.name).View(self.voice)
        self.seen = Viewpoint(table, self.view, self.humans)
        self.keeper = Keeper(table.record, file)
        self._warned = False
        """Whether the user has been told that the game cannot be saved."""
        self.menus: list[Menu] = []
        """The path of menus to the one on the screen; empty when the table must be redrawn."""

        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "why": self._explain,
            "hint": self._hint,
            "log": self._log,
            "table": self._draw_again,
            "save": self._save_as,
            "help": self._help,
            "quit": self._quit,
            "back": self._back,
        }

    def run(self) -> int:
        with signals_like_interrupt():
            try:
                self._play()
                kept = self._finish()
            except Left as left:
                self._tell_left(left.file)
                kept = True
            except (EOFError, KeyboardInterrupt):
                kept = self._leave()
            except EngineError as error:  # the game can be resumed later with other players
                self.screen.complain(error.sentence(self.lang))
                self._leave()
                kept = False
        return 0 if kept else 1

    @property
    def state(self) -> State:
        return self.table.state

    def say(self, key: str, **params: Any) -> str:
        return self.voice.say(key, **params)

    # --- Playing ---

    def _play(self) -> None:
        if self.state.outcome is None and "Seed" in self.table.record.tags:
            # Published before anybody acts, so that the draws cannot be chosen afterwards.
            hash_ = seed_hash(self.seed)
            self.screen.tell(self.say("seed_hash", hash=hash_).splitlines())
        while (seat := self.state.to_move) is not None:
            if seat in self.humans:
                self._ask(seat)
            else:
                self._let_computer_play(seat)

    def _let_computer_play(self, seat: int) -> None:
        with self._waiting_for(seat):
            action = self.players[seat].choose(self.state.view(seat))
        round_ = self.state.round
        self._put(action)
        ended = self.state.round != round_ or self.state.outcome is not None
        if ended and not self.humans:  # no human's turn will show these events
            events = [e for step in self.seen.story() if step.round == round_ for e in step.events]
            self.screen.tell(self.view.report(events))

    def _waiting_for(self, seat: int) -> AbstractContextManager[object]:
        if seat in self._to_prepare:
            self._to_prepare = set()
            return self.screen.waiting(texts.say("players.preparing", self.lang), long=True)
        return self.screen.waiting(self.say("thinking", name=self._name(seat)))

    def _put(self, action: Any) -> None:
        """Play an action on the table and save the game. Raises IllegalAction."""
        self.table.act(action)
        self._keep()

    def _keep(self) -> None:
        """Save the game silently, and complain only once. A game without humans is not saved: it
        can be played again."""
        if not self.humans:
            return
        try:
            self.keeper.keep()
        except OSError as error:
            if not self._warned:
                self._complain_of_file(error)
            self._warned = True

    def _ask(self, seat: int) -> None:
        if not self.menus:
            if self.seen.passes_to(seat):
                self.screen.wipe()
                self.screen.ask(self.say("hand_over", name=self._name(seat)) + " ")
            self._show_table(seat)
        who = self.say("your_move" if len(self.humans) == 1 else "move_of", name=self._name(seat))
        line = self.screen.ask(f"{who} {self.say('prompt', example=self.menus[-1].example)} > ")
        try:
            self._obey(line)
        except ActionError as error:
            self.screen.complain(self._objection(error))

    def _show_table(self, seat: int) -> None:
        turn = "your_turn" if len(self.humans) == 1 else "turn_of"
        self._show_position(self.say(turn, name=self._name(seat)), {seat})
        self._open(self.view.menu(self.seen.state))

    def _show_position(self, heading: str, readers: set[int]) -> None:
        self.screen.show("")
        self.screen.rule(f"{self.view.title(self.seen.state)} · {heading}")
        if readers:
            news = unseen(self.seen.story(), readers)
            self.screen.tell(tell(news, self.voice.names, self.view), indent=1)
        self.screen.show("", self.view.table(self.seen.state, self.screen.width), "")

    def _open(self, opened: Menu) -> None:
        back = self.say("go_back") if self.menus else ""
        self.menus.append(opened)
        self.screen.show(menu.draw(opened, self.screen.width, back))

    def _name(self, seat: int) -> str:
        return self.voice.names[seat]

    # --- Input ---

    def _obey(self, line: str) -> None:
        """Do what a line says. Raises ActionError if that is impossible."""
        if not line:
            self.menus = []
        elif choice := self.menus[-1].find(line):
            self._choose(choice)
        elif command := commands.command_in(line):
            name, rest = command
            self._commands[name](rest)
        else:
            self._play_text(line)

    def _choose(self, choice: Choice) -> None:
        if choice.more:
            self._open(choice.more())
        else:
            self._act(choice.action)

    def _play_text(self, line: str) -> None:
        try:
            action = self.state.parse(line)
        except (AmbiguousAction, NotAnAction) as error:
            # The notation of a menu entry chooses it, like its key.
            choice = self.menus[0].named(line)
            if choice:
                self.menus = self.menus[:1]
                self._choose(choice)
            elif isinstance(error, AmbiguousAction):
                raise
            else:
                self._play_end(line, error)
        else:
            self._act(action)

    def _play_end(self, line: str, error: NotAnAction) -> None:
        """Play the action that the line completes, whose beginning the menus have chosen. A number
        may stand for an action that is missing from the list because it is illegal; then the rules
        say why."""
        try:
            self._act(self.state.parse(self.menus[-1].prefix + line))
        except NotAnAction:
            if not line.isdecimal():
                raise error from None
            self.screen.complain(self.say("no_such_number", number=line))

    def _act(self, action: Any) -> None:
        self._put(action)
        self.menus = []

    def _objection(self, error: ActionError) -> str:
        sentence = error.sentence(self.lang)
        rule = error.reason.rule
        return self.say("objection", sentence=sentence, rule=rule) if rule else sentence

    # --- Commands ---

    def _draw_again(self, rest: str) -> None:
        self.menus = []

    def _back(self, rest: str) -> None:
        """Go back one menu; from the first one, redraw the table."""
        kept = self.menus[:-1]
        self.menus = kept[:-1]
        if kept:
            self._open(kept[-1])

    def _undo(self, rest: str) -> None:
        steps = self.seen.story()
        if not self.table.undo(self.humans):
            self.screen.complain(self.say("nothing_to_undo"))
            return
        self._keep()
        undone = steps[len(self.table.record.actions)]
        # The action itself may name what only its player has seen; its sentence does not.
        key = "undone" if undone.sentence else "undone_untold"
        name = self._name(undone.seat)
        self.screen.tell([self.say(key, name=name, sentence=undone.sentence)])
        self.menus = []

    def _explain(self, rest: str) -> None:
        if not rest:
            self.screen.complain(self.say("why_what", example=self.menus[0].example))
            return
        try:
            action = self.state.parse(rest)
        except ActionError as error:
            self.screen.tell([self._objection(error)])
        else:
            effect = self.view.effect(self.seen.state, action)
            self.screen.tell([self.say("legal", action=action.text, effect=effect)])

    def _hint(self, rest: str) -> None:
        seat = self.state.to_move
        assert seat is not None
        action = make(ADVISER, seed=player_seed(self.seed, seat)).choose(self.state.view(seat))
        effect = self.view.effect(self.seen.state, action)
        sentence = self.view.sentence(self.seen.state, action, seat)
        meaning = f"{sentence}: {effect}" if sentence else effect
        self.screen.tell([self.say("hint", player=ADVISER, action=action.text, meaning=meaning)])

    def _log(self, rest: str) -> None:
        steps = self.seen.story()
        for round_ in sorted({step.round for step in steps}):
            self.screen.tell([self.say("round", round=round_)])
            of_round = [step for step in steps if step.round == round_]
            self.screen.tell(tell(of_round, self.voice.names, self.view), indent=2)

    def _help(self, rest: str) -> None:
        self.screen.tell(self.view.help())
        shown_names = {
            command: ", ".join(commands.names(command, self.lang)) for command in commands.COMMANDS
        }
        width = max(map(len, shown_names.values()))
        for command, name in shown_names.items():
            self.screen.tell([f"{name:{width}}  {self.say(f'about.{command}')}"], indent=2)

    def _save_as(self, rest: str) -> None:
        file = self._save(rest)
        if file:
            self.screen.tell_file(self.say("saved", file=shown(file)))

    def _quit(self, rest: str) -> None:
        """Leave, unless the game would be lost."""
        file = self._save()
        if file:
            raise Left(file)

    # --- Leaving and ending ---

    def _save(self, name: str = "") -> Path | None:
        """Save the game. Returns None after telling the user if that was impossible."""
        try:
            return self.keeper.save(name)
        except OtherFile as other:
            self.screen.complain(self.say("other_file", file=shown(other.file)))
        except OSError as error:
            self._complain_of_file(error)
        return None

    def _complain_of_file(self, error: OSError) -> None:
        self.screen.complain(self.say("not_saved", reason=file_error(error, self.lang)))

    def _leave(self) -> bool:
        """Save the game first, because the terminal may be gone already. Returns whether that was
        possible."""
        file = None
        with suppress(OSError):
            file = self._save()
            self.screen.show("")  # move on from the prompt's line
            if file:
                self._tell_left(file)
        return file is not None

    def _tell_left(self, file: Path) -> None:
        with suppress(OSError):
            self.screen.tell_file(self.say("left", file=shown(file)))

    def _finish(self) -> bool:
        """Save the game and show its end. Returns whether it could be saved."""
        file = self._save()
        self._show_position(self.say("over"), self.humans)
        show_ending(self.screen, self.table, self.view, self.voice, self.humans)
        if file:
            self.screen.tell_file(self.say("kept", file=shown(file)))
        return file is not None
