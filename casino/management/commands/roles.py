"""``manage.py roles``: the groups of staff with their permissions, for a production database."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.permissions import ROLES
from casino.services.roles import set_up_roles


class Command(BaseCommand):
    """Make the groups of ``casino.permissions`` what it says they are."""

    help = (
        "Make the groups Operators, Compliance, Support and Auditors and give each exactly its "
        "role's permissions. To be run after migrate; does nothing twice."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Set up and tell what changed."""
        changed = set_up_roles()
        for name in ROLES:
            self.stdout.write(f"{name}: {'set up' if name in changed else 'as it should be'}")
