"""Keep games that play themselves in a store, as the page and the command line do."""

from __future__ import annotations

import itertools

from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems.catalogue import ruleset
from scenarios.trials.setups import opened
from webui.desk.solo import play_on, player_of


def session_of(game, folder):
    """Begin a campaign of a game in a store of its own; give it, and how to open it once more."""
    event, hexmap, _ = opened(game.setup, game.seed)
    log, shelf = f"sqlite:///{folder / 'game.db'}", Shelf((hexmap,), ruleset)
    session = create_campaign(log, "game", event, library=shelf)
    return session, lambda: open_campaign(log, "game", shelf)


def players_of(session, game):
    return [player_of(session, side, seat) for side, seat in game.seats.items()]


def played_on(session, players, phases):
    """Play some phases."""
    names = (f"order-{session.seq}-{number}" for number in itertools.count())
    for _ in range(phases):
        play_on(session, players, turn=False, names=names)
    return session


def orders_of(session):
    return [entry.order for entry in session.chronicle.entries[1:]]
