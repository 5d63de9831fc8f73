"""Units that are counted, not named: all three brigades, both of a name; as many as it says, or a question."""

import pytest

from campaign.spoken.tokens import numbers_from, tokens_of
from tests.campaign.spoken.corpus import Row, grade, reader_for, shipped

READ = (
    ("gazala_1942", "british", "both CLY to Bir Lefa || give 1A.22.2,1A.22.3>march>@Bir_Lefa"),
    ("gazala_1942", "british", "both RTR to Bir Lefa || ask"),
    ("gazala_1942", "british", "all three brigades of 50 Div hold || give 50.151,50.69,50.150>hold>"),
    ("gazala_1942", "british", "50 Div: all three brigades hold || give 50.151,50.69,50.150>hold>"),
    ("gazala_1942", "british", "both brigades of 50 Div hold || ask"),
    ("gazala_1942", "british", "all three brigades of 50 Div less one hold || ask"),
    ("gazala_1942", "british", "8, 42 and 44 RTR to Acroma || give 1ATB.8,1ATB.42,1ATB.44>march>@Acroma"),
    ("gazala_1942", "british", "8, 42 and 43 RTR to Acroma || ask"),
    ("gazala_1942", "axis", "132 carri gegen Bir Hacheim || give Ari.132>attack>@Bir_Hacheim"),
    ("gazala_1942", "axis", "132 carri gegen 0505 || ask"),
    ("gazala_1942", "axis", "15. PD greift an mit PzR 8 auf 3521 || give 15Pz.P8I,15Pz.P8II>attack>3521"),
    ("gazala_1942", "axis", "15. PD greift an mit PzR 5 auf Knightsbridge || ask"),
    ("sedan_1940", "german", "both Panzer regiments of 1 Pz to Bouillon || give 1Pz.PzR1,1Pz.PzR2>march>@Bouillon"),
    ("sedan_1940", "german", "SR 1: all three battalions hold || give 1Pz.S1I,1Pz.S1II,1Pz.S1III>hold>"),
    ("sedan_1940", "german", "all three battalions of SR 69 hold || ask"),
    ("sedan_1940", "german", "all three battalions of GD hold || give GD.I,GD.II,GD.III>hold>"),
    ("korsun_1944", "german", "PG 3 I und II halten || give 3Pz.GI,3Pz.GII>hold>"),
    ("korsun_1944", "german", "Panzer Wiking hält || ask"),
    ("korsun_1944", "german", "Wiking hält || give fm:Wik>hold>"),
)  # fmt: skip


@pytest.mark.parametrize(("operation", "side", "row"), READ)
def test_what_is_counted_is_read_to_the_number_or_asked_about(operation, side, row):
    reader = reader_for(shipped(operation)[0], side)
    row = Row(*row.split(" || "))
    (line,) = reader.block(row.text)
    assert grade(row, line, reader) == "right", line


@pytest.mark.parametrize(
    ("text", "numbers", "end"),
    [
        ("i, ii and iii to", [1, 2, 3], 5), ("1 und 2", [1, 2], 3), ("1 & 2", [1, 2], 3), ("1 + 2", [1, 2], 3),
        ("i, to", [1], 1), ("1, 2/110", [1], 1), ("1 and 1", [1], 1), ("3 and 5", [3], 1), ("ii. and iii.", [2, 3], 5),
    ],
)  # fmt: skip
def test_a_list_of_numbers_ends_where_no_number_follows(text, numbers, end):
    assert numbers_from(tokens_of(text), 0, 4) == (numbers, end)
