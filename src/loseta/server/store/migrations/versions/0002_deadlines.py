"""Who opened a game is found by an index; when its first clock runs out; what a command said."""

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
    # Nobody knows when: the server looks at them once, and then does.
    op.execute("UPDATE games SET due = 0 WHERE status = 'playing' AND clock IS NOT NULL")
    op.add_column("events", sa.Column("digest", sa.String(16)))


def downgrade() -> None:
    op.drop_index("ix_games_due", "games")
    op.drop_index("ix_games_host", "games")
    op.drop_column("games", "due")
    op.drop_column("events", "digest")
