"""Read conditions: ``[not] [WHO] WORD [ARGUMENT]``, out of a closed list.

All conditions of a list must hold; "or" is a second row. WHO hangs on the place: ``it`` (a stand's own figures),
``enemy`` (the other side), ``attacker``, ``defender``. A bare WHO means every one of them, and that there is one;
``any attacker`` and ``no defender`` say the others.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.systems.own.words.known import OVER, SKIES, STANDING
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from campaign.systems.own.reading.notes import Notes, Place

IT, ENEMY, ATTACKER, DEFENDER = "it", "enemy", "attacker", "defender"
ALONE = (IT,)
WEIGHED = (IT, ENEMY, "any enemy", "no enemy")
FOUGHT = (ATTACKER, "any attacker", "no attacker", DEFENDER, "any defender", "no defender")
_MOST_LETTERS, _MOST_NUMBER = 80, 999
NUMBER, NOTHING, STAND_WORD, TERRAIN, BORDER, WEATHER, STORE, WORKS, TALLY, PHASE = (
    "number", "", "stand word", "terrain", "border", "weather", "store", "works", "tally", "phase",
)  # fmt: skip


class Word(NamedTuple):
    """A word of a condition: what follows it, whether it is said of somebody, and what it means."""

    takes: str
    of_a_stand: bool
    means: str


CONDITIONS: dict[str, Word] = {
    "is": Word(STAND_WORD, of_a_stand=True, means="it is of that kind, or has that trait, mark or stance"),
    "in": Word(TERRAIN, of_a_stand=True, means="its hex is of that ground"),
    "at": Word(WORKS, of_a_stand=True, means="its hex holds such works: fort, mines, wire or smoke"),
    "across": Word(BORDER, of_a_stand=True, means="it attacks over such a hexside, and no crossing carries it"),
    "uphill": Word(NOTHING, of_a_stand=True, means="the hex it attacks is higher, by [move] uphill_m or more"),
    "from flank": Word(NOTHING, of_a_stand=True, means="it attacks over a side that is not in its target's front"),
    "alone": Word(NOTHING, of_a_stand=True, means="no fighting friend is next to it or with it"),
    "reduced": Word(NOTHING, of_a_stand=True, means="it has lost a step"),
    "led": Word(NOTHING, of_a_stand=True, means="a leader is in its hex"),
    "supported": Word(NOTHING, of_a_stand=True, means="guns support its side in this fight"),
    "short of": Word(STORE, of_a_stand=True, means="that store is used up"),
    "over": Word(TALLY, of_a_stand=True, means="its count has come to the first mark of that tally or beyond"),
    "night": Word(NOTHING, of_a_stand=False, means="it is night"),
    "weather": Word(WEATHER, of_a_stand=False, means="that is the weather"),
    "range": Word(NUMBER, of_a_stand=False, means="the target is so many hexes away, or more"),
    "from sides": Word(NUMBER, of_a_stand=False, means="the attackers stand on so many sides of the hex, or more"),
    "kinds": Word(NUMBER, of_a_stand=False, means="the attackers are of so many kinds, or more: combined arms"),
    "phase": Word(PHASE, of_a_stand=False, means="it is that phase"),
    "turn": Word(NUMBER, of_a_stand=False, means="it is that turn of the day, or a later one"),
}
"""Every word that a condition can have; each holds wherever a condition can stand."""


class Test(NamedTuple):
    """A condition as it is read."""

    who: str
    word: str
    arg: str = ""
    number: int = 0
    isnt: bool = False
    text: str = ""

    def __str__(self) -> str:
        """Write it as the file does."""
        return self.text


NEVER_MET = Test("", "turn", number=_MOST_NUMBER, text="")
"""What stands in for a condition that cannot be read."""


def condition(value: Any, whos: tuple[str, ...], at: "Place", notes: "Notes") -> Test:
    """Read a condition; ``whos``: those that it may speak of where it stands."""
    if not isinstance(value, str) or len(value) > _MOST_LETTERS:
        return notes.fault(at, "is not a condition", f'write for example "{whos[0]} in town"', NEVER_MET)
    text, isnt = value.strip(), False
    if text.startswith("not "):
        text, isnt = text[4:].strip(), True
    who = next((one for one in sorted(whos, key=len, reverse=True) if text.startswith(f"{one} ")), "")
    rest = text.removeprefix(who).strip()
    word = _word(rest)
    if not word:
        first = rest.split(" ")[0]
        remedy = did_you_mean(first, [*CONDITIONS, *(who for who in whos if " " not in who)])
        return notes.fault(at, f"{value!r} says nothing that is known", remedy, NEVER_MET)
    if why := _misplaced(word, who, whos, isnt=isnt):
        return notes.fault(at, f"{value!r} {why[0]}", why[1], NEVER_MET)
    found = Test(who, word, rest.removeprefix(word).strip(), isnt=isnt, text=value)
    return _with_argument(found, at, notes)


def _word(rest: str) -> str:
    longest_first = sorted(CONDITIONS, key=len, reverse=True)
    return next((word for word in longest_first if rest == word or rest.startswith(f"{word} ")), "")


def _misplaced(word: str, who: str, whos: tuple[str, ...], *, isnt: bool) -> tuple[str, str] | None:
    """Say why a word cannot be said so: "not" before a group can be read two ways."""
    if CONDITIONS[word].of_a_stand and not who:
        return "does not say of whom", f"begin with {' or '.join(whos)}"
    if who and not CONDITIONS[word].of_a_stand:
        return "is said of nobody", f"leave out {who!r}"
    if isnt and who not in {"", IT}:
        plain = who.rpartition(" ")[2]
        return "can be read two ways", f'say "no {plain} {word} ..."' if f"no {plain}" in whos else f'say "{plain} ..."'
    return None


def _with_argument(found: Test, at: "Place", notes: "Notes") -> Test:
    takes = CONDITIONS[found.word].takes
    if takes == NUMBER:
        return _counted(found, at, notes)
    if not takes:
        remedy = f"leave out {found.arg!r}"
        return found if not found.arg else notes.fault(at, f"{found.text!r} says too much", remedy, found)
    if not found.arg:
        return notes.fault(at, f"{found.text!r} is not said to its end", f"a {takes} follows {found.word!r}", found)
    if takes == WORKS:
        remedy = did_you_mean(found.arg, STANDING)
        return found if found.arg in STANDING else notes.fault(at, f"{found.arg!r} is no {takes}", remedy, found)
    spaces = ("kind", "trait", "mark", "stance") if takes == STAND_WORD else (takes,)
    notes.uses(spaces, found.arg, at, also={WEATHER: SKIES, BORDER: OVER}.get(takes, ()))
    return found


def _counted(found: Test, at: "Place", notes: "Notes") -> Test:
    if not (found.arg.isascii() and found.arg.isdigit() and int(found.arg[:4]) <= _MOST_NUMBER):
        remedy = f'write "{found.word} 3"'
        return notes.fault(at, f"{found.text!r} wants a number up to {_MOST_NUMBER}", remedy, found)
    return found._replace(number=int(found.arg), arg="")
