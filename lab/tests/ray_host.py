"""A Ray of two workers on this machine, which prints its address and runs until standard input is closed.

python -m lab.tests.ray_host
"""

import logging
import sys

import turncoat_lab.ray_cluster  # noqa: F401 - it limits Ray's output, which has to happen before Ray is imported

import ray  # pyright: ignore[reportMissingImports]  # isort: skip

if __name__ == "__main__":
    ray.init("local", num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, object_store_memory=200_000_000)
    sys.stdout.write(f"{ray.get_runtime_context().gcs_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    ray.shutdown()
