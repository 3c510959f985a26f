"""Page tests in a real Chromium, which all tests of this package share, since starting it is expensive."""
