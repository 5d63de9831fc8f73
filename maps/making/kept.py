"""Keep what was concluded on the way to a map, for the next one that asks the same of the same things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["Kept", "Same", "octets"]

T = TypeVar("T")


class Same:
    """Stands for a thing that is the same only as itself, however alike another is."""

    def __init__(self, thing: object) -> None:
        """Take the thing, which is held as long as what was concluded of it."""
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        """Say whether it is that very thing."""
        return isinstance(other, Same) and other.thing is self.thing

    def __hash__(self) -> int:
        """Give a number that the same thing has again."""
        return id(self.thing)


class Kept:
    """The last conclusions of each kind, with all that they hang on; what is kept is never changed."""

    def __init__(self, most: int = 0) -> None:
        """Say how many of each kind are kept; none: each is drawn anew."""
        self._most = most
        self._known: dict[str, list[tuple[tuple[Any, ...], Any]]] = {}

    def once(self, kind: str, of: tuple[Any, ...], make: Callable[[], T]) -> T:
        """
        Give what was concluded of these things, or conclude it.

        Parameters
        ----------
        of
            All that the conclusion hangs on; compared one by one.
        """
        rows = self._known.setdefault(kind, [])
        for k, (known, found) in enumerate(rows):
            if known == of:
                rows.append(rows.pop(k))
                return found  # type: ignore[no-any-return]
        made = make()
        if self._most:
            del rows[: max(0, len(rows) + 1 - self._most)]
            rows.append((of, made))
        return made

    def rows(self, kind: str, of: tuple[Any, ...], make: Callable[[], Iterable[T]]) -> Iterable[T]:
        """Give rows that are measured as they are asked for; those that are kept are measured once."""
        if not self._most:
            return make()
        return self.once(kind, of, lambda: _Rows(make(), lambda: self._known.pop(kind, None)))


class _Rows(Generic[T]):
    """Rows that come once, and can be gone through again."""

    def __init__(self, coming: Iterable[T], forget: Callable[[], object]) -> None:
        self._coming, self._forget = iter(coming), forget
        self._here: list[T] | None = None

    def __iter__(self) -> Iterator[T]:
        if self._here is None:
            try:
                self._here = list(self._coming)
            except BaseException:
                self._forget()  # half of the rows are no rows
                raise
        return iter(self._here)


def octets(column: NDArray[Any] | None) -> bytes:
    """Give what a column holds in a form that is compared as a whole; nothing for none."""
    return b"" if column is None else column.tobytes()
