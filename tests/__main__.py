"""``python -m tests``: all tests on PostgreSQL, then those of the database-bound code on SQLite.

Arguments go to pytest; with arguments the SQLite run is made with the same ones.
"""

import os
import subprocess
import sys

from tests import services

ON_SQLITE = ["tests/api", "tests/casino", "tests/wallet", "tests/golden_chips", "tests/tables"]
NO_TESTS_COLLECTED = 5
TWO = ["-n", "2", "--dist", "worksteal"]
"""Two processes; the one that is done first takes over from the other."""


def main(arguments: list[str]) -> int:
    """Run both and give the first exit status that is not 0."""
    services.end_on_sigterm()
    services.install_missing()
    pytest = [sys.executable, "-m", "pytest"]
    with services.postgres() as database_url, services.redis() as redis_url:
        print("On PostgreSQL:", flush=True)
        environment = os.environ | {"DATABASE_URL": database_url, "CELERY_BROKER_URL": redis_url}
        on_postgres = subprocess.run(
            [*pytest, *TWO, *arguments], env=environment, check=False
        ).returncode
    print("On SQLite:", flush=True)
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    on_sqlite = subprocess.run(
        [*pytest, *TWO, "-m", "not postgres and not browser", *(arguments or ON_SQLITE)],
        env=environment,
        check=False,
    ).returncode
    if arguments and on_sqlite == NO_TESTS_COLLECTED:  # what was asked for needs PostgreSQL
        on_sqlite = 0
    return on_postgres or on_sqlite


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
