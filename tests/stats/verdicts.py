"""The verdicts of rule 8 on many intervals at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.interval import Floats
from iotrial.stats.verdict import judge


def verdicts(low: Floats, high: Floats, margin: float) -> NDArray[np.str_]:
    """The verdicts of `judge` on each interval of ratios, in the shape of the bounds."""
    pairs = zip(low.ravel(), high.ravel(), strict=True)
    return np.array([judge(float(least), float(most), margin) for least, most in pairs]).reshape(low.shape)
