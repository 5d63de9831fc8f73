"""The collector of garbage waits while a program is loaded, and works again after."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

import pytest

from maps import loading
from maps.loading import uncollected, unhurried


@pytest.fixture(autouse=True)
def _thaw():
    yield
    gc.unfreeze()
    gc.enable()


def test_it_waits_and_spares_what_was_loaded():
    gc.unfreeze()
    with uncollected():
        assert not gc.isenabled()
        assert gc.get_freeze_count() == 0
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000


def test_it_works_again_where_loading_failed():
    with pytest.raises(ImportError), uncollected():
        raise ImportError
    assert gc.isenabled()


def test_who_had_it_off_keeps_it_off():
    gc.disable()
    with uncollected():
        pass
    assert not gc.isenabled()


def test_it_waits_until_the_last_who_asked_is_done():
    with unhurried():
        with unhurried():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_again_where_the_work_failed_and_stays_off_where_it_was_off():
    with pytest.raises(ValueError, match="x"), unhurried():
        raise ValueError("x")
    assert gc.isenabled()
    gc.disable()
    with unhurried():
        pass
    assert not gc.isenabled()


def test_what_was_made_meanwhile_is_passed_over_and_found_when_all_is_looked_at(monkeypatch):
    class Ring:
        def __init__(self):
            self.own = self

    def made():
        with unhurried():
            ring = weakref.ref(Ring())
            some = [[] for _ in range(3000)]
        return ring, some

    gc.unfreeze()
    gc.collect()
    ring, _ = made()
    assert ring() is not None
    assert gc.get_freeze_count() == 0
    gc.collect()
    assert ring() is None
    monkeypatch.setattr(loading, "_MOST_PASSED_OVER", 1000)
    ring, _ = made()
    assert ring() is None


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of glibc")
def test_large_arrays_are_given_back_to_the_system():
    """Arrays with smaller ones between them, in a process of its own; without the setting the most of them stay."""
    held = "import numpy as np; from maps.loading import give_back_arrays; {}"
    held += "read = lambda: int(open('/proc/self/statm').read().split()[1]) * 4096 >> 20; big, small = [], [];\n"
    held += "warm = np.ones(24 << 17); del warm\n"
    held += "for _ in range(20): big.append(np.ones(8 << 17)); small.append(np.ones(1 << 15))\n"
    held += "most = read(); big.clear(); print(most - read())"
    told = [
        subprocess.run([sys.executable, "-c", held.format(first)], capture_output=True, text=True, check=True).stdout
        for first in ("give_back_arrays();", "")
    ]
    assert int(told[0]) >= 150
    assert int(told[1]) < int(told[0]) - 50
