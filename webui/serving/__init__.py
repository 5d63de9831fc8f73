"""What pages and editor share of a web server: forms, guards, faults, live updates, the map's frame."""
