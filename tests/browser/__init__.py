"""Pages in a real Chromium: one browser for all tests of this package, since what it costs is to be started."""
