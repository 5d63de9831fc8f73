"""Read the rules that give a hex its terrain; ``terrain.toml`` explains every key."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from maps.derive.covers import COVERS
from maps.ownhexsides import LineRule, OwnHexside, own_hexsides
from maps.owntables import JoinedReader
from maps.ownterrain import MOST_BAND_NAME, OwnTerrain, are_band_names, is_bands, own_terrain
from maps.palette import shipped_palette
from maps.problems import did_you_mean, raise_any
from maps.toml_lines import TomlReader, parse_toml, read_text, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maps.owntables import OwnTables
    from maps.toml_lines import KeyPath

__all__ = [
    "CONDITIONS",
    "LIMITS",
    "TERRAIN",
    "Legend",
    "Limit",
    "Rule",
    "Share",
    "legend_text",
    "parse_legend",
    "read_legend",
    "shipped_legend",
]

TERRAIN = tuple(shipped_palette().terrain)
"""Names of terrain, in the order of their codes."""

LIMITS: Mapping[str, tuple[str, str, float, float]] = {
    "relief_at_least_m": ("relief", "m", 0, 9000),
    "height_at_least_m": ("height", "m", -500, 9000),
    "slope_at_least_deg": ("slope", "°", 0, 90),
    "people_at_least": ("people", "", 0, 1e8),
    "people_per_km2_at_least": ("people_per_km2", "per square km", 0, 1e5),
    "built_up_at_least_km2": ("built_up", "square km", 0, 1e5),
    "place_rank_at_most": ("rank", "", 1, 4),
    "hex_width_at_least_km": ("hex_width", "km", 0, 1000),
    "hex_width_less_than_km": ("hex_width", "km", 0, 1000),
}
"""Keys of a rule that set a limit: the figure they look at, its unit, and between what they may lie."""

_WATERS = ("sea", "near_sea")
CONDITIONS = ("share_of", "share_at_least", "shares", *_WATERS, *LIMITS)
"""Keys of a rule that say when it holds; a kind of one's own may have them too, and then is its own rule."""
_KEYS = ("name", "terrain", *CONDITIONS)


@dataclass(frozen=True, slots=True)
class Share:
    """These covers together take at least, or at most, this share of the hex."""

    of: tuple[str, ...]
    at_least: float = 0.0
    at_most: float = 1.0


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure of the hex must reach a limit: at least it, at most it, or stay below it."""

    key: str
    value: float

    @property
    def figure(self) -> str:
        """Name the figure, as in ``LIMITS``."""
        return LIMITS[self.key][0]

    @property
    def is_lower(self) -> bool:
        """Say whether the figure must be at least the limit."""
        return "_at_least" in self.key


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: all its conditions must hold; without any it always does."""

    name: str
    terrain: str
    shares: tuple[Share, ...] = ()
    limits: tuple[Limit, ...] = ()
    waters: tuple[str, ...] = ()
    """"sea": the hex hangs together with the sea; "near_sea": it touches it."""
    place: KeyPath = field(default=(), compare=False)
    """Where in the legend it stands."""

    @property
    def is_free(self) -> bool:
        """Say whether the rule has no condition."""
        return not (self.shares or self.limits or self.waters)


@dataclass(frozen=True)
class Legend:
    """Which rules decide, which cover counts where areas overlap, and what is a town or a river."""

    rules: tuple[Rule, ...]
    precedence: tuple[str, ...]
    """Covers, the one that counts first where two areas of one source overlap."""
    rank_from: tuple[float, float, float]
    """Least population of places of rank 1, 2, 3."""
    river_from_km2: tuple[float, float, float]
    """Least area drained by a stream, a river, a major river."""
    text: str = field(default="", compare=False, repr=False)
    """The legend as it was written."""
    own: tuple[OwnTerrain, ...] = ()
    """Kinds of terrain beside those of the program."""
    bands_m: tuple[float, ...] = ()
    """Where one band of height ends and the next begins; none: as the map's contours go."""
    band_names: tuple[str, ...] = ()
    """What the bands are called, the lowest first; none: they have no names."""
    borders: tuple[OwnHexside, ...] = ()
    """Kinds of hexside beside those of the program."""
    lines: tuple[LineRule, ...] = ()
    """Which lines of vector sources are of these kinds."""

    @property
    def shown_names(self) -> tuple[str, ...]:
        """Name all kinds of terrain, in the order of their codes."""
        return (*TERRAIN, *(one.key for one in self.own))

    @property
    def terrain_names(self) -> tuple[str, ...]:
        """Name what each kind is to rules of play: one's own are what they resemble."""
        return (*TERRAIN, *(one.resembles for one in self.own))

    @property
    def cover_names(self) -> tuple[str, ...]:
        """Name the covers, in the order of the shares."""
        return COVERS

    def rule(self, name: str) -> Rule | None:
        """Find a rule by its name."""
        return next((rule for rule in self.rules if rule.name == name), None)


def _shipped() -> Path:
    return Path(str(files("maps.derive").joinpath("terrain.toml")))


