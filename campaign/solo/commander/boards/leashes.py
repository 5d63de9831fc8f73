"""Keep stands where they can be led, and headquarters where they lead most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from campaign.solo.commander.boards.going import goes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from campaign.engine.ruleset import Leash
    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Stand
    from campaign.solo.commander.boards.scene import Scene

__all__ = ["Leashes"]


class Leashes:
    """The leaders of stands at the moment of a plan, and the hexes that they can lead from after their move."""

    def __init__(self, scene: Scene, offers: Mapping[str, Sequence[AnyOrder]]) -> None:
        """Begin with the orders that each stand can be given; nothing is worked out yet."""
        self._scene, self._offers = scene, offers
        self._leash: dict[str, Leash | None] = {}
        self._reached: dict[tuple[str, ...], NDArray[np.bool_]] = {}

    def _of(self, stand: Stand) -> Leash | None:
        if stand.id not in self._leash:
            self._leash[stand.id] = self._scene.ruleset.play.leash(self._scene.view, stand.id)
        return self._leash[stand.id]

    def led(self, stand: Stand, hexes: Sequence[int]) -> NDArray[np.bool_]:
        """Say of each of some hexes whether a stand there can be led by the turn's end; if it needs nobody, it can."""
        leash = self._of(stand)
        if leash is None or not leash.hqs:
            return np.ones(len(hexes), bool)
        if leash.hqs not in self._reached:
            self._reached[leash.hqs] = leash.within([index for hq in leash.hqs for index in self._open_to(hq)])
        found: NDArray[np.bool_] = self._reached[leash.hqs][np.asarray(hexes, np.int64)]
        return found

    def _open_to(self, key: str) -> list[int]:
        """List where a headquarters is and where it can still go."""
        hq = self._scene.view.state.stands[key]
        ends = {order.path[-1] for order in self._offers.get(key, ()) if goes(order) and not order.attack}
        assert hq.hex is not None, "those that can lead are on the map"
        return sorted(ends | {hq.hex})

    def subordinates(self, hq: Stand) -> list[Stand]:
        """List the stands that a headquarters leads."""
        found = ((one, self._of(one)) for one in self._scene.own if one.id != hq.id)
        return [one for one, leash in found if leash is not None and hq.id in leash.hqs]

    def commanded(self, hq: Stand, hexes: Sequence[int], planned: Mapping[str, int]) -> NDArray[np.int64]:
        """Count for each of some hexes the stands that a headquarters there would lead, where they mean to be."""
        here, found = np.asarray(hexes, np.int64), np.zeros(len(hexes), np.int64)
        for one in self.subordinates(hq):
            leash, where = self._of(one), planned.get(one.id, one.hex or 0)
            if leash is not None:
                # Whoever is in range of a headquarters has it in range too.
                found += leash.within([where])[here]
        return found
