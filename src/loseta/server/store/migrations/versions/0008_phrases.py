"""A limit on the phrases in a game. The first versions stored any number of them, and loading a
game reads them all. The last ones of each seat stay; no later event depends on the others."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KEPT = 200
"""How many phrases a seat may say in a game (`match/allowances.py`)."""


def upgrade() -> None:
    op.execute(f"""
        DELETE FROM events WHERE kind = 'say' AND (game, number) IN (
            SELECT game, number FROM (
                SELECT game, number, row_number() OVER (
                    PARTITION BY game, seat ORDER BY number DESC
                ) AS place FROM events WHERE kind = 'say'
            ) AS said WHERE place > {KEPT}
        )
    """)


def downgrade() -> None:
    pass  # the deleted phrases cannot be restored, and nothing needs them
