"""Many ids in one value of a statement.

``IN`` with a list gives every id its own place in the statement: for thousands of them that costs
more than the query itself, in Django and in the driver.
"""

import json
from collections.abc import Collection

from django.db import connection
from django.db.models.expressions import RawSQL


def among(ids: Collection[int]) -> RawSQL:
    """For the right side of an ``__in``: ids, however many, as a subquery over one value."""
    if connection.vendor == "sqlite":
        return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(list(ids))])
    return RawSQL("SELECT unnest(%s::bigint[])", [list(ids)])
