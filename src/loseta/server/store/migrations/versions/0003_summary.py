"""A summary of each game in its row, so that lists of games need not replay them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("summary", sa.JSON))


def downgrade() -> None:
    op.drop_column("games", "summary")
