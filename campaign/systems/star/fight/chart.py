"""Read the combat status chart: the hits that each status rolls for (3S 1.9, 1.12, S-10)."""

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import star
from campaign.systems.star.march.ground import fights_in_water
from campaign.systems.star.tables import StarTables
from campaign.systems.star.units import is_artillery, posture_of


def status_of(situation: Situation, stand: Stand) -> str:
    """Give the status a stand fights in: its order, or Move in a ford or on a bridge.

    Artillery that is attacked counts as on Move if it moved in the last
    artillery phase, else as on Hold (S-10); a regiment without order holds.
    """
    wet = star(situation).word("ford_bridge_fights_as")
    if wet != "none" and fights_in_water(situation, stand):
        return wet
    if is_artillery(situation, stand):
        return "move" if "limbered" in stand.marks else "hold"
    return posture_of(situation, stand) or "hold"


def needs(tables: StarTables, roller: str, status: str, against: str) -> tuple[int, int, int]:
    """Give what hits: the score, the double (0: none), and the hits of a pair of it.

    ``roller``: "attacker" or "defender". ``status`` and ``against``: orders of the one who rolls and of his enemy;
    "artillery" for guns and aircraft.
    """
    for row in tables.chart:
        if row.roller == roller and status in row.status and against in row.against:
            return row.score, row.double, tables.whole("double_hits_per_pair")
    msg = f"the chart has no row for the {roller} on {status} against {against}"
    raise KeyError(msg)
