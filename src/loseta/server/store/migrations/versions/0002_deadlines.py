"""An index on the hosts of games, the time when a game's first clock runs out, and the digests of
commands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_games_host", "games", ["host"])
    op.add_column("games", sa.Column("due", sa.BigInteger))
    op.create_index("ix_games_due", "games", ["due"])
    # The times are not known yet. With 0, the server loads these games once and corrects them.
    op.execute("UPDATE games SET due = 0 WHERE status = 'playing' AND clock IS NOT NULL")
    op.add_column("events", sa.Column("digest", sa.String(16)))


def downgrade() -> None:
    op.drop_index("ix_games_due", "games")
    op.drop_index("ix_games_host", "games")
    op.drop_column("games", "due")
    op.drop_column("events", "digest")
