"""Workers of long-running commands, chosen by `--jobs` and `--ray`."""

import multiprocessing
from typing import Final

from turncoat.cli.errors import CommandError
from turncoat.extensions import lab_part
from turncoat.kernel.words import N_, composed
from turncoat.simulation.processes import Processes, Workers

_NO_SEMAPHORES: Final = N_(
    "--jobs needs semaphores, which this system lacks ({why}); leave it out, or make /dev/shm writable"
)
_NO_RAY: Final = N_("--ray needs Ray; in a clone of Turncoat, run: pip install './lab[ray]'")


def workers_of(jobs: int | None, address: str) -> Workers:
    """Return a pool of processes on this machine, or the Ray cluster at an address. Raises CommandError."""
    if not address:
        if jobs is not None and jobs > 1:
            _check_semaphores()
        return Processes(jobs or 1)
    if jobs is not None:
        raise CommandError(
            N_("--jobs uses processes of this machine, --ray the machines of a cluster; give only one of them")
        )
    try:
        cluster: Workers = lab_part("ray")(address)
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise CommandError(_NO_RAY) from None
    return cluster


def _check_semaphores() -> None:
    """Raise CommandError if processes cannot synchronize, as in some containers."""
    try:
        multiprocessing.Lock()
    except (OSError, ImportError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise CommandError(composed(_NO_SEMAPHORES, why=why)) from None
