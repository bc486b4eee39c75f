"""Rounds that resemble the ones before them: how much, and how many rounds that takes away from an interval (rule 22).

The sign test counts the rounds below a value. If rounds follow each other as an AR(1) process of correlation rho, the
signs of rounds k apart have the correlation (2 / pi) asin(rho^k) (Sheppard 1899), so that the count varies by a design
effect of 1 + 2 sum (1 - k/n) r_k more than that of independent rounds, as if there were fewer of them (Gastwirth and
Rubin, JASA 66 (1971) 816). Its tails are longer than those of fewer independent rounds, so the count's own distribution
decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from iotrial.stats.interval import Floats, order_rank

#: Fewest rounds of a level from which a correlation can be estimated.
FEWEST_ROUNDS = 8

#: Standard errors that are added to the estimate, since one that is too low makes intervals too narrow: half of one; a
#: whole one for a run that looks after every round and may end at a look at which it is low, and for levels beside each
#: other, of which a run has few.
SAFETY, MORE_SAFETY = 0.5, 1.0

#: A larger correlation is taken for this one, which leaves no interval below some hundred rounds.
MOST_CORRELATION = 0.95

#: Up to this many rounds their count is taken from the process itself, step by step on a grid of this many values.
_MOST_EXACT = 100
_GRID = 120

#: Scores are cut here, so that a round that was disturbed says no more than one that is far from the middle.
_CUT = 1.0


@dataclass(frozen=True)
class Correlation:
    """An estimate of the correlation of neighbouring rounds, and its standard error."""

    estimate: float
    standard_error: float

    def and_more(self, errors: float) -> float:
        """The estimate plus that many standard errors, from 0 to MOST_CORRELATION."""
        return min(max(self.estimate + errors * self.standard_error, 0.0), MOST_CORRELATION)


def correlation(levels: Sequence[Floats], *, sequence: bool = False) -> float | None:
    """The correlation of neighbouring rounds over all arms and levels of a run, with half its standard error on top.

    As `estimated`, from 0 to 0.95. sequence: a whole standard error on top.
    """
    found = estimated(levels)
    return None if found is None else found.and_more(MORE_SAFETY if sequence else SAFETY)


def estimated(levels: Sequence[Floats]) -> Correlation | None:
    """The correlation of neighbouring rounds over all arms and levels of a run.

    levels: for each, the arms' logs of a round over the baseline's, (rounds, arms), the baseline's own column of zeros
    among them, in the order of the rounds; NaN if missing. Every arm's value less the middle one of its round is free
    of what all arms share, the baseline above all. Its normal scores, cut, give the correlation of lag 1 over all arms
    and levels, freed of the bias that taking an arm's own mean brings (Marriott and Pope 1954). None if no level has
    enough rounds.
    """
    products = squares = bias = scale = freedom = 0.0
    for values in levels:
        scored, rounds = scores(values)
        for column, count in zip(scored.T, rounds, strict=True):
            square = float(np.nansum(column**2))
            if count < FEWEST_ROUNDS or not square:
                continue
            products += float(np.nansum(column[1:] * column[:-1]))
            squares += square
            # The sum of products expected of rho is square x (rho (count - 4) - 1) / count.
            bias += square / count
            scale += square * (count - 4) / count
        long = rounds[rounds >= FEWEST_ROUNDS]
        freedom += float((long - 4).sum()) * (len(long) - 1) / len(long) if len(long) > 1 else 0.0
    if not freedom:
        return None
    if not squares:
        return Correlation(0.0, 0.0)  # every round came out the same
    return Correlation((products + bias) / scale, 1 / math.sqrt(freedom))


def scores(values: Floats) -> tuple[Floats, Floats]:
    """Normal scores of each arm's distance from the middle of its round, (rounds, arms), and each arm's rounds."""
    from scipy.special import ndtri

    there = ~np.isnan(values)
    apart = np.full(values.shape, np.nan)
    full = there.sum(axis=1) > 1
    apart[full] = values[full] - np.nanmedian(values[full], axis=1, keepdims=True)
    counts = (~np.isnan(apart)).sum(axis=0).astype(float)
    ranks = np.column_stack([_ranks(column) for column in apart.T])
    cut: Floats = np.clip(ndtri((ranks - 0.375) / (counts + 0.25)), -_CUT, _CUT)
    return cut, counts


def _ranks(values: Floats) -> Floats:
    """The ranks of 1-d values from 1, NaN for NaN; equal values share the middle of theirs.

    With an odd number of arms, the middle one of a round has a distance of exactly 0, so equal values are common.
    """
    ordered = np.sort(values[~np.isnan(values)])
    below, upto = (np.searchsorted(ordered, values, side=side) for side in ("left", "right"))
    ranks: Floats = np.where(np.isnan(values), np.nan, (below + upto + 1) / 2)
    return ranks


@lru_cache(maxsize=4096)
def design_effect(n: int, rho: float) -> float:
    """The design effect: the variance of a count of n signs, over that of one of independent rounds.

    Raises ValueError for n below 1 or a rho outside [0, 1).
    """
    if n < 1 or not 0 <= rho < 1:
        raise ValueError(f"rounds must be 1 or more and a correlation from 0 to below 1: {n}, {rho}")
    lags = np.arange(1, n)
    return float(1 + 2 * ((1 - lags / n) * (2 / math.pi) * np.arcsin(rho**lags)).sum())


@lru_cache(maxsize=4096)
def dependent_rank(n: int, alpha: float, rho: float) -> int:
    """The rank k of [x(k), x(n + 1 - k)] that holds the median of n rounds of an AR(1) process; 0 for none.

    As `order_rank`, of which it is the rank for a rho of 0. Otherwise rho is rounded up to whole hundredths, so that
    few distributions are computed.
    """
    if n < 2 or rho == 0:
        return order_rank(n, alpha)
    rho = math.ceil(rho * 100) / 100
    least = _counting(rho).least(n) if n <= _MOST_EXACT else _beta_binomial(n, rho)
    rank = int(np.searchsorted(2 * least, alpha, side="right"))
    return min(rank, n // 2)


@lru_cache(maxsize=128)
def _counting(rho: float) -> _Counting:
    """The counts of the process of that correlation."""
    return _Counting(rho)


class _Counting:
    """The number of values of a Gaussian AR(1) process that lie below its median, by how many values there are.

    By steps of the process over a grid, with the count so far, as far as was asked: one step for each further value.
    """

    def __init__(self, rho: float) -> None:
        edges = np.linspace(-5, 5, _GRID + 1)
        at = (edges[1:] + edges[:-1]) / 2
        self._below = (at < 0).astype(float)
        step = np.exp(-((at[None, :] - rho * at[:, None]) ** 2) / (2 * (1 - rho**2)))
        self._step = step / step.sum(axis=1, keepdims=True)
        begin = np.exp(-(at**2) / 2)
        begin /= begin.sum()
        self._counts = np.array([begin * (1 - self._below), begin * self._below])
        self._least = [self._summed(1)]

    def least(self, n: int) -> Floats:
        """P(S <= k) for k below n / 2, S the number of n values of the process that lie below its median."""
        while len(self._least) < n:
            moved = self._counts @ self._step
            # More than half of the most values are never asked for.
            rows = min(len(moved) + 1, _MOST_EXACT // 2 + 1)
            self._counts = np.zeros((rows, _GRID))
            self._counts[: len(moved)] = moved * (1 - self._below)
            self._counts[1:] += (moved * self._below)[: rows - 1]
            self._least.append(self._summed(len(self._least) + 1))
        return self._least[n - 1]

    def _summed(self, n: int) -> Floats:
        cumulated: Floats = np.cumsum(self._counts.sum(axis=1))[: (n + 1) // 2]
        return cumulated


def _beta_binomial(n: int, rho: float) -> Floats:
    """The same by a beta-binomial count of the same variance, which comes near it if n is large."""
    shape = ((n - 1) / (design_effect(n, rho) - 1) - 1) / 2
    grown = np.arange(n)
    ranks = np.arange((n + 1) // 2 - 1)
    # Logs, since no round below the median is less likely than a float can tell.
    first = np.log((shape + grown) / (2 * shape + grown)).sum()
    ratios = np.log((n - ranks) / (ranks + 1) * (shape + ranks) / (shape + n - ranks - 1))
    cumulated: Floats = np.cumsum(np.exp(first + np.concatenate([[0.0], np.cumsum(ratios)])))
    return cumulated
