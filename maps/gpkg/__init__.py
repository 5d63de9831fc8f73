"""Maps as GeoPackage, written and read back."""
