"""Tables of what the numbers of land cover rasters mean; read by ``maps.sources.raster.land_cover``."""
