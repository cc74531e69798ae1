"""No more phrases than a game may have: loading it reads them all, and the first versions took any
number of them. No later event depends on them; of each seat the last ones stay, which count."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KEPT = 200
"""As many as a seat may say in a game (`match/allowances.py`)."""


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
    pass  # they are gone, and nothing needs them
