"""Letters of the games that twins are made of: each command gets one, and the enemy has others in the twin alone."""

import itertools

from campaign.model.commands import commands_of
from campaign.model.verbs.hold import LetterChanged, LetterHeld
from campaign.model.verbs.letter import LetterDelivered, LetterHeard, LetterLost, LetterReturned, LetterSent
from campaign.model.verbs.means import MeansSet
from campaign.store.letters import LetterBox, Waiting

_COUNT = itertools.count()


def common_letters(setting):
    """Give letters that are there in both twins: each command sent one to its side's first, and got one from there."""
    for number, one in enumerate(commands_of(setting)):
        first = next(other.id for other in commands_of(setting) if other.side == one.side)
        told = {"means": "courier", "form": "order", "text": f"hold {number}", "sent": 1920}
        out = {"letter": f"out-{one.id}", "sender": one.id, "receivers": (first,)}
        yield LetterSent(**out, **told, turn="1.1", arrives={first: 1944}, ways={first: (1, 2)})
        came = {"letter": f"in-{one.id}", "sender": first, "receiver": one.id, "receivers": (one.id,)}
        yield LetterDelivered(**came, **told, at=1944)


def secret_letters(setting, enemy, dice):
    """Give events of letters that only the enemy and the umpire know of."""
    commands = [one.id for one in commands_of(setting) if one.side == enemy]
    others = [one.id for one in commands_of(setting) if one.side != enemy]
    sender, receiver, own = dice.choice(commands), dice.choice(commands), dice.choice(others)
    key = f"secret-{next(_COUNT)}"
    told = {"letter": key, "sender": sender, "receivers": (receiver,), "means": "wireless", "form": "free",
            "text": "Kampfgruppe Quasimodo comes over the bridge", "sent": 1920}  # fmt: skip
    heard = {"letter": f"out-{own}", "copy": f"heard-{key}", "side": enemy, "by": sender, "means": "courier"}
    return dice.choice([
        (LetterSent(**told, turn="1.1", arrives={receiver: 1960}), LetterDelivered(**told, receiver=receiver, at=1960)),
        (LetterSent(**told, turn="1.1", arrives={receiver: 1960}), LetterLost(letter=key, receiver=receiver)),
        (LetterReturned(**told, turn="1.1", words="Esmeralda sits on the line"),),
        (LetterHeard(**heard, share="whole", text="hold", at=1944),), (LetterHeard(**heard),),
        (LetterHeld(letter=f"out-{own}", reason="Esmeralda"),),
        (LetterChanged(letter=f"out-{own}", text="go", reason="x"),),
        (MeansSet(means="wireless", what="allowed", value=0, whose=enemy, reason="Esmeralda listens"),),
        (MeansSet(means="wireless", what="heard", value=2, reason="all listen"),),
    ])  # fmt: skip


def letters_beside(log, campaign, setting, viewer_side):
    """Let the enemy have a letter that waits, and marks of what he has read."""
    (sender, *_) = [one.id for one in commands_of(setting) if one.side != viewer_side]
    box, seen = LetterBox(log), log.last_seq(campaign)
    box.keep(campaign, Waiting("waits", "1.1", sender, ("umpire",), "staff", "free", "Quasimodo asks"), seen=seen)
    with log.transaction(write=True) as db:
        box.check(db, campaign, "1.1", box.waiting(campaign, "1.1"))
