"""The time until which a table that anybody may join is listed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("listed_until", sa.BigInteger))
    op.create_index("ix_games_listed_until", "games", ["listed_until"])


def downgrade() -> None:
    op.drop_index("ix_games_listed_until", "games")
    op.drop_column("games", "listed_until")
