"""The data dictionary: every field that a run stores. `run.json` is a `Run`; each part holds rows of `sample.SAMPLE`.

Missing is null, never 0. Every field has its unit in its name or in its text.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)

from iotrial.ask.catalog import Value
from iotrial.ask.level_factors import LevelFactors, named_as
from iotrial.stats.even_growth import even_growth
from iotrial.stats.judged_clock import Clock
from iotrial.store.described import (
    IsComplete,
    JobName,
    Margin,
    Question,
    RunId,
    StartedAt,
    StudyName,
    WhyNotMeasured,
    Work,
)
from iotrial.store.sample import require_bounds
from iotrial.store.strict import Strict

FORMAT = 4

#: What servers' memory must grow by, from each part of many requests to the next, before anybody hears of it.
LEAST_GROWN_BYTES = 1 << 20

#: Places of the two special arms in a level.
BASELINE, PLACEBO = 0, 1

#: Fields that may be below 0, or are numbers of any size.
SIGNED_FIELDS = frozenset(("shift", "seed"))

Status = Literal["measured", "skipped", "disqualified", "failed"]
Role = Literal["baseline", "placebo", "arm", "floor"]
FloorKind = Literal["copying", "not copying"]


def _factors(given: object, check: ValidatorFunctionWrapHandler, how: ValidationInfo) -> dict[str, Value]:
    found: dict[str, Value] = check(given)
    for value in found.values():
        require_bounds(value)
    if isinstance(given, LevelFactors):
        return named_as(given, found)
    return LevelFactors(found, how.context["unsaid"], how.context["words"]) if how.context else found


#: The factors of a level in a record. They are stored as a plain table; in memory they know what goes without saying,
#: and how people say the rest; whoever reads a table without these has to add `unsaid` and `words` to the context.
Factors = Annotated[dict[str, Value], WrapValidator(_factors)]


OfLevel = Annotated[Factors, Field(description="factor -> value")]
StatusOfArm = Annotated[Status, Field(description="measured, skipped, disqualified or failed")]
BeforeBytes = Annotated[int | None, Field(description="resident memory just before the work")]
CallsSource = Annotated[
    Literal["strace", "perf", "proc"] | None,
    Field(
        description="strace, perf: every system call; proc: only how many reads and writes; null: nothing was gathered"
    ),
]
CallsVary = Annotated[bool, Field(description="if iterations made unlike calls")]


class FromAnybody(Strict):
    """A record that may come from anybody: no number in it is beyond what one can be."""

    @field_validator("*", mode="after")
    @classmethod
    def _within_bounds(cls, value: object, given: ValidationInfo) -> object:
        if given.field_name not in SIGNED_FIELDS:
            require_bounds(value)
        return value


class MemoryReading(FromAnybody):
    """The memory of one iteration in one fresh process at its highest, by kind; the kinds add up to the whole."""

    peak_bytes: int = Field(description="highest resident memory by the system's own account (VmHWM)")
    before_bytes: BeforeBytes = None
    how: Literal["stops", "samples"] = Field(
        description="stops: read wherever it could begin to shrink, so that no peak is missed; samples: every "
        "millisecond"
    )
    missed: str | None = Field(None, description="why the kinds are not known")
    anonymous_bytes: int | None = Field(None, description="the process's own: heap, stack, what it changed of files")
    file_bytes: int | None = Field(
        None, description="pages of files that it mapped, its program and libraries among them"
    )
    shared_bytes: int | None = Field(None, description="shared memory and files that live in memory (tmpfs)")
    reclaimable_bytes: int | None = Field(
        None, description="of file_bytes, what is clean: the system may take it back and write nothing"
    )

    @property
    def held_bytes(self) -> int | None:
        """The memory that the kernel cannot reclaim: all kinds but clean pages of files; None if they are not known."""
        kinds = (self.anonymous_bytes, self.file_bytes, self.shared_bytes)
        if self.reclaimable_bytes is None or None in kinds:
            return None
        return sum(kind for kind in kinds if kind is not None) - self.reclaimable_bytes


class OverRequests(FromAnybody):
    """The memory of an arm's servers while they answer many requests in a row."""

    requests: int = Field(ge=1, description="requests between two looks")
    anonymous_bytes: list[int] = Field(description="what all processes have together of their own, at each look")

    @property
    def all_requests(self) -> int:
        """Requests to the last look."""
        return self.requests * len(self.anonymous_bytes)

    @property
    def kept_bytes(self) -> float | None:
        """By how many bytes memory grew for each request; None if it did not grow evenly to the end."""
        grown_bytes = even_growth(self.anonymous_bytes, LEAST_GROWN_BYTES)
        return None if grown_bytes is None else grown_bytes / self.requests


