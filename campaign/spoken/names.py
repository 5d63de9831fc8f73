"""
Find the units that words name: ids, counter names, names of formations, as clubs write them.

Only the units that may be ordered are known here: a name that may not be known and one that nobody bears are alike. A
number must be there as it is; nothing is mended in a unit's name. Where two units fit equally well it is asked.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.things import chain_of
from campaign.spoken.fitting import ARM, HIGH, NO_WORDS, SIZES, Asked, Entry, Fit, NameWords, fit, is_close, widened
from campaign.spoken.spelling import FILLING, cut_name
from campaign.spoken.tokens import number_of, plain, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.model.state import State
    from campaign.model.things import Formation, Stand
    from campaign.spoken.vocabulary import Vocabulary

__all__ = ["MOST_TOKENS", "Named", "Names", "Unclear", "together"]

_OF_KIND = {
    "infantry": "inf", "armour": "tank", "recon": "recce", "cavalry": "recce", "artillery": "arty", "engineer": "engr",
    "antitank": "td", "antiaircraft": "aaa", "hq": "hq", "transport": "train", "armoured": "armd", "parachute": "para",
    "motorised": "mech",
}  # fmt: skip
_PART = r"(?:[IVX]+\.?/|[^,]+, )(.+)$"
"""A full name that begins with what it is, and ends with the larger body that it is of."""
EVERYBODY = "*"
"""In place of a formation's id: all units that may be ordered."""
MOST_TOKENS = 14
_LARGE = 100
"""Numbers from here on may stand alone for a body: the 311th."""
"""The longest name, in tokens."""


class Unclear(Exception):  # noqa: N818 - it reads as what happened
    """It must be asked; ``choices`` can stand for what was asked about."""

    def __init__(self, why: str, asked: str = "", choices: Sequence[str] = ()) -> None:
        """Take the question."""
        super().__init__(why)
        self.asked, self.choices = asked, tuple(choices)


class Named(NamedTuple):
    """The units that a phrase names."""

    stands: tuple[str, ...]
    """Those on the map."""
    label: str
    formation: str = ""
    """The formation, if it is one."""
    away: tuple[str, ...] = ()
    """Those not on the map."""


def together(named: Sequence[Named]) -> Named:
    """Give the units of several names as one."""
    return Named(
        tuple(key for one in named for key in one.stands), ", ".join(one.label for one in named), "",
        tuple(key for one in named for key in one.away),
    )  # fmt: skip


