"""Hold one fight as it stands: who attacks from where, who is attacked, and what helps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from campaign.model.situation import Situation
from campaign.model.things import Stand


@dataclass(frozen=True)
class Scene:
    """A fight for a hex."""

    situation: Situation
    target: int
    attackers: tuple[Stand, ...]
    defenders: tuple[Stand, ...]
    origin: Mapping[str, int] = field(default_factory=dict)
    """The hex that each attacker attacks from."""
    helped: frozenset[str] = frozenset()
    """The sides whose guns support them here."""

    @property
    def far(self) -> int:
        """How many hexes away the farthest attacker is."""
        grid = self.situation.map.layout.grid
        return max((grid.distance(at, self.target) for at in self.origin.values()), default=1)

    def others(self, stand: Stand) -> tuple[Stand, ...]:
        """Give the other side, as a stand sees it."""
        return self.defenders if any(stand.id == one.id for one in self.attackers) else self.attackers


def scene_of(
    situation: Situation, target: int, attackers: Iterable[str], *, defenders: Sequence[str] | None = None,
    origin: Mapping[str, int] | None = None, helped: frozenset[str] = frozenset(),
) -> Scene:  # fmt: skip
    """Set a fight up with those who are there now.

    ``defenders``: stands of the other side, those in the hex unless given. ``origin``: the hexes that the attackers
    attack from, those where they are unless given.
    """
    stands = situation.state.stands
    ours = tuple(stands[key] for key in attackers if key in stands and stands[key].on_map)
    side = ours[0].side if ours else ""
    there = (one for one in stands.values() if one.on_map and one.hex == target and one.side != side)
    theirs = there if defenders is None else (stands[key] for key in defenders if stands[key].on_map)
    known = origin if origin is not None else {}
    places = {one.id: known.get(one.id, one.hex or 0) for one in ours}
    return Scene(situation, target, ours, tuple(theirs), places, helped)
