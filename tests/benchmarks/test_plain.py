"""What is made of plain programs' times: ratios, how far they lie from iotrial's, and what explains that."""

from __future__ import annotations

import dataclasses
import math
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest
from benchmarks.__main__ import chosen
from benchmarks.plain import Amount, compare
from benchmarks.plain.level import AGAIN, PlainLevel, Unplayable, turns_of
from benchmarks.plain.process import Failed, Places, Sample, Start, Turns, run
from benchmarks.plain.program import SOURCES, Missing, Program, program_of
from benchmarks.plain.ratio import Compared, Ratio, hull, nearest, ratio_of
from benchmarks.plain.regime import MOST_BLOCKS, Regime, drawn, switched, usual
from benchmarks.plain.table import heading, lines, summary
from benchmarks.plain.work import WORKS

from iotrial.ask import tree
from iotrial.ask.study import Level
from iotrial.machine.cpus import available_cpus
from iotrial.stats.interval import median_interval
from programs import share_programs

NEIGHBOUR = SOURCES / "neighbour.py"

# ---- Ratios


def test_a_ratio_has_the_interval_of_the_sign_test() -> None:
    found = ratio_of([math.log(value) for value in range(1, 13)], 1)
    assert found is not None
    assert found.center == pytest.approx(math.sqrt(6 * 7))
    assert [found.low, found.high] == pytest.approx([3, 10])  # 2 P(Bin(12, 1/2) <= 2) is 3.9 %


@pytest.mark.parametrize(("rounds", "comparisons"), [(9, 8), (16, 8), (16, 9), (40, 8), (13, 2)])
def test_scipy_says_of_an_interval_what_iotrial_does(rounds: int, comparisons: int) -> None:
    import numpy as np

    source = random.Random(rounds)
    logs = [source.gauss(0.3, 0.1) for _ in range(rounds)]
    ours = median_interval(np.array(logs), 0.05 / comparisons)
    found = ratio_of(logs, comparisons)
    assert ours is not None and found is not None
    assert [found.low, found.high] == pytest.approx([math.exp(ours.low), math.exp(ours.high)])


def test_too_few_rounds_have_a_ratio_and_no_interval() -> None:
    found = ratio_of([0.0, 0.1, 0.2], 8)
    assert found is not None
    assert found.center == pytest.approx(math.exp(0.1))
    assert (found.low, found.high) == (None, None)
    assert ratio_of([], 8) is None
    assert str(found) == "1.105 no interval"


def compared(plain: Ratio | None, ours: Ratio | None, **others: object) -> Compared:
    return Compared("php/x", plain, ours, **others)  # type: ignore[arg-type]  # what a test leaves open


def around(center: float, share: float = 0.01) -> Ratio:
    return Ratio(center, center * (1 - share), center * (1 + share))


@pytest.mark.parametrize(
    ("ours", "verdict", "is_reached"),
    [
        (around(2.0), "within 3 %", True),
        (around(2.059), "within 3 %", True),
        (around(1.941), "within 3 %", True),
        (around(2.07, 0.05), "off, intervals overlap", None),
        (around(2.2), "off, intervals apart", False),
        (around(1.8), "off, intervals apart", False),
        (Ratio(2.2, None, None), "off, no interval", None),
    ],
)
def test_an_arm_is_within_reach_or_off(ours: Ratio, verdict: str, is_reached: bool | None) -> None:
    arm = compared(around(2.0), ours)
    assert (arm.verdict, arm.is_reached) == (verdict, is_reached)
    assert arm.apart == pytest.approx(ours.center / 2.0 - 1)


def test_several_runs_count_together_and_what_moves_counts_for_less() -> None:
    assert hull([]) is None
    found = hull([Ratio(1.0, 0.9, 1.1), Ratio(1.2, 1.15, 1.3), Ratio(1.1, 1.0, 1.2).widened(1.25)])
    assert found == Ratio(1.1, 0.8, 1.5)
    assert hull([around(1.0), Ratio(1.2, None, None)]) == Ratio(1.1, None, None)


