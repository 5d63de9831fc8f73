"""Tables of what the numbers of land cover rasters mean; read by ``maps.sources.land_cover``."""
