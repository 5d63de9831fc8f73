"""The field of Castiglione, 5 August 1796: sources of the shipped battle of the Napoleonic age."""
