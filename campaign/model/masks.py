"""Put another face on what a side sees and does not know."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from campaign.model.commands import commands_of, first_of, holdings
from campaign.model.facts import Fact, shown_facts
from campaign.model.known.names import names_of_others
from campaign.model.known.sightings import spell_of
from campaign.model.tables import Tables
from campaign.model.things import Profile, Stand
from campaign.model.viewer import Viewer, side_of

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = [
    "Mask", "OwnMask", "Particular", "SideMask", "contacts_of", "identified_at_sight", "in_contact", "mask_for",
    "own_mask_for", "side_mask_for",
]  # fmt: skip

_NAMELESS = Profile(name="", short="", side="", kind="unknown", size="counter", strength=0, mover="")
"""What is seen of a counter whose face is not."""


def in_contact(state: State, side: str) -> frozenset[str]:
    """Name the enemy stands in contact with a side's own."""
    return frozenset(contacts_of(state, side))


def contacts_of(state: State, side: str) -> dict[str, frozenset[str]]:
    """Give the enemy stands in contact with a side's own, each with the stands that it touches."""
    found: dict[str, frozenset[str]] = {}
    for a, b in state.contacts:
        sides = [state.stands[key].side if key in state.stands else "" for key in (a, b)]
        if "" in sides or (sides[0] == side) == (sides[1] == side):
            continue
        own, enemy = (a, b) if sides[0] == side else (b, a)
        found[enemy] = found.get(enemy, frozenset()) | {own}
    return found


def identified_at_sight(tables: Tables) -> bool:
    """Whether a stand that is seen is known by name and strength, or only one in contact."""
    return tables.readings.get("sight_identifies") == "sight"


def mask_for(state: State, viewer: Viewer, tables: Tables) -> Mask:
    """Give the mask that lies over a state when a side, a command or an observer looks at it."""
    return _made(Mask, state, viewer, tables)


def own_mask_for(state: State, viewer: Viewer, tables: Tables) -> Mask:
    """Give the mask over a state for who knows of his own command alone, and not at once of his friends."""
    return _made(OwnMask, state, viewer, tables)


def _made(kind: type[Mask], state: State, viewer: Viewer, tables: Tables) -> Mask:
    mask = kind(
        state,
        side_of(state.setting, viewer) or viewer.kind,
        command=viewer.key if viewer.kind == "command" else "",
        at_sight=identified_at_sight(tables),
        open_marks=tables.open_marks,
        identified_mark=tables.identified_mark,
        open_postures=tables.open_postures,
        facts=tables.facts,
    )
    mask.veil, mask.open_attributes = tables.veil, tables.open_attributes
    return mask


