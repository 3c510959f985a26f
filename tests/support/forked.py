"""What the process is from which others are forked: it imports this, and everything is read."""

from tests.support.forking import prepare

prepare()
