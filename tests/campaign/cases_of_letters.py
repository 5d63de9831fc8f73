"""What the events of letters write down, and how they are said; ``test_apply`` and ``test_prose`` hold them."""

from campaign.model.letters import Letter
from campaign.model.verbs.hold import LetterChanged, LetterHeld, LetterReleased
from campaign.model.verbs.letter import LetterDelivered, LetterHeard, LetterLost, LetterReturned, LetterSent
from campaign.model.verbs.means import MeansSet

SENT = LetterSent(
    letter="a", sender="us", receivers=("us.n", "us.s"), means="courier", form="order", text="hold", sent=60,
    turn="1.1", arrives={"us.n": 84, "us.s": 99}, ways={"us.n": (1, 2)},
)  # fmt: skip
CASES_OF_LETTERS = {
    "a letter goes to two, and comes to one": (
        [SENT, LetterDelivered(letter="a", sender="us", receiver="us.n", receivers=("us.n", "us.s"), means="courier",
                               form="order", text="hold", sent=60, at=84)],
        {"letters.a.delivered": ("us.n",), "letters.a.arrives": {"us.n": 84, "us.s": 99}, "letters.a.changed": ""},
    ),
    "who gets a letter has it as it came": (
        [LetterDelivered(letter="a", sender="us", receiver="us.n", receivers=("us.n", "us.s"), means="courier",
                         form="order", text="go", sent=60, at=84)],
        {"letters": {"a": Letter("a", "us", ("us.n", "us.s"), "courier", "order", "go", 60, arrives={"us.n": 84},
                                 delivered=("us.n",))}},
    ),
    "a letter is held, changed and lost": (
        [SENT, LetterHeld(letter="a", reason="the line is down"), LetterChanged(letter="a", text="go", reason="x"),
         LetterLost(letter="a", receiver="us.s")],
        {"letters.a.held": "the line is down", "letters.a.changed": "go", "letters.a.text": "hold",
         "letters.a.lost": ("us.s",)},
    ),
    "a letter that was held goes on": (
        [SENT, LetterHeld(letter="a", reason="x"), LetterReleased(letter="a", reason="y")], {"letters.a.held": ""},
    ),
    "a letter comes back": (
        [LetterReturned(letter="b", sender="us", receivers=("us.n",), means="telephone", form="free", text="hm",
                        sent=60, words="no line")],
        {"letters.b.returned": "no line", "letters.b.arrives": {}},
    ),
    "a letter is overheard": (
        [SENT, LetterHeard(letter="a", copy="c", side="ge", by="ge", means="wireless", share="half", text="... it",
                           at=70, sender="us")],
        {"letters.a.listened": True, "letters.c.heard": "half", "letters.c.receivers": ("ge",),
         "letters.c.text": "... it", "letters.c.sender": "us"},
    ),
    "nobody overhears a letter": (
        [SENT, LetterHeard(letter="a", copy="c", side="ge", by="ge", means="wireless")],
        {"letters.a.listened": True, "letters.c": None},
    ),
    "letters go otherwise": (
        [MeansSet(means="courier", what="speed", value=100), MeansSet(means="wireless", what="allowed", value=0,
                                                                      whose="us")],
        {"means": {"courier/speed": 100, "us/wireless/allowed": 0}},
    ),
}  # fmt: skip
_TOLD = {"letter": "a", "sender": "us", "receivers": ("ge", "umpire"), "means": "wireless", "form": "report"}
LINES_OF_LETTERS = [
    (LetterSent(**_TOLD, text="all quiet\n\nno losses", sent=1920),
     "Situation report of the American side to the German side and the umpire, by wireless, was sent at day 1, 08:00: "
     "'all quiet / no losses'."),
    (LetterReturned(**_TOLD, text="x", sent=1920, words="no line lies there"),
     "Situation report of the American side to the German side and the umpire, by wireless, did not go: no line lies "
     "there."),
    (LetterDelivered(**_TOLD, receiver="ge", text="y" * 200, sent=1920, at=2000),
     "Situation report of the American side to the German side and the umpire, by wireless, came to the German side at "
     f"day 1, 09:20: '{'y' * 160} ...'."),
    (LetterHeard(letter="a", copy="b", side="ge", by="ge", means="wireless", share="half", text="... it", sender="us"),
     "The German side listened in and has half of a letter of the American side: '... it'."),
    (LetterHeard(letter="a", copy="b", side="ge", by="ge", means="wireless"),
     "The German side listened in for nothing."),
    (LetterHeard(letter="a", copy="b", side="ge", by="ge", means="courier", share="whole", text="it", sender="us"),
     "The German side caught a courier and has the whole of a letter of the American side: 'it'."),
    (LetterHeard(letter="a", copy="b", side="ge", by="ge", means="courier"), "A courier came through."),
    (LetterLost(letter="a", receiver="ge"), "Letter a does not come to the German side."),
    (LetterHeld(letter="a", reason="fog"), "Letter a is held: fog."),
    (LetterReleased(letter="a", reason="clear"), "Letter a goes on: clear."),
    (LetterChanged(letter="a", text="go", reason="a ruse"), "Letter a was changed: a ruse; it says 'go' now."),
    (MeansSet(means="wireless", what="allowed", value=0, whose="us", reason="silence"),
     "Wireless: allowed is 0 for the American side from now on (silence)."),
    (MeansSet(means="clock", what="turn", value=90), "Clock: turn is 90 from now on."),
]  # fmt: skip
