"""The public API for a job: all that a methods/JOB/job.py may import, beside the standard library.

A job.py defines a class `Task(iotrial.jobs.Task)`; one is made for each level. docs/extending.md shows how.
"""

from __future__ import annotations

from iotrial.ask.catalog import Method, Value
from iotrial.jobs.delivery import Delivery
from iotrial.jobs.difference import difference, expected_found, first_difference, name_difference
from iotrial.jobs.grown_tree import FOLDER_FILES, grow_tree, paths_in_tree
from iotrial.jobs.held_memory import HELD_BYTES, memory_problems
from iotrial.jobs.http2_request import http2_request
from iotrial.jobs.inode_spreading import Aside, fresh_folder, spread
from iotrial.jobs.inputs import letters, noise, prose, scaled, write_once, written_back, written_out
from iotrial.jobs.kept_input import kept_input
from iotrial.jobs.log_family import log_bytes, log_content, remove_log, remove_rotated, rotated
from iotrial.jobs.reader_factor import reader_of, why_no_reader
from iotrial.jobs.returning import task_of_inputs
from iotrial.jobs.rotation import Rotation
from iotrial.jobs.tagged_files import count_records
from iotrial.jobs.text_lines import NO_UTF_8, TEXT_TRAPS, LineAnswer, LineRules, odd_text, text_of_lines
from iotrial.machine.page_cache import memory_of, reset_peak
from iotrial.machine.process_io import process_io
from iotrial.places.cold import folder_bytes
from iotrial.probes.copied import tag_problems
from iotrial.probes.crash import CRASH_UNITS, lost_in_crash
from iotrial.probes.cut import NotCut, cut_while_read
from iotrial.probes.durable import probe_durable
from iotrial.probes.injected import ASKING, OPENING, REMOVING, refused
from iotrial.probes.lock_kept import probe_lock_kept
from iotrial.probes.meanwhile import FoundMeanwhile, found_meanwhile
from iotrial.probes.tracer import NoTrace
from iotrial.store.record import Observation
from iotrial.units import parse_rate
from iotrial.workers.conditions import Cold, Impossible, Observed, Served, ToSink, Unfit, Warm
from iotrial.workers.numbered_outputs import NumberedOutputs
from iotrial.workers.produced import (
    changing,
    content_of,
    contents_of,
    reading,
    remove_folder,
    rewrite,
    room_for,
    size_of,
)
from iotrial.workers.protocol import Dialogue, Message, Pairs
from iotrial.workers.sink import Received
from iotrial.workers.tagged import Layout
from iotrial.workers.task import LEAD_IN_SHARE, Task
from iotrial.workers.window import Left, Moments, Window
from iotrial.workers.worker import WorkerFailed

__all__ = [
    "ASKING",
    "CRASH_UNITS",
    "FOLDER_FILES",
    "HELD_BYTES",
    "LEAD_IN_SHARE",
    "NO_UTF_8",
    "OPENING",
    "REMOVING",
    "TEXT_TRAPS",
    "Aside",
    "Cold",
    "Delivery",
    "Dialogue",
    "FoundMeanwhile",
    "Impossible",
    "Layout",
    "Left",
    "LineAnswer",
    "LineRules",
    "Message",
    "Method",
    "Moments",
    "NoTrace",
    "NotCut",
    "NumberedOutputs",
    "Observation",
    "Observed",
    "Pairs",
    "Received",
    "Rotation",
    "Served",
    "Task",
    "ToSink",
    "Unfit",
    "Value",
    "Warm",
    "Window",
    "WorkerFailed",
    "changing",
    "content_of",
    "contents_of",
    "count_records",
    "cut_while_read",
    "difference",
    "expected_found",
    "first_difference",
    "folder_bytes",
    "found_meanwhile",
    "fresh_folder",
    "grow_tree",
    "http2_request",
    "kept_input",
    "letters",
    "log_bytes",
    "log_content",
    "lost_in_crash",
    "memory_of",
    "memory_problems",
    "name_difference",
    "noise",
    "odd_text",
    "parse_rate",
    "paths_in_tree",
    "probe_durable",
    "probe_lock_kept",
    "process_io",
    "prose",
    "reader_of",
    "reading",
    "refused",
    "remove_folder",
    "remove_log",
    "remove_rotated",
    "reset_peak",
    "rewrite",
    "room_for",
    "rotated",
    "scaled",
    "size_of",
    "spread",
    "tag_problems",
    "task_of_inputs",
    "text_of_lines",
    "why_no_reader",
    "write_once",
    "written_back",
    "written_out",
]
