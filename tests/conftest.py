"""Registration of the project's pytest plugins for all tests."""

from tests.plugins import PLUGINS

pytest_plugins = PLUGINS
