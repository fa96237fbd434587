"""The audit trail keeps what changed, and stays as it was written."""

import pytest
from django.db import DatabaseError, connection, transaction

from casino.models import AuditEntry
from casino.services.audit import record
from tests import factories

pytestmark = pytest.mark.django_db


def test_an_entry_keeps_only_what_changed():
    boss, tier = factories.staff(), factories.vip_tier(rank=2)

    entry = record(
        actor=boss,
        action="tier.renamed",
        subject=tier,
        before={"name": "Silver", "rank": 2},
        after={"name": "Argento", "rank": 2},
        reason=" a better name ",
    )

    entry.refresh_from_db()
    assert (entry.actor, entry.action, entry.reason) == (boss, "tier.renamed", "a better name")
    assert (entry.before, entry.after) == ({"name": "Silver"}, {"name": "Argento"})
    assert (entry.subject_type, entry.subject_id) == ("casino.viptier", str(tier.pk))
    assert entry.subject_name == tier.name


def test_no_entry_is_changed():
    record(actor=None, action="house.looked", subject=factories.staff(), reason="because")

    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.update(reason="another")

    assert list(AuditEntry.objects.values_list("action", "reason")) == [("house.looked", "because")]


def test_no_entry_is_deleted():
    record(actor=None, action="house.looked", subject=factories.staff(), reason="because")

    with pytest.raises(DatabaseError), transaction.atomic():
        _delete_in_a_house()

    assert AuditEntry.objects.count() == 1


def _delete_in_a_house() -> None:
    """Without the mark of a tests' database; the caller's rollback brings it back."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE ledger_may_be_emptied")
    AuditEntry.objects.all().delete()
