"""`iotrial schema`: the shape of every document that iotrial prints or stores."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options_dataclass import options
from iotrial.errors import UsageError


@options
class SchemaOptions:
    """The options of `schema`."""

    document: Annotated[
        str | None, typer.Argument(metavar="[DOCUMENT]", help="The name of a document. Default: list the names.")
    ] = None


def schema(options: SchemaOptions) -> None:
    """Print the JSON Schema of what --json prints.

    Every document has a name; run.json, which a run stores, is one of them.
    """
    from iotrial.ask.suggest import suggestion
    from iotrial.cli.documents import DOCUMENTS, schema_of
    from iotrial.cli.output import print_json, print_rows

    if options.document is None:
        rows = [{"document": known, "of": document.of} for known, document in DOCUMENTS.items()]
        print_rows(rows, {"document": "document", "of": "what it is"}, folds="of")
        return
    if options.document not in DOCUMENTS:
        raise UsageError(f"no document is called {options.document!r}", hint=suggestion(options.document, DOCUMENTS))
    print_json(schema_of(options.document))