def test_only_the_condition_that_comes_nearest_is_tried_again() -> None:
    tried = {"a long path": around(2.4), "the first call": around(2.55), "a fresh heap": around(1.9)}
    assert nearest(around(2.5), tried) == "the first call"
    assert nearest(None, tried) is None and nearest(around(2.5), {}) is None
    _, *conditions = lines([compared(around(2.0), around(2.5), tried=tried)])
    assert len(conditions) == 3 and not any("<-" in shown for shown in conditions)


def test_an_arm_without_one_of_the_ratios_is_skipped_with_the_reason() -> None:
    arm = compared(None, around(2.0), reason="php is not installed")
    assert (arm.apart, arm.is_within, arm.is_reached) == (None, None, None)
    assert arm.verdict == "skipped: php is not installed"


def test_a_condition_explains_if_it_moves_the_plain_ratio_to_iotrials() -> None:
    under = {"a long path": around(2.01), "a heap that was used before": around(2.49), "the first call": around(2.53)}
    arm = compared(around(2.0), around(2.5), repeated=around(2.01), under=under)
    assert arm.explained_by == "a heap that was used before"
    assert arm.is_reached is True


@pytest.mark.parametrize(
    ("under", "why"),
    [
        (around(2.8), "it moves it too far"),
        (around(2.5, 0.3), "noise may have moved it"),
        (Ratio(2.5, None, None), "it has no interval"),
    ],
)
def test_a_condition_explains_nothing_if(under: Ratio, why: str) -> None:
    arm = compared(around(2.0), around(2.5), repeated=around(2.01), under={"a long path": under})
    assert arm.explained_by is None, why
    assert arm.is_reached is False


def test_a_table_has_a_line_for_each_arm_and_each_condition() -> None:
    under = {"a long path": around(2.5), "a heap that was used before": around(2.0)}
    arms = [compared(around(1.0), around(1.0)), compared(around(2.0), around(2.5), repeated=around(2.0), under=under)]
    shown = list(lines(arms))
    assert len(shown) == 2 + 3
    assert "within 3 %" in shown[0] and "+25.0 %  off, intervals apart" in shown[1]
    assert [line.split("  <-")[-1] == " the same as iotrial's" for line in shown[2:]] == [False, True, False]
    assert summary(arms) == "1 of 2 arms within 3 %; php/x +25.0 %, the same with a long path"
    others = [compared(around(2.0), ours) for ours in (around(2.5), around(2.5, 0.3))]
    assert summary([*others, compared(None, None, reason="php is not installed")]) == (
        "0 of 3 arms within 3 %; php/x +25.0 %, off, intervals apart, and no condition explains it; "
        "php/x +25.0 %, off, intervals overlap; php/x skipped: php is not installed"
    )
    told = "".join(heading("x", "php/x", Regime(), 16, has_reader=True, has_input=True, has_logs=True))
    for condition in (
        "calls after a warm-up",
        "other programs' work",
        "turns on a smaller input",
        "waits for bytes and for requests",
        "written by 1 MiB",
    ):
        assert condition in told
    first = "".join(heading("x", "php/x", Regime(state="first"), 16, has_reader=False, has_input=False, has_logs=False))
    assert "the first call" in first and "before each sample" not in first
    assert "reader" not in "".join(
        heading("x", "php/x", Regime(), 16, has_reader=False, has_input=False, has_logs=False)
    )


# ---- Regimes


def test_each_other_regime_differs_in_one_condition() -> None:
    found = switched(Regime(), has_reader=True, has_input=True, has_logs=True, has_checked=True)
    for regime in found.values():
        changes = [
            field.name
            for field in dataclasses.fields(Regime)
            if getattr(regime, field.name) != getattr(Regime(), field.name)
        ]
        assert len(changes) == 1
    assert len(found) == len(set(found.values())) == 14
    assert len(switched(Regime(), has_reader=False, has_input=False, has_logs=False, has_checked=False)) == 5
    first = switched(Regime(state="first"), has_reader=False, has_input=False, has_logs=False, has_checked=False)
    assert {regime.before for regime in first.values()} == {"others"}


def test_the_usual_regime_is_that_of_the_level() -> None:
    assert usual({"records": 1}) == Regime()
    assert usual({"state": "first", "reader": "copying"}) == Regime(state="first", reader="copy")
    with pytest.raises(ValueError, match="reader=slow"):
        usual({"reader": "slow"})


