"""Java for tests that compile many methods: its compiler starts once, and its workers without their optimizing one.

What a kit.toml says is done as it stands, word by word. Only `java -m MODULE/CLASS`, with which it starts the compiler
and the archiver, leads to a process that stays and has both, tests/kits/Resident.java: a start takes each of them
longer than their work.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

#: Whoever ends soon has no use for the optimizing compiler of its runtime. A server has the collector that it has for
#: users: what is tested of it is how much memory it takes, too.
QUICK_SERVER = "-XX:TieredStopAtLevel=1"
QUICK_JAVA = (QUICK_SERVER, "-XX:+UseSerialGC")

#: What starts in place of `java`.
JAVA = """\
#!/bin/sh
case " $* " in
    *" -m "*) ;;
    *" Server "*) exec {java} {server} "$@" ;;
    *) exec {java} {quick} "$@" ;;
esac
while [ "$1" != -m ]; do shift; done
shift
printf '%s\\0' "$PWD" "$CLASSPATH" "$@" > {requests}
{{ read -r status; [ "$status" = 0 ] || cat >&2; }} < {replies}
exit "$status"
"""


@contextlib.contextmanager
def resident_java() -> Iterator[Path | None]:
    """A folder for the beginning of a PATH, in which Java is as described above; None if there is no Java."""
    compiler = shutil.which("javac")
    if compiler is None:
        yield None
        return
    java = str(Path(compiler).resolve().with_name("java"))
    with tempfile.TemporaryDirectory(prefix="iotrial-java-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # servers run as nobody
        pipes = [folder / "requests", folder / "replies"]
        for pipe in pipes:
            os.mkfifo(pipe, 0o600)
        places = {"java": shlex.quote(java), "server": QUICK_SERVER, "quick": shlex.join(QUICK_JAVA)}
        places |= {pipe.name: shlex.quote(str(pipe)) for pipe in pipes}
        for program in (folder / "java", folder / "javac"):  # where the one is, the other is looked for
            program.write_text(JAVA.format(**places))
            program.chmod(0o755)
        source = Path(__file__).with_name("Resident.java")
        process = subprocess.Popen([java, *QUICK_JAVA, str(source), *map(str, pipes)], stdin=subprocess.PIPE)
        try:
            yield folder
        finally:
            process.communicate()
