"""The parts of the ``sandtable`` command, one group of commands each."""