def test_surroundings_are_drawn_if_the_study_draws_them_and_can_be_fixed_again() -> None:
    regime = usual({}, ("path", "heap", "environment", "pages"))
    assert (regime.path, regime.heap) == ("drawn", "drawn")
    fixed = switched(regime, has_reader=False, has_input=False, has_logs=False, has_checked=False).values()
    assert {(other.path, other.heap) for other in fixed} == {
        ("drawn", "drawn"),  # the first call, samples right after one another, and nothing right before them
        ("short", "drawn"),
        ("long", "drawn"),
        ("drawn", "fresh"),
        ("drawn", "used"),
    }
    source = random.Random(0)
    rounds = [drawn(source) for _ in range(200)]
    assert len({one.folders for one in rounds}) == 200
    assert all(1 <= len(one.folders) <= 6 and 6 <= len("".join(one.folders)) <= 240 for one in rounds)
    assert all(16 <= one.used_blocks <= MOST_BLOCKS for one in rounds)
    assert len({regime.folders(one) for one in rounds}) == 200
    assert {Regime().folders(one) for one in rounds} == {()}
    assert {Regime(heap="used").used_blocks(one) for one in rounds} == {40_000}


def test_samples_are_two_milliseconds_and_a_process_has_five_of_them() -> None:
    assert turns_of(10_000) == Turns(30, 200, 2_000)
    assert turns_of(50_000_000) == Turns(5, 1, 2)
    assert turns_of(8_000_000, 25_000_000) == Turns(5, 3, 3)  # as long as a turn of the baseline


def test_waiting_for_a_cpu_is_not_the_works_own_time() -> None:
    assert Sample(10.0, 4.0).own_ns == 6.0
    assert Sample(10.0, None).own_ns == 10.0


# ---- Processes


def scripted(text: str) -> Program:
    return Program((sys.executable, "-c", text), ("x",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import sys; sys.exit('no such thing')", "ended with 1: no such thing"),
        ("import sys; print(5, 0, 3, file=sys.stderr)", "printed something else than 2 samples"),
        ("import sys; print('5 0 3\\nfive 0 3', file=sys.stderr)", "printed something else than 2 samples"),
        ("import sys; print('5 0 30\\n5 0 29', file=sys.stderr)", "29 entries were listed instead of 30"),
    ],
)
def test_a_program_that_does_other_work_is_noticed(tmp_path: Path, text: str, reason: str) -> None:
    work = WORKS["list"]({"entries": 10})
    work.make(tmp_path, 1 << 20)
    with pytest.raises(Failed, match=reason):
        run(scripted(text), "x", work, Places(tmp_path, tmp_path / "outputs"), Turns(2, 3, 1), Start())
    assert not (tmp_path / "outputs").exists()


def test_bytes_that_do_not_arrive_are_noticed(tmp_path: Path) -> None:
    work = WORKS["deliver"]({"file_bytes": 100, "sink": "pipe"})
    work.make(tmp_path, 1 << 20)
    half = "import sys; print('x' * 349, end=''); print('5 0', file=sys.stderr)"
    with pytest.raises(Failed, match="349 bytes arrived instead of 400"):
        run(scripted(half), "x", work, Places(tmp_path, tmp_path / "outputs"), Turns(1, 3, 1), Start())


def test_logs_that_are_too_short_or_missing_are_noticed(tmp_path: Path) -> None:
    work = WORKS["append"]({"records": 3, "record_bytes": 5, "ending": "newline"})
    for text, reason in (
        ("", "0 logs were written instead of 1"),
        ("open(sys.argv[2] + '/log', 'w').write('abcd\\n' * 2);", "a log has 10 bytes instead of 15"),
    ):
        program = scripted(f"import sys; {text} print('5 0', file=sys.stderr)")
        with pytest.raises(Failed, match=reason):
            run(program, "x", work, Places(tmp_path, tmp_path / "outputs"), Turns(1, 1, 0), Start())


