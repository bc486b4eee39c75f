"""Claims of how large a figure is, in a unit of its own."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from iotrial.claims import compared
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim_figures import Band
from iotrial.claims.claim_table import Figure, Share
from iotrial.claims.tolerance import EFFECT, around


@dataclass(frozen=True, kw_only=True)
class SizedClaim(LevelClaim):
    """A figure is as large as published (`figure`, a number or the ends of a range), within a share of itself."""

    figure: Figure
    within: Share = EFFECT

    @property
    @abstractmethod
    def printed_unit(self) -> str:
        """The unit of the figure, as it is printed."""

    @property
    def band(self) -> Band:
        """The figures that count as the published one."""
        return around(self.figure, self.within)

    @property
    def printed(self) -> str | None:
        """Return the published figure."""
        low, high = self.figure
        return f"{low:,.10g} {self.printed_unit}" if low == high else f"{low:,.10g} to {high:,.10g} {self.printed_unit}"

    @property
    def has_size(self) -> bool:
        """True if it says how large the figure is."""
        return True

    def tolerated(self) -> str | None:
        """Return the figures that count as the published one."""
        return compared.told(self.band, self.printed_unit)