@cache
def shipped_legend() -> Legend:
    """Read the legend that comes with the package."""
    return read_legend(_shipped())


def legend_text() -> str:
    """Give the legend that comes with the package as text, a beginning for one's own."""
    return _shipped().read_text("utf-8")


def read_legend(path: Path, own: OwnTables | None = None) -> Legend:
    """
    Read a legend; ``maps/derive/terrain.toml`` explains every key.

    Parameters
    ----------
    own
        Kinds that another file adds, as the area file.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    return parse_legend(read_text(path), path.name, own)


def parse_legend(text: str, name: str, own: OwnTables | None = None) -> Legend:
    """
    Read a legend out of its text; ``name`` is where messages say it stands.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    reader = TomlReader(name, *parse_toml(text, name))
    reader = JoinedReader(reader, own) if own else reader
    reader.only(known=("rule", "overlaps", "places", "rivers", "kind", "hexside", "heights"))
    kinds, (borders, drawn) = own_terrain(reader, CONDITIONS), own_hexsides(reader)
    rules = _rules(reader, kinds)
    _check_order(reader, rules)
    limits = {"low": 0.0, "high": 1e9}
    legend = Legend(
        rules=rules,
        precedence=_precedence(reader),
        rank_from=(
            reader.number("places", "city_from", **limits),
            reader.number("places", "town_from", **limits),
            reader.number("places", "large_village_from", **limits),
        ),
        river_from_km2=(
            reader.number("rivers", "stream_from_km2", **limits),
            reader.number("rivers", "river_from_km2", **limits),
            reader.number("rivers", "major_river_from_km2", **limits),
        ),
        # A map must be read without the file that added kinds.
        text=tomli_w.dumps(reader.data) if own else text,
        own=kinds,
        bands_m=(bands := _bands(reader)),
        band_names=_band_names(reader, len(bands)),
        borders=borders,
        lines=drawn,
    )
    raise_any(reader.by_line())
    return legend


def _rules(reader: TomlReader, own: tuple[OwnTerrain, ...]) -> tuple[Rule, ...]:
    """Read the rules, with those of kinds that say themselves when ground is of them."""
    known = (*TERRAIN, *(one.key for one in own))
    rules = [_rule(reader, ("rule", k), known) for k in range(len(reader.raw("rule") or ()))]
    kinds, table = {one.key: one for one in own}, reader.raw("kind")
    for key, row in table.items() if isinstance(table, dict) else ():
        if isinstance(row, dict) and not row.keys().isdisjoint(CONDITIONS):
            found = _conditions(reader, ("kind", key))
            if key in kinds:
                named = replace(found, name=key.replace("_", " "), terrain=key)
                rules.insert(_before(rules, named, kinds[key].resembles), named)
    return tuple(rules)


def _before(rules: list[Rule], new: Rule, resembles: str) -> int:
    """
    Say where the rule of a kind belongs: above the first that makes what it resembles, or asks for a cover of it.

    So it is a special case of those; towns, waters and slopes that come before them stay.
    """
    covers = {cover for share in new.shares for cover in share.of}
    at = (
        k
        for k, rule in enumerate(rules)
        if rule.terrain == resembles or any(covers & set(share.of) for share in rule.shares)
    )
    return next(at, max(0, len(rules) - 1))


def _rule(reader: TomlReader, place: KeyPath, known: tuple[str, ...]) -> Rule:
    reader.only(*place, known=_KEYS)
    found = _conditions(reader, place)
    terrain = reader.choice(*place, "terrain", known=known, default="open")
    return replace(found, name=reader.text(*place, "name"), terrain=terrain)


def _conditions(reader: TomlReader, place: KeyPath) -> Rule:
    shares = []
    if reader.raw(*place, "share_of") is not None:
        at_least = reader.number(*place, "share_at_least", low=0, high=1)
        shares.append(Share(_covers(reader, *place, "share_of"), at_least))
    elif place[0] == "kind" and reader.raw(*place, "share_at_least") is not None:
        reader.fault((*place, "share_at_least"), "says no cover", 'write which: share_of = ["orchard"]')
    shares += [_share(reader, (*place, "shares", j)) for j in range(len(reader.raw(*place, "shares") or ()))]
    limits, waters = tuple(_limits(reader, place)), tuple(_waters(reader, place))
    return Rule("", "", tuple(shares), limits, waters, place)


def _share(reader: TomlReader, path: KeyPath) -> Share:
    reader.only(*path, known=("of", "at_least", "at_most"))
    return Share(
        _covers(reader, *path, "of"),
        reader.number(*path, "at_least", low=0, high=1, default=0.0),
        reader.number(*path, "at_most", low=0, high=1, default=1.0),
    )


def _limits(reader: TomlReader, place: KeyPath) -> Iterator[Limit]:
    for key, (_, _, low, high) in LIMITS.items():
        if reader.raw(*place, key) is not None:
            yield Limit(key, reader.number(*place, key, low=low, high=high))


