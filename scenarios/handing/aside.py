"""Make a folder aside, and move it to its place when it is whole."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["made_aside"]


@contextmanager
def made_aside(folder: Path, *, instead: bool = False) -> Iterator[Path]:
    """
    Give where to make a folder; it comes to its place when all went well, else nothing of it is left.

    Parameters
    ----------
    folder
        Where it is to be; the folders above it are made.
    instead
        Whether it takes the place of one that is there. That one stays until the new one is whole.

    Raises
    ------
    OSError
        If nothing can be written there, or a folder with anything in it is there already.
    """
    place = folder.absolute().parent
    place.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=place, prefix=".begun-") as work:
        made = Path(work) / folder.name
        yield made
        if instead and folder.exists():
            folder.replace(Path(work) / f"{folder.name}.before")
        elif folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
        made.replace(folder)
