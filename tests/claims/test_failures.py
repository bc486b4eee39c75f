"""Arms that do the work, and arms that do not, with their reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from claims.judged import claim, row, told, verdicts
from iotrial.claims.failed_arms import FailedArms
from iotrial.store.record import Arm, Observation
from judge import made


def test_who_survives_is_told_by_status_and_outcome(tmp_path: Path) -> None:
    died = made.arm("c/d", outcome=Observation(code="died", text="failed (SIGBUS)"))
    arms: list[str | Arm] = ["php/b", made.arm("php/c", status="failed", reason="Allowed memory size"), died]
    rows = verdicts(
        tmp_path,
        claim("survives", "php/a", "php/b"),
        claim("survives", "php/b", "php/c"),
        claim("fails", "php/c", "c/d"),
        claim("fails", "php/b", "c/d"),
        claim("fails", "php/c", because="memory"),
        claim("fails", "php/c", "c/d", because="memory"),
        claim("survives", "php/b", "php/c", because="memory"),
        claim("survives", "php/b", "php/c", because="SIGBUS"),
        levels=[made.level({"records": 1}, "php/a", arms)],
    )
    verdicts_found = [row.verdict for row in rows]
    assert verdicts_found == [
        "confirmed",
        "holds nowhere tested",
        "confirmed",
        "holds nowhere tested",
        "confirmed",
        "open",
        "holds nowhere tested",
        "open",
    ]
    assert rows[1].reason == "php/c: Allowed memory size"
    assert rows[5].reason.startswith("not because of 'memory': php/c: Allowed memory size; c/d: ")


def test_who_was_not_run_neither_survives_nor_fails(tmp_path: Path) -> None:
    arms: list[str | Arm] = ["php/b", made.arm("php/c", status="skipped", reason="no php")]
    rows = verdicts(
        tmp_path,
        claim("survives", "php/b", "php/c", "php/d"),
        claim("fails", "php/c"),
        levels=[made.level({"records": 1}, "php/a", arms)],
    )
    assert [(row.verdict, row.reason) for row in rows] == [
        ("not run", "php/c, php/d not in the run"),
        ("not run", "php/c not in the run"),
    ]


def test_an_arm_that_is_disqualified_fails_and_says_so(tmp_path: Path) -> None:
    wrong = made.arm("php/b", status="disqualified", reason="lost 7")
    fails, why = verdicts(
        tmp_path,
        claim("fails", "php/b"),
        claim("fails", "php/a", "php/b", because="memory"),
        levels=[made.level({"records": 1}, "php/a", [wrong])],
    )
    assert (fails.verdict, why.verdict) == ("confirmed", "open")
    assert (why.said, why.reason) == ("1 of 2 fail", "not because of 'memory': php/b: lost 7")


def test_arms_that_fail_are_told_with_their_reasons(tmp_path: Path) -> None:
    silent, slow = made.arm("php/c", status="failed"), made.arm("php/d", status="failed", reason="Timed Out")
    died = made.arm("c/d", outcome=Observation(code="died", text="killed by SIGBUS"), reason="not told")
    ended = made.arm("c/e", outcome=Observation(code="whole", text="it ended"))
    levels = [made.level({"records": 1}, "php/a", ["php/b", silent, slow, died, ended])]

    def said(kind: str, *arms: str, because: str | None = None) -> tuple[Any, ...]:
        folder = tmp_path / kind / str(because) / "-".join(arms)
        return told(row(folder, kind, *arms, of_claim={"because": because}, levels=levels))

    assert said("survives", "php/b", "c/e") == ("confirmed", None, "0 of 2 fail", None)
    assert said("survives", "php/b", "c/d") == ("holds nowhere tested", None, "1 of 2 fail", "c/d: killed by SIGBUS")
    both = "php/c: no reason is stored; c/d: killed by SIGBUS"
    assert said("fails", "php/c", "c/d") == ("confirmed", None, "2 of 2 fail", both)
    assert said("fails", "php/d", because="timed out") == ("confirmed", None, "1 of 1 fail", "php/d: Timed Out")
    assert said("fails", "php/b", "php/d") == ("holds nowhere tested", None, "1 of 2 fail", "php/d: Timed Out")
    other = "not because of 'SIGBUS': php/d: Timed Out; c/d: killed by SIGBUS"
    assert said("fails", "php/d", "c/d", because="SIGBUS") == ("open", None, "2 of 2 fail", other)
    assert said("survives", "php/b", "php/x") == ("not run", None, None, "php/x not in the run")
    assert FailedArms(2, {}).told is None


def test_a_baseline_that_fails_once_in_two_copies_neither_survives_nor_fails(tmp_path: Path) -> None:
    died, short = (Observation(code=code, text=f"{code} of it") for code in ("died", "short"))
    for name, codes, why in (
        ("copy", (short, died), "php/a does not fail, and its second copy does"),
        ("itself", (died, short), "php/a fails, and its second copy does not"),
    ):
        arms = [
            made.arm("php/a", role=role, outcome=code)
            for role, code in zip(("baseline", "placebo"), codes, strict=True)
        ]
        levels = [made.level({"records": 1}, "php/a", [], arms=[*arms, made.arm("php/b")])]
        for kind in ("survives", "fails"):
            found = row(tmp_path / name / kind, kind, "php/a", levels=levels)
            assert (found.verdict, found.reason) == ("open", why)
        assert row(tmp_path / name / "b", "survives", "php/b", levels=levels).verdict == "confirmed"
