"""Run VASSAL itself, from its Python package: it opens a module and a save, moves a piece and saves the game."""

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

ENGINE = Path(os.environ.get("SANDTABLE_VASSAL", Path(__file__).parents[3] / "build/readers/jars/Vengine.jar"))
DEBIAN = Path("/usr/share/java")
"""Where Debian puts the libraries that the engine wants."""
LIBRARIES = ("batik-all", "commons-codec", "commons-io", "commons-lang3", "httpcore5", "maven3-artifact", "miglayout",
             "slf4j-api", "slf4j-nop", "TimingFramework", "xml-apis-ext", "xmlgraphics-commons")  # fmt: skip
WIZARDS = {
    "Wizard": "class Wizard {}", "WizardBranchController": "class WizardBranchController {}",
    "WizardController": "class WizardController {}", "WizardException": "class WizardException extends Exception {}",
    "WizardPage": "class WizardPage extends javax.swing.JPanel { public interface WizardResultProducer {} }",
    "WizardPanelProvider": "abstract class WizardPanelProvider {}",
}  # fmt: skip
"""A library of dialogs that Debian does not have: the engine only wants to find its names."""


class Seen(NamedTuple):
    """What the program says of module and save, each line as words, by its first."""

    lines: list[list[str]]

    def of(self, what):
        """List the lines of a kind, without its name."""
        return [line[1:] for line in self.lines if line[0] == what]


def needs_vassal():
    """Skip the test where the program, or what it runs on, is missing."""
    jars = [DEBIAN / f"{name}.jar" for name in LIBRARIES]
    programs = ("javac", "java", "xvfb-run")
    missing = [str(jar) for jar in (ENGINE, *jars) if not jar.is_file()]
    missing += [name for name in programs if shutil.which(name) is None]
    if missing:
        pytest.skip(f"VASSAL is not there ({', '.join(missing)}): sh tests/setup_readers.sh")


@functools.cache
def compiled():
    """Compile what runs the engine, once."""
    holder = tempfile.TemporaryDirectory(prefix="vassal")
    folder = Path(holder.name)
    sources = [Path(__file__).with_name("OpenVassal.java")]
    for name, body in WIZARDS.items():
        sources.append(folder / f"{name}.java")
        sources[-1].write_text(f"package org.netbeans.spi.wizard; public {body}")
    run = ["javac", "-cp", str(ENGINE), "-d", str(folder), *map(str, sources)]
    subprocess.run(run, check=True, capture_output=True)
    return holder


def opened_in_vassal(module, save, unit, hex_, saved):
    """Open a module and a save in VASSAL, move a unit there, save the game; give what was seen before the move."""
    folder = compiled().name
    path = os.pathsep.join(map(str, [folder, ENGINE, *(DEBIAN / f"{name}.jar" for name in LIBRARIES)]))
    call = ["xvfb-run", "-a", "timeout", "200", "java", f"-Duser.home={folder}", "-cp", path, "OpenVassal",
            *map(str, (module, save, unit, hex_, saved))]  # fmt: skip
    out = subprocess.run(call, capture_output=True, text=True, timeout=240, check=False)
    assert out.returncode == 0, out.stdout + out.stderr
    return Seen([line.split("\t") for line in out.stdout.splitlines()])
