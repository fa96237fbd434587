"""Many rows updated by one statement, each with a value of its own.

Django's ``bulk_update`` writes a CASE with a branch for every row, which takes longer to build and
to run than everything else that is done to them.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import connection

UPDATE: Final = {
    "postgresql": """
        UPDATE {table} SET {settings}
        FROM (SELECT * FROM unnest({arrays}) AS row (id, {names})) AS new
        WHERE {table}.id = new.id
    """,
    "sqlite": """
        UPDATE {table} SET {settings}
        FROM (SELECT {columns} FROM json_each(%s)) AS new
        WHERE {table}.id = new.id
    """,
}


def set_values(
    table: str, *, types: Mapping[str, str], rows: Sequence[tuple[int, *tuple[Any, ...]]]
) -> None:
    """Set columns of the rows with these ids: ``rows`` are the id and then the columns' values.

    ``types`` are PostgreSQL's types of the columns, in their order.
    """
    if not rows:
        return
    statement = UPDATE[connection.vendor].format(
        table=table,
        settings=", ".join(f"{name} = new.{name}" for name in types),
        names=", ".join(types),
        arrays=", ".join(f"%s::{kind}[]" for kind in ("bigint", *types.values())),
        columns=", ".join(
            f"value ->> {place} AS {name}" for place, name in enumerate(("id", *types))
        ),
    )
    by_column: list[Any] = [list(column) for column in zip(*rows, strict=True)]
    with connection.cursor() as cursor:
        is_sqlite = connection.vendor == "sqlite"
        cursor.execute(statement, [json.dumps(rows)] if is_sqlite else by_column)
