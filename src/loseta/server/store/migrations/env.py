"""The environment script of Alembic. The server passes it a connection; see `store/migrate.py`."""

from __future__ import annotations

from alembic import context

from loseta.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
