"""Preloaded process from which test processes are forked: importing this module reads everything they share."""

from tests.support.forking import prepare

prepare()
