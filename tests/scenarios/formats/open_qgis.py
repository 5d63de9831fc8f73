"""
Open files in QGIS and print what it sees, as JSON. Run by QGIS's own Python: ``/usr/bin/python3 open_qgis.py FILE...``.

A file may name its layer: ``units.gpkg|layername=units``.
"""

import json
import sys


def vector(file):
    """Tell a layer's projection, how many features it has, and where each lies and what it says."""
    from qgis.core import QgsVectorLayer

    layer = QgsVectorLayer(file, "layer", "ogr")
    assert layer.isValid(), f"{file} does not open"
    names = [field.name() for field in layer.fields()]
    rows = []
    for feature in layer.getFeatures():
        middle = feature.geometry().centroid().asPoint()
        told = {name: str(feature[name]) for name in names}
        rows.append([middle.x(), middle.y(), feature.geometry().isGeosValid(), told])
    _, styled = layer.loadDefaultStyle()
    return {"crs": layer.crs().authid(), "rows": rows, "styled": styled}


def raster(file):
    """Tell a picture's projection, size and corners."""
    from qgis.core import QgsRasterLayer

    layer = QgsRasterLayer(file, "layer")
    assert layer.isValid(), f"{file} does not open"
    box = layer.extent()
    corners = [box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum()]
    return {"crs": layer.crs().authid(), "size": [layer.width(), layer.height()], "corners": corners}


def main(files):
    """Open each file."""
    from qgis.core import QgsApplication

    program = QgsApplication([], False)
    program.initQgis()
    print(json.dumps([raster(file) if file.endswith(".png") else vector(file) for file in files]))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
