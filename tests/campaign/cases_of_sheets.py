"""What the events of closing a turn write down: events, and what the state holds then."""

from campaign.model.sheets import Closing, Standing, UnderWay
from campaign.model.verbs.sheets import OrderBarred, OrderCarried, OrderLeft, SheetClosed, SheetsClosed, TurnClosed

LATE = UnderWay("1/110 hold", (), "1.1", 500, "courier")
CASES_OF_SHEETS = {
    "the orders of a turn are closed": (
        [SheetsClosed(turn="1.1", key="close/1.1/7", drawn=("us", "ge"))], {"closing": Closing("1.1", "close/1.1/7")},
    ),
    "a turn is closed": (
        [SheetsClosed(turn="1.1", key="close/1.1/7"), TurnClosed(turn="1.1")], {"closing": None},
    ),
    "what counts until further notice": (
        [SheetClosed(command="us", source="sealed", standing=(Standing(("1/110",), "delay", goal=3),)),
         SheetClosed(command="us", source="sealed", standing=(Standing(("1/110",), "stand_fast"),))],
        {"standing": {"us": (Standing(("1/110",), "stand_fast"),)}},
    ),
    "orders are on their way to units, and others of the next turn have come": (
        [SheetClosed(command="us", source="sealed", under_way=(LATE,)), SheetClosed(command="ge", source="sealed"),
         SheetClosed(command="us", source="silent")],
        {"under_way": {"us": ()}},
    ),
    "what is on its way stays so until its command is closed again": (
        [SheetClosed(command="us", source="sealed", under_way=(LATE,)), SheetClosed(command="ge", source="sealed")],
        {"under_way": {"us": (LATE,)}},
    ),
    "what became of orders only tells": (
        [OrderCarried(command="us", line=1, stand="1/110"), OrderBarred(command="us", line=1, stand="1/110"),
         OrderLeft(command="us", line=1, stand="1/110")], {},
    ),
}