class Memory(FromAnybody):
    """Peaks of one iteration in fresh processes, from passes that are not timed."""

    peak_bytes: int | None = Field(None, description="highest resident memory of the process, reset before the work")
    before_bytes: BeforeBytes = None
    runtime_peak_bytes: int | None = Field(None, description="the runtime's own peak: what it handed out")
    runtime_peak_real_bytes: int | None = Field(
        None, description="the runtime's own peak: what it took from the system"
    )
    readings: list[MemoryReading] = Field(
        [], description="a reading from each process of the pass that tells kinds apart; peak_bytes is their median's"
    )
    kinds_reason: str | None = Field(
        None, description="why memory could not be broken down by kind, or not in every process"
    )
    cached_bytes: int | None = Field(
        None, description="of the input, bytes in the page cache: memory that no process's figure has"
    )
    over_requests: OverRequests | None = Field(
        None, description="servers: memory over many requests in a row; null if nobody asked with --memory"
    )

    @property
    def kinds(self) -> MemoryReading | None:
        """The reading that `peak_bytes` comes from; None if it has no kinds."""
        found = (reading for reading in self.readings if reading.peak_bytes == self.peak_bytes)
        return next((reading for reading in found if reading.anonymous_bytes is not None), None)


class Calls(FromAnybody):
    """One kind of system call, for one iteration."""

    count: float = Field(description="how often; a whole number unless iterations differ")
    empty_count: float = Field(0, description="how many of them moved no byte, such as the read that finds the end")
    bytes: float | None = Field(None, description="bytes that all of them moved or mapped together")
    usual_bytes: int | None = Field(None, description="the most frequent size of one")


class Evidence(FromAnybody):
    """The evidence that explains an arm's time: counters of one iteration, from a pass that is not timed."""

    source: CallsSource = None
    reason: str | None = Field(None, description="why system calls were not traced")
    calls: dict[str, Calls] = Field(
        {}, description="system calls, most frequent first; mmap is of files, mmap_anonymous of memory alone"
    )
    varies: CallsVary = False
    read_calls: int | None = Field(None, description="reads, if only /proc could count them")
    write_calls: int | None = Field(None, description="writes, if only /proc could count them")
    read_bytes: int | None = Field(None, description="bytes read through the kernel, from whatever")
    written_bytes: int | None = Field(None, description="bytes written through the kernel, to whatever")
    device_read_bytes: int | None = Field(None, description="bytes that had to come from a device")
    device_written_bytes: int | None = Field(None, description="bytes that were meant for a device")
    collections: float | None = Field(
        None, description="how often the runtime collected garbage; null if it does not tell, or nobody asked"
    )
    gc_ns: float | None = Field(None, description="the time that these collections took, as the runtime tells it")

    @property
    def is_traced(self) -> bool:
        """True if every system call was seen."""
        return self.source in ("strace", "perf")

    @property
    def call_count(self) -> float | None:
        """System calls of one iteration; None if they were not traced."""
        return sum(calls.count for calls in self.calls.values()) if self.is_traced else None


class ProfiledFunction(FromAnybody):
    """A function in which an arm was seen at work."""

    name: str = Field(description="the function; `[unknown]` for all code of the file that has no names")
    file: str | None = Field(None, description="the program or library that it is in; null: the kernel")
    share: float = Field(description="of the arm's CPU time, the function's own, without those that it calls")


class ProfileFacts(FromAnybody):
    """A profile but for its functions."""

    reason: str | None = Field(None, description="why there is no profile; null if there is one")
    event: str | None = Field(
        None, description="what a sample is taken at: cycles, or cpu-clock if the machine counts none; null without one"
    )
    samples: int | None = Field(None, description="how often the arm was looked at; null without a profile")
    kernel_share: float | None = Field(
        None, description="share of the CPU time that is the kernel's; null if the kernel could not be looked at"
    )
    calls: dict[str, float] = Field(
        {},
        description="system call -> share of the CPU time that the kernel spends in it; `page fault` and `interrupt` "
        "are what else leads there",
    )
    instructions: float | None = Field(
        None, description="instructions of one iteration outside the kernel; null if nothing could count them"
    )
    instructions_source: Literal["perf", "valgrind"] | None = Field(
        None, description="what counted them; null: nothing"
    )


