"""Playing again: an offer to all persons of a game that is over. Nobody is seated by the offer of
another, and no clock runs before all have agreed."""

from __future__ import annotations

from loseta.server.match.commands import CommandHandlers
from loseta.server.match.log import GameLog
from loseta.server.refusals import Refused
from loseta.server.room.table import Table
from loseta.server.room.table_setup import again
from loseta.server.store import NewGame


async def offer(table: Table, seat: int, identity: str, date: int, patience: float) -> None:
    """Offer a rematch, or agree to it. The new game is stored with the last yes. Where there is a
    clock it waits for those who have been away for longer than `patience` seconds. Raises Refused.
    """

    def follow(log: GameLog) -> NewGame | None:
        if table.row.rematch is not None or not log.all_want_rematch():
            return None
        others = [other for other in log.rematch if other != seat]
        if table.row.clock and any(table.absent_for(other) >= patience for other in others):
            return None
        return again(table.row, table.seats, identity, date)

    await table.rule(seat, None, lambda handlers: handlers.offer_rematch(seat), follow=follow)


async def decline(table: Table, seat: int) -> None:
    """Decline a rematch that is offered, or withdraw from it. Raises Refused."""

    def decide(handlers: CommandHandlers) -> None:
        if table.row.rematch is not None:
            raise Refused("rematch_started")
        handlers.decline_rematch(seat)

    await table.rule(seat, None, decide)
