"""Methods that do harm: to what they were given, to whoever reads what they say, to whoever waits for them.

Each is a hook or two of the kit in tests/broken_workers, which says what a hook is. HARM is done after the honest work
of a measure; a kind with its own text has other hooks. `written(folder)` makes a tree of all of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

_HEAD = """\
# Does harm: {name}.
# Use it nowhere: it shows that harm stays with the one who does it.
# visible: at the end
# lock: none
# append: yes

from __future__ import annotations

{imports}
"""

#: Modules that some kind needs; others do not import them, since some take longer than the start of Python.
_MODULES = ("os", "resource", "shutil", "signal", "subprocess", "sys", "time")

_HARM = """
def append(path, records, since):
    gathered = list(records)
    with open(path, "ab") as log:
        log.write(b"".join(gathered))
    folder = os.path.dirname(path)
    if since >= 0:
{harm}
    return len(gathered)
"""

#: Harm to the folder of its outputs, and to what lies there.
_TO_FILES = {
    "removes its output": "os.unlink(path)",
    "puts a pipe in place of its output": "os.unlink(path); os.mkfifo(path)",
    "puts a folder in place of its output": "os.unlink(path); os.mkdir(path)",
    "puts a link to a device in place of its output": "os.unlink(path); os.symlink('/dev/zero', path)",
    "puts a link to somebodys file in place of its output": "os.unlink(path); os.symlink(sys.argv[0], path)",
    "makes its output huge and hollow": "os.truncate(path, 1 << 40)",
    "leaves a socket": """
        import socket
        os.unlink(path)
        socket.socket(socket.AF_UNIX).bind(path)""",
    "removes its folder": "shutil.rmtree(folder)",
    "renames its folder": "os.rename(folder, folder + '-gone')",
    "puts a file in place of its folder": "shutil.rmtree(folder); open(folder, 'w').close()",
    "puts a pipe in place of its folder": "shutil.rmtree(folder); os.mkfifo(folder)",
    "puts a link in place of its folder": "os.rename(folder, folder + '-x'); os.symlink(folder + '-x', folder)",
    "takes the rights of its folder": "os.chmod(folder, 0)",
    "takes the rights of its output": "os.chmod(path, 0)",
    "makes its folder immutable": """
        subprocess.run(["chattr", "+i", folder], stderr=subprocess.DEVNULL)""",
    "makes its output immutable": """
        subprocess.run(["chattr", "+i", path], stderr=subprocess.DEVNULL)""",
    "nests folders deeply": """
        below = os.open(folder, os.O_RDONLY)
        for _ in range(1200):
            os.mkdir("x", dir_fd=below)
            deeper = os.open("x", os.O_RDONLY, dir_fd=below)
            os.close(below)
            below = deeper""",
    "leaves a thousand files": """
        for number in range(1_000):
            open(f"{folder}/more-{number}", "w").close()""",
    "leaves names that are no text": """
        for name in (b"\\xff\\xfe", b"a\\nb", b"\\x1b[31m", b"-rf", b" "):
            open(os.fsencode(folder) + b"/" + name, "w").close()""",
    "leaves a pipe beside its output": "os.path.lexists(folder + '/p') or os.mkfifo(folder + '/p')",
    "makes a hard link of its own kit": """
        try:
            os.link(sys.argv[0], folder + "/kit")
        except OSError:
            pass""",
    "removes what lies beside its folder": """
        for name in os.listdir(os.path.dirname(folder)):
            if name.startswith("arm-") and name != os.path.basename(folder):
                shutil.rmtree(os.path.join(os.path.dirname(folder), name), ignore_errors=True)""",
}

#: Harm to its own process, and to those around it.
_TO_PROCESSES = {
    "leaves a child": """
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)""",
    "leaves a child in a session of its own": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)""",
    "leaves a child that writes on and on": """
        if os.fork() == 0:
            os.setsid()
            while True:
                try:
                    with open(folder + "/on", "ab") as log:
                        log.write(b"x")
                except OSError:
                    pass
                time.sleep(0.01)""",
    "leaves a child without a mark": """
        if os.fork() == 0:
            os.setsid()
            os.execve("/bin/sleep", ["sleep", "600.60"], {})""",
    "leaves a child that ignores all signals": """
        if os.fork() == 0:
            for number in range(1, 32):
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    signal.signal(number, signal.SIG_IGN)
            os.setsid()
            time.sleep(600)
            os._exit(0)""",
    "closes its descriptors": "os.closerange(0, 64)",
    "writes into its replies": "os.write(4, b'x' * 10_000)",
    "reads its requests": """
        os.set_blocking(3, False)
        try:
            os.read(3, 100)
        except BlockingIOError:
            pass
        os.set_blocking(3, True)""",
    "fills its requests": """
        end = os.open("/proc/self/fd/3", os.O_WRONLY | os.O_NONBLOCK)
        try:
            while True:
                os.write(end, b"x" * 4096)
        except BlockingIOError:
            pass
        os.write(4, b"error message=full\\n")
        time.sleep(600)""",
    "goes to another folder": "os.chdir('/')",
    "takes every CPU": "os.sched_setaffinity(0, range(os.cpu_count() or 1))",
    "says goodbye": "os.write(4, b'bye\\n')",
    "kills itself": "os.kill(os.getpid(), signal.SIGKILL)",
    "kills its group": "os.killpg(0, signal.SIGKILL)",
    "aborts": "os.abort()",
    "exits well": "os._exit(0)",
    "recurses": "(lambda f: f(f))(lambda f: f(f))",
    "fills its errors": """
        for _ in range(4):
            os.write(2, b"x" * (1 << 20))""",
    "fills what it prints": """
        for _ in range(4):
            os.write(1, b"x" * (1 << 20))""",
    "prints what steers a terminal": "os.write(1, b'\\x1b]0;owned\\x07\\x1b[2J'); os.write(2, b'\\x1b[2J')",
}

