"""Formatters, linters and types for every language here; ends with 1 if anything is found, all of it shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from iotrial.catalog import tree
from iotrial.workers.build import runtime_of
from iotrial.workers.packages import packages_of

ROOT = Path(__file__).resolve().parents[1]
JAVASCRIPT = ROOT / "tests" / "lint_javascript"

#: Where the linters of JavaScript are installed, beside those of Python.
NODE_TOOLS = ROOT / ".venv" / "node"

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-fsyntax-only"]


def files(*patterns: str) -> list[str]:
    """Tracked and new files that match, without ignored ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in listed if name and (ROOT / name).exists()]


def folders(*names: str) -> list[str]:
    """Those of some folders that hold Python."""
    return [name for name in names if any((ROOT / name).rglob("*.py"))]


def passes(command: Sequence[str], **environment: str) -> bool:
    """Return if a command is content; show its output if it is not."""
    shown = " ".join(Path(word).name if "/" in word else word for word in command[:6]) + (" …" if command[6:] else "")
    if shutil.which(command[0]) is None:
        print(f"lint: {command[0]} is not installed", file=sys.stderr)
        return False
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, check=False, capture_output=True, text=True
    )
    said = "" if done.returncode == 0 else f"{done.stdout}{done.stderr}\n"
    # In one piece: others say theirs meanwhile.
    sys.stdout.write(f"lint: {'FAIL' if done.returncode else 'ok  '} {shown}\n{said}")
    sys.stdout.flush()
    return done.returncode == 0


def javascript() -> list[list[str]]:
    """The commands of the linters of JavaScript, which are installed first if they are missing or others are asked for.

    Their versions are in packages.txt, a name and a version on each line.
    """
    asked = (JAVASCRIPT / "packages.txt").read_text()
    installed = NODE_TOOLS / "installed.txt"
    if not installed.exists() or installed.read_text() != asked:
        NODE_TOOLS.mkdir(exist_ok=True)
        packages = ["@".join(line.split()) for line in asked.splitlines()]
        npm = ["npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix"]
        if not passes([*npm, str(NODE_TOOLS), *packages]):
            return []
        installed.write_text(asked)
    programs = NODE_TOOLS / "node_modules" / ".bin"
    modules = files("*.mjs")
    return [
        [str(programs / "eslint"), "--max-warnings", "0", "--config", str(JAVASCRIPT / "eslint.config.mjs"), *modules],
        [str(programs / "prettier"), "--check", "--config", str(JAVASCRIPT / "prettier.json"), *modules],
    ]


def is_formatted(modules: Sequence[str]) -> bool:
    """Return if gofmt would change nothing; it names what it would change, and is content."""
    if shutil.which("gofmt") is None:
        return passes(["gofmt"])
    done = subprocess.run(["gofmt", "-l", *modules], cwd=ROOT, check=False, capture_output=True, text=True)
    said = f"{done.stdout}{done.stderr}".strip()
    sys.stdout.write(f"lint: {'FAIL' if said or done.returncode else 'ok  '} gofmt -l …\n{said and said + chr(10)}")
    sys.stdout.flush()
    return not said and done.returncode == 0


def with_packages(language: str, folder: Path) -> tuple[dict[str, str], list[str]]:
    """Return what the compiler of a language is told of all its packages: its environment, and more words for it.

    folder: where the parts of programs lie. Packages that are not in the cache are fetched.
    """
    kit = tree.load().kits[language]
    packages = packages_of(kit, list(kit.packages), *runtime_of(kit))
    if kit.fetching is None or packages.folder is None:
        return {}, []
    places = {"{stage}": str(folder), "{packages}": str(packages.folder)}
    told = (filled(word, places).partition("=") for word in kit.fetching.environment)
    return {name: value for name, _, value in told}, [filled(word, places) for word in kit.fetching.flags]


def staged(language: str, own: str, folder: Path) -> dict[str, str]:
    """Lay out the parts of every program of a language as its kit.toml says; return the environment of its compiler.

    own: the folder of each program's adapter and method, in which {job} and {method} are their names; what all programs
    share lies there, too, if kit.toml has it beside them.
    """
    kit = ROOT / "kits" / language
    told = tomllib.loads((kit / "kit.toml").read_text())
    end = told["extension"]
    places = {"{folder}": str(kit), "{kit}": str(kit / f"kit.{end}")}
    of_adapter = next(name for name, source in told["stage"].items() if source == "{adapter}")
    for method in sorted(ROOT.glob(f"methods/*/{language}/*.{end}")):
        job = method.parents[1].name
        mine = {**places, "{adapter}": str(kit / "jobs" / f"{job}.{end}"), "{method}": str(method)}
        for name, source in told["stage"].items():
            beside = Path(name).parent == Path(of_adapter).parent
            where = folder / (filled(own, {"{job}": job, "{method}": method.stem}) if beside else Path(name).parent)
            where.mkdir(parents=True, exist_ok=True)
            shutil.copy(filled(source, mine), where / Path(name).name)
    compiler = {"{stage}": str(folder), "{cache}": str(ROOT / ".venv" / language), "{version}": "version 1"}
    words = (filled(word, compiler).partition("=") for word in told.get("environment", []))
    return {name: value for name, _, value in words}


def stage_stacks(end: str, folder: Path) -> None:
    """Lay out the programs of stacks of servers whose files end so: those that are compiled, each in a folder."""
    for kit in ROOT.glob("kits/*/kit.toml"):
        told, stack = tomllib.loads(kit.read_text()), kit.parent.name
        if "build" not in told or not str(told.get("entry", "")).endswith(f".{end}"):
            continue
        for entry in ROOT.glob(f"methods/serve/{stack}/*/{told['entry']}"):
            where = folder / stack / entry.parent.name
            where.mkdir(parents=True)
            shared = [entry.parents[2] / name for name in told.get("shares", [])]
            for place in (*shared, entry.parents[1], entry.parent):
                for path in place.glob(f"*.{end}"):
                    shutil.copy(path, where)


