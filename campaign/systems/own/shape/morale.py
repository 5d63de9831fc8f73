"""Say what stands are tried by: checks, rally, and formations that give way."""

from fractions import Fraction
from typing import Annotated as A

from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.roles import Cond, Many, OneOf, Out, Ref, Share, Text, Throw, Whole, Word
from campaign.systems.own.shape.moving import Change
from campaign.systems.own.words import outcomes
from campaign.systems.own.words.amounts import Dice
from campaign.systems.own.words.conditions import ALONE, Test

_SIZES = ("battalion", "regiment", "brigade", "division", "corps", "army")
_Deeds = tuple[outcomes.Deed, ...]


class Check(Heading, frozen=True, kw_only=True):
    """A throw against a rating. What it brings may not be another check, so that every order ends."""

    key: A[str, Word("check")]
    name: A[str, Text(40)]
    dice: A[Dice, Throw()]
    rating: A[str, Ref("rating")]
    passes: A[str, OneOf("at most", "at least")] = "at most"
    change: A[tuple[Change, ...], Many(Sub(Change), 0, 20)] = ()
    passed: A[_Deeds, Many(Out(outcomes.ALONE), 0, 4)] = ()
    failed: A[_Deeds, Many(Out(outcomes.ALONE), 0, 4)] = ()
    badly_by: A[int, Whole(1, 12)] = 12
    failed_badly: A[_Deeds, Many(Out(outcomes.ALONE), 0, 4)] = ()


class Rally(Heading, frozen=True, kw_only=True):
    """Which marks are lifted in the phase that rallies, and by what check."""

    check: A[str, Ref("check", also=("",))] = ""
    lifts: A[tuple[str, ...], Many(Ref("mark"))] = ()
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()


class Breakpoint(Heading, frozen=True, kw_only=True):
    """A formation of such a size that has lost a share of its steps gives way."""

    name: A[str, Text(40)]
    of: A[tuple[str, ...], Many(OneOf(*_SIZES), 1)]
    lost: A[Fraction, Share()]
    then: A[_Deeds, Many(Out(outcomes.ALONE), 1, 4)]
    check: A[str, Ref("check", also=("",))] = ""
    """A check that each of its stands passes to be spared."""
