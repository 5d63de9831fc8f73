"""The ground of a campaign's fight at the scale of a table: cut where sources know it, invented where they do not."""
