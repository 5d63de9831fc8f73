"""Name the files that come with each rule system: its tables, and its cases beside them."""

from importlib import resources
from pathlib import Path

_TABLES = {
    "zen_operational": "zen/tables.toml",
    "three_star_general": "star/three.toml",
    "two_star_general": "star/two.toml",
    "d3_one_hour": "d3/tables.toml",
    "parkin_generic": "parkin/tables.toml",
}
_CASES = {
    "zen_operational": "zen/cases.toml",
    "three_star_general": "star/cases.toml",
    "two_star_general": "star/cases.toml",
    "d3_one_hour": "d3/cases.toml",
    "parkin_generic": "parkin/cases.toml",
}


def table_text(key: str) -> str:
    """Give the text of the tables that a rule system comes with.

    >>> table_text("zen_operational").splitlines()[0][:1]
    '#'
    """
    return resources.files("campaign.systems").joinpath(_TABLES[key]).read_text("utf-8")


def case_file(key: str) -> Path:
    """Give the path of the cases that a rule system comes with.

    >>> case_file("d3_one_hour").name
    'cases.toml'
    """
    return Path(str(resources.files("campaign.systems").joinpath(_CASES[key])))
