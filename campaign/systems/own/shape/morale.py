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
    """The name of the check in this file."""
    name: A[str, Text(40)]
    """The name that the log shows."""
    dice: A[Dice, Throw()]
    """What is thrown."""
    rating: A[str, Ref("rating")]
    """The rating that is thrown against."""
    passes: A[str, OneOf("at most", "at least")] = "at most"
    """Whether a throw of at most the rating passes, or of at least."""
    change: A[tuple[Change, ...], Many(Sub(Change), 0, 20)] = ()
    """Where the rating counts as another."""
    passed: A[_Deeds, Many(Out(outcomes.ALONE), 0, 4)] = ()
    """What comes of a throw that passes."""
    failed: A[_Deeds, Many(Out(outcomes.ALONE), 0, 4)] = ()
    """What comes of one that fails."""
    badly_by: A[int, Whole(1, 12)] = 12
    """A throw that misses by so much fails badly."""
    failed_badly: A[_Deeds, Many(Out(outcomes.ALONE), 0, 4)] = ()
    """What comes of that, in the place of `failed`."""


class Rally(Heading, frozen=True, kw_only=True):
    """Which marks are lifted in the phase that rallies, and by what check."""

    check: A[str, Ref("check", also=("",))] = ""
    """The check that lifts them; none: they are lifted without a throw."""
    lifts: A[tuple[str, ...], Many(Ref("mark"))] = ()
    """The marks that it lifts."""
    not_if: A[tuple[Test, ...], Many(Cond(ALONE), 0, 6)] = ()
    """Whoever is so does not rally."""


class Breakpoint(Heading, frozen=True, kw_only=True):
    """A formation of such a size that has lost a share of its steps gives way."""

    name: A[str, Text(40)]
    """What the log calls it."""
    of: A[tuple[str, ...], Many(OneOf(*_SIZES), 1)]
    """The sizes of formations that are counted."""
    lost: A[Fraction, Share()]
    """The share of its steps that it may lose before it gives way."""
    then: A[_Deeds, Many(Out(outcomes.ALONE), 1, 4)]
    """What befalls each of its stands then."""
    check: A[str, Ref("check", also=("",))] = ""
    """A check that each of its stands passes to be spared."""