def test_a_neighbour_removes_the_logs_of_the_sample_before_if_they_are_right(tmp_path: Path) -> None:
    work = WORKS["append"]({"records": 40, "record_bytes": 5, "ending": "newline"})
    program = """
import os, pathlib, sys
folder, text, records, samples, fewer = sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), int(sys.argv[10])
there = []
for sample in range(samples):
    os.write(0, b"w")
    os.read(0, 1)
    there.append(len(os.listdir(folder)))
    pathlib.Path(folder, f"fewer{sample}").write_text(text * fewer)
    pathlib.Path(folder, f"log{sample}").write_text(text * (records - WRONG * (sample == 0)))
    print(5, 0, file=sys.stderr)
assert there == [0] * samples, there
"""
    start = Start(min(available_cpus()), has_neighbour=True, has_lead_in=True, removes_logs=True)

    def play(wrong: int) -> None:
        scripted_program = scripted(program.replace("WRONG", str(wrong)))
        run(scripted_program, "x", work, Places(tmp_path, tmp_path / "outputs"), Turns(3, 1, 0), start)

    play(0)
    with pytest.raises(Failed, match="ended with 1"):
        play(1)


def test_a_neighbour_works_before_a_sample_and_ends_with_the_program(tmp_path: Path) -> None:
    work = WORKS["list"]({"entries": 0})
    work.make(tmp_path, 1 << 20)
    cpu = min(available_cpus())
    noted = tmp_path / "noted"
    program = scripted(f"""
import os, sys
answer = b"none"
if int(sys.argv[7]):
    os.write(0, b"w")
    answer = os.read(0, 1)
open({str(noted)!r}, "wb").write(answer)
print(5, 0, 0, file=sys.stderr)
""")
    for has_neighbour in (True, False):
        start = Start(cpu, 0, 0, has_neighbour)
        assert run(program, "x", work, Places(tmp_path, tmp_path / "outputs"), Turns(1, 1, 0), start)
        assert noted.read_bytes() == (b"w" if has_neighbour else b"none")
        ours = [one.info for one in psutil.process_iter(["ppid", "cmdline"]) if one.info["ppid"] == os.getpid()]
        assert [one for one in ours if str(NEIGHBOUR) in (one["cmdline"] or ())] == []


def test_a_neighbour_sleeps_until_it_is_asked_and_ends_when_nobody_can_ask() -> None:
    asking, asked = socket.socketpair()
    with subprocess.Popen(
        [sys.executable, str(NEIGHBOUR)], stdin=asked.fileno(), stdout=subprocess.PIPE, text=True
    ) as process:
        asked.close()
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        neighbour = psutil.Process(process.pid)
        used_s = sum(neighbour.cpu_times()[:2])
        for _ in range(20):
            asking.send(b"w")
            assert asking.recv(1) == b"w"
            while neighbour.status() != psutil.STATUS_SLEEPING:
                time.sleep(0.001)  # it has answered, and is about to wait for the next request
        assert sum(neighbour.cpu_times()[:2]) > used_s
        asking.close()
        assert process.wait() == 0


# ---- Levels


def level_of(arms: tuple[str, ...], programs: Mapping[str, Program | Missing], **factors: int | str) -> PlainLevel:
    job = tree.load().jobs["list"]
    given = {name: factor.default for name, factor in job.factors.items()} | {"target": "disk"} | factors
    return PlainLevel(job, Level(given, arms), arms[0], programs, random.Random(0))


LISTS = scripted("""
import sys
samples, turns = int(sys.argv[3]), int(sys.argv[4])
for _ in range(samples):
    print(turns * 1000 * (2 if sys.argv[1] == 'slow' else 1), 0, turns * 10, file=sys.stderr)
""")
LISTS = dataclasses.replace(LISTS, methods=("quick", "slow"))


def test_a_missing_language_or_method_is_told_of_its_arms() -> None:
    programs: dict[str, Program | Missing] = {"c": LISTS, "php": Missing("php is not installed")}
    level = level_of(("c/quick", "c/slow", "c/other", "php/readdir", "cobol/x"), programs)
    assert set(level.playing) == {"c/quick", "c/slow", AGAIN}
    assert level.missing == {
        "c/other": "no plain program has this method",
        "php/readdir": "php is not installed",
        "cobol/x": "no plain program is in cobol",
    }


