import itertools
import math

import numpy as np
import pytest
from ville import BernoulliTest

from iotrial.stats.interval import order_rank
from iotrial.stats.sequence import sequence_interval, sequence_rank
from stats.rates import peeking


def test_rank_agrees_with_the_e_process_of_ville() -> None:
    def rejects(n: int, below: int, alpha: float) -> bool:
        test = BernoulliTest(0.5, alpha=alpha).fit(np.array([1.0] * below + [0.0] * (n - below)))
        return bool(test.log_e_values_[-1] >= -math.log(alpha))

    faults = []
    for n, alpha in itertools.product(range(1, 80), (0.05, 0.05 / 3, 0.05 / 9)):
        k = sequence_rank(n, alpha)
        if not all(rejects(n, below, alpha) for below in range(k)) or rejects(n, k, alpha):
            faults.append(f"rank {k} of {n} rounds at {alpha:.4f}")
    assert not faults, "\n".join(faults)


def test_the_price_of_looking_is_a_wider_interval() -> None:
    assert all(sequence_rank(n, 0.05) <= order_rank(n, 0.05) for n in range(200))
    assert (sequence_rank(24, 0.05), order_rank(24, 0.05)) == (5, 7)


def test_first_rank_by_hand() -> None:
    # No value below: n ln 2 - ln(n + 1) reaches ln 60 first at n = 10 (6.93 - 2.40 = 4.53 against 4.09).
    assert [sequence_rank(n, 0.05 / 3) for n in (9, 10)] == [0, 1]


def test_interval_is_the_sequences_own_at_this_round() -> None:
    interval = sequence_interval(np.arange(24.0), 0.05)
    assert interval is not None
    assert (interval.center, interval.low, interval.high) == (11.5, 4, 19)
    assert sequence_interval(np.arange(5.0), 0.05) is None


def test_looking_after_every_round_stays_honest() -> None:
    found = peeking()
    assert found["sequence"] <= 0.05
    assert found["ordinary intervals"] > 0.10  # the harm that the sequence avoids


def test_senseless_questions_are_errors() -> None:
    with pytest.raises(ValueError, match="must"):
        sequence_rank(5, 1.5)
