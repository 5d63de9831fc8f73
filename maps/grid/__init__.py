"""Pure geometry and numbers of hex maps; imports no GIS library."""
