"""What is wrong with a value, in our words: none of pydantic's reaches anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError
from pydantic_core._pydantic_core import list_all_errors

from iotrial.ask.validation_words import wrong_words
from iotrial.store.folder import look
from judge import made


class Every(BaseModel):
    """A field of each kind that records and files have."""

    count: int = Field(0, ge=1, le=9)
    share: float = Field(0.5, gt=0, lt=1)
    name: str = Field("a", pattern="[a-z]+", min_length=1)
    kind: Literal["one", "other"] = "one"
    is_so: bool = True
    names: list[str] = []
    table: dict[str, int] = {}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"count": "many"}, "must be a whole number"),
        ({"count": 1.5}, "must be a whole number"),
        ({"count": 0}, "must be at least 1"),
        ({"count": 10}, "must be at most 9"),
        ({"share": 0}, "must be more than 0"),
        ({"share": 1}, "must be less than 1"),
        ({"share": "much"}, "must be a number"),
        ({"name": 5}, "must be a text"),
        ({"name": "1"}, "is not of the form that it must have"),
        ({"kind": "none"}, "must be 'one' or 'other'"),
        ({"is_so": "perhaps"}, "must be true or false"),
        ({"names": "a"}, "must be a list"),
        ({"table": []}, "must be a table"),
    ],
)
def test_a_value_that_is_wrong_is_told_in_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Every.model_validate(given)
    assert wrong_words(caught.value.errors()[0]) == words


def test_no_kind_of_error_is_told_in_the_words_of_the_library() -> None:
    for one in list_all_errors():
        kind, context = one["type"], one["example_context"] or {}
        raw = one["example_message_python"]
        said = wrong_words({"type": kind, "loc": (), "msg": raw, "input": None, "ctx": context})
        assert said and "{" not in said and "nput should" not in said, kind
        assert said != raw or kind in ("value_error", "assertion_error"), kind


def test_an_error_of_ours_keeps_its_words() -> None:
    def require(value: int) -> int:
        raise ValueError(f"{value} is odd")

    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Annotated[int, AfterValidator(require)]).validate_python(3)
    assert wrong_words(caught.value.errors()[0]) == "3 is odd"


def test_a_damaged_record_is_told_in_words(tmp_path: Path) -> None:
    folder = made.store(tmp_path, made.run([made.level({"records": 1}, "php/a", ["php/b"])]), {})
    record = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**record, "seed": "many"}))
    assert look(folder).problem == f"run.json does not fit format {record['format']}: seed must be a whole number"
