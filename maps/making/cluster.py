"""
Measure the blocks of a map elsewhere: in threads of this process, or on a cluster of dask.distributed.

Tasks are handed out a few at a time and taken back in order, so a worker holds
one block and what it measured there, however large the map is. The workers must
see the source files under the same paths.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from maps.making.gather import Run

__all__ = ["in_threads", "on_cluster"]

_WAIT_S = 30
_PER_WORKER = 2


@contextmanager
def in_threads(workers: int) -> Iterator[Run]:
    """Measure in threads: the kernels and GDAL let others run meanwhile."""
    with ThreadPoolExecutor(workers) as pool:
        yield pool.map


@contextmanager
def on_cluster(address: str) -> Iterator[Run]:
    """
    Measure on a cluster.

    Parameters
    ----------
    address
        Of its scheduler, for example ``tcp://localhost:8786``.

    Raises
    ------
    ProblemsFound
        If distributed is not installed, nothing answers, or the cluster has no workers.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - few need it
    except ImportError as error:
        remedy = "install it with: pip install 'sandtable[cluster]'"
        raise ProblemsFound([Problem("--dask", "needs the package distributed", remedy)]) from error
    try:
        client = Client(address, timeout=_WAIT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        remedy = "start it with: dask scheduler, and dask worker ADDRESS on each machine"
        raise ProblemsFound([Problem(f"--dask {address}", "no scheduler answers there", remedy)]) from error
    with client:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        if not workers:
            remedy = f"start some with: dask worker {address}"
            raise ProblemsFound([Problem(f"--dask {address}", "the cluster has no workers", remedy)])
        yield partial(_handed_out, client, _PER_WORKER * workers)


def _handed_out(client: Any, at_once: int, measure: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
    running: deque[Any] = deque()
    for task in tasks:
        if len(running) == at_once:
            yield _result(running.popleft())
        running.append(client.submit(measure, task, pure=False))
    while running:
        yield _result(running.popleft())


def _result(future: Any) -> Any:
    found = future.result()
    future.release()
    return found
