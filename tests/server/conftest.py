"""Fixtures of the server's tests."""

from .databases import database_url as database_url
from .databases import postgres_url as postgres_url
from .redis_servers import redis_server as redis_server
from .servers import server as server
from .servers import shared_server as shared_server
