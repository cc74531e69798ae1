"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_identities"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("clock", sa.BigInteger),
        sa.Column("increment", sa.BigInteger),
        sa.Column("result", sa.String(64)),
        sa.Column("ended", sa.String(16)),
        sa.Column("rematch", sa.String(16)),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["host"], ["identities.id"], name="fk_games_host"),
    )
    op.create_index("ix_games_status", "games", ["status"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("identity", sa.String(32)),
        sa.Column("level", sa.String(16)),
        sa.Column("invitation", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name="fk_seats_identity"),
    )
    op.create_index("ix_seats_identity", "seats", ["identity"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.String(40)),
        sa.PrimaryKeyConstraint("game", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
        sa.UniqueConstraint("game", "seat", "command", name="uq_events_game"),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outages"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )


def downgrade() -> None:
    for table in ("settings", "outages", "events", "seats", "games", "identities"):
        op.drop_table(table)
