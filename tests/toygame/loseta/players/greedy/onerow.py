"""What an action of one-row Azul brings at once."""

from loseta.onerow import State, Take


def heuristic_value(state: State, action: Take) -> float:
    return float(sum(event.points for event in state.copy().apply(action)))
