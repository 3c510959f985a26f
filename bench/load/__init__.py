"""A load test with many tables of random players, over JSON or with pages: `python -m bench.load`."""
