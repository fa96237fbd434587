"""The command line."""

import subprocess
import sys
from pathlib import Path

from django.conf import settings


def test_reader_who_has_seen_enough_gets_no_traceback():
    manage = Path(settings.BASE_DIR) / "manage.py"
    command = subprocess.Popen(
        [sys.executable, manage, "help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    assert (command.stderr.read(), command.wait()) == (b"", 1)
    command.stderr.close()
