"""Who does the work of a command of the laboratory, as `--jobs` and `--ray` say it."""

from turncoat.cli.errors import CommandError, needs_ray
from turncoat.kernel.words import N_
from turncoat.lab.processes import Processes, Workers


def workers_of(jobs: int | None, cluster: str) -> Workers:
    """So many processes of this machine, or the machines of the Ray cluster at an address. Raises CommandError."""
    if not cluster:
        return Processes(jobs or 1)
    if jobs is not None:
        raise CommandError(
            N_("--jobs is for processes of this machine and --ray for the machines of a cluster: name one of them")
        )
    with needs_ray():
        from turncoat.lab.ray_cluster import RayCluster
    return RayCluster(cluster)