class Mask:
    """
    How enemies look to one viewer in one state.

    ``own`` is all of his side: friends are known where they are. ``mine`` is what he holds: of the enemy he knows what
    his own stands see, met and fought.
    """

    veil = ""
    """The secret that the ids of masked enemies are made with."""
    open_attributes: frozenset[str] = frozenset()
    """The attributes of an enemy that are known once he is."""

    def __init__(
        self,
        state: State,
        side: str,
        *,
        command: str = "",
        at_sight: bool = False,
        open_marks: frozenset[str] = frozenset(),
        identified_mark: str = "",
        open_postures: bool = False,
        facts: tuple[Fact[Any], ...] = (),
    ) -> None:
        """
        Look at a state.

        Parameters
        ----------
        command
            The command of the side that looks; "": the whole side.
        at_sight
            Whoever is seen is identified, not only those in contact; for the rest see ``Tables``.
        """
        self.state, self.side, self._at_sight, self._open = state, side, at_sight, open_marks
        self.open_postures = open_postures
        self._identified_mark = identified_mark
        self._facts = facts
        self._command = command

    @cached_property
    def _met(self) -> frozenset[str]:
        found = contacts_of(self.state, self.side)
        return frozenset(key for key, own in found.items() if any(map(self.mine, own)))

    @property
    def all_met(self) -> frozenset[str]:
        """The enemies in contact with the viewer's own."""
        return self._met

    @cached_property
    def _holdings(self) -> Mapping[str, str]:
        return holdings(self.state)

    @cached_property
    def commands(self) -> frozenset[str]:
        """The commands whose knowledge the viewer has."""
        if self._command:
            return frozenset({self._command})
        return frozenset(command.id for command in commands_of(self.state.setting) if command.side == self.side)

    @cached_property
    def _name(self) -> str:
        """The viewer as his ids are made for him: a side of one command is that command."""
        return next(iter(self.commands)) if len(self.commands) == 1 else self.side

    @property
    def whole(self) -> bool:
        """Whether the viewer knows what all commands of his side know."""
        return self.commands >= {one.id for one in commands_of(self.state.setting) if one.side == self.side}

    def mine(self, key: str) -> bool:
        """Whether a stand is of the viewer's own command."""
        stand = self.state.stands.get(key)
        if stand is None or stand.side != self.side:
            return False
        if not self._command:
            return True
        held = self._holdings.get(stand.formation)
        return (first_of(self.state.setting, self.side) if held is None else held) == self._command

    def sees(self, key: str, eyes: frozenset[str]) -> bool:
        """
        Whether the viewer sees an enemy whom these stands of his side see; nobody named, the whole side does.

        An observer is of no side, and sees nobody.
        """
        return bool(self.commands) and (not eyes or key in self._met or any(map(self.mine, eyes)))

    def own(self, key: str) -> bool:
        """Whether a stand, a formation or a side of this id is the viewer's own."""
        stand, formation = self.state.stands.get(key), self.state.formations.get(key)
        if stand is not None:
            return stand.side == self.side
        return formation.side == self.side if formation is not None else key == self.side

    def met(self, key: str) -> bool:
        """Whether a stand is an enemy in contact with the viewer's own."""
        return key in self._met

    def key(self, key: str) -> str:
        """
        Give the id that the viewer knows a stand by.

        It is the same as long as he sees the stand, another one after he lost it from sight, and tells nothing: it is
        made with the secret of the campaign, which is not in the log.
        """
        stand = self.state.stands.get(key)
        if stand is not None and stand.side == self.side:
            return key
        if stand is None and key in self.state.dummies and self.state.dummies[key].side == self.side:
            return key
        return _masked_key(self.veil, self._name, key, spell_of(self.state, key, self._name))

    def past_keys(self, key: str) -> tuple[str, ...]:
        """Give all ids that the viewer has known an enemy by, the present one last."""
        spells = range(spell_of(self.state, key, self._name) + 1)
        return tuple(_masked_key(self.veil, self._name, key, spell) for spell in spells)

    def keys(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Give ids as the side knows them: its own as they come, then the others in an order that says nothing."""
        return (*(k for k in keys if self.own(k)), *sorted(self.key(k) for k in keys if not self.own(k)))

    def pairs(self, pairs: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Give the contacts that the viewer takes part in."""
        shown = [sorted((self.key(a), self.key(b))) for a, b in pairs if self.mine(a) or self.mine(b)]
        return frozenset((a, b) for a, b in shown)

    def assaults(self, pairs: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Give the assaults that the viewer takes part in, as (attacker, defender)."""
        return frozenset((self.key(a), self.key(b)) for a, b in pairs if self.mine(a) or self.mine(b))

    def stand(self, stand: Stand) -> Stand:
        """Give an enemy stand as the side sees it."""
        full = stand.profile
        near = stand.id in self._met
        known = near or self._at_sight or self._identified_mark in stand.marks
        nameless = bool(self._identified_mark) and not known
        strength = max(0, full.strength - stand.losses - stand.detached) if known else 0
        profile = Profile(
            name=full.name if known else "",
            short=full.short if known else "",
            side=full.side,
            kind=_NAMELESS.kind if nameless else full.kind,
            size=_NAMELESS.size if nameless else full.size,
            strength=strength,
            mover="",
            attributes={key: full.attributes[key] for key in self.open_attributes & full.attributes.keys()}
            if known
            else {},
        )
        marks = (stand.marks & self._open) | self._orders_of(stand) if known else frozenset()
        # The arrow on a counter is seen also where its face is not.
        facing = stand.facing if known or nameless else None
        facts = shown_facts(stand.facts, self._facts, Stand, owner=False) if known and stand.facts else {}
        return Stand(self.key(stand.id), "", profile, stand.hex, marks=marks, facing=facing, facts=facts)

    def level(self, stand: Stand) -> str:
        """Say how well an enemy is seen: in contact, identified, or seen only."""
        if stand.id in self._met:
            return "contact"
        return "identified" if self._at_sight or self._identified_mark in stand.marks else "seen"

    def _orders_of(self, stand: Stand) -> frozenset[str]:
        """Mark a stand with the revealed orders of its formation, where these lie open."""
        formation = self.state.formations.get(stand.formation)
        if not self.open_postures or formation is None or not formation.posture:
            return frozenset()
        return frozenset({f"ordered_to_{formation.posture}"})

    def silenced(self, text: str) -> str:
        """Give a free text back, or nothing if it names a stand or formation of another side."""
        return "" if self.tells(text) else text

    def tells(self, text: str) -> bool:
        """Whether a free text names a stand or formation of another side."""
        return bool(text) and names_of_others(self.state, self.side).are_in(text)


class OwnMask(Mask):
    """What one command holds is its own; of its friends it hears what they report."""

    def own(self, key: str) -> bool:
        """Whether a stand or a formation of this id is the command's own, or the side is its side."""
        if key in self.state.stands:
            return self.mine(key)
        formation = self.state.formations.get(key)
        if formation is None:
            return key == self.side
        return formation.side == self.side and (self._holdings.get(key) or self._first) == self._command

    @cached_property
    def _first(self) -> str:
        return first_of(self.state.setting, self.side)


class Particular(Exception):  # noqa: N818 - it says what was asked
    """What was asked has not one answer for all commands of a side."""


class SideMask:
    """
    What all commands of a side, and the side itself, see alike; whatever else is asked raises ``Particular``.

    It knows by name the few things that are a matter of the side: a question it does not know is one of the command.
    """

    def __init__(self, mask: Mask) -> None:
        """Take the mask of anybody of the side."""
        self._mask = mask
        self.state, self.side, self.open_postures = mask.state, mask.side, mask.open_postures
        self.own, self.silenced, self.tells = mask.own, mask.silenced, mask.tells

    def key(self, key: str) -> str:
        """Give the id of a stand of the side's own; each command has its own one for an enemy."""
        stand = self.state.stands.get(key)
        if stand is None or stand.side != self.side:
            raise Particular(key)
        return key

    def keys(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Give the ids of stands of the side's own."""
        return tuple(map(self.key, keys))

    def __getattr__(self, name: str) -> Any:
        """Refuse what is a matter of the command."""
        raise Particular(name)


def side_mask_for(state: State, side: str, tables: Tables) -> SideMask:
    """Give what lies over a state for all of a side."""
    return SideMask(mask_for(state, Viewer("side", side), tables))


@lru_cache(maxsize=65_536)
def _masked_key(veil: str, viewer: str, key: str, spell: int) -> str:
    secret = hashlib.sha256(veil.encode()).digest()
    return "seen-" + hashlib.blake2b(f"{viewer}\0{key}\0{spell}".encode(), key=secret, digest_size=6).hexdigest()