class Profile(ProfileFacts):
    """The functions in which an arm spends its CPU time, from a pass of its own that samples them (rule 27)."""

    program: list[ProfiledFunction] = Field(
        [], description="functions of the program and its libraries, the highest share first, from a share of 0.5 %"
    )
    kernel: list[ProfiledFunction] = Field([], description="functions of the kernel, in the same way")


class Records(FromAnybody):
    """The fate of the records of several writers, over all samples of an arm, even those that are not analysed."""

    handed: int = Field(description="records that the method says it wrote")
    lost: int = Field(description="records of which no piece that tells whose it is is in the files")
    torn: int = Field(description="records of which a piece lies about")
    interleaved: int = Field(description="records that lie about in pieces that are all of it, but for under 16 bytes")
    doubled: int = Field(description="copies beyond the first")
    unknown: int = Field(description="whole records that nobody handed over")
    astray: int | None = Field(
        None, description="records that went to a log after it had been moved away; null if it was not"
    )


class LockWait(FromAnybody):
    """The time that calls for a lock on the file took, over one window of a pass that is not timed otherwise."""

    reason: str | None = Field(None, description="why it is not known")
    count: int | None = Field(None, description="calls for a lock; 0: the method takes none")
    p50_ns: int | None = Field(None, description="median of the calls")
    p90_ns: int | None = Field(None, description="their 90th percentile")
    p99_ns: int | None = Field(None, description="their 99th percentile")
    longest_ns: int | None = Field(None, description="the longest of them")


class Caution(Strict):
    """A caveat that is stored and shown with its number."""

    code: str = Field(description="key into iotrial.cautions")
    text: str = Field(description="one sentence, with the figures")


class Observation(Strict):
    """The result of an arm that was observed once and not timed."""

    code: Literal["short", "whole", "error", "wrong", "died"] = Field(
        description="short: what was left, and no error; whole: all of it; error: it reported one; wrong: another "
        "result, and no error; died: a signal ended it, or its own runtime did"
    )
    text: str = Field(description="the same in a few words, with the figures")


class VariantRecord(FromAnybody):
    """The difference of an arm from the other arms of its method, or from the method as it usually is."""

    of: str = Field(description="the method: LANGUAGE/METHOD")
    label: str | None = Field(
        None, description="what stands after @ in the arm's name: a runtime's version, or old and new under gate"
    )
    is_first: bool = Field(False, description="if the others of its method are compared with it")
    runtime_path: str | None = Field(
        None, description="the runtime or compiler that --runtime named for it; null: the first that was found"
    )


