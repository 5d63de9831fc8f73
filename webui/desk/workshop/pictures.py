"""Keep the pictures that were sent for a scenario, so that undo gives back the former one."""

from __future__ import annotations

import hashlib
import io
import warnings
from typing import TYPE_CHECKING

from PIL import Image, UnidentifiedImageError

from maps.whole import write_whole
from scenarios.handing.manifest import PICTURES
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MOST_PICTURE_BYTES", "first_picture", "keep_picture", "lay_picture"]

MOST_PICTURE_BYTES = 20_000_000
_MOST_PIXELS, _WIDEST = 60_000_000, 1600
_FOLDER, _NAME = "pictures", "picture.webp"


def keep_picture(folder: Path, body: bytes) -> str:
    """
    Keep a picture of a scenario, made as small as a page shows it; give the name that it is kept under.

    Raises
    ------
    BadRequest
        If it is no picture that is known, or has too many dots.
    """
    remedy = "send a JPEG, PNG or WebP"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            found = Image.open(io.BytesIO(body), formats=("JPEG", "PNG", "WEBP"))
            if found.width * found.height > _MOST_PIXELS:
                raise BadRequest(413, "picture", f"it has {found.width} by {found.height} dots", "make it smaller")
            picture = found.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError,
            Image.DecompressionBombWarning) as error:  # fmt: skip
        raise BadRequest(400, "picture", "this is no picture that can be read", remedy) from error
    picture.thumbnail((_WIDEST, _WIDEST))
    made = io.BytesIO()
    picture.save(made, "WEBP", quality=82)
    return _kept(folder, made.getvalue())


def first_picture(folder: Path, place: Path) -> str:
    """Keep the picture that lies beside a scenario; give its name, "" if there is none."""
    path = next((place / one for one in PICTURES if (place / one).is_file()), None)
    if path is None:
        return ""
    try:
        return _kept(folder, path.read_bytes()) if path.name == _NAME else keep_picture(folder, path.read_bytes())
    except BadRequest:
        return ""


def lay_picture(folder: Path, place: Path, name: str) -> None:
    """Lay a kept picture beside a scenario in the place of any other; "": none is to lie there."""
    kept = folder / _FOLDER / f"{name}.webp"
    wanted = bool(name) and kept.is_file()
    for one in PICTURES:
        if not wanted or one != _NAME:
            (place / one).unlink(missing_ok=True)
    if wanted:
        body = kept.read_bytes()
        if not (place / _NAME).is_file() or (place / _NAME).read_bytes() != body:
            write_whole(place / _NAME, body)


def _kept(folder: Path, body: bytes) -> str:
    name = hashlib.sha256(body).hexdigest()[:32]
    path = folder / _FOLDER / f"{name}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file():
        write_whole(path, body)
    return name
