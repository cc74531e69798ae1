"""Several servers with one database: live processes, leases of tables, and presence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("hears", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seat", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("connections", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_presence_game"),
        sa.PrimaryKeyConstraint("game", "seat", "process", name="pk_presence"),
    )
    op.create_index("ix_presence_process", "presence", ["process"])
    op.add_column("games", sa.Column("holder", sa.String(16)))
    op.add_column("games", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "epoch")
    op.drop_column("games", "holder")
    op.drop_index("ix_presence_process", "presence")
    op.drop_table("presence")
    op.drop_table("processes")
