"""Turn the columns of tables into tags."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["tags_of_columns", "tags_of_row"]

_PACKED = ("other_tags", "all_tags", "tags")
"""Columns where exports of OpenStreetMap keep the tags that have no column."""

_PAIR = re.compile(r'"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"')


def tags_of_columns(columns: Mapping[str, NDArray[Any]], rows: int) -> list[dict[str, str]]:
    """
    Give the tags of each row; headings become small letters, empty cells no tag.

    Rows that say the same share one mapping: who asks many rows one question need ask each mapping once.
    """
    keys = [(name.casefold(), name.casefold() in _PACKED) for name in columns]
    cells = [_cells(values) for values in columns.values()]
    known: dict[tuple[str, ...], dict[str, str]] = {}
    unpacked: dict[str, dict[str, str]] = {}
    tags = []
    for row in zip(*cells, strict=True) if cells else [()] * rows:
        if row not in known:
            known[row] = _told(keys, row, unpacked)
        tags.append(known[row])
    return tags


def _cells(values: NDArray[Any]) -> list[str]:
    """Give the text of each cell of a column; nothing where it is empty."""
    filled = _filled(values)
    if filled.all():
        return _texts(values)
    cells = np.full(len(values), "", object)
    cells[filled] = _texts(values[filled])
    found: list[str] = cells.tolist()
    return found


def _told(
    keys: Sequence[tuple[str, bool]], cells: Sequence[str], unpacked: dict[str, dict[str, str]]
) -> dict[str, str]:
    """Give the tags of a row; what is packed in one cell of many rows, alike, is unpacked once."""
    tags: dict[str, str] = {}
    for (key, is_packed), text in zip(keys, cells, strict=True):
        if is_packed and text:
            _add(tags, key, text, unpacked)
        elif text:
            tags[key] = text
    return tags


def _texts(values: NDArray[Any]) -> list[str]:
    if values.dtype == object:
        return [value.strip() if type(value) is str else _text(value) for value in values.tolist()]
    # Few numbers occur often: each is put in words once.
    found, which = np.unique(values, return_inverse=True)
    words = [_text(value) for value in found]
    return [words[k] for k in which.tolist()]


def tags_of_row(row: Mapping[str, Any], unpacked: dict[str, dict[str, str]] | None = None) -> dict[str, str]:
    """
    Give the tags of one row or one GeoJSON feature; what is no plain value is left out.

    Parameters
    ----------
    unpacked
        What was packed in one cell of rows before, which is not unpacked again.
    """
    tags: dict[str, str] = {}
    for name, value in row.items():
        if isinstance(value, str | int | float) and value == value and (text := _text(value)):  # noqa: PLR0124 - nan
            _add(tags, name.casefold(), text, {} if unpacked is None else unpacked)
    return tags


def _filled(values: NDArray[Any]) -> NDArray[np.bool_]:
    if values.dtype == object:
        return np.array([value is not None and not isinstance(value, bytes) for value in values.tolist()], bool)
    filled: NDArray[np.bool_] = values == values  # noqa: PLR0124 - nan and nat
    return filled


def _add(tags: dict[str, str], key: str, text: str, unpacked: dict[str, dict[str, str]]) -> None:
    if key not in _PACKED:
        tags[key] = text
        return
    if text not in unpacked:
        unpacked[text] = _unpacked(text)
    for name, more in unpacked[text].items():
        tags.setdefault(name, more)


def _text(value: object) -> str:
    if type(value) is str:
        return value.strip()
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, float | np.floating):
        return f"{value:.10g}"
    return str(value).strip()


def _unpacked(text: str) -> dict[str, str]:
    # ogr2ogr writes "key"=>"value","key"=>"value", or JSON where it was told to.
    if text.startswith("{"):
        try:
            return tags_of_row(json.loads(text))
        except (ValueError, RecursionError):
            return {}
    return {_plain(key): _plain(value) for key, value in _PAIR.findall(text)}


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text) if "\\" in text else text
