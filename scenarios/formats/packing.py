"""Write files together as one zip whose bytes hang on nothing but what is in it."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["packed"]

_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Pack files, each as its name in the zip and its bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as holder:
        for name, body in files:
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            # Pictures too, which gain nothing by it: GDAL does not know a KMZ that holds them as they are.
            entry.compress_type = zipfile.ZIP_DEFLATED
            holder.writestr(entry, body)
    return out.getvalue()
