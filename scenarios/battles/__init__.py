"""From a fight on the campaign's map to a battle on a table, and back."""
