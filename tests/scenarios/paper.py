"""
Read what is written on the pages of a PDF: poppler does it in a hundredth of the time where it is installed.

A sheet of the Ardennes has a million strokes. pypdf makes an object of each of them before it gives the first letter.
"""

from __future__ import annotations

import io
import shutil
import subprocess

from pypdf import PdfReader


def texts(body: bytes) -> list[str]:
    """Give the text of each page, in the order in which it was written on it."""
    if shutil.which("pdftotext") is None:
        return [page.extract_text() for page in PdfReader(io.BytesIO(body)).pages]
    command = ["pdftotext", "-raw", "-", "-"]
    told = subprocess.run(command, input=body, capture_output=True, check=True).stdout.decode()
    return told.split("\f")[:-1]
