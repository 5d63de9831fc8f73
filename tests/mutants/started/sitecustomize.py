"""Read by Python in processes that a test starts, since this folder is on their path: their modules are marked too."""

import os
import sys

if "SANDTABLE_RAN" in os.environ and "tests.mutants.marking" not in sys.orig_argv:
    from tests.mutants.marks import install_in_started

    install_in_started()
