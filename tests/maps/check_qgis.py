"""
Open a map's GeoPackage in QGIS itself: each layer with its style, and a picture. Run by hand.

QGIS brings a Python of its own: on Debian ``apt-get install python3-qgis``, then
``sandtable export map --format gpkg --out map.gpkg`` and
``QT_QPA_PLATFORM=offscreen /usr/bin/python3 tests/maps/check_qgis.py map.gpkg picture.png``.
Last done on 2026-11-21 with QGIS 3.22: all eight layers with geometry are drawn by their own styles.
"""

import sys

HAND = ("corrections_points", "corrections_lines", "corrections_areas")
LAYERS = ("places", "audit", *HAND, "links", "hexsides", "hexes")
"""From the top to the bottom."""


def opened(path, name):
    """Open a layer as QGIS does, and say how it is drawn."""
    from qgis.core import QgsVectorLayer

    layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
    _, styled = layer.loadDefaultStyle()
    print(f"{name:20} {layer.featureCount():6} {layer.crs().authid():12} {layer.renderer().type()}")  # noqa: T201
    assert layer.isValid(), f"{name} does not open"
    assert styled, f"{name} comes without its style"
    return layer


def main(path, picture):
    """Open all layers and draw them."""
    from qgis.core import QgsApplication, QgsMapRendererParallelJob, QgsMapSettings
    from qgis.PyQt.QtCore import QSize

    program = QgsApplication([], False)
    program.initQgis()
    layers = [opened(path, name) for name in LAYERS]
    settings = QgsMapSettings()
    settings.setLayers(layers)
    settings.setDestinationCrs(layers[-1].crs())
    settings.setExtent(layers[-1].extent())
    settings.setOutputSize(QSize(1400, 1200))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    assert job.renderedImage().save(picture), f"{picture} cannot be written"


if __name__ == "__main__":
    main(*sys.argv[1:3])
