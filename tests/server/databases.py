"""Databases for the tests: a file of SQLite, and the PostgreSQL that LOSETA_TEST_POSTGRES names."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.engine import make_url

POSTGRES = os.environ.get("LOSETA_TEST_POSTGRES", "")
KINDS = ["sqlite", *(["postgres"] if POSTGRES else [])]


def postgres_port() -> int:
    return int(make_url(POSTGRES).port or 5432)


def _in_postgres(statement: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(POSTGRES)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database, gone after the test."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'loseta.db'}"
        return
    with fresh_postgres() as url:
        yield url


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty database that processes can share, gone after the test."""
    if not POSTGRES:
        pytest.skip("LOSETA_TEST_POSTGRES names no PostgreSQL")
    with fresh_postgres() as url:
        yield url


@contextmanager
def fresh_postgres() -> Iterator[str]:
    """The URL of an empty database."""
    name = f"loseta_{uuid.uuid4().hex}"
    _in_postgres(f"CREATE DATABASE {name}")
    try:
        yield POSTGRES.rsplit("/", 1)[0] + "/" + name
    finally:
        _in_postgres(f"DROP DATABASE {name} WITH (FORCE)")
