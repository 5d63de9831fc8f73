"""What the events of the fog write down, and how they are said; ``test_apply`` and ``test_prose`` hold them."""

from campaign.model.known.sightings import Fog
from campaign.model.things import Profile, Stand
from campaign.model.verbs.deception import DeceptionSet, PrisonersTalked
from campaign.model.verbs.dummy import DummyGone, DummyMarched, DummyPlaced
from campaign.model.verbs.fog import FogSet, RumourSpread

RUMOUR = RumourSpread(
    rumour="rumour-1", to=("us",), hex=13, side="ge", kind="armour", size="regiment", source="captured", confidence=4,
    text="tanks in the wood", true=True, reason="a ruse",
)  # fmt: skip
FALSE = Stand("dummy-ge-1", "ge-div", Profile("KG X", "KG X", "ge", "armour", "battalion", 4, "tracked"), 13)
PLACED = DummyPlaced(side="ge", stand=FALSE, reason="a ruse")
MARCHED = DummyMarched(side="ge", dummy="dummy-ge-1", path=(13, 14), day=1, turn=2)
FURTHER = DummyMarched(side="ge", dummy="dummy-ge-1", path=(13, 14), day=1, turn=1, goal=30)
STAYS = DummyMarched(side="ge", dummy="dummy-ge-1", path=(14,), day=1, turn=1)
FOUND = DummyGone(side="ge", dummy="dummy-ge-1", how="found out", hex=14, by=("1/110",))
BACK = DummyGone(side="ge", dummy="dummy-ge-1", how="taken back", hex=14)
PRISONERS = PrisonersTalked(
    report="prisoners-1", to=("us",), hex=13, side="ge", kind="armour", size="division", unit="II/3",
    formation="2. Panzer-Division",
)  # fmt: skip
DECEPTION = DeceptionSet(mistaken=15, prisoners=4, dummies="sides", reason="so agreed")
CASES_OF_FOG = {
    "what is seen may deceive": ([FogSet(reports="staff"), DECEPTION], {"fog": Fog("staff", 15, 4, "sides")}),
    "commands report otherwise and what deceives stays": (
        [DECEPTION, FogSet(reports="letter")], {"fog": Fog("letter", 15, 4, "sides")},
    ),
    "a dummy is placed beside the stands": ([PLACED], {"dummies.dummy-ge-1.stand.hex": 13}),
    "a dummy marches once a turn": (
        [PLACED, MARCHED], {"dummies.dummy-ge-1.stand.hex": 14, "dummies.dummy-ge-1.marched": (1, 2)},
    ),
    "a dummy goes on to a far hex": ([PLACED, FURTHER], {"dummies.dummy-ge-1.goal": 30}),
    "a dummy that came there goes nowhere": (
        [PLACED, FURTHER, MARCHED], {"dummies.dummy-ge-1.goal": None, "dummies.dummy-ge-1.marched": (1, 2)},
    ),
    "a dummy is found out": (
        [PLACED, MARCHED, FOUND], {"dummies.dummy-ge-1.stand.hex": None, "dummies.dummy-ge-1.stand.gone": "found out"},
    ),
    "commands report to each other otherwise": ([FogSet(reports="staff")], {"fog": Fog("staff")}),
    "a rumour goes round": ([RUMOUR], {"rumours": ("rumour-1",)}),
}
LINES_OF_FOG = [
    (FogSet(reports="letter", reason="the lines are cut"),
     "Commands of a side report to each other by letters alone (the lines are cut)."),
    (DECEPTION, "Of enemies seen from afar or by night 15 in 100 are mistaken; prisoners talk on 4 or more; the sides "
     "place dummies of their own and march them (so agreed)."),
    (DeceptionSet(mistaken=0, prisoners=0, dummies="umpire"), "Of enemies seen from afar or by night none are "
     "mistaken; prisoners talk never; the umpire alone places dummies and marches them."),
    (PLACED, "The dummy dummy-ge-1, which looks like KG X, armour battalion, is placed in 0402 (a ruse)."),
    (MARCHED, "The dummy dummy-ge-1 went 0402-0502."),
    (FURTHER, "The dummy dummy-ge-1 went 0402-0502, and is to go on to 0104."),
    (STAYS, "The dummy dummy-ge-1 stays in 0502."),
    (FOUND, "The unit in 0502 is found out by 1/110: it was a dummy, and nobody is there."),
    (BACK, "The dummy dummy-ge-1 is taken off 0502."),
    (PRISONERS, "Prisoners taken at 0402 are of II/3, 2. Panzer-Division."),
    (PrisonersTalked(report="x", to=("us",), hex=13, side="ge", kind="armour", size="unknown"),
     "Prisoners taken at 0402 say nothing."),
    (RUMOUR, "German, armour regiment at 0402, captured: tanks in the wood."),
]  # fmt: skip
