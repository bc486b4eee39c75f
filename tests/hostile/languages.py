"""Methods that do harm in other languages: honest ones of ours, with the harm before their work.

Each has the words that its reason must have, as a pattern.
"""

from __future__ import annotations

from pathlib import Path

METHODS = Path(__file__).resolve().parents[2] / "methods" / "append"

#: For each language an honest method, the line before which the harm is done, and what must come before all else.
HONEST = {
    "c": (
        "write_keep_open.c",
        "    int log = open(",
        "\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/resource.h>\n",
    ),
    "php": ("batched.php", "    $log = fopen(", ""),
    "javascript": ("append_file_sync.mjs", "    let written = 0;", ""),
}

#: The harm by language, and the reason that it should get.
HARM = {
    "c": {
        "aborts": ("abort();", "was killed by SIGABRT"),
        "writes where nothing is": ("*(volatile int *)8 = 1;", "was killed by SIGSEGV"),
        "divides by nothing": ("raise(SIGFPE);", "was killed by SIGFPE"),
        "exits well": ("_exit(0);", "ended with status 0"),
        "kills itself": ("kill(getpid(), SIGKILL);", "was killed by SIGKILL"),
        "renices iotrial": (
            "setpriority(PRIO_PROCESS, (id_t)getppid(), 19);",
            "changed the niceness of iotrial's own process",
        ),
        "does not compile": ("no such luck;", "does not compile"),
    },
    "php": {
        "exits well": ("exit(0);", "ended by itself, as exit"),
        "kills itself": ("posix_kill(getmypid(), 9);", "was killed by SIGKILL"),
        "throws": ("throw new Exception('no such luck');", "no such luck"),
        "calls what is not there": ("no_such_luck();", "undefined function no_such_luck"),
        "is no program": ("no such luck;", "syntax error"),
    },
    "javascript": {
        "exits well": ("process.exit(0);", "ended by itself, as process.exit"),
        "aborts": ("process.abort();", "was killed by SIGABRT"),
        "kills itself": ("process.kill(process.pid, 'SIGKILL');", "was killed by SIGKILL"),
        "throws": ("throw new Error('no such luck');", "no such luck"),
        "is no program": ("no such luck;", "SyntaxError|Unexpected"),
    },
}


def reasons() -> dict[str, str]:
    """The pattern of the reason of each, by its arm."""
    return {f"{language}/{_file(name)}": why for language, every in HARM.items() for name, (_, why) in every.items()}


def written(folder: Path) -> Path:
    """Write all of them into a tree; return its folder."""
    for language, every in HARM.items():
        name, before, head = HONEST[language]
        text = (METHODS / language / name).read_text()
        place = folder / "append" / language
        place.mkdir(parents=True, exist_ok=True)
        for kind, (harm, _) in every.items():
            harmful = text.replace(before, f"    {harm}\n{before}", 1)
            assert harmful != text
            if head:
                harmful = harmful.replace('#include "append.h"\n', f'#include "append.h"\n{head}', 1)
            (place / f"{_file(kind)}{Path(name).suffix}").write_text(harmful)
    return folder


def _file(kind: str) -> str:
    return f"hostile_{kind.replace(' ', '_')}"
