"""Give a grey for each colour of a map's own, where a print has no colour."""

from __future__ import annotations

import colorsys

__all__ = ["grey"]

_HUE = 0.45
"""What part of a grey the hue makes of a strong colour; the rest is how light it is."""
_DARKEST, _LIGHTEST = 0.15, 0.85


def grey(colour: str) -> str:
    """
    Give the grey that stands for a colour where there is no colour: lighter ones lighter, two of one lightness by hue.

    >>> grey("#000000"), grey("#ffffff")
    ('#262626', '#d8d8d8')
    >>> grey("#b03030") != grey("#307030")
    True
    """
    hue, light, strength = colorsys.rgb_to_hls(*(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)))
    level = (1 - _HUE * strength) * light + _HUE * strength * hue
    return "#" + f"{int(255 * (_DARKEST + (_LIGHTEST - _DARKEST) * level)):02x}" * 3