class Arm(FromAnybody):
    """One method at one level."""

    arm: str = Field(description="LANGUAGE/METHOD, and @LABEL if the run has several variants of it")
    variant: VariantRecord | None = Field(None, description="what tells it from other arms of its method, if anything")
    called: str | None = Field(None, description="how a sentence names its method; null in runs of earlier versions")
    role: Role = Field(
        description="baseline, placebo (the baseline once more), arm, or floor (the least that the machine must do)"
    )
    floor: FloorKind | None = Field(None, description="kind of a floor; null for any other role")
    status: StatusOfArm = "measured"
    reason: WhyNotMeasured = None
    guarantees: dict[str, str] = Field({}, description="what the method declares, guarantee -> value")
    tags: list[str] = Field([], description="tags of the method")
    parameters: dict[str, int] = Field({}, description="parameters of the method, each with its value in this arm")
    method_sha256: str | None = Field(None, description="key into Run.texts")
    program_sha256: str | None = Field(None, description="hash of kit, adapters, method, flags, options and compiler")
    compiler: str | None = Field(None, description="what the compiler or runtime says of its version")
    runtime: str | None = Field(None, description="name and exact version, as the worker said it")
    start_cpu_ns: int | None = Field(
        None, description="CPU time of a process from its start to its first answer: runtime and kit, the least seen"
    )
    iterations: int | None = Field(None, description="per sample")
    shift: int = Field(
        0,
        ge=-64,
        le=64,
        description="power of two between this arm's iterations and the level's; not 0: never equivalent",
    )
    slowdown: float = Field(0.0, description="share of iterations planted on top by selftest inject")
    clock_step_ns: int | None = Field(None, description="smallest step of the worker's clock")
    no_plateau: bool | None = Field(
        None,
        description="if its times had no last level within the longest warm-up, so that no verdict on it is confident; "
        "null: the pilot was too short to tell",
    )
    own_warmup: int = Field(
        0,
        ge=0,
        le=10_000,
        description="samples in each round before all others that are not kept, if its program compiles as it goes",
    )
    kit_ns: float | None = Field(None, description="cost of an empty method per iteration in this kit")
    work: Work = None
    memory: Memory = Field(Memory(), description="peaks of one iteration")
    evidence: Evidence = Field(Evidence(), description="system calls and bytes of one iteration")
    profile: Profile | None = Field(
        None, description="functions in which it spends its time; null if nobody asked with `iotrial explain --profile`"
    )
    records: Records | None = Field(None, description="several writers: what became of their records")
    lock_wait: LockWait = Field(LockWait(), description="several writers: how long each waited for the lock")
    all_bytes: int | None = Field(
        None, description="several at once: memory of all workers, each shared page counted once (PSS), in a window"
    )
    outcome: Observation | None = Field(None, description="what came of it at a level that is looked at and not timed")
    cautions: list[Caution] = Field([], description="caveats of the arm that were met while it was measured")


class WriterHost(FromAnybody):
    """A host on which writers of a level work while another measures."""

    name: str = Field(description="its name in the file of hosts")
    kernel: str = Field(description="the release of its kernel")
    filesystem: str = Field(description="the file system on which it sees the log, as its kernel calls it")


class LevelFacts(Strict):
    """The conditions of a level, and the clock that it is judged by."""

    level: OfLevel
    returned: str | None = Field(
        None, description="what all of users' own snippets returned; null if it is of methods of a job"
    )
    reason: str | None = Field(None, description="why it was skipped; null if it was not")
    clock: Clock = Field(
        "wall",
        description="what a sample's figure is: wall time; wall time less the wait of its worker for a CPU; or wall "
        "time less what neither the worker nor the reader of its sink had of their CPU. Fixed before the first round",
    )


class LevelRecord(LevelFacts, FromAnybody):
    """One level as it was planned and prepared."""

    arms: list[Arm] = Field(description="baseline first, placebo second, then the others")
    floors: list[Arm] = Field([], description="what is measured beside the arms as the least that they must do")
    kind: Literal["timed", "observed"] = Field("timed", description="observed: each arm is looked at once, never timed")
    status: Literal["planned", "skipped"] = Field("planned", description="skipped with a reason, or to be measured")
    rounds: int = Field(0, description="rounds of the plan")
    visits: int = Field(
        1, description="a round in every so many sweeps: other levels give way to one that was asked for"
    )
    blocks: int = Field(0, description="blocks in a round")
    warmup_blocks: int = Field(0, description="blocks at the start of each round that are not kept")
    workers: int = Field(1, description="workers of each arm that work at once")
    window_ns: int | None = Field(
        None, description="several at once: the window that a sample is; one iteration is then one piece of work"
    )
    requests: Literal["closed loop", "open loop"] | None = Field(
        None,
        description="servers: one iteration is a request, which a client sends when it has an answer to the one before "
        "(closed loop); or all that are due in a span of time, and the time is that of a usual one (open loop); null "
        "for anything else",
    )
    hosts: list[WriterHost] | None = Field(
        None,
        description="hosts that its workers are dealt to in turn; null: all of them work on the machine of the run",
    )
    surroundings: list[str] | None = Field(
        None, description="surroundings that were drawn anew in each round; null in runs of earlier versions"
    )
    lead_in_share: float = Field(0.05, description="untimed work before each sample, as a share of the sample")

    @property
    def has_pieces(self) -> bool:
        """True if its samples have a time for each piece of work: of several workers at once, or of a request."""
        return self.window_ns is not None or self.requests is not None

    @property
    def places(self) -> int:
        """The number of arms and floors together; the samples of each have a number below this."""
        return len(self.arms) + len(self.floors)


