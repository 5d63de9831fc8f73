"""Know which folders of rule files were named besides the shipped one; a program that reads none loads no more."""

from pathlib import Path

_folders: list[Path] = []


def look_in(folder: Path) -> None:
    """Take the rule files of a folder in; it need not be there yet."""
    if folder not in _folders:
        _folders.append(folder)


def folders() -> tuple[Path, ...]:
    """Name the folders that were named, for a process that is started to do part of the work."""
    return tuple(_folders)
