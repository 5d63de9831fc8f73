"""Letters: what commands write to each other in game time."""

from campaign.model.letters.letter import (
    COURIER,
    FORMS,
    MEANS,
    MOST_A_TURN,
    MOST_LETTERS,
    SHARES,
    STAFF,
    TELEPHONE,
    UMPIRE,
    WIRELESS,
    Letter,
    letter_key,
)
from campaign.model.letters.texts import clean, cut, party_name, side_of_party, time_words, writers_of

__all__ = [
    "COURIER", "FORMS", "MEANS", "MOST_A_TURN", "MOST_LETTERS", "SHARES", "STAFF", "TELEPHONE", "UMPIRE", "WIRELESS",
    "Letter", "clean", "cut", "letter_key", "party_name", "side_of_party", "time_words", "writers_of",
]  # fmt: skip
