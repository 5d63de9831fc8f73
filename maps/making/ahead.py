"""Begin to read the vector files of an area before what concludes from them is loaded."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from maps.area.area import layout_of
from maps.sources.vector import read_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Self

    from maps.area.area import Area
    from maps.grid.layout import Layout
    from maps.sources.featureset import FeatureSet

__all__ = ["ReadAhead"]


class ReadAhead:
    """
    Reads vector files as ``read_vectors`` does; those of one area are read from its beginning on.

    An area that names services is left alone: what they give is asked for by who builds.
    """

    def __init__(self, area: Area) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._begun: tuple[dict[str, Any], Future[FeatureSet]] | None = None
        paths = area.sources.get("features", ())
        if paths and not area.online:
            beside = any(area.sources.get(kind) for kind in ("elevation", "land_cover"))
            asked: dict[str, Any] = {
                "paths": paths,
                "layout": layout_of(area),
                "elsewhere": area.board,
                "beside": beside,
            }
            self._begun = asked, self._pool.submit(read_vectors, **asked)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def __call__(
        self,
        paths: Sequence[Path],
        layout: Layout,
        *,
        progress: Callable[[str], None] | None = None,
        **asked: Any,
    ) -> FeatureSet:
        """Give what was begun, if that is what is asked for; raises as ``read_vectors``."""
        if self._begun is None or self._begun[0] != {"paths": paths, "layout": layout, **asked}:
            return read_vectors(paths, layout, progress=progress, **asked)
        if progress:
            for path in paths:
                progress(f"reading {path.name}")
        return self._begun[1].result()