#: Harm to iotrial's own process, and to what it reads.
_TO_IOTRIAL = {
    **{
        f"lowers iotrials limit of {name.lower()}": f"""
        _, hard = resource.prlimit(os.getppid(), resource.RLIMIT_{name})
        resource.prlimit(os.getppid(), resource.RLIMIT_{name}, (20, hard))"""
        for name in ("NOFILE", "FSIZE", "STACK", "CORE", "MSGQUEUE")
    },
    "renices iotrial": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "puts iotrial first in line when memory runs out": """
        with open(f"/proc/{os.getppid()}/oom_score_adj", "w") as score:
            score.write("1000")""",
    "sends iotrial strange signals": """
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGPROF, signal.SIGIO):
            os.kill(os.getppid(), number)""",
    "wakes iotrial": """
        for number in (signal.SIGCONT, signal.SIGCHLD, signal.SIGWINCH):
            os.kill(os.getppid(), number)""",
    "binds iotrial to one CPU": "os.sched_setaffinity(os.getppid(), {min(os.sched_getaffinity(0))})",
    "removes its own text": "os.path.exists(__file__) and os.unlink(__file__)",
    "empties its own text": "open(__file__, 'w').close()",
    "puts a folder in place of its own text": "os.path.isdir(__file__) or (os.unlink(__file__), os.mkdir(__file__))",
    "removes the log of its errors": """
        if os.path.exists(log := os.readlink("/proc/self/fd/2")):
            os.unlink(log)""",
}

#: More harm to its own process, and the words that the reason must have.
_ENDS = {
    "exits badly": ("os._exit(3)", "ended with status 3"),
    "dies of a signal without a name": ("os.kill(os.getpid(), 40)", "was killed by signal 40"),
    "closes its replies": ("os.close(4)", "Bad file descriptor|closed its replies|ended with status"),
    "fails": ("raise ValueError('no such luck')", "no such luck"),
    "stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", "did not answer within"),
}

_AFTER = """
def after(verb, line, since):
    if verb == {verb!r} and since >= {since}:
        return {reply}
    return line
"""