class Spent(FromAnybody):
    """The wall time of a run, by what it went into; what is left to its whole is starting, storing and tidying up."""

    building_ns: int = Field(0, description="compiling programs; no budget but that of advice pays for it")
    verifying_ns: int = Field(0, description="making inputs, checking every arm and timing it roughly")
    pilot_ns: int = Field(0, description="the round of each level that is not analysed")
    rounds_ns: int = Field(0, description="the rounds that are analysed")
    evidence_ns: int = Field(0, description="system calls and memory, looked at and never timed")


#: The fact of `Run.machine` that methods were started in a sandbox, and in which; it is missing if they were not.
SANDBOX = "sandbox"


class AskedRun(Strict):
    """A run by its name, and the question that it answers."""

    run: RunId
    study: StudyName
    question: Question
    job: JobName
    work_unit: str = Field(description="the unit that the job's work is counted in")


class RunFacts(AskedRun):
    """The plan of a run, and how it went."""

    languages: dict[str, str] = Field({}, description="language -> how a sentence names it")
    more: dict[str, list[str]] = Field(
        {}, description="guarantee -> its values from the most to the least, if a method that gives more is as good"
    )
    said: dict[str, str | dict[str, str]] = Field(
        {}, description="factor -> how people say it: a text with {} for a number, or value -> text"
    )
    quick: bool = Field(description="if it was the short form")
    seed: int = Field(description="the same seed gives the same plan")
    margin: Margin
    precision: float | None = Field(
        None, description="how narrow intervals were asked to be, as a share; null for a fixed plan"
    )
    iotrial: str = Field(description="version of iotrial that measured")
    started_at: StartedAt
    finished_at: str | None = Field(None, description="UTC, ISO 8601; null while it goes on")
    complete: IsComplete = False
    stopped: str | None = Field(
        None,
        description="why it ended: rounds, budget, precision, nothing left, interrupted; null while it goes on",
    )
    seconds: float | None = Field(None, description="wall time of the whole run; null while it goes on")
    spent: Spent | None = Field(
        None, description="what that time went into; null while it goes on, and in runs of earlier versions"
    )


class Run(RunFacts, FromAnybody):
    """`run.json`: a study carried out on one machine, with everything that was recorded except the samples."""

    format: int = Field(FORMAT, description="version of run.json")
    study_text: str = Field(description="the study as it was read, TOML; empty for a job without a study")
    asked: list[str] = Field(
        [], description="the words after `iotrial` that asked for it, as they were typed; empty in earlier versions"
    )
    budget_seconds: float = Field(description="how long the whole run was allowed to take")
    sample_ns: int | None = Field(None, description="how long a sample was asked to be")
    unsaid: dict[str, Value] = Field(
        {}, description="factor -> value that goes without saying, so that no name of a level has it"
    )
    levels: list[LevelRecord] = Field(description="in the order of the study")
    texts: dict[str, str] = Field({}, description="sha256 -> text of each method, adapter and kit that was measured")
    conditions: dict[str, dict[str, str]] = Field(
        {}, description="guarantee -> value -> the words after `if` that say when somebody needs it"
    )
    usual: list[str] = Field(
        default_factory=list, description="the methods that the job names as the usual way, the most usual first"
    )
    needed: dict[str, str] = Field(
        {}, description="guarantee -> the value that nearly everybody needs, so that no answer gives it up"
    )
    told: list[str] = Field(
        default_factory=list,
        description="those guarantees of `more` of which an answer says that its method gives less than the most, even "
        "if no method that gives more was measured",
    )
    eligible: list[str] = Field(
        default_factory=list,
        description="of advice the arms that may be the answer, which is that of the first level; empty for all others",
    )
    machine: dict[str, object] = Field({}, description="facts of the machine, its targets and toolchains")
    seal: str | None = Field(
        None, description="code by which `--resume` knows that its options were named here; null if it names none"
    )
    cautions: list[Caution] = Field([], description="caveats of the whole run that were met while it was measured")

    @field_validator("levels", mode="after")
    @classmethod
    def _named(cls, levels: list[LevelRecord], given: ValidationInfo) -> list[LevelRecord]:
        """Let each level know what goes without saying in this run, and how people say the rest."""
        how = given.data.get("unsaid", {}), given.data.get("said", {})
        return [level.model_copy(update={"level": LevelFactors(level.level, *how)}) for level in levels]
