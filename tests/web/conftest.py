"""Fixtures for most web tests: a server, and the worlds whose pages are compared."""

from tests.support.one_server import server as server
from tests.support.one_server import visitors_go_home as visitors_go_home
from tests.support.worlds import worlds as worlds
