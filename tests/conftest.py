"""What all tests share: the project's pytest plugins."""

from tests.plugins import PLUGINS

pytest_plugins = PLUGINS