def test_a_level_without_its_baseline_or_with_an_unknown_condition_is_not_played() -> None:
    with pytest.raises(Unplayable, match="php is not installed"):
        level_of(("php/readdir", "c/quick"), {"c": LISTS, "php": Missing("php is not installed")})
    with pytest.raises(Unplayable, match="cache=cold"):
        level_of(("c/quick",), {"c": LISTS}, cache="cold")


def test_ratios_are_those_of_the_times(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    level = level_of(("c/quick", "c/slow"), {"c": LISTS}, entries=10)
    with level.opened():
        level.size()
        for _ in range(9):
            level.play([(level.regime, arm) for arm in level.playing])
    slow = level.ratio("c/slow", level.regime, 2)
    assert slow is not None and [slow.center, slow.low, slow.high] == pytest.approx([2, 2, 2])
    again = level.ratio(AGAIN, level.regime, 2)
    assert again is not None and again.center == pytest.approx(1)
    assert level.rounds == 9
    assert level.ratio("c/slow", dataclasses.replace(level.regime, heap="used"), 2) is None


def test_inputs_are_moved_and_not_made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    seen = tmp_path / "seen"
    spy = f"import os, sys; print(sys.argv[2], os.stat(sys.argv[2]).st_ino, file=open({str(seen)!r}, 'a'));"
    program = dataclasses.replace(LISTS, argv=(*LISTS.argv[:2], spy + LISTS.argv[2]))
    level = level_of(("c/quick", "c/slow"), {"c": program}, entries=10)
    regimes = [dataclasses.replace(level.regime, path=path) for path in ("drawn", "short", "long")]
    with level.opened():
        level.size()
        for _ in range(3):
            level.play([(regime, "c/quick") for regime in regimes])
    places = [line.split() for line in seen.read_text().splitlines()]
    assert len({inode for _, inode in places}) == 1
    assert len({path for path, _ in places}) == 3 + 2  # three drawn ones, a short and a long one
    assert not level.missing


def test_a_compiler_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    compilers = {"go": "go", "rust": "rustc", "java": "javac", "javascript": "node"}
    compilers |= {"c": "cc", "cpp": r"c\+\+", "php": "php", "python": "python3"}
    for language, name in compilers.items():
        with pytest.raises(Missing, match=f"^{name} is not installed$"):
            program_of("scan" if language == "cpp" else "append", language, tmp_path)
    with pytest.raises(Missing, match="no plain program for list is in cpp"):
        program_of("list", "cpp", tmp_path)


# ---- The whole

STUDY = """
question = "?"
job = "scan"
baseline = "c/fread_default"
methods = ["c/fread_default", "c/read_record"]
rounds = 9
blocks = 1
[[levels]]
records = 500
[quick]
rounds = 9
[[quick.levels]]
records = 500
"""


@pytest.mark.skipif(
    shutil.which("cc") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="there is no C compiler"
)
def test_a_study_is_compared_level_by_level(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    share_programs(tmp_path / "cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    study = tmp_path / "small.toml"
    study.write_text(STUDY)
    monkeypatch.setattr("benchmarks.plain.level.turns_of", lambda *times_ns: Turns(2, 3, 1))
    (row,) = compare(study, Amount(rounds=8, condition_rounds=1, runs=1, budget=None))
    assert "small at records=500" in row.figure
    assert row.reach == "within 3 %, or the condition that explains it"
    assert [line["arm"] for line in row.table] == ["c/read_record", AGAIN]
    for line in row.table:
        assert line["plain"] and line["iotrial"] and line["apart"] is not None
    shown = capsys.readouterr().out
    assert "over c/fread_default" in shown and "8 rounds of plain programs" in shown


def test_parts_are_those_of_the_benchmark_before_them() -> None:
    assert chosen(["plain", "readfile", "ram-drive", "fio"]) == {"plain": ["readfile", "ram-drive"], "fio": []}
    assert "plain" in chosen([])
    for names in (["readfile"], ["fio", "readfile"], ["plain", "cold-reads"]):
        with pytest.raises(ValueError, match="there is no benchmark"):
            chosen(names)
