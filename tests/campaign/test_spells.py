"""An id follows no unit through the fog: each spell of sight has its own, and each viewer has his own ids."""

import msgspec

from campaign.engine.knowing import last_seen, seen_now
from campaign.engine.watch import begun, heard, watched
from campaign.model.calendar import Clock
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.march import StandMoved
from campaign.model.viewer import viewer_of, viewers_of
from tests.campaign.test_commands import MAP, opening
from tests.campaign.toyrules import RULES, TABLES

change = msgspec.structs.replace
NEAR, AWAY = MAP.index_of("0403"), MAP.index_of("1006")


def start():
    """Begin with all viewers; the north of the Americans sees II/3 at once, the south sees I/26."""
    event = opening()
    viewers = [viewer for viewer in viewers_of(event.setting) if viewer.kind != "umpire"]
    return looked(begun(event, MAP, TABLES, viewers))


def looked(audience):
    return heard(audience, watched(audience, RULES.play.sightings))


def gone(audience, to, *, turn=0):
    """March II/3 somewhere, in a turn of day 2."""
    clock = [ClockAdvanced(clock=Clock(day=2, turn=turn, phase=audience.situation.state.clock.phase))] if turn else []
    here = audience.situation.state.stands["II/3"].hex
    return looked(heard(audience, [*clock, StandMoved(stand="II/3", path=(here, to))]))


def seen(audience, viewer="us.north"):
    """Give the ids of whom a viewer sees in the hex where II/3 was."""
    known = audience.known[viewer_of(audience.situation.state.setting, viewer)]
    return {key for key, sight in seen_now(known).items() if sight.face.hex == NEAR}


def test_who_is_seen_again_in_a_later_turn_may_be_anybody():
    first = start()
    (before,) = seen(first)
    lost = gone(first, AWAY, turn=1)
    assert not seen(lost)
    (after,) = seen(gone(lost, NEAR, turn=2))
    assert after != before
    again = gone(gone(gone(lost, NEAR, turn=2), AWAY, turn=3), NEAR, turn=4)
    assert seen(again).isdisjoint({before, after})
    known = again.known[viewer_of(again.situation.state.setting, "us.north")]
    assert {before, after} <= last_seen(known).keys()


def test_who_is_lost_and_seen_in_one_turn_is_the_same():
    lost = gone(start(), AWAY, turn=1)
    assert seen(gone(lost, NEAR)) == seen(start())


def test_every_viewer_has_his_own_ids_and_the_same_while_he_sees():
    first = start()
    ids = [seen(first, viewer) for viewer in ("us", "us.north")]
    assert len(set.union(*ids)) == 2
    moved = heard(first, [ClockAdvanced(clock=Clock(day=2, turn=1, phase=first.situation.state.clock.phase))])
    assert [seen(looked(moved), viewer) for viewer in ("us", "us.north")] == ids


def test_what_is_written_in_the_log_names_no_id_of_a_viewer():
    audience = begun(opening(), MAP, TABLES, viewers_of(opening().setting)[1:])
    written = msgspec.json.encode(watched(audience, RULES.play.sightings))
    assert b"Sighted" in written
    assert b"seen-" not in written
