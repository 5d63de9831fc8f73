"""What the events of battles write down, and how they are said; ``test_apply`` and ``test_prose`` hold them."""

from campaign.model.things import Battle
from campaign.model.verbs.battle import BattleClosed, BattleOpened

OPENED = BattleOpened(battle="b-1", name="Ouren", front="f-1", stands=("1/110", "II/3"), rules="d3_one_hour", plan="{}")
CLOSED = BattleClosed(battle="b-1", to=("us",), name="Ouren", turns=9)
CASES_OF_BATTLES = {
    "a battle is fought": (
        [OPENED], {"battles": {"b-1": Battle("Ouren", "f-1", ("1/110", "II/3"), "d3_one_hour", "{}")}},
    ),
    "a battle is over": ([OPENED, CLOSED], {}),
}
LINES_OF_BATTLES = [
    (OPENED, "The battle of Ouren (b-1) is fought on a table by d3_one_hour: 1/110, II/3."),
    (CLOSED, "The battle of Ouren is over, after 9 turns on the table."),
    (BattleClosed(battle="b-1", name="Ouren", turns=1), "The battle of Ouren is over, after 1 turn on the table."),
    (BattleClosed(battle="b-1", name="Ouren", turns=0), "The battle of Ouren is over, unfought."),
]
