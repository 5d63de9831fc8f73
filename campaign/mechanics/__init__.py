"""Rules shared by the systems, as functions of a situation."""
