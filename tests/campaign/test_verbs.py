"""What follows from the types of fields, and what is safe by default."""

from __future__ import annotations

from typing import Annotated, get_args, get_origin

import msgspec
import pytest

from campaign.model.anyevent import TALES, AnyEvent
from campaign.model.anyorder import AnyOrder, order_side, subject_of
from campaign.model.masks import Mask
from campaign.model.notation import format_order
from campaign.model.roles import HexIndex, KindWord, Role, SideKey, StandId, Text, role_of
from campaign.model.roll import Roll
from campaign.model.things import Work  # noqa: TC001 - roles are read at run time
from campaign.model.verbs import fire
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.declaring import AnOrder  # noqa: TC001 - roles are read at run time
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.march import Move
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.table import KEYS, VERBS, tales_of
from campaign.model.verbs.told import Teller, public
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb
from campaign.model.verbs.work import SetToWork
from tests.campaign.toyrules import GROUND, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
STATE = opening_state(toy_opening(hexmap=MAP))
TELLER = Teller(STATE, MAP, Mask(STATE, "us"))


class Listened(Event, frozen=True, kw_only=True):
    """An event such as somebody may add tomorrow."""

    stand: StandId
    at: HexIndex
    said: Text = ""


def test_an_event_that_says_nothing_of_who_is_told_is_told_to_no_side():
    tale = Tale(Listened, says=lambda event, names: names.stand(event.stand))
    assert tale.retold(Listened(stand="1/110", at=3), TELLER) is None


def test_what_is_told_to_all_hides_others_units_words_and_dice():
    tale = Tale(Listened, says=lambda event, names: names.stand(event.stand), told=public)
    rolls = (Roll("for II/3", (3,), 0, 0, "", by="II/3"), Roll("anybody's", (4,), 0, 0, ""))
    heard = Listened(stand="II/3", at=3, said="II/3 was heard", why="II/3 made noise", rolls=rolls)
    told = tale.retold(heard, TELLER)
    assert told is not None
    assert told.stand.startswith("seen-")
    assert (told.said, told.why, told.rolls, told.at) == ("", "", (), 3)
    own = Listened(stand="1/110", at=3, said="1/110 was heard", rolls=(Roll("", (3,), 0, 0, "", by="1/110"),))
    assert tale.retold(own, TELLER) == own


def test_a_field_without_a_role_is_refused():
    class Leaky(Event, frozen=True, kw_only=True):
        secret: str

    with pytest.raises(TypeError, match=r"Leaky\.secret has no role; say by its type what it holds"):
        Tale(Leaky, says=lambda event, names: "", told=public)

    class Vague(Order, frozen=True):
        stand: StandId
        how: str | None = None

    with pytest.raises(TypeError, match=r"Vague\.how has no role"):
        Verb(Vague, keys={"V": Key("be vague")})


def test_an_order_whose_field_cannot_be_written_is_refused():
    class Worked(Order, frozen=True):
        stand: StandId
        work: Annotated[Work, Role("", lambda value, mask: value)]

    with pytest.raises(TypeError, match=r"Worked\.work cannot be written by its role; give the verb read and write"):
        Verb(Worked, keys={"V": Key("work")})


def test_masking_a_field_that_is_not_there_is_refused():
    with pytest.raises(TypeError, match="Listened has no field by to mask"):
        Tale(Listened, says=lambda event, names: "", masked={"by": lambda event, teller: ""})


def test_every_field_of_every_order_and_event_has_a_role():
    assert set(get_args(AnyOrder)) == set(VERBS)
    assert set(get_args(AnyEvent)) == set(TALES)
    for kind in (*VERBS, *TALES):
        own = [field for field in msgspec.structs.fields(kind) if field.name not in Event.__struct_fields__]
        rows = VERBS[kind].roles if kind in VERBS else TALES[kind].roles
        named = {field.name for field in own} | ({"why"} if "why" in rows else set())
        assert set(rows) == named, kind


def test_a_role_is_found_in_an_optional_field_and_in_no_plain_one():
    assert get_origin(HexIndex) is Annotated
    assert role_of(HexIndex | None) is role_of(HexIndex | msgspec.UnsetType | None) is get_args(HexIndex)[1]
    assert role_of(int) is None
    assert role_of(str | None) is None
    assert role_of(KindWord) is not role_of(SideKey)


@pytest.mark.parametrize(
    ("order", "side"),
    [
        (Move("1/110", (1, 2)), "us"), (Move("II/3", (1, 2)), "ge"), (Move("nobody", (1, 2)), None),
        (AirStrike("ge", 3, 2), "ge"), (ReplaceHq("us-div", "II/3"), "us"), (EndPhase(), None),
        (Ruling("so be it", stand="1/110"), None),
    ],
)  # fmt: skip
def test_an_order_is_that_of_its_first_field(order, side):
    assert order_side(order, STATE) == side


def test_an_order_is_for_its_first_field_and_about_the_first_hex():
    assert subject_of(Fire("1/110", 5)) == ("stand", "1/110")
    assert subject_of(EndPhase()) == ("", "")
    targets = [VERBS[type(order)].target(order) for order in (Fire("1/110", 5), SetToWork("1/110", "blow", 7, 2))]
    assert targets == [5, 7]
    assert VERBS[Move].target(Move("1/110", (1, 2))) is None


def test_a_verb_tells_the_page_what_it_asks_for():
    form = VERBS[Fire].form()
    assert form["kind"] == "Fire"
    assert form["keys"] == {"S": "fire, alone or joined by others", "SM": "lay smoke"}
    assert form["asks"] == {"stand": "stand", "target": "target", "helpers": "stands", "smoke": "flag"}
    assert msgspec.json.decode(msgspec.json.encode([verb.form() for verb in VERBS.values()]))


def test_an_order_that_no_key_fits_is_written_by_the_nearest():
    """It is none that the rules take; but a message that names it must not fail."""
    assert format_order(Fire("1/110", 5, ("2/110",), smoke=True), MAP).startswith("1/110 SM ")


def test_every_letter_and_word_belongs_to_one_verb():
    assert sum(len(verb.keys) for verb in VERBS.values()) == len(KEYS)
    assert all(key.isupper() or key.islower() for key in KEYS)


def test_what_stands_in_the_table_twice_is_refused():
    with pytest.raises(TypeError, match="FireResolved stands in the table of verbs twice"):
        tales_of((fire, fire))


def test_a_stand_that_was_raised_is_told_whole_to_its_own_side_alone():
    raised = StandRaised(stand=stand("x", "ge", "0905", hexmap=MAP))
    assert TALES[StandRaised].retold(raised, Teller(STATE, MAP, Mask(STATE, "us"))) is None
    assert TALES[StandRaised].retold(raised, Teller(STATE, MAP, Mask(STATE, "ge"))) == raised
    # Told to all by mistake, it would be masked.
    open_tale = Tale(StandRaised, says=lambda event, names: "", told=public)
    shown = open_tale.retold(raised, TELLER)
    assert shown is not None
    assert shown.stand.id.startswith("seen-")
    assert shown.stand.formation == ""


def test_an_order_of_another_side_is_never_told():
    class Overheard(Event, frozen=True, kw_only=True):
        order: AnOrder

    tale = Tale(Overheard, says=lambda event, names: "", told=public)
    assert tale.retold(Overheard(order=Move("1/110", (1, 2))), TELLER).order == Move("1/110", (1, 2))
    with pytest.raises(ValueError, match="an order of another side is not told: Move"):
        tale.retold(Overheard(order=Move("II/3", (1, 2))), TELLER)
