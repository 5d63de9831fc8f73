"""What the events of the fog write down, and how they are said; ``test_apply`` and ``test_prose`` hold them."""

from campaign.model.sightings import Fog
from campaign.model.verbs.fog import FogSet, RumourSpread

RUMOUR = RumourSpread(
    rumour="rumour-1", to=("us",), hex=13, side="ge", kind="armour", size="regiment", source="captured", confidence=4,
    text="tanks in the wood", true=True, reason="a ruse",
)  # fmt: skip
CASES_OF_FOG = {
    "commands report to each other otherwise": ([FogSet(reports="staff")], {"fog": Fog("staff")}),
    "a rumour goes round": ([RUMOUR], {"rumours": ("rumour-1",)}),
}
LINES_OF_FOG = [
    (FogSet(reports="letter", reason="the lines are cut"),
     "Commands of a side report to each other by letters alone (the lines are cut)."),
    (RUMOUR, "German, armour regiment at 0402, captured: tanks in the wood."),
]  # fmt: skip
