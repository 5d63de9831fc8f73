"""Join PDFs of our own into one, whose bytes hang on nothing but what is in it."""

from __future__ import annotations

import hashlib
import io
import re
from typing import TYPE_CHECKING

import pypdfium2

from scenarios.drawing.png import one_at_a_time

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["joined", "page_counts"]

_ID = re.compile(rb"/ID ?\[ ?<([0-9A-Fa-f]{32})> ?<([0-9A-Fa-f]{32})> ?\]")
_DATE = re.compile(rb"/CreationDate\(D:\d{14}")
_LONG_AGO = b"/CreationDate(D:20000101000000"


def page_counts(bodies: Sequence[bytes]) -> list[int]:
    """Count the pages of each PDF."""
    with one_at_a_time():
        documents = [pypdfium2.PdfDocument(body) for body in bodies]
        counts = [len(document) for document in documents]
        for document in documents:
            document.close()
    return counts


def joined(bodies: Sequence[bytes]) -> bytes:
    """Join PDFs in their order; each page keeps its size."""
    with one_at_a_time():
        sources, whole = [pypdfium2.PdfDocument(body) for body in bodies], pypdfium2.PdfDocument.new()
        try:
            for source in sources:
                whole.import_pages(source)
            out = io.BytesIO()
            whole.save(out)
        finally:
            for document in (whole, *sources):
                document.close()
    return _named(out.getvalue())


def _named(body: bytes) -> bytes:
    """Give a PDF an id of its contents in place of the one by chance, and the date that all our sheets have."""
    body = _DATE.sub(_LONG_AGO, body)
    name = hashlib.sha256(_ID.sub(b"", body)).hexdigest()[:32].encode()
    return _ID.sub(b"/ID[<" + name + b"><" + name + b">]", body)
