"""The edge: every error becomes one line, a hint and an exit code here, and runs go to their object store."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import TextIO

import typer
from typer.exceptions import TyperException

from iotrial.cli.last_words import say_last_words
from iotrial.errors import IotrialError, Problem
from iotrial.machine.orderly_end import is_interruption
from iotrial.machine.refusal import refusal_of
from iotrial.standard_streams import drop
from iotrial.visible_text import visible_line

INTERRUPTED = 130

#: The reader of the output has gone before its end, as after `| head`: what a shell says of a program that dies of
#: that. It is never 0, which would be the answer of a gate, and no one has read it.
UNREAD = 141
USAGE = 2


def guarded(command: Callable[[], object]) -> int:
    """Run a command and return its exit code; only a bug in iotrial, with IOTRIAL_DEBUG set, shows a traceback."""
    try:
        return _ended(command)
    except KeyboardInterrupt:  # who is impatient asks again while the first request is answered
        return INTERRUPTED
    finally:
        say_last_words()


def _ended(command: Callable[[], object]) -> int:
    try:
        done = command()
        sys.stdout.flush()
        if done == INTERRUPTED:  # Typer takes Ctrl-C for itself, and says nothing
            print("interrupted", file=sys.stderr)
        return done if isinstance(done, int) else 0
    except IotrialError as error:
        if is_interruption(error):
            print("interrupted", file=sys.stderr)
            return INTERRUPTED
        report(error.problems)
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except TyperException as error:
        report([Problem(_said(error), hint=_help_hint(error))])
        return USAGE
    except SystemExit as leaving:
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        return _unread()  # Typer takes the error for a reason to leave with 1, the code of a check that failed
    except BrokenPipeError:
        return _unread()
    except Exception as error:
        if is_interruption(error):
            print("interrupted", file=sys.stderr)
            return INTERRUPTED
        if os.environ.get("IOTRIAL_DEBUG"):
            raise
        if refused := refusal_of(error):
            report([refused])
            return USAGE
        name = type(error).__name__
        hint = "please report it with the output of IOTRIAL_DEBUG=1"
        report([Problem(f"iotrial itself failed: {name}: {error}", hint=hint)])
        return 1


def send_runs(code: int) -> int:
    """Send runs that were measured into an object store, and return a command's exit code.

    One that cannot be sent stays here, and is sent later.
    """
    if code == INTERRUPTED:  # who ends a command does not want to wait; the next one sends what is whole
        return code
    if "iotrial.store.mirror" not in sys.modules:  # such as --help, which would load it for nothing
        return code
    from iotrial.store.mirror import send_all

    try:
        for line in send_all():
            print(visible_line(line), file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return code


def _unread() -> int:
    drop(sys.stdout)  # nothing more can be printed
    return UNREAD


def report(problems: list[Problem]) -> None:
    """Print problems to stderr; a hint that several share is printed once."""
    _flush(sys.stdout)
    hints = []
    try:
        for problem in problems:
            print(f"error: {problem.line()}", file=sys.stderr)
            if problem.hint and problem.hint not in hints:
                hints.append(problem.hint)
                print(f"hint: {' '.join(problem.hint.split())}", file=sys.stderr)
    except OSError:
        drop(sys.stderr)


def _flush(stream: TextIO) -> None:
    """Write out what was printed so far, unless its disk is full or its reader has gone."""
    try:
        stream.flush()
    except OSError:
        drop(stream)


#: What Typer's library says of a text that is no number.
_NO_NUMBER = re.compile(r"Input should be a valid (integer|number), unable to parse string as an? \1")


def _said(error: TyperException) -> str:
    """The problem in Typer's words, without its standard beginning."""
    said = re.sub(r"^Invalid value for '?(--?[\w-]+)[^:]*'?: (?:Value error, )?", r"\1: ", error.format_message())
    return _NO_NUMBER.sub(lambda found: f"must be a {'whole ' * (found[1] == 'integer')}number", said)


def _help_hint(error: TyperException) -> str | None:
    context = getattr(error, "ctx", None)
    if context is not None and error.format_message().startswith("Got unexpected extra argument"):
        return f"what has spaces in it is typed in quotes; {context.command_path} --help"
    if context is not None and (factor := _factor_of(error, context)):
        return f"--set {factor}=VALUE; {context.command_path} --help"
    return f"{context.command_path} --help" if context is not None else "iotrial --help"


def _factor_of(error: TyperException, context: typer.Context) -> str | None:
    """Return the factor of a job that was typed as an option of a command that has --set; None if it is none."""
    name = str(getattr(error, "option_name", "")).lstrip("-").replace("-", "_")
    options = {option for parameter in getattr(context.command, "params", ()) for option in parameter.opts}
    if not name or "--set" not in options:
        return None
    from iotrial.ask import tree

    return name if any(name in job.factors for job in tree.load().jobs.values()) else None