#: Harm by what it says: the request, and the reply.
_BY_REPLIES = {
    "says numbers beyond 64 bits": ("measure", "b'sample wall_ns=9999999999999999999 work=100\\n'"),
    "says numbers of 20 digits": ("measure", "b'sample wall_ns=5 work=' + b'9' * 20 + b'\\n'"),
    "says endless work": ("measure", "b'sample wall_ns=5 work=9223372036854775807\\n'"),
    "says it waited for ever": ("measure", "line.replace(b'queue_ns=', b'queue_ns=9223372036854775')"),
    "says times below 0": ("measure", "b'sample wall_ns=-5 work=100\\n'"),
    "errs in bytes that are no text": ("measure", "b'error message=%ff%fe%00%1b%5B31m\\n'"),
    "errs at length": ("measure", "b'error message=' + b'%1b' * 300_000 + b'\\n'"),
    "errs without a word": ("measure", "b'error\\n'"),
    "says a thousand lines": ("measure", "b'sample wall_ns=5 work=100\\n' * 1000"),
    "says a thousand keys": (
        "measure",
        "b'sample wall_ns=5 work=100' + b''.join(b' k%d=1' % n for n in range(1000)) + b'\\n'",
    ),
    "says nothing but a newline": ("measure", "b'\\n'"),
    "says zeros": ("measure", "b'\\0' * 1000 + b'\\n'"),
    "has a name that is no text": (
        "hello",
        "b'hello protocol=1 language=broken runtime=%ff%1b%5B31m%0a clock_step_ns=1\\n'",
    ),
    "has a name without end": (
        "hello",
        "b'hello protocol=1 language=broken runtime=' + b'x' * 900_000 + b' clock_step_ns=1\\n'",
    ),
    "has a clock of one step in 300 years": (
        "hello",
        "b'hello protocol=1 language=broken runtime=x clock_step_ns=9223372036854775807\\n'",
    ),
    "has a clock of one step a second": (
        "hello",
        "b'hello protocol=1 language=broken runtime=x clock_step_ns=1000000000\\n'",
    ),
    "has a clock that steps back": ("hello", "b'hello protocol=1 language=broken runtime=x clock_step_ns=-1\\n'"),
    "speaks another language": ("hello", "b'hello protocol=1 language=%0a%1b runtime=x clock_step_ns=1\\n'"),
    "answers twice": ("measure", "line + line"),
    "says hello again": ("measure", "b'hello protocol=1 language=broken runtime=x clock_step_ns=1\\n'"),
    "says that no time passed": ("measure", "b'sample wall_ns=0 work=100\\n'"),
    "says that memory is short": ("measure", "b'error message=Cannot%20allocate%20memory\\n'"),
    "checks more than it was asked": ("check", "b'checked work=9223372036854775807\\n'"),
}


#: The words that the reason of a kind must have, as a pattern; no other kind is told in these.
REASONS = {
    **{name: reason for name, (_, reason) in _ENDS.items()},
    **{
        name: f"changed the limit of {name.split()[-1]} of iotrial's own process"
        for name in _TO_IOTRIAL
        if "limit" in name
    },
    **{name: "its text was changed while the run went on" for name in _TO_IOTRIAL if name.endswith("its own text")},
    "renices iotrial": "changed the niceness of iotrial's own process",
    "puts iotrial first in line when memory runs out": "changed the oom_score_adj of iotrial's own process",
    "kills itself": "was killed by SIGKILL",
    "kills its group": "was killed by SIGKILL",
    "aborts": "was killed by SIGABRT",
    "exits well": "ended with status 0",
    "answers twice": "spoke without being asked",
    "says hello again": "measure was answered with hello",
    "says that no time passed": "wall_ns is 0",
    "says that memory is short": "Cannot allocate memory",
    "says times below 0": "below 0",
    "says numbers beyond 64 bits": "beyond all bounds",
    "says numbers of 20 digits": "not a whole number",
    "says nothing but a newline": "no verb",
    "errs without a word": "error without a message",
    "has a clock that steps back": "clock_step_ns is -1, below 0",
}

#: Words that are never a reason: errors of the system that befell iotrial, and not the method.
NO_REASON = r"file descriptor cannot be|codec can't|Traceback|itself failed"

#: Kinds that are waited for: a worker that does not answer has ten seconds and more.
SLOW = {"stops_itself"}


def texts() -> dict[str, str]:
    """The name of each kind, as a file has it, and its text."""
    found: dict[str, str] = {}
    ends = {name: harm for name, (harm, _) in _ENDS.items()}
    for name, harm in {**_TO_FILES, **_TO_PROCESSES, **_TO_IOTRIAL, **ends}.items():
        body = indent(dedent(harm.strip("\n")).strip(), " " * 8)
        found[name.replace(" ", "_")] = _text(name, _HARM.format(harm=body))
    for name, (verb, reply) in _BY_REPLIES.items():
        since = 0 if verb == "measure" else -1_000_000
        found[name.replace(" ", "_")] = _text(name, _AFTER.format(verb=verb, since=since, reply=reply))
    return found


def _text(name: str, body: str) -> str:
    """The text of a method that imports what its body uses."""
    imports = "\n".join(f"import {module}" for module in _MODULES if f"{module}." in body)
    return _HEAD.format(name=name, imports=imports) + body


def wrong_reason(name: str, reason: str) -> bool:
    """True if a reason is not the one that a kind should get, by the name that its file has."""
    wanted = {kind.replace(" ", "_"): pattern for kind, pattern in REASONS.items()}.get(name)
    return bool(re.search(NO_REASON, reason)) or (wanted is not None and not re.search(wanted, reason))


def written(folder: Path) -> Path:
    """Write a tree with a method of every kind; return its folder."""
    methods = folder / "append" / "broken"
    methods.mkdir(parents=True)
    for name, text in texts().items():
        (methods / f"{name}.py").write_text(text)
    return folder
