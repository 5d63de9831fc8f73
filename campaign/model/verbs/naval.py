"""Fire naval guns."""

from __future__ import annotations

from campaign.model.roles import HitHex, KindWord, SideKey
from campaign.model.verbs.verb import Key, Order, Verb

__all__ = ["ROWS", "NavalFire"]


class NavalFire(Order, frozen=True):
    """Fire naval guns at a hex; the umpire says which ship."""

    side: SideKey
    ship: KindWord
    target: HitHex


ROWS = (Verb(NavalFire, keys={"naval": Key("ships fire at a hex")}, wants={"ship": "the ship"}),)
