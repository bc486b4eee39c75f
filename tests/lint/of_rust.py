"""Rust: rustfmt, and Clippy over one program that has every adapter with every method of its job."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from iotrial.ask.catalog import Kit
from iotrial.ask.shaped import text_of_adapter
from lint.check import Check, Said, all_of, passes, version_of
from lint.programs import (
    environment_of,
    filled,
    kit_of,
    methods_of,
    of_shapes,
    only_checked,
    stage_stacks,
    with_packages,
)
from lint.tracked import ROOT, files

#: How an adapter names the module of its method.
_METHOD = "crate::method::"

#: A function that nobody calls keeps nothing else alive unless it may be dead itself.
_ALIVE = "#[allow(dead_code)]\nfn every_method() {{\n{uses}}}\n"


def checks() -> list[Check]:
    """The checks of Rust."""
    programs = files("*.rs")
    return [
        Check("clippy", _is_content, [*programs, *files("kits/*.toml"), *of_shapes()], _tools),
        Check("rustfmt", _is_formatted, programs, lambda: [version_of("rustfmt", "--version")]),
    ]


def _tools() -> Sequence[str]:
    return [version_of("clippy-driver", "--version")]


def _is_content() -> Said:
    kit = kit_of("rust")
    with TemporaryDirectory() as name:
        folder = Path(name)
        whole = lay_out(kit, folder)
        stage_stacks("rs", folder / "servers")
        servers = sorted((folder / "servers").rglob("main.rs"))
        environment = environment_of(kit, folder)
        environment["CLIPPY_CONF_DIR"] = str(
            ROOT / "tests" / "lint"
        )  # clippy.toml says the least version that is meant
        clippy = ["clippy-driver", "--edition=2021", "-D", "warnings", "--emit=metadata", "-o", f"{folder}/program"]
        clippy += with_packages(only_checked(kit), folder)[1]
        programs = [*map(str, (whole, *servers)), *files("benchmarks/*.rs")]
        return all_of(*(passes([*clippy, program], **environment) for program in programs))


def lay_out(kit: Kit, folder: Path) -> Path:
    """Lay out the kit with every method and its adapter beside one of them; return the whole program.

    Each adapter is a module for each method, since it names the one that it is for.
    """
    methods = methods_of(kit)
    first = next(method for method in methods if method.parents[1].name not in kit.shaped)  # its adapter is a file
    places = {"{folder}": str(kit.folder), "{kit}": str(kit.program), "{method}": str(first)}
    places["{adapter}"] = str(kit.adapter(first.parents[1].name))
    for name, source in kit.stage.items():
        shutil.copy(filled(source, places), folder / name)
    modules = uses = ""
    for method in methods:
        job = method.parents[1].name
        name = f"{job}_{method.stem}"
        adapter = text_of_adapter(kit, job)
        if adapter.count("method::") != adapter.count(_METHOD) or _METHOD not in adapter:
            raise ValueError(f"the adapter for {job} does not name its method by {_METHOD}")
        (folder / name).mkdir()
        shutil.copy(method, folder / name / "method.rs")
        (folder / name / "adapter.rs").write_text(adapter.replace(_METHOD, f"crate::method_{name}::"))
        for part in ("method", "adapter"):
            modules += f'#[path = "{name}/{part}.rs"]\nmod {part}_{name};\n'
        uses += f"    let _ = (adapter_{name}::JOB, adapter_{name}::make());\n"
    whole = folder / "whole.rs"
    whole.write_text(f"{kit.program.read_text()}\n{modules}{_ALIVE.format(uses=uses)}")
    return whole


def _is_formatted() -> Said:
    """True if rustfmt would change nothing; it follows the modules that a file names, which must lie beside it."""
    kit = kit_of("rust")
    apart = [name for name in files("*.rs") if Path(name).name not in ("kit.rs", "main.rs")]
    with TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(kit, folder)
        stage_stacks("rs", folder / "servers")
        whole = [folder / kit.program.name, *sorted((folder / "servers").rglob("main.rs"))]
        return passes(["rustfmt", "--check", "--edition", "2021", *apart, *map(str, whole)])