def _waters(reader: TomlReader, place: KeyPath) -> Iterator[str]:
    for key in _WATERS:
        value = reader.raw(*place, key)
        if value is True:
            yield key
        elif value is not None:
            reader.fault((*place, key), f"is {value!r}", "write true, or leave it out")


def _bands(reader: TomlReader) -> tuple[float, ...]:
    """Read the heights that part the bands, rising, no more than the palette has inks for."""
    reader.only("heights", known=("bands_m", "names"))
    if not isinstance(reader.raw("heights"), dict):
        return ()
    value, most = reader.raw("heights", "bands_m"), len(shipped_palette().height_inks) - 1
    if is_bands(value) and len(value) <= most:
        return tuple(float(height) for height in value)
    remedy = f"write up to {most} heights in metres, each greater than the one before, as [100, 200, 400]"
    reader.fault(("heights", "bands_m"), f"is {shown(value)}", remedy)
    return ()


def _band_names(reader: TomlReader, bands: int) -> tuple[str, ...]:
    """Read what the bands are called: one name more than there are heights between them."""
    if not isinstance(reader.raw("heights"), dict) or reader.raw("heights", "names") is None:
        return ()
    names = reader.texts("heights", "names")
    if len(names) != bands + 1 or not are_band_names(names):
        remedy = f"write {bands + 1}, the lowest first, each of up to {MOST_BAND_NAME} letters"
        reader.fault(("heights", "names"), f"has {len(names)} names for {bands} heights", remedy)
        return ()
    return names


def _covers(reader: TomlReader, *path: str | int) -> tuple[str, ...]:
    value: Any = reader.raw(*path)
    if not isinstance(value, list) or not value:
        reader.fault(path, f"is {value!r}", 'give a list of covers, as ["forest"]')
        return ()
    for name in value:
        if name not in COVERS:
            reader.fault(path, f"names the cover {name!r}", did_you_mean(str(name), COVERS))
    return tuple(name for name in value if name in COVERS)


def _precedence(reader: TomlReader) -> tuple[str, ...]:
    order = _covers(reader, "overlaps", "precedence")
    if left := [name for name in COVERS if name not in order]:
        reader.fault(("overlaps", "precedence"), f"leaves out {', '.join(left)}", "name every cover once")
    if twice := sorted({name for name in order if order.count(name) > 1}):
        reader.fault(("overlaps", "precedence"), f"names {', '.join(twice)} twice", "name every cover once")
    return order


def _check_order(reader: TomlReader, rules: tuple[Rule, ...]) -> None:
    if not rules:
        reader.fault(("rule",), "is missing", "write at least one [[rule]] with name and terrain")
        return
    last = len(rules) - 1
    if not rules[last].is_free:
        what = f"has conditions, so a hex may fulfil no rule ({rules[last].name})"
        reader.fault(rules[last].place, what, "end with a rule that has only name and terrain")
    for rule in rules:
        if why := _contradiction(rule):
            reader.fault(rule.place, f"can never hold: {why} ({rule.name})", "mend its limits")
    done = set()
    for early, late in combinations(range(len(rules)), 2):
        # That a kind of one's own takes all ground of a rule is what whoever made it wants.
        meant = rules[early].place[0] == "kind" != rules[late].place[0]
        if late not in done and not meant and _covers_all(rules[early], rules[late]):
            what = f"is never reached: {rules[early].name!r} before it takes every such hex ({rules[late].name})"
            own = rules[late].place[0] == "kind"
            remedy = "ask for other ground, or let it resemble another kind" if own else "put it first, or take it out"
            reader.fault(rules[late].place, what, remedy)
            done.add(late)


def _contradiction(rule: Rule) -> str:
    for share in rule.shares:
        if share.at_least > share.at_most:
            return f"{' and '.join(share.of)} at least {share.at_least:g} and at most {share.at_most:g}"
    values = {limit.key: limit.value for limit in rule.limits}
    least, below = values.get("hex_width_at_least_km", 0.0), values.get("hex_width_less_than_km", 1e9)
    return f"hexes at least {least:g} km and less than {below:g} km wide" if least >= below else ""


def _covers_all(early: Rule, late: Rule) -> bool:
    """Say whether every hex that fulfils the late rule fulfils the early one."""
    limits = {limit.key: limit.value for limit in late.limits}
    return (
        all(_met(limit, limits) for limit in early.limits)
        and set(early.waters) <= set(late.waters)
        and all(any(_implies(known, share) for known in late.shares) for share in early.shares)
    )


def _met(limit: Limit, known: Mapping[str, float]) -> bool:
    if limit.key not in known:
        return False
    return known[limit.key] >= limit.value if limit.is_lower else known[limit.key] <= limit.value


def _implies(known: Share, share: Share) -> bool:
    more = share.at_least == 0 or (set(known.of) <= set(share.of) and known.at_least >= share.at_least)
    less = share.at_most == 1 or (set(known.of) >= set(share.of) and known.at_most <= share.at_most)
    return more and less
