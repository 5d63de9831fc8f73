"""Say what a unit of one role is in each rule system, and which role a stand made for other rules has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.engine.ruleset import HasRoles
from campaign.systems.catalogue import coded, keys, like, ruleset
from maps.problems import ProblemsFound, did_you_mean, raise_any
from maps.toml_lines import TomlReader

if TYPE_CHECKING:
    from campaign.engine.ruleset import Ruleset
    from campaign.model.things import Profile, Stand
    from scenarios.orbat import StandRow

__all__ = ["Conversion", "Role", "Taken", "read_conversion", "role_of_stand", "shipped_conversion", "shipped_roles"]

_FITTED = ("kinds", "movers", "traits", "formations", "sizes")


class Kinds(Mapping[str, str]):
    """What a role is in each rule system: in the coded ones by the table, in those of data as their files say."""

    def __init__(self, role: str, told: Mapping[str, str]) -> None:
        """Take what the table tells of the coded systems."""
        self._role, self._told = role, told

    def __getitem__(self, key: str) -> str:
        """Give the kind; ``KeyError`` if the system has nothing of the role."""
        key = like(key)
        if key in self._told:
            return self._told[key]
        found = _kind_in(key, self._role)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        """Name the systems that have something of the role."""
        yield from self._told
        yield from (key for key in keys()[len(coded()) :] if _kind_in(key, self._role) is not None)

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


def _kind_in(key: str, role: str) -> str | None:
    """Say what a role is in a system of data; None if it is nothing there, or if the file cannot be read."""
    if key in coded() or key not in keys():
        return None
    try:
        play = ruleset(key).play
    except ProblemsFound:
        return None
    return play.stands_for(role) if isinstance(play, HasRoles) else None


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its kind by rule system, and the systems where it is a support that stands with another unit."""

    name: str
    kinds: Mapping[str, str]
    support: frozenset[str]
    beside: Mapping[str, str]
    """What is raised along with it and shares its hex, by rule system."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A row of ``[[convert]]``: which stands of an order of battle have a role; what is empty fits all."""

    role: str
    kinds: tuple[str, ...] = ()
    movers: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    own_mover: bool = False

    def fits(self, row: StandRow | Profile, formation: str) -> bool:
        """Whether a stand of a formation of that kind is one of these."""
        asked = ((self.kinds, {row.kind}), (self.movers, {row.mover}), (self.traits, set(row.traits)),
                 (self.formations, {formation}), (self.sizes, {row.size}))  # fmt: skip
        return all(not wanted or found.intersection(wanted) for wanted, found in asked)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What ``conversion.toml`` says."""

    roles: Mapping[str, Role]
    rows: tuple[Taken, ...]
    systems: frozenset[str]
    """The coded systems that orders of battle made for others are converted to; all systems of data are."""

    def converts(self, key: str) -> bool:
        """Whether orders of battle made for other rules are converted to a system."""
        return like(key) in self.systems or like(key) not in coded()


@cache
def shipped_conversion() -> Conversion:
    """Give the table that comes with the package."""
    return read_conversion(Path(str(files("scenarios").joinpath("conversion.toml"))))


def shipped_roles() -> Mapping[str, Role]:
    """Give the roles that come with the package, by name."""
    return shipped_conversion().roles


def role_of_stand(stand: Stand, formation: str, made_for: Ruleset, rules: Ruleset) -> Role | None:
    """
    Find the role of a stand of one rule system in another: that of its line there, else by the first row that fits it.

    ``None`` if the other rules have no such unit, as D3 has no headquarters.
    """
    table, key = shipped_conversion(), rules.tables.like
    for role in table.roles.values():
        kind = role.kinds.get(made_for.tables.like)
        if kind is not None and key in role.kinds and _is_of_line(stand, kind, made_for):
            return role
    for taken in table.rows:
        role = table.roles[taken.role]
        if not taken.fits(stand.profile, formation):
            continue
        if key not in role.kinds:
            return None
        if key not in role.support or rules.play.profile(role.kinds[key], name="", side="").size == stand.profile.size:
            return role
    return None


def _is_of_line(stand: Stand, kind: str, made_for: Ruleset) -> bool:
    # Stands that name their line in the unit table do so by attributes; others are told by all that a kind is.
    line, own = made_for.play.profile(kind, name="", side=""), stand.profile
    if line.attributes:
        return line.attributes.items() <= own.attributes.items()
    return (line.kind, line.mover, line.traits, line.size) == (own.kind, own.mover, own.traits, own.size)


def read_conversion(path: Path) -> Conversion:
    """
    Read a table of roles.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    reader = TomlReader.of(path)
    reader.only(known=("roles", "convert", "converts"))
    roles = {name: _role(reader, name, table) for name, table in (reader.data.get("roles") or {}).items()}
    rows = tuple(_row(reader, k, table, roles) for k, table in enumerate(reader.data.get("convert") or ()))
    raise_any(reader.problems)
    return Conversion(roles, rows, frozenset(reader.data.get("converts", ())))


def _role(reader: TomlReader, name: str, table: Mapping[str, Any]) -> Role:
    reader.only("roles", name, known=(*coded(), "support", "beside"))
    kinds = {key: kind for key, kind in table.items() if key not in {"support", "beside"}}
    beside = dict(table.get("beside", {}))
    for where, found in (((name,), kinds), ((name, "beside"), beside)):
        for key, kind in found.items():
            if key in coded() and kind not in (known := ruleset(key).play.kinds()):
                reader.fault(("roles", *where, key), f"is {kind!r}, no stand of that system", did_you_mean(kind, known))
    return Role(name, Kinds(name, kinds), frozenset(table.get("support", ())), beside)


def _row(reader: TomlReader, k: int, table: Mapping[str, Any], roles: Mapping[str, Role]) -> Taken:
    reader.only("convert", k, known=("role", *_FITTED, "own_mover"))
    role = reader.text("convert", k, "role")
    if role not in roles:
        reader.fault(("convert", k, "role"), f"is {role!r}, no role", did_you_mean(role, roles))
    told = {name: tuple(table.get(name, ())) for name in _FITTED}
    return Taken(role, own_mover=bool(table.get("own_mover", False)), **told)
