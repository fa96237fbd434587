"""Settings by environment: ``dev`` (the quick start), ``test`` and ``prod`` stand on ``base``."""
