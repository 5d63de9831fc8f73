"""ZN 4.9: leaving contact, and surprise."""

import pytest

from campaign.model.verbs.contact import ContactBroken
from campaign.model.verbs.losses import LossesTaken
from tests.campaign.zen.marching import THREE_INCHES, Game, column, of_kind

IN_CONTACT = ("us inf A 0103", "ge inf X 0104")


def in_contact(*more, **options):
    game = Game(column(9), *IN_CONTACT, *more, width_m=THREE_INCHES, **options)
    game.change(contacts=frozenset({("A", "X")}))
    return game


@pytest.mark.parametrize(("face", "points"), [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0), (6, 0)])
def test_leaving_by_day_loses_a_point_on_1_2_or_3(face, points):
    game = in_contact()
    events = game.march("A M 0103-0102", dice=(face,))
    assert game.stand("A").losses == points
    assert game.state.contacts == frozenset()
    assert game.at("A") == "0102"
    roll = of_kind(events, LossesTaken)[0].rolls[0]
    assert (roll.dice, roll.rule) == ((face,), "ZN 4.9")


def test_each_unit_rolls_once_however_many_it_leaves():
    game = in_contact("ge inf Y 0104")
    game.change(contacts=frozenset({("A", "X"), ("A", "Y")}))
    events = game.march("A M 0103-0102-0101", dice=(2,))
    assert len(of_kind(events, LossesTaken)) == 1
    assert set(of_kind(events, ContactBroken)[0].pairs) == {("A", "X"), ("A", "Y")}


def test_who_loses_his_last_point_is_gone():
    game = in_contact()
    game.mark("A", losses=3)
    game.march("A M 0103-0102", dice=(1,))
    assert game.stand("A").gone == "eliminated"
    assert game.state.contacts == frozenset()


def test_attacking_those_one_is_in_contact_with_is_not_leaving():
    game = in_contact()
    game.march("A A 0103x0104")
    assert game.state.contacts == {("A", "X")}
    assert game.state.assaults == {("A", "X")}
    assert game.stand("A").losses == 0


def test_who_stands_still_stays_in_contact():
    game = in_contact()
    game.march()
    assert game.state.contacts == {("A", "X")}


def test_leaving_at_night_is_free():
    game = in_contact(phase="night_move", night=True)
    game.march("A M 0103-0102")
    assert game.state.contacts == frozenset()
    assert game.stand("A").losses == 0


def test_zn_22_surrounded_units_do_not_leave_at_night():
    """ZN-22: enemies on either side of the column."""
    game = in_contact("ge inf Y 0102", phase="night_move", night=True)
    rule, why = game.refusal("A M 0103-0102")
    assert rule == "ZN 4.14"
    assert "surrounded" in why
    assert game.offered("A") == set()


def test_interpretation_close_inches_only_those_close_to_the_surprise_react():
    """The umpire marks who is surprised; at 3 inches a hex two hexes off are close, three are not."""
    lines = ("us inf A 0102 marks=reacting", "us inf B 0104", "us inf C 0105", "ge inf X 0109")
    game = Game(column(9), *lines, width_m=THREE_INCHES)
    game.order("A M 0102-0101", "B M 0104-0103", "X M 0109-0108")
    rule, why = game.refusal("C M 0105-0104")
    assert rule == "ZN 4.9"
    assert "not within 6 inches" in why
    assert game.reach("C") == {"0105": 0}
    wide = Game(column(9), *lines, width_m=THREE_INCHES, overrides={"close_inches": 9})
    wide.order("C M 0105-0104")


def test_interpretation_surprise_is_the_umpire_s_ruling_and_passes_with_the_turn():
    game = Game(column(9), "us inf A 0102", "us inf C 0105", "us hq H 0105", "ge inf X 0109", width_m=THREE_INCHES)
    game.order('rule stand=A on=reacting because "attacked out of the fog"')
    game.refusal("C M 0105-0104")
    game.until("move")
    game.order("C M 0105-0104")
