"""
Put the items of a line together: who, what, where, when.

No item is dropped. One that has no place in an order, as it stands, is asked about.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from campaign.spoken.clause import Clause
from campaign.spoken.item import Item
from campaign.spoken.names import Named, Unclear
from campaign.spoken.places import Spot
from campaign.spoken.vocabulary import TASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.spoken.places import Places
    from campaign.spoken.times import Time
    from campaign.spoken.vocabulary import Vocabulary

__all__ = ["clauses_of"]

_ENDS = frozenset(";")
_PLURAL = ("bridges", "crossings", "brucken", "bruecken")
_BRIDGE = ("bridge", "brucke", "bruecke")
_FRESH = frozenset(",.:")
_DETERMINERS = frozenset({
    "the", "a", "an", "our", "my", "your", "his", "their", "its", "der", "die", "das", "den", "dem", "des", "ein",
    "eine", "einen", "einer", "unsere", "unserer", "ihre", "seine", "meine", "mein",
})  # fmt: skip
_GROUND = frozenset({"place", "water", "unknown", "object", "rivers"})
_TOWARDS = frozenset({"auf", "gegen"})


class _Builder:
    """Takes items one by one."""

    def __init__(self, words: Vocabulary, places: Places, assumed: list[str]) -> None:
        self.words, self.places, self.assumed = words, places, assumed
        self.clauses = [Clause()]
        self.link = ""
        self.link_text, self.link_soft = "", False
        self.last_role = ""
        self.fresh = True
        self.listing = False
        self.before = ""
        """The kind of the item before."""
        self.opened = self.open_text = ""
        """What units are named as next: followed, whom another goes behind; left_out, whom the order is not for."""
        self.to_object = False
        """Whether a bridge or a ford stands behind "to": its hex is named next."""

    @property
    def now(self) -> Clause:
        return self.clauses[-1]

    def take(self, item: Item, following: Item | None) -> None:
        """Take one item; ``following`` is the next that is not filling."""
        if item.kind not in {"unit", "filling", "link", "mark", "unclear", "shunned"}:
            self._close(item)
        if item.kind in {"link", "mark"}:
            getattr(self, f"_{item.kind}")(item, following)
            self.before = item.kind
            return
        if item.kind == "verb" and self.link == "to":
            self.link = ""  # it has to go: the verb follows, not a place
        self.to_object = item.kind == "object" and self.link == "to" and _names_where(following)
        if item.kind not in {"place", "unit", "unknown", "water", "filling", "unclear", "question"}:
            self._settle_link()
        getattr(self, f"_{item.kind}")(item)
        self.before = item.kind
        if item.kind != "filling":
            self.fresh = False
            self.listing = item.kind == "place"

    def done(self) -> list[Clause]:
        """Give the clauses, once all is taken."""
        self._settle_link()
        self._close(None)
        shunned = [name for one in self.clauses for name in one.shun]
        for one in self.clauses:
            one.shun = list(dict.fromkeys(filter(None, shunned))) or shunned[:1]  # "the river Our": by its name
        for one, following in reversed(list(pairwise(self.clauses))):
            if one.towards and not one.verbs and following.towards and following.to_first:
                one.verbs, one.to_first = list(following.verbs), True  # "A auf Auw, B auf Recht vorgehen": both do
        return self.clauses

    def _settle_link(self) -> None:
        """See that a "to" or "via" has got its place."""
        if self.to_object:
            return
        if self.link and not self.link_soft:
            raise Unclear(f"{self.link_text!r}: where?", self.link_text)
        self.link = ""

    # ---- items ---------------------------------------------------------------------------------------------

    def _filling(self, item: Item) -> None:
        """Nothing hangs on it; but who goes "behind the" somebody or something must be able to say whom."""
        if self.opened == "followed" and not self.now.followed and item.text in _DETERMINERS:
            self.opened = "whom"

    def _close(self, item: Item | None) -> None:
        """See that what a word has opened is named before anything else is said."""
        word, says = self.open_text, self.words.says
        if self.opened == "left_out" and not self.now.left_out:
            raise Unclear(f"{word!r}: {says['except']}", word)
        if self.opened == "shun":
            raise Unclear(f"{word!r}: only a river can be named that is not to be crossed", word)
        names_ground = item is not None and not self.link and item.kind in _GROUND
        if self.opened == "whom" or (self.opened == "followed" and not self.now.followed and names_ground):
            raise Unclear(f"{word!r}: {says['near']}", word)
        self.opened = ""

    def _follow(self, item: Item) -> None:
        if not self.now.units or self.now.followed is not None:
            raise Unclear(f"{item.text!r}: who goes behind whom? Write a line for each", item.text)
        self.now.followed, self.opened, self.open_text = [], "followed", item.text

    def _followed(self, _: Item) -> None:
        self.clauses.append(Clause(followed=[]))
        self.last_role = ""

    def _except(self, item: Item) -> None:
        if not self.now.units and not self.now.all:
            raise Unclear(f"{item.text!r}: of whom? Name who is meant first", item.text)
        self.opened, self.open_text = "left_out", item.text

    def _shun(self, item: Item) -> None:
        self.opened, self.open_text = "shun", item.text

    def _shunned(self, item: Item) -> None:
        self.now.shun.append(item.value)
        self.opened = ""

    def _rivers(self, item: Item) -> None:
        raise Unclear(f"{item.text!r}: {self.words.says['near']}", item.text)

    def _noted(self, item: Item) -> None:
        self.assumed.append(f"{item.text!r} is not carried by the order")

    def _remark(self, item: Item) -> None:
        self.assumed.append(f"a remark, not part of the order: {item.text}")

    def _question(self, item: Item) -> None:
        say = self.words.says.get(item.value, item.value)
        raise Unclear(f"{item.text!r}: {say}", item.text)

    def _unclear(self, item: Item) -> None:
        raise item.value

    def _unknown(self, item: Item) -> None:
        name = item.text
        if (
            not name[:1].isalpha()
            or (not self.link and self._like_a_verb(name))
            or not (self.now.units or self.now.is_said)
        ):
            raise Unclear(
                f"what is {name!r}? It is no unit of yours, no place on the map and no word of an order", name
            )
        # A name may be mended once it is known who goes there; it is a place till then.
        self._put(Spot(name, (), name, mended=True))

    def _like_a_verb(self, name: str) -> bool:
        from campaign.spoken.places import apart  # noqa: PLC0415

        return any(
            apart(name, words[0], 1) <= 1
            for words, meanings in self.words.phrases.items()
            if len(words) == 1 and len(words[0]) > 3 and any(one.kind in {"verb", "question"} for one in meanings)
        )

    def _water(self, item: Item) -> None:
        crosses = self.now.verb == "cross" and not self.link and not self.now.river
        if self.link != "via" and not crosses:
            raise Unclear(f"{item.text!r} is a river: name the place or hex", item.text)
        self.link, self.now.river = "", item.text

    def _mark(self, item: Item, following: Item | None) -> None:
        lists_units = self.now.units and not self.now.is_said
        if self.opened in {"followed", "whom"}:
            self._close(None)  # "14 Tk right behind, 2 Tk behind them": another one is told something
        if item.text == "-" and lists_units and following is not None and following.kind == "unit":
            raise Unclear("'-': from one unit to the other? Name each of them", "-")
        if item.text in _ENDS:
            self._settle_link()
            if self.now.units or self.now.is_said:
                self.clauses.append(Clause())
            self.last_role = ""
        elif item.value in _FRESH:
            self.fresh = self.fresh or item.value != ":"
            if (
                item.value == ","
                and self.listing
                and following is not None
                and following.kind == "place"
                and self.last_role == "via"
            ):
                self.link, self.link_soft, self.link_text = "via", False, ","

    def _link(self, item: Item, following: Item | None) -> None:
        if item.value == "and":
            self._check_and(item, following)
            self.fresh = True
            if self.listing and self.last_role == "via" and following is not None and following.kind == "place":
                self.link, self.link_soft, self.link_text = "via", False, item.text
            return
        if item.value == "then":
            if not (following is not None and following.kind == "verb" and following.value == "hold" and self.now.to):
                self._then()  # "to Wiltz, then hold" is one order
            return
        if item.value == "at" and self.link == "to" and self.to_object:
            return
        self._settle_link()
        soft = item.soft and (following is None or following.kind not in {"place", "unknown"})
        if not soft:
            # "over the Our at Dasburg": that is where it crosses
            value = "via" if item.value == "at" and self.before == "water" else item.value
            self.link, self.link_text, self.link_soft = value, item.text, False

    def _check_and(self, item: Item, following: Item | None) -> None:
        """See that something is joined: a list that breaks off has lost a word."""
        lists_units = self.now.units and not self.now.is_said
        bad = {"link", "place", "when", "mode", "mark"} if lists_units else {"mark"}
        if self.link or following is None or following.kind in bad:
            raise Unclear(f"{item.text!r}: and who, or what?", item.text)

    def _then(self) -> None:
        self._settle_link()
        self.fresh = True
        clause = self.now
        if not (clause.units and clause.to) or clause.at:
            if clause.to or clause.at or not clause.units:
                raise Unclear("'then': one order at a time; give the second when the first is done", "then")
            return
        clause.via += clause.to
        clause.to, clause.then = [], True

    def _unit(self, item: Item) -> None:
        clause, joined = self.now, self.link == "with"
        if self._is_opened(item.value):
            return
        if self.link == "from" and clause.all and not clause.units and not clause.is_said:
            self.link = ""  # "alle von Strobel": it is whom they are of
        if self.link and not joined:
            raise Unclear(f"{item.text!r} is a unit: name the place or hex to go to", item.text)
        self.link = ""
        if self.before == "unit" and clause.units and set(item.value.stands) < set(clause.units[-1].stands):
            clause.units[-1] = item.value  # "Pz Lehr 901": its division stands before it
            return
        if joined and self._is_its_means(item.value):
            clause.units[-1] = item.value  # "15. PD greift an mit PzR 8": it is a part that attacks
            return
        open_list = clause.leads and not (clause.to or clause.at or clause.via or clause.same)
        if (
            not clause.is_said
            or open_list
            or (joined and not clause.units)
            or (not clause.units and clause.verbs and not clause.same)
        ):
            clause.units.append(item.value)
        elif self.fresh and (clause.units or clause.all):
            self.clauses.append(Clause([item.value]))
            self.last_role = ""
        elif clause.units or clause.same or clause.all:
            self._beside(item)
        else:
            clause.units.append(item.value)

    def _is_opened(self, named: Named) -> bool:
        """Take a unit that another goes behind, or that an order is not for."""
        clause = self.now
        if self.opened in {"followed", "whom"} and not self.link and not clause.followed:
            clause.followed, self.opened = [named], "followed"
            return True
        goes_on = not clause.left_out or self.before == "link" or (self.before == "mark" and not clause.is_said)
        if self.opened == "left_out" and not self.link and goes_on:
            clause.left_out.append(named)
            return True
        if clause.left_out:
            self.opened = ""  # who comes behind a comma is told something else
        return False

    def _is_its_means(self, named: Named) -> bool:
        """Whether a formation attacks or fires with one of its own parts."""
        whole = self.now.units[0] if len(self.now.units) == 1 and self.now.verbs in (["attack"], ["fire"]) else None
        return whole is not None and bool(whole.formation) and set(named.stands) < set(whole.stands)

    def _beside(self, item: Item) -> None:
        clause = self.now
        if clause.same and not clause.units:
            clause.units.append(item.value)
            return
        raise Unclear(f"{item.text!r}: who is to do what? Write a line for each", item.text)

    def _verb(self, item: Item) -> None:
        value, clause = item.value, self.now
        if value == "unchanged":
            value, clause.unchanged = "hold", item.text
        working = any(verb in TASKS for verb in clause.verbs)
        if item.soft and (working or clause.verb in {"hold", "cross", "march"}):
            self._count_object(item)
            return
        if not clause.verbs:
            clause.to_first = bool(clause.to) and (clause.linked or not item.text.endswith("en"))  # "Auw nehmen"
            if value == "hold" and clause.to and not clause.linked and not item.text.endswith((" there", " dort")):
                # "3/395 Höfen holds": it is there, and stays
                clause.stood, clause.to, clause.to_first = clause.stood + clause.to, [], False
            clause.leads = not clause.units and not clause.to
            if not clause.objects:  # "Brücke bei 4335 bauen": it is the bridge that is there
                clause.stood, clause.at = clause.stood + clause.at, []
        clause.bridge = clause.bridge or item.text.endswith(_BRIDGE)  # "prepare the bridge"
        clause.verbs.append(value)
        self.last_role = ""

    def _object(self, item: Item) -> None:
        if self.to_object:
            return  # to the bridge at 0406: it is a place
        self._count_object(item)

    def _count_object(self, item: Item) -> None:
        """Take a bridge or a place that a verb is about; of several that are to be worked on it is asked."""
        self.now.bridge = self.now.bridge or item.text.endswith(_BRIDGE)
        if item.text.endswith(_PLURAL) and set(self.now.verbs) & set(TASKS):
            raise Unclear(
                f"{item.text!r}: a line is for one of them: name its hexes, and write a line for each", item.text
            )
        self.now.objects += 1

    def _mode(self, item: Item) -> None:
        if item.value == "column":
            self.now.column = True
        elif self.now.mode not in {"", item.value}:
            raise Unclear(f"{item.text!r}: by road or in transport?", item.text)
        else:
            self.now.mode = item.value

    def _when(self, item: Item) -> None:
        time: Time = item.value
        if time.why_not:
            raise Unclear(time.why_not, item.text)
        if time.role == "dawn":
            self.now.dawn = item.text
        if time.role in {"hour", "dawn"}:
            self.assumed.append(f"{item.text!r} is not carried: orders are for whole turns")
        elif getattr(self.now, time.role) is not None:
            raise Unclear(f"{item.text!r}: two times in one order", item.text)
        else:
            setattr(self.now, time.role, time.when)

    def _same(self, _: Item) -> None:
        if self.now.is_said and not self.now.same:
            return  # "to Auw too": it says what is to be done itself
        self.now.same = True

    def _all(self, item: Item) -> None:
        self.now.all, self.now.battalions = True, item.value or self.now.battalions

    def _place(self, item: Item) -> None:
        self._put(item.value)

    def _put(self, spot: Spot | int) -> None:
        """Put a place where its preposition says, or where the verb wants it."""
        clause, role = self.now, self.link
        if role == "at" and self.link_text in {"on", "auf", "an"} and clause.verbs and clause.verbs[-1] == "march":
            role = "to"  # to fall back on a place is to go there
        self.link = ""
        if role == "with" or (not clause.units and not clause.is_said and not clause.all):
            written = self.places.hexmap.number(spot) if isinstance(spot, int) else spot.written
            raise Unclear(f"{written!r} is a place: who is to go there?", written)
        if clause.same:
            raise Unclear("'same', and yet a place: which of the two?")
        clause.linked = clause.linked or role == "to"
        if role == "to" and self.link_text in _TOWARDS:
            clause.towards = self.link_text
        role = role or ("at" if clause.objects and not clause.verbs else "")  # "Brücke Gemünd schlagen"
        role = role or ("via" if clause.verb and clause.verbs[-1] == "cross" and not clause.river else "")
        role = role or ("at" if clause.verb and clause.verbs[-1] not in {"march", "cross", "attack", "fire"} else "to")
        if role == "at" and not (clause.verbs or clause.objects):
            clause.stood.append(spot)
        else:
            {"to": clause.to, "at": clause.at, "via": clause.via, "from": clause.left}[role].append(spot)
        self.last_role = role


def _names_where(item: Item | None) -> bool:
    return item is not None and (item.kind == "place" or (item.kind == "link" and item.value == "at"))


def _goal_last(items: Sequence[Item]) -> Sequence[Item]:
    """Put a place that stands before a colon behind the units that it lists: "Wiltz: 3/110 and 44 Engr"."""
    meant = [item for item in items if item.kind != "filling"]
    listed = meant[2:]
    if not listed or meant[0].kind != "place" or meant[1].text != ":":
        return items
    if any(one.kind != "unit" and one.value not in {"and", ",", ".", "!"} for one in listed):
        return items
    return [*listed, Item("link", "to", "to"), meant[0]]


def clauses_of(items: Sequence[Item], words: Vocabulary, places: Places, assumed: list[str]) -> list[Clause]:
    """
    Put items together.

    Parameters
    ----------
    assumed
        Gets what was taken so without being said, or said and not carried.

    Raises
    ------
    Unclear
        If an item has no place in an order.
    """
    builder, items = _Builder(words, places, assumed), _goal_last(items)
    for n, item in enumerate(items):
        builder.take(item, next((one for one in items[n + 1 :] if one.kind != "filling"), None))
    found = builder.done()
    return found if len(found) == 1 or found[-1].units or found[-1].is_said else found[:-1]