class Names:
    """The names of the units that one viewer commands."""

    def __init__(self, state: State, own: Iterable[str], words: Vocabulary) -> None:
        """Take the units; those not on the map are known by name too."""
        self.state, self.vocabulary = state, words
        stands = [state.stands[key] for key in own]
        self._formations = {key: self._formation(state.formations[key]) for key in self._above(stands)}
        for key, entry in self._formations.items():
            entry.chain = [self._formations[up.id] for up in list(chain_of(state.formations, key))[1:]]
        self._stands = [self._stand(stand) for stand in stands]
        self.under: dict[str, list[str]] = {key: [] for key in self._formations}
        for stand in stands:
            for up in chain_of(state.formations, stand.formation):
                self.under[up.id].append(stand.id)
        self.ids = {plain(stand.id): stand.id for stand in stands}
        self.formation_ids = {plain(key): key for key in self._formations}
        self._kept: dict[str, Named | Unclear | None] = {}

    def _above(self, stands: Iterable[Stand]) -> dict[str, None]:
        chains = (chain_of(self.state.formations, stand.formation) for stand in stands)
        return {formation.id: None for chain in chains for formation in chain}

    @cached_property
    def entries(self) -> list[Entry]:
        """All units and formations, and what several battalions of one regiment without a formation make up."""
        return [*self._stands, *self._formations.values()]

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that is in some name."""
        found = {word for entry in self.entries for word in entry.own | entry.short.words}
        known = found | self.vocabulary.sizes.keys() | self.vocabulary.kinds.keys()
        return frozenset(known - {"and", "und", "&", ","})

    @cached_property
    def _labels(self) -> Mapping[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if not entry.is_hq or (not self._is_staff(entry) and re.search(r"\d", entry.label)):
                found.setdefault(plain(entry.label), []).append(entry)
        for entry in self._formations.values():
            found.setdefault(plain(self.state.formations[entry.key].name), [entry])
        return found

    def _is_staff(self, entry: Entry) -> bool:
        """Whether a unit is a headquarters by its kind, and not only one by a word of its full name."""
        return not entry.is_formation and self.state.stands[entry.key].profile.kind == "hq"

    @cached_property
    def lists(self) -> Sequence[str]:
        """The names of counters that are lists themselves, in small letters, the longest first."""
        found = [name for name, entries in self._labels.items() if "," in name and len(entries) == 1]
        return sorted(found, key=lambda name: (-len(name), name))

    @cached_property
    def _leaders(self) -> Mapping[str, list[Entry]]:
        """The headquarters that bear a name, as who leads them: by their counters and by their full names."""
        found: dict[str, list[Entry]] = {}
        for entry in filter(lambda one: one.is_hq, self._stands):
            names = {plain(entry.label), plain(self.state.stands[entry.key].profile.name)}
            for name in (one for one in names if not re.search(r"\d", one)):
                found.setdefault(name, []).append(entry)
        return found

    @cached_property
    def _by_number(self) -> Mapping[int, list[Entry]]:
        found: dict[int, list[Entry]] = {}
        for entry in self.entries:
            numbers = set(entry.short.numbers) | {n for up in entry.chain for n in up.short.numbers}
            for number in numbers or {-1}:
                found.setdefault(number, []).append(entry)
        return found

    # ---- names cut into words ------------------------------------------------------------------------------

    def cut(self, text: str) -> tuple[list[int], list[str], int]:
        """Cut a name into its numbers, its words in their common spelling, and how many of these were filling."""
        numbers, words, filling = cut_name(self.vocabulary, text)
        return list(numbers), list(words), filling

    def _words(self, text: str) -> NameWords:
        numbers, words, _ = self.cut(text)
        return NameWords(tuple(numbers), frozenset(words))

    def _stand(self, stand: Stand) -> Entry:
        profile = stand.profile
        short, name = self._words(profile.short), self._words(profile.name)
        kind = _OF_KIND.get(profile.kind, profile.kind)
        own = widened(short.words | name.words | {profile.size, kind})
        own |= {"battalion"} if profile.size == "company" else set()
        chain = [self._formations[up.id] for up in chain_of(self.state.formations, stand.formation)]
        given = frozenset(name.numbers) - frozenset(short.numbers)
        marks = self._distinctive(short.words | name.words, chain)
        part = re.match(_PART, profile.name)
        of = self._words(part[1]) if part and "hq" not in own else NO_WORDS
        part = re.match(r"[IVX]+/(\D+\d+)$", profile.short)
        below = self._words(part[1]) if part and "hq" not in own else NO_WORDS
        return Entry(stand.id, profile.short, False, profile.size, short, own, marks, chain, given, of, below)

    def _formation(self, formation: Formation) -> Entry:
        short, name = self._words(formation.short), self._words(formation.name)
        own = widened(short.words | name.words | {formation.size, _OF_KIND.get(formation.kind, formation.kind)})
        given = frozenset(name.numbers) - frozenset(short.numbers)
        marks = self._distinctive(short.words | name.words, [])
        return Entry(formation.id, formation.short, True, formation.size, short, own, marks, optional=given)

    def _distinctive(self, words: Iterable[str], chain: Sequence[Entry]) -> frozenset[str]:
        """Keep the words that are a name, not a kind or size, and not that of a formation above."""
        above = {word for up in chain for word in up.marks}
        return frozenset(word for word in words if word not in self._usual and word not in above and len(word) > 2)

    @cached_property
    def _usual(self) -> frozenset[str]:
        """The words that are no names: kinds, sizes, and what orders are made of."""
        tables = self.vocabulary
        said = {words[0] for words in tables.phrases if len(words) == 1}
        return frozenset({*tables.kinds.values(), *tables.sizes.values(), "cc", "kg", "und", "and"} | said)

    # ---- what a phrase names -------------------------------------------------------------------------------

    def find(self, phrase: str, under: str = "") -> Named | None:
        """
        Find what a phrase names; None if it names nothing.

        Parameters
        ----------
        under
            The id of a formation that is named above the phrase; its parts are meant where several fit, or none.

        Raises
        ------
        Unclear
            If it may be several.
        """
        key = f"{phrase}\n{under}"
        if key not in self._kept:
            try:
                self._kept[key] = self._found(phrase.strip(" .:-()'\""), under)
            except Unclear as unclear:
                self._kept[key] = unclear
        found = self._kept[key]
        if isinstance(found, Unclear):
            raise found
        return found

    def _found(self, phrase: str, under: str) -> Named | None:
        if phrase in self.ids and (not phrase.isdigit() or len(phrase) > 2):
            return self._named_stand(self.ids[phrase], phrase)
        if phrase in self.formation_ids and not phrase.isdigit():
            return self._whole(phrase, self._formations[self.formation_ids[phrase]])
        exact = [] if phrase.isdigit() else self._labels.get(phrase, [])
        of_arm = self._of_arm(phrase)
        if of_arm is not None or len(exact) == 1:
            return of_arm or self._whole(phrase, exact[0])
        fits = self._fits(phrase)
        leaders = [] if exact or fits else self._leaders.get(phrase, [])
        if len(leaders) == 1:
            return self._named(leaders[0])
        parts = None if fits else self._parts(phrase, under)
        if parts is not None or not under:
            return parts or self._best(phrase, fits)
        if phrase.isdigit() and not fits:
            return self._regiment(int(phrase), under)
        found = [fit for fit in fits if self._is_under(fit.entry, under)] or fits or self._of(under, phrase)
        return self._best(phrase, found) if found else self._only_arm(phrase, under)

    def _only_arm(self, phrase: str, under: str) -> Named | None:
        """Read an arm below a formation that has one unit of it, whatever the two are called: the artillery, of 8I."""
        kind = self.vocabulary.kinds.get(phrase, "")
        units = [one for one in self.units_of(under) if kind and self._is_of(one, kind)]
        return self._named(units[0]) if len(units) == 1 else None

    def _of_arm(self, phrase: str) -> Named | None:
        """Read an arm of a formation whose units bear no names but their ids: R2 tanks, the infantry of R1."""
        said = [word for word in phrase.split() if word not in FILLING]
        formation = next((self.formation_ids[word] for word in said if word in self.formation_ids), "")
        kinds = [self.vocabulary.kinds[word] for word in said if word in self.vocabulary.kinds]
        if len(said) != 2 or not (formation and kinds):
            return None
        keys = [one.key for one in self._plain if one.key in self.under[formation] and self._is_of(one, kinds[0])]
        if not keys:
            return None
        there = tuple(key for key in keys if self.state.stands[key].on_map)
        return Named(there, ", ".join(keys), "", tuple(key for key in keys if key not in there))

    def _parts(self, phrase: str, under: str) -> Named | None:
        """Read a body that is no formation by its parts, whose full names tell it: 22nd Armoured Brigade."""
        numbers, words, _ = self.cut(phrase)
        fits = [
            one for one in self._stands
            if numbers and (set(words) - SIZES or (not words and len(numbers) == 1 and numbers[0] >= _LARGE))
            and any(of.numbers == tuple(numbers) and set(words) <= widened(of.words) for of in (one.part, one.below))
            and not {"battalion", "company"} & one.part.words and (not under or self._is_under(one, under))
        ]  # fmt: skip
        if len(fits) < 2 or len({(one.part.words, one.chain[0].key if one.chain else "") for one in fits}) > 1:
            return None
        there = tuple(one.key for one in fits if self.state.stands[one.key].on_map)
        away = tuple(one.key for one in fits if one.key not in there and self.state.stands[one.key].arrives is not None)
        return Named(there, ", ".join(one.label for one in fits), "", away)

    def only_one(self, word: str) -> Named | None:
        """Find the one unit of an arm, where units bear no names but their ids; None if there are several."""
        kind = self.vocabulary.kinds.get(word, "")
        keys = [one.key for one in self._plain if kind and self._is_of(one, kind)]
        return self._named_stand(keys[0], keys[0]) if len(keys) == 1 else None

    @cached_property
    def _plain(self) -> list[Entry]:
        return [one for one in self._stands if plain(one.label) == plain(one.key)]

    @staticmethod
    def _is_of(entry: Entry, kind: str) -> bool:
        return {"pz": "tank"}.get(kind, kind) in entry.own and (kind == "hq" or not entry.is_hq)

    def _is_under(self, entry: Entry, under: str) -> bool:
        return any(up.key == under for up in entry.chain) or (entry.is_formation and entry.key == under)

    def _of(self, under: str, phrase: str) -> list[Fit]:
        """Read a phrase with the name of the formation that it stands under: 2nd Bn, artillery, HQ."""
        heading = self._formations[under]
        number = len(heading.short.numbers) == 1 and heading.size in {"regiment", "group"}
        if not number and any(token.is_number or number_of(token.word) for token in tokens_of(phrase)):
            return []
        fits = self._fits(f"{phrase} {plain(heading.label)}")
        parts = [fit for fit in fits if self._is_under(fit.entry, under) and fit.entry.key != under]
        if number and not parts:  # the 18th squadron of 14 Cav is 18 Cav
            kinds = " ".join(sorted(heading.short.words - SIZES))
            parts = [fit for fit in self._fits(f"{phrase} {kinds}") if self._is_under(fit.entry, under)]
            parts = [fit for fit in parts if fit.entry.key != under]
        return [fit for fit in parts if number or fit.rank == ARM]

    def _regiment(self, number: int, under: str) -> Named | None:
        """Read a bare number below the heading of its division: 26. VGD: 39 nach Hosingen."""
        numbered = [one for one in self._formations.values() if one.short.numbers == (number,) and one.key != under]
        found = [one for one in numbered if one.size == "regiment" and self._is_under(one, under)]
        return self._named(found[0]) if len(found) == 1 else None

    def _best(self, phrase: str, fits: list[Fit]) -> Named | None:
        if not fits:
            return None
        bare = phrase.isdigit()
        first = min(fits, key=lambda fit: fit[:2])
        best = [fit.entry for fit in fits if bare or fit[:2] == first[:2] or is_close(fit, first)]
        there = [one for one in best if self._named(one).stands]
        if len(there) == 1 and not bare:
            best = there  # others of its name are not on the map yet
        if len(best) > 1:
            names = [f"all of {self._full(one)}" if one.is_formation else one.label for one in best]
            names = list(dict.fromkeys(names))
            raise Unclear(f"{phrase!r} may be " + " or ".join(names[:5]), phrase, [self._full(one) for one in best[:5]])
        self._check_begins(phrase, best[0])
        self._check_arm(phrase, best[0])
        self._check_shared(phrase, best[0], fits)
        return self._named(best[0])

    def _check_begins(self, phrase: str, best: Entry) -> None:
        """Ask where a phrase is the beginning of several names: 406 FA Gp, of its howitzers and of its guns."""
        start = f"{plain(phrase)} "
        if best.is_formation or not plain(best.label).startswith(start):
            return
        alike = [one.label for one in self._stands if plain(one.label).startswith(start) and not one.is_hq]
        if len(alike) > 1:
            raise Unclear(f"{phrase!r} may be " + " or ".join(alike[:5]), phrase, alike[:5])

    def _check_arm(self, phrase: str, best: Entry) -> None:
        """Ask where a formation is named with an arm that is not on its counter, and has units of it: Panzer Wiking."""
        _, words, _ = self.cut(phrase)
        arms = set(words) & set(self.vocabulary.kinds.values()) - best.short.words - {"armd"}
        if not best.is_formation or not arms or SIZES & set(words):
            return
        units = [one.label for one in self.parts_of(best.key) if any(self._is_of(one, arm) for arm in arms)]
        if units:
            choices = [*units[:4], self._full(best)]
            raise Unclear(f"{phrase!r} may be {' or '.join(units[:4])}, or all of {self._full(best)}", phrase, choices)

    def _check_shared(self, phrase: str, best: Entry, fits: Sequence[Fit]) -> None:
        """Ask where all words of a phrase are in the names of several units: Husaren, of two regiments of them."""
        numbers, words, _ = self.cut(phrase)
        if best.is_formation or numbers:
            return
        alike = [one.entry.label for one in fits if not one.entry.is_formation and set(words) <= one.entry.own]
        if len(alike) > 1:
            raise Unclear(f"{phrase!r} may be " + " or ".join(alike[:5]), phrase, alike[:5])

    def _whole(self, phrase: str, best: Entry) -> Named:
        """Give what a phrase names to the letter; it is asked where an army and who leads it are called alike."""
        if best.is_formation and best.size in HIGH and self._leaders.get(phrase):
            whole, leader = self.state.formations[best.key].name, f"{best.label} HQ"
            if plain(whole) != phrase:
                raise Unclear(f"{phrase!r} may be all of {whole} or its headquarters alone", phrase, [whole, leader])
        return self._named(best)

    def _full(self, entry: Entry) -> str:
        """Write a name so that it is read as this one."""
        if not entry.is_formation:
            return entry.label
        formation = self.state.formations[entry.key]
        return formation.name if entry.label.isdigit() else formation.short

    def _named(self, entry: Entry) -> Named:
        if not entry.is_formation:
            return self._named_stand(entry.key, entry.label)
        there = [key for key in self.under[entry.key] if self.state.stands[key].on_map]
        away = [key for key in self.under[entry.key] if self.state.stands[key].arrives is not None and key not in there]
        return Named(tuple(there), self._full(entry), entry.key, tuple(away))

    def named(self, entry: Entry) -> Named:
        """Give the units of an entry."""
        return self._named(entry)

    def whole(self, formation: str) -> Named:
        """Give the units of a formation."""
        return self._named(self._formations[formation])

    def full_name(self, entry: Entry) -> str:
        """Give the full name of a unit or a formation."""
        key = entry.key
        return self.state.formations[key].name if entry.is_formation else self.state.stands[key].profile.name

    def all_of(self) -> Named:
        """Give all units, as if they were one formation."""
        there = tuple(one.key for one in self._stands if self.state.stands[one.key].on_map)
        away = (one.key for one in self._stands if self.state.stands[one.key].arrives is not None)
        return Named(there, "your command", EVERYBODY, tuple(key for key in away if key not in there))

    def units_of(self, formation: str) -> list[Entry]:
        """List the units below a formation, however far; those of ``EVERYBODY`` are all."""
        return [one for one in self._stands if formation == EVERYBODY or any(up.key == formation for up in one.chain)]

    def is_of(self, entry: Entry, kind: str) -> bool:
        """Whether a unit is of an arm, by the more common words for it too."""
        return {"pz": "tank"}.get(kind, kind) in widened(entry.own)

    def parts_of(self, formation: str) -> list[Entry]:
        """List the units and formations that stand right below a formation."""
        return [one for one in self.entries if one.chain and one.chain[0].key == formation]

    def kind_of(self, formation: str) -> str:
        """Name the kind of a formation, in the common spelling."""
        kind = self.state.formations[formation].kind if formation != EVERYBODY else ""
        return _OF_KIND.get(kind, kind)

    def _named_stand(self, key: str, label: str) -> Named:
        stand = self.state.stands[key]
        there = stand.on_map
        return Named((key,) if there else (), stand.profile.short or label, "", () if there else (key,))

    def _fits(self, phrase: str) -> list[Fit]:
        numbers, words, _ = self.cut(phrase)
        if not words and len(numbers) == 1 and numbers[0] < 100:
            return []  # a bare "2" or "II" is part of a name, never one
        if not numbers and not any(word in entry.marks for entry in self.entries for word in words):
            return []
        if any(word not in self.known for word in words):
            return []
        asked = Asked(tuple(numbers), tuple(words), phrase)
        near = [entry for number in set(numbers) for entry in self._by_number.get(number, ())]
        if written := frozenset(words):
            near += [entry for entry in self.entries if entry.marks & written]
            near += [entry for entry in self.entries if any(up.marks & written for up in entry.chain[:2])]
        unique = {(entry.is_formation, entry.key): entry for entry in near}
        return [found for entry in unique.values() if (found := fit(asked, entry)) is not None]

    def like(self, phrase: str, most: int = 4) -> list[str]:
        """List units whose names hold the same numbers or names, for a question."""
        numbers, words, _ = self.cut(phrase)
        near = [entry for number in numbers for entry in self._by_number.get(number, ())]
        near += [entry for entry in self.entries if entry.marks & set(words)]
        return list(dict.fromkeys(self._full(entry) for entry in near if not entry.is_hq))[:most]
