"""Games that begin from a given position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("start", sa.Text))
    op.add_column("games", sa.Column("origin", sa.String(32)))


def downgrade() -> None:
    op.drop_column("games", "origin")
    op.drop_column("games", "start")
