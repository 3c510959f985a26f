"""Who does the work of a command of the laboratory, as `--jobs` and `--ray` say it."""

import multiprocessing
from typing import Final

from turncoat.cli.errors import CommandError, needs_ray
from turncoat.kernel.words import N_, composed
from turncoat.lab.processes import Processes, Workers

_NO_SEMAPHORES: Final = N_(
    "--jobs needs semaphores, and this system gives none ({why}); leave it out, or see that /dev/shm can be written"
)


def workers_of(jobs: int | None, cluster: str) -> Workers:
    """So many processes of this machine, or the machines of the Ray cluster at an address. Raises CommandError."""
    if not cluster:
        if jobs is not None and jobs > 1:
            _check_semaphores()
        return Processes(jobs or 1)
    if jobs is not None:
        raise CommandError(
            N_("--jobs is for processes of this machine and --ray for the machines of a cluster: name one of them")
        )
    with needs_ray():
        from turncoat.lab.ray_cluster import RayCluster
    return RayCluster(cluster)


def _check_semaphores() -> None:
    """Raise CommandError where processes could not wait for each other, as in some containers."""
    try:
        multiprocessing.Lock()
    except (OSError, ImportError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise CommandError(composed(_NO_SEMAPHORES, why=why)) from None
