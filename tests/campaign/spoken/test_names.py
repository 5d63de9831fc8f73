"""How units are called: by all of their numbers, by a part of them, by a word of their name."""

import pytest
from msgspec.structs import replace

from campaign.spoken.names import Names, Unclear
from campaign.spoken.tokens import plain
from campaign.spoken.vocabulary import vocabulary
from tests.campaign.spoken.corpus import reader_for, shipped
from tests.campaign.zen.fighting import ledger_of

CALLED = {
    "A": ("1/901", "1st Battalion, 901st Panzer Lehr Regiment"),
    "B": ("2/901", "2nd Battalion, 901st Panzer Lehr Regiment"),
    "C": ("130 Lehr", "130th Panzer Lehr"),
}


@pytest.fixture(scope="module")
def names():
    view = ledger_of("....", "ge inf A 0101", "ge inf B 0201", "ge arm C 0301").situation
    stands = dict(view.state.stands)
    for key, (short, name) in CALLED.items():
        stands[key] = replace(stands[key], profile=replace(stands[key].profile, short=short, name=name))
    return Names(replace(view.state, stands=stands), sorted(CALLED), vocabulary())


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1/901", "A"), ("1 lehr", "A"), ("1/901 lehr", "A"), ("2 panzer lehr", "B"), ("130 lehr", "C"),
        ("lehr 130", "C"), ("130", "C"),
    ],
)  # fmt: skip
def test_a_unit_is_known_by_its_numbers_with_or_without_its_name(names, said, meant):
    assert names.find(plain(said)).stands == (meant,)


@pytest.mark.parametrize("said", ["lehr", "panzer lehr", "131 lehr", "3 lehr", "3/901", "1/902", "130 guards"])
def test_a_name_without_its_number_or_with_anothers_is_no_units(names, said):
    assert names.find(plain(said)) is None


def test_what_may_be_two_units_is_asked_about(names):
    with pytest.raises(Unclear, match="may be 1/901 or 2/901"):
        names.find(plain("901 lehr"))


@pytest.mark.parametrize(("phrase", "said"), [
    ("wurmser", "headquarters alone"), ("husaren", "Erdödy or Wurmser-Hus."),
])  # fmt: skip
def test_a_name_that_several_bear_is_asked(reader_of, phrase, said):
    with pytest.raises(Unclear) as asked:
        reader_of("austrian").names.find(phrase)
    assert said in str(asked.value)


def test_an_army_and_who_leads_it_are_told_apart_as_the_question_says(reader_of):
    names = reader_of("austrian").names
    with pytest.raises(Unclear) as asked:
        names.find("wurmser")
    whole, leader = (names.find(choice.lower()) for choice in asked.value.choices)
    assert leader.stands == ("Wurmser.G",)
    assert len(whole.stands) == len([one for one in names.state.stands.values() if one.side == "austrian"])


@pytest.mark.parametrize(("side", "phrase", "stands"), [
    ("austrian", "davidovich", ("Rechts.G",)), ("austrian", "oberst der reiterei", ("Reiter.G",)),
    ("french", "verdier's grenadiers", ("Kilmaine.1",)), ("us", "4", None),
])  # fmt: skip
def test_who_leads_is_found_by_his_name_and_what_is_somebodys_by_both(reader_of, side, phrase, stands):
    found = reader_of(side).names.find(phrase)
    assert (found and found.stands) == stands


@pytest.mark.parametrize(("side", "phrase", "stands"), [
    ("british", "2nd Armoured Brigade", "1A.2.1 1A.2.2 1A.2.3"), ("british", "22 Armd Bde", "1A.22.1 1A.22.2 1A.22.3"),
    ("british", "2 RGH of 22 Armd Bde", "1A.22.1"), ("british", "2 Bde", ""), ("british", "2 RGH of 4 Armd Bde", ""),
    ("axis", "PzR 8", "15Pz.P8I 15Pz.P8II"), ("axis", "I/PzR 8", "15Pz.P8I"), ("axis", "PzR 9", ""),
])  # fmt: skip
def test_a_body_that_is_no_formation_is_all_whose_full_names_tell_it(side, phrase, stands):
    """The 2nd Gloucestershire Hussars are of the 22nd Brigade, and so no 2nd Brigade; a bare 2 Bde may be two."""
    found = reader_for(shipped("gazala_1942")[0], side).names.find(plain(phrase))
    assert " ".join(found.stands if found else ()) == stands
