"""`iotrial schema`: every document has a schema, and what commands print fits it."""

from __future__ import annotations

import json

import pytest

from commandline.command import Place, require_shape
from commandline.recorded import recorded
from iotrial.cli.documents import DOCUMENTS, schema_of
from iotrial.store.record import Run


def test_without_a_name_every_document_has_a_line(place: Place) -> None:
    done = place.run("schema")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == list(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_has_a_title_describes_all_fields_and_names_no_host(name: str) -> None:
    found = schema_of(name)
    assert found["title"] == DOCUMENTS[name].of
    assert "://" not in json.dumps(found) and "$id" not in found
    one = found["items"] if DOCUMENTS[name].is_list else found
    assert isinstance(one, dict)
    assert one["required"] == list(one["properties"]) == list(DOCUMENTS[name].model.model_fields)
    assert all(field["description"] for field in one["properties"].values())


def test_a_schema_is_printed_as_json(place: Place) -> None:
    assert json.loads(place.run("schema", "run").stdout) == json.loads(json.dumps(schema_of("run")))


def test_a_name_that_no_document_has_is_answered_with_the_nearest(place: Place) -> None:
    done = place.run("schema", "explian")
    assert (done.returncode, done.stdout) == (2, "")
    assert "error: no document is called 'explian'" in done.stderr and "did you mean 'explain'?" in done.stderr


def test_what_commands_print_of_stored_runs_fits(place: Place) -> None:
    first, second = (recorded(name).copy_to(place) for name in ("small", "the same again"))
    assert place.document("compare", first, second)["before"]["run"] == first
    assert len(place.document("explain")["arms"]) == len(place.document("show")["levels"][0]["arms"])
    for command in (("runs",), ("studies",), ("methods",), ("target", "list")):
        assert place.document(*command)
    assert Run.model_validate_json((place.results / first / "run.json").read_text()).run == first


def test_what_does_not_fit_is_seen(place: Place) -> None:
    with pytest.raises(ValueError, match="study"):
        require_shape([{"run": "x"}], "runs")
