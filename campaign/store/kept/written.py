"""
Hold the entries of a log: the last ones in memory, older ones where they are kept, read again when they are asked for.

A log of a thousand turns is longer than what is wanted of it. What is asked of each entry again and again, its
command's id and the kinds of its events, stays; the rest of an old one is read from the store by pages.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from campaign.store.faults import StoreFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from campaign.store.entry import Entry

    Fetch: TypeAlias = Callable[[int, int], Sequence[Entry]]
    """Reads entries from the store: after which number, and how many."""

__all__ = ["MOST_EVENTS", "PAGE", "Written", "spacing"]

MOST_EVENTS = 20_000
"""So many events of the last entries stay in memory at least, and at most twice as many."""
PAGE = 16
"""Entries that are read at once."""
_MOST_PAGES = 8
_LEAST_LAST = 2


def spacing(seq: int, least: int, most: int) -> int:
    """
    Say how far apart what is kept of a log may lie, so that there is never more of it than ``most``.

    >>> spacing(100, 40, 64), spacing(2560, 40, 64), spacing(2600, 40, 64), spacing(5200, 40, 64)
    (40, 40, 80, 160)
    """
    while seq > least * most:
        least *= 2
    return least


class _Last(NamedTuple):
    """The entries that are in memory, and how many come before them."""

    first: int
    entries: list[Entry]


class _Shelf:
    """What the logs that share a past hold in common; a shelf is only ever added to."""

    def __init__(self, fetch: Fetch | None) -> None:
        self.fetch = fetch
        # One value, changed as a whole: who reads it while it is cut shorter sees it as it was or as it is.
        self.last = _Last(0, [])
        self.ids: list[str] = []
        self.kinds: list[frozenset[type]] = []
        self.known: dict[frozenset[type], frozenset[type]] = {}
        self.weight = 0
        self._pages: OrderedDict[int, Sequence[Entry]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, entry: Entry) -> None:
        """Put an entry behind the others, and let go of old ones that the store can give again."""
        kinds = frozenset(map(type, entry.events))
        self.ids.append(entry.command_id)
        self.kinds.append(self.known.setdefault(kinds, kinds))
        self.last.entries.append(entry)
        self.weight += len(entry.events)
        if self.fetch is not None and self.weight > 2 * MOST_EVENTS:
            self._let_go()

    def _let_go(self) -> None:
        first, entries = self.last
        gone = 0
        while self.weight > MOST_EVENTS and gone < len(entries) - _LEAST_LAST:
            self.weight -= len(entries[gone].events)
            gone += 1
        self.last = _Last(first + gone, entries[gone:])

    def entry(self, index: int) -> Entry:
        """Give an entry by its place, from memory or from the store."""
        first, entries = self.last
        if index >= first:
            return entries[index - first]
        number, at = divmod(index, PAGE)
        page = self._page(number)
        if at >= len(page):
            where = f"entry {index + 1}"
            raise StoreFault(where, "it is gone from the store", "open the latest backup")
        return page[at]

    def _page(self, number: int) -> Sequence[Entry]:
        assert self.fetch is not None, "only what can be read again is let go"
        with self._lock:
            if number in self._pages:
                self._pages.move_to_end(number)
                return self._pages[number]
        found = self.fetch(number * PAGE, PAGE)
        with self._lock:
            # One that is not full yet is not kept: it goes on being written.
            if len(found) == PAGE:
                self._pages[number] = found
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        return found


class Written(Sequence["Entry"]):
    """
    The entries of a log up to one of them.

    A log that goes on shares what it holds with what it was; both stay as they are.
    """

    def __init__(self, entries: Iterable[Entry] = (), fetch: Fetch | None = None) -> None:
        """
        Hold entries, from the first on.

        Parameters
        ----------
        fetch
            Reads entries from the store again; None: all stay in memory.
        """
        self._shelf, self._count = _Shelf(fetch), 0
        for entry in entries:
            self._shelf.add(entry)
            self._count += 1

    @classmethod
    def begun(cls, fetch: Fetch, ids: Sequence[str], kinds: Sequence[frozenset[type]]) -> Written:
        """Hold the first entries of a log by what is asked of each again and again: none of them was read."""
        made = cls((), fetch)
        shelf, made._count = made._shelf, len(ids)
        shelf.ids, shelf.kinds, shelf.last = list(ids), list(kinds), _Last(len(ids), [])
        shelf.known = {one: one for one in kinds}
        return made

    def plus(self, entries: Iterable[Entry]) -> Written:
        """Give the log with further entries."""
        shelf = self._shelf
        if not self._count or self._count != len(shelf.ids):
            # Somebody went on from here in another way: who shares a shelf with him must not see these.
            return Written((*self, *entries), shelf.fetch)
        for entry in entries:
            shelf.add(entry)
        return self._upto(len(shelf.ids))

    def kinds(self, seq: int) -> frozenset[type]:
        """Give the kinds of the events of entry ``seq``, which is not read for that."""
        return self._shelf.kinds[seq - 1]

    def command_ids(self) -> Iterator[str]:
        """List the ids of the commands of all entries, in order."""
        return (self._shelf.ids[index] for index in range(self._count))

    def __len__(self) -> int:
        """Count the entries."""
        return self._count

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        """Give an entry by its place, or several; from the first on without reading them."""
        if isinstance(index, slice):
            start, stop, step = index.indices(self._count)
            if start == 0 and step == 1:
                return self._upto(max(stop, 0))
            return tuple(self._shelf.entry(at) for at in range(start, stop, step))
        at = index + self._count if index < 0 else index
        if not 0 <= at < self._count:
            msg = f"there is no entry at {index}; there are {self._count}"
            raise IndexError(msg)
        return self._shelf.entry(at)

    def __eq__(self, other: object) -> bool:
        """Compare entry by entry, with any sequence of them."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def _upto(self, count: int) -> Written:
        found = Written()
        found._shelf, found._count = self._shelf, count
        return found