def is_vetted() -> bool:
    """Return if go vet is content with each program: the kit, an adapter, and one of its methods; and with servers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = staged("go", "src/{job}/{method}", folder)
        environment |= with_packages("go", folder)[0]
        stage_stacks("go", folder / "src")
        packages = sorted({str(path.parent.relative_to(folder / "src")) for path in folder.rglob("*.go")})
        plain = [["go", "vet", program] for program in files("benchmarks/*.go")]  # each is a whole program
        return all([passes(command, **environment) for command in (["go", "vet", *packages], *plain)])


def is_content_with_rust() -> bool:
    """Return if Clippy is content with each program, the kit and an adapter among its parts, and rustfmt with all."""
    formats = ["rustfmt", "--check", "--edition", "2021"]
    # these name files that lie elsewhere
    apart = [name for name in files("*.rs") if Path(name).name not in ("kit.rs", "main.rs")]
    with tempfile.TemporaryDirectory() as name:
        environment = staged("rust", "{job}/{method}", Path(name))
        environment["CLIPPY_CONF_DIR"] = str(ROOT / "tests" / "lint_rust")  # the least version that is meant
        stage_stacks("rs", Path(name))
        kits, servers = (sorted(map(str, Path(name).rglob(main))) for main in ("kit.rs", "main.rs"))
        clippy = ["clippy-driver", "--edition=2021", "-D", "warnings", "--emit=metadata", "-o", f"{name}/program"]
        clippy += with_packages("rust", Path(name))[1]
        whole = (*kits, *servers, *files("benchmarks/*.rs"))
        checks = [[*formats, *apart, kits[0], *servers], *([*clippy, program] for program in whole)]
        return all([passes(command, **environment) for command in checks])


def is_content_with_java() -> bool:
    """Return if javac has no warning about any program, and if no line is longer than others' may be."""
    long = [name for name in files("*.java") if any(len(line) > 120 for line in (ROOT / name).read_text().splitlines())]
    for name in long:
        print(f"lint: FAIL {name} has lines of more than 120 characters")
    with tempfile.TemporaryDirectory() as name:
        staged("java", "{job}/{method}", Path(name))
        stage_stacks("java", Path(name))
        for number, program in enumerate(files("benchmarks/*.java")):
            (where := Path(name) / "plain" / str(number)).mkdir(parents=True)
            shutil.copy(program, where)
        programs = sorted({str(path.parent) for path in Path(name).rglob("*.java")})
        environment, _ = with_packages("java", Path(name))
        return passes(["java", str(ROOT / "tests" / "lint_java" / "Lint.java"), *programs], **environment) and not long


def filled(text: str, places: Mapping[str, str]) -> str:
    """A text of kit.toml with what stands in its places."""
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def main() -> int:
    """Run them all, as many at once as there are CPUs; those that take longest begin."""
    python = [sys.executable, "-m"]
    clang_format = str(Path(sys.executable).with_name("clang-format"))
    c, cpp = (
        files(
            *("kits/c/*.c", "methods/*/c/*.c", "methods/*/c_server/*.c"),  # a star means folders in folders, too
            *("benchmarks/*.c", "tests/*.c", "src/iotrial/*/*.c"),
        ),
        files("kits/cpp/*.cpp", "methods/*/cpp/*.cpp", "benchmarks/*.cpp"),
    )
    headers = files("kits/c/*.h", "kits/cpp/*.hpp", "methods/*/c_server/*.h")
    server = "methods/serve/floors/c_server"
    gcc = ["-D_GNU_SOURCE", *WARNINGS]
    checked = folders("src", "tests", "benchmarks", "attacks", "docs")
    methods = ["--cache-dir", ".mypy_cache/methods", "methods", "kits/python"]  # beside the other: a cache of its own
    # Of the two files that are named kit.py, an import means that of Python; the other is looked at alone.
    servers = ["--cache-dir", ".mypy_cache/servers", "--exclude", "/kit\\.py$", "kits/http_server"]
    their_kit = ["--cache-dir", ".mypy_cache/kit", "--follow-imports", "silent", "kits/http_server/kit.py"]
    of_javascript = javascript()
    checks: list[Callable[[], bool]] = [
        is_content_with_rust,
        is_content_with_java,
        is_vetted,
        partial(passes, [*python, "mypy", *checked], MYPYPATH="src:tests:kits/python:kits/http_server"),
        partial(passes, ["c++", "-std=c++20", *gcc, "-I", "kits/cpp", "-I", "kits/cpp/jobs", *cpp]),
        partial(passes, [*python, "mypy", *methods], MYPYPATH="src:.:kits/python:methods/serve/python_web"),
        partial(passes, [*python, "mypy", *servers], MYPYPATH="kits/python:kits/http_server"),
        partial(passes, [*python, "mypy", *their_kit], MYPYPATH="kits/http_server"),
        partial(passes, ["cc", "-std=c17", *gcc, "-I", "kits/c", "-I", "kits/c/jobs", "-I", server, *c]),
        partial(passes, [*python, "ruff", "check", "."]),
        partial(passes, [*python, "ruff", "format", "--check", "."]),
        partial(passes, [clang_format, "--dry-run", "-Werror", *c, *cpp, *headers]),
        *(partial(passes, ["php", "-l", name]) for name in files("*.php")),
        partial(is_formatted, files("*.go")),
        *(partial(passes, command, NODE_PATH=str(NODE_TOOLS / "node_modules")) for command in of_javascript),
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda check: check(), checks))
    return 0 if of_javascript and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
