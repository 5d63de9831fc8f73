"""Trace supply, be cut off, and build bridges (3S 1.14)."""

from campaign.kit.facts import SHOTS, WORK
from campaign.systems.star.command.supply import is_isolated, supplied_hexes
from tests.campaign.star.field import Field

RING = """
map 7x7
red artillery G 0404 of=G shots=0
blue infantry B/1 0402 of=B
blue infantry B/2 0405 of=B
blue infantry B/3 0305 of=B
blue infantry B/4 0503 of=B
blue infantry B/5 0303 of=B
blue infantry B/6 0505 of=B
red hq A/hq 0101 of=A
formation A posture=hold
clock phase=end
"""


def test_3s_1_14_who_is_surrounded_is_isolated():
    """Every way out of 0404 leads through a hex that the enemy holds or has in his zone."""
    field = Field(RING)
    assert is_isolated(field.situation, field.stand("G"))
    trace = field.rules.play.supply(field.situation, "G")
    assert (trace.hours, trace.cut_at is not None, "the enemy" in trace.cut_by) == (None, True, True)
    field.do("next")
    assert SHOTS(field.stand("G")) == 0, "no ammunition"
    assert not is_isolated(field.situation, field.stand("A/hq")), "at the edge"


def test_interpretation_isolation_and_friendly_edge():
    free = Field(RING + "reading isolation false")
    assert not is_isolated(free.situation, free.stand("G"))
    free.do("next")
    assert SHOTS(free.stand("G")) == 1
    lone = "map 5x5\nred infantry A/1 0303 of=A\nblue infantry B/1 0505 of=B\n"
    assert not is_isolated(*_asked(Field(lone)))
    own = Field(lone + "reading friendly_edge own")
    assert is_isolated(*_asked(own)), "no edge is its own"
    assert field_supplied(own) == 0
    assert not is_isolated(*_asked(Field(lone + "reading friendly_edge own\ncontrol red 0101")))
    assert not is_isolated(*_asked(Field(lone + "reading friendly_edge own\nsource depot red 0302")))
    assert is_isolated(*_asked(Field(lone + "control blue " + " ".join(
        f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(1, 6) if 1 in (c, r) or 5 in (c, r)))))  # fmt: skip


def test_3s_1_14_a_depot_that_the_enemy_stands_on_is_none():
    """Its line is not cut: there is nothing at its end."""
    taken = Field(
        "map 5x5\nred infantry A/1 0303 of=A\nblue infantry B/1 0505 of=B\n"
        "reading friendly_edge own\nsource depot red 0505"
    )
    assert is_isolated(*_asked(taken))
    assert taken.rules.play.supply(taken.situation, "A/1").why == "its side has no depot and no friendly edge"


def _asked(field):
    return field.situation, field.stand("A/1")


def field_supplied(field):
    return len(supplied_hexes(field.situation, "red"))


def test_3s_1_14_bridges_are_built_by_night_too():
    field = Field("""
map 9x9
stream 0503/0502
red hq A/hq 0504 of=A
red infantry A/1 0503 of=A
red engineers e 0503 of=A
blue infantry B/1 0909 of=B
formation A posture=hold marks=active
formation B posture=hold marks=gone
clock phase=night_go side=red turn=5
days 2
""")
    field.do("e W bridge 0503/0502", "next")
    assert "bridge" in field.state.ground.values()
    assert WORK(field.stand("e")) is None
