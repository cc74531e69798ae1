"""Longer names for the kinds of events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _widen(old: int, new: int) -> None:
    with op.batch_alter_table("events") as events:  # SQLite must copy the table
        events.alter_column(
            "kind", type_=sa.String(new), existing_type=sa.String(old), existing_nullable=False
        )


def upgrade() -> None:
    _widen(8, 16)


def downgrade() -> None:
    _widen(16, 8)
