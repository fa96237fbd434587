#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command; a reader that has seen enough (``| head``) ends it without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings.dev")
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for Python's last flush
        sys.exit(1)


if __name__ == "__main__":
    main()
