"""The smallest engine: it speaks protocol 2 of docs/engine.md and plays any legal action.

loseta match --a "cmd:python examples/random_engine.py" --b greedy --games 4
"""

import random
import sys

from loseta.game import Refusal, State
from loseta.games import state_from_text

SOURCE = random.Random(1)


def set_position(words: list[str]) -> State:
    """Return the state that the arguments of `position POSITION [moves ACTION …]` describe."""
    cut = words.index("moves") if "moves" in words else len(words)
    state = state_from_text(" ".join(words[:cut]))
    for action in words[cut + 1 :]:
        state.apply(action)
    return state


def main() -> None:
    state = None
    for line in sys.stdin:
        answer, event = ["ok"], []
        try:
            match line.split():
                case ["loseta", "2"]:
                    answer = ["id name Random", "id protocol 2", "ok"]
                case ["loseta", *_]:
                    answer = ["error version This engine speaks protocol 2."]
                case ["position", *words]:
                    state = set_position(words)
                case ["go", *_] if state is not None:
                    event = [f"best {SOURCE.choice(state.legal_actions()).text}"]
                case ["newgame" | "option" | "ready" | "stop" | "quit", *_]:
                    pass
                case _:
                    answer = ["error command This engine knows no such command."]
        except Refusal as refusal:
            answer = [f"error position {refusal}"]
        print(*answer, *event, sep="\n", flush=True)
        if line.split()[:1] == ["quit"]:
            break


if __name__ == "__main__":
    main()
