"""Hold a rule file as the tables of a rule system: what all systems have, and the file itself with its look-ups."""

from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

from campaign.few import Few
from campaign.model.situation import Situation
from campaign.model.tables import Tables
from campaign.model.things import Profile
from campaign.systems.own.shape.fighting import Combat
from campaign.systems.own.shape.first import Phase
from campaign.systems.own.shape.lines import Store, Work
from campaign.systems.own.shape.morale import Check
from campaign.systems.own.shape.units import Mark, Posture, Stance, Unit
from campaign.systems.own.shape.whole import Rules

UNIT = "unit"
"""The attribute of a stand that names its kind of unit."""
_LIKE = {
    "motorised_infantry": "infantry", "armoured_infantry": "infantry", "militia": "infantry", "heavy_armour": "armour",
    "light_armour": "armour", "armoured_artillery": "artillery", "mortar": "artillery", "machine_guns": "infantry",
    "truck": "transport", "armoured_transport": "transport", "supply_column": "transport",
}  # fmt: skip
"""The symbol of a role that no unit of a file stands for."""
_INSTEAD = {
    "antitank": "infantry", "antiaircraft": "infantry", "engineer": "infantry", "recon": "cavalry", "cavalry": "recon",
    "armour": "cavalry",
}  # fmt: skip
"""The symbol that is taken where a file has no unit of one, and then infantry."""
T = TypeVar("T", Mark, Stance, Check, Combat, Store, Work, Posture)


class OwnTables(Tables, frozen=True, kw_only=True):
    """The tables of a rule file."""

    rules: Rules
    sha: str = ""
    """The hash of the text that they were read from."""
    usual: Mapping[str, str | int | float | bool] = {}
    """Each reading as the file has it, whatever the umpire has set."""

    def par(self, *paragraphs: str) -> str:
        """Name the first paragraph that is given, as the author numbers it."""
        found = next((one for one in paragraphs if one), "")
        return f"{self.rules.system.prefix} {found}".strip() or self.rules.system.name[:20]

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The units by kind."""
        return {row.kind: row for row in self.rules.unit}

    @cached_property
    def words_of(self) -> Mapping[str, frozenset[str]]:
        """What can be said of each kind of unit for good: its name and its traits."""
        return {row.kind: frozenset({row.kind, *row.traits}) for row in self.rules.unit}

    @cached_property
    def kept_words(self) -> dict[tuple[str, frozenset[str]], frozenset[str]]:
        """What was said of a kind of unit with some marks: there are few of both."""
        return {}

    @cached_property
    def mark_rows(self) -> Mapping[str, Mark]:
        """The marks that the file declares."""
        return _by_key(self.rules.mark)

    @cached_property
    def stances(self) -> Mapping[str, Stance]:
        """The stances."""
        return _by_key(self.rules.stance)

    @cached_property
    def checks(self) -> Mapping[str, Check]:
        """The checks."""
        return _by_key(self.rules.check)

    @cached_property
    def works(self) -> Mapping[str, Work]:
        """The works."""
        return _by_key(self.rules.work)

    @cached_property
    def posture_rows(self) -> Mapping[str, Posture]:
        """The postures of formations."""
        return _by_key(self.rules.posture)

    @cached_property
    def phase_rows(self) -> Mapping[str, Phase]:
        """The phases."""
        return {row.key: row for row in self.rules.phase}

    @cached_property
    def by_role(self) -> Mapping[str, str]:
        """The kind that stands for each role, where a file says so or has a unit of that symbol."""
        said = {role: row.kind for row in reversed(self.rules.unit) for role in row.stands_for}
        return {row.is_a: row.kind for row in reversed(self.rules.unit)} | said

    def stands_for(self, role: str) -> str | None:
        """Name the kind of unit that a role of an order of battle is; None: these rules have nothing of the kind."""
        symbol = _LIKE.get(role, role)
        for asked in (role, symbol, _INSTEAD.get(symbol, ""), "infantry" if symbol in _INSTEAD else ""):
            if asked in self.by_role:
                return self.by_role[asked]
        return None

    @cached_property
    def _found(self) -> Few[int, tuple[Profile, Unit]]:
        """The unit of each profile that was asked for, by its identity: a profile takes long to compare."""
        return Few(10_000)

    def unit_of(self, profile: Profile) -> Unit:
        """Give a stand's unit: the one it names, else that of its symbol, else the first."""
        kept = self._found.get(id(profile))
        if kept is not None and kept[0] is profile:
            return kept[1]
        named = self.units.get(str(profile.attributes.get(UNIT, "")))
        found = named or self.units.get(self.by_role.get(profile.kind, "")) or self.rules.unit[0]
        self._found[id(profile)] = profile, found
        return found


def _by_key(rows: tuple[T, ...]) -> dict[str, T]:
    return {row.key: row for row in rows}


def own(situation: Situation) -> OwnTables:
    """Give a situation's tables as those of a rule file."""
    assert isinstance(situation.tables, OwnTables)
    return situation.tables
