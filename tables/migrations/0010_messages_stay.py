"""Messages about rounds are never changed, deleted or emptied.

As for the ledger (wallet.0002), a database marked by a table ``ledger_may_be_emptied`` is one of
the tests, which empty all tables between them.
"""

from django.db import migrations

POSTGRESQL = [
    """
    CREATE FUNCTION question_message_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'TRUNCATE' OR to_regclass('ledger_may_be_emptied') IS NULL THEN
            RAISE EXCEPTION 'messages about rounds are never changed or deleted'
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER question_message_never_changes
    BEFORE UPDATE OR DELETE ON tables_questionmessage
    FOR EACH ROW EXECUTE FUNCTION question_message_refuse()
    """,
    """
    CREATE TRIGGER question_message_never_emptied BEFORE TRUNCATE ON tables_questionmessage
    FOR EACH STATEMENT EXECUTE FUNCTION question_message_refuse()
    """,
]
POSTGRESQL_BACK = [
    "DROP TRIGGER question_message_never_changes ON tables_questionmessage",
    "DROP TRIGGER question_message_never_emptied ON tables_questionmessage",
    "DROP FUNCTION question_message_refuse()",
]
SQLITE = [
    """
    CREATE TRIGGER question_message_never_changes BEFORE UPDATE ON tables_questionmessage
    BEGIN
        SELECT RAISE(ABORT, 'messages about rounds are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER question_message_never_deleted BEFORE DELETE ON tables_questionmessage
    WHEN NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'ledger_may_be_emptied')
    BEGIN
        SELECT RAISE(ABORT, 'messages about rounds are never changed or deleted');
    END
    """,
]
SQLITE_BACK = [
    "DROP TRIGGER question_message_never_changes",
    "DROP TRIGGER question_message_never_deleted",
]

FORWARD = {"postgresql": POSTGRESQL, "sqlite": SQLITE}
BACK = {"postgresql": POSTGRESQL_BACK, "sqlite": SQLITE_BACK}


def install(apps, schema_editor):
    for statement in FORWARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def remove(apps, schema_editor):
    for statement in BACK[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [("tables", "0009_questions")]

    operations = [migrations.RunPython(install, remove)]
