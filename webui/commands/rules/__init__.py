"""Commands about rule systems: ``sandtable rules``."""
