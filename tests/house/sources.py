"""The modules of src/iotrial as several tests of the house read them: parsed once."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import iotrial

SRC = Path(iotrial.__file__).parent
ROOT = Path(__file__).parents[2]

MODULES = sorted(path for path in SRC.rglob("*.py") if "tree" not in path.relative_to(SRC).parts)


@cache
def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """All that a source is parsed to."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words that a name is made of, in small letters."""
    return tuple(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_").split("_"))
