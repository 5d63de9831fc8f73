"""Name the files that come with each rule system: its tables, and its cases beside them."""

from importlib import resources
from pathlib import Path

from campaign.systems import shelf

_FILES = {
    "zen_operational": ("zen", "tables"),
    "three_star_general": ("star", "three"),
    "two_star_general": ("star", "two"),
    "d3_one_hour": ("d3", "tables"),
    "parkin_generic": ("parkin", "tables"),
}
"""The folder of each system, and the tables in it."""


def table_text(key: str) -> str:
    """Give the text of the tables that a rule system comes with.

    >>> table_text("zen_operational").splitlines()[0][:1]
    '#'
    """
    if key not in _FILES:
        return shelf.text_of(key)
    folder, tables = _FILES[key]
    return resources.files("campaign.systems").joinpath(folder, f"{tables}.toml").read_text("utf-8")


def case_file(key: str) -> Path:
    """Give the path of the cases that a rule system comes with.

    >>> case_file("d3_one_hour").name
    'cases.toml'
    """
    if key not in _FILES:
        return shelf.files()[key]
    return Path(str(resources.files("campaign.systems").joinpath(_FILES[key][0], "cases.toml")))
