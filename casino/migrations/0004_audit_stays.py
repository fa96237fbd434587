"""The audit trail is never changed, deleted or emptied.

As for the ledger (wallet.0002), a database marked by a table ``ledger_may_be_emptied`` is one of
the tests, which empty all tables between them.
"""

from django.db import migrations

POSTGRESQL = [
    """
    CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'TRUNCATE' OR to_regclass('ledger_may_be_emptied') IS NULL THEN
            RAISE EXCEPTION 'the audit trail is never changed or deleted'
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER audit_never_changes BEFORE UPDATE OR DELETE ON casino_auditentry
    FOR EACH ROW EXECUTE FUNCTION audit_refuse()
    """,
    """
    CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON casino_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()
    """,
]
POSTGRESQL_BACK = [
    "DROP TRIGGER audit_never_changes ON casino_auditentry",
    "DROP TRIGGER audit_never_emptied ON casino_auditentry",
    "DROP FUNCTION audit_refuse()",
]
SQLITE = [
    """
    CREATE TRIGGER audit_never_changes BEFORE UPDATE ON casino_auditentry
    BEGIN
        SELECT RAISE(ABORT, 'the audit trail is never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER audit_never_deleted BEFORE DELETE ON casino_auditentry
    WHEN NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'ledger_may_be_emptied')
    BEGIN
        SELECT RAISE(ABORT, 'the audit trail is never changed or deleted');
    END
    """,
]
SQLITE_BACK = ["DROP TRIGGER audit_never_changes", "DROP TRIGGER audit_never_deleted"]

FORWARD = {"postgresql": POSTGRESQL, "sqlite": SQLITE}
BACK = {"postgresql": POSTGRESQL_BACK, "sqlite": SQLITE_BACK}


def install(apps, schema_editor):
    for statement in FORWARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def remove(apps, schema_editor):
    for statement in BACK[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [("casino", "0003_audit_and_notices")]

    operations = [migrations.RunPython(install, remove)]
