"""The same seed gives the same game to the byte: whatever the hash seed, in memory, in a store, after an undo."""

import os
import subprocess
import sys

import msgspec
import pytest

from campaign.model.seats import Seat
from campaign.model.verbs.clock import EndPhase
from campaign.solo.memory import FRESH, remember
from tests.campaign.solo.proofs.chances import SYSTEMS, battle
from tests.campaign.solo.proofs.stored import orders_of, played_on, players_of, session_of
from webui.desk.solo import memory_of, next_choice

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
PHASES = 60 if SOAK else 4
SEEDS = range(1, 9) if SOAK else (2,)


def process(hash_seed):
    """Tell a game of each rule system in a process of its own."""
    module = "tests.campaign.solo.proofs.tell"
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.Popen([sys.executable, "-m", module, str(PHASES)], env=env, stdout=subprocess.PIPE, text=True)


def test_soak_two_processes_with_other_hash_seeds_play_the_same_game_to_the_byte():
    first, second = [run.communicate()[0].splitlines() for run in (process("1"), process("2"))]
    assert first == second
    assert [line.split()[0] for line in first] == list(SYSTEMS)
    assert all(int(line.split()[1]) > 4 for line in first), first


def plain(key, seed):
    """Set a battle up whose readings and missions are as shipped: a store opens it by its setup alone."""
    return battle(key, seed)._replace(readings=(), missions=False)


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in SYSTEMS for seed in SEEDS])
def test_soak_in_memory_and_in_a_store_the_same_orders_are_given(key, seed, tmp_path):
    game = plain(key, seed)
    session, _ = session_of(game, tmp_path)
    played_on(session, players_of(session, game), PHASES)
    in_memory = [step.order for step in game.steps(PHASES) if step.refused is None]
    assert orders_of(session) == in_memory
    assert len(in_memory) > PHASES


def encoded(choice):
    return msgspec.json.encode([choice.order, choice.told, choice.plan, choice.passes])


@pytest.mark.parametrize("key", SYSTEMS)
def test_memory_is_what_the_log_says_and_undo_and_another_process_think_the_same(key, tmp_path):
    # A lesser commander picks by dice, which hang on the log's entry, and an undo is one; a veteran does not.
    game = plain(key, 2)._replace(seats=dict.fromkeys(("red", "blue"), Seat("commander", "veteran")))
    session, reopened = session_of(game, tmp_path)
    players = players_of(session, game)
    played_on(session, players, PHASES)
    for player in players:
        memory = FRESH
        for event in session.live_events():
            memory = remember(memory, event, player.who)
        assert memory_of(session, player) == memory
        assert memory.dossier
    before = session.seq
    chosen = [entry for entry in session.chronicle.entries if not isinstance(entry.order, EndPhase)][1:]
    # In the middle of a phase: an order was given, and more were to come.
    for entry in chosen[:: max(1, len(chosen) // 4)]:
        player = next(one for one in players if one.who == entry.actor)
        session.undo(entry.seq - 1, why="think again")
        again, elsewhere = memory_of(session, player), reopened()
        assert memory_of(elsewhere, player) == again
        assert encoded(next_choice(elsewhere, player)) == encoded(next_choice(session, player))
        if player.plans:
            assert next_choice(session, player).order == entry.order, entry.seq
        session.undo(before, why="go on")
        elsewhere.log.close()
