"""Tests, with a data folder that is nobody's: who runs them may have rules and campaigns of his own."""

import os
import tempfile

_NOBODYS = tempfile.TemporaryDirectory(prefix="sandtable-tests-")
os.environ["XDG_DATA_HOME"] = _NOBODYS.name
