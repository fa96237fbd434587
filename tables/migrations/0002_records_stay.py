"""Guards of the records, in the database.

* A table version is never changed or deleted.
* An action is never changed or deleted.
* A shoe keeps its seal and its commitment; its seed is opened once.

As for the ledger (wallet.0002), a database marked by a table ``ledger_may_be_emptied`` is one of
the tests, which empty all tables between them.
"""

from django.db import migrations

POSTGRESQL = [
    """
    CREATE FUNCTION tables_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER tables_version_never_changes BEFORE UPDATE OR DELETE ON tables_tableversion
    FOR EACH ROW EXECUTE FUNCTION tables_refuse('table versions are never changed or deleted')
    """,
    """
    CREATE TRIGGER tables_action_never_changes BEFORE UPDATE OR DELETE ON tables_action
    FOR EACH ROW EXECUTE FUNCTION tables_refuse('actions are never changed or deleted')
    """,
    """
    CREATE TRIGGER tables_shoe_never_deleted BEFORE DELETE ON tables_shoe
    FOR EACH ROW EXECUTE FUNCTION tables_refuse('shoes are never deleted')
    """,
    """
    CREATE TRIGGER tables_shoe_keeps_its_seal BEFORE UPDATE ON tables_shoe
    FOR EACH ROW
    WHEN (OLD.seed <> '' OR OLD.sealed_seed IS DISTINCT FROM NEW.sealed_seed
          OR OLD.commitment IS DISTINCT FROM NEW.commitment)
    EXECUTE FUNCTION tables_refuse('a shoe keeps its seal; its seed is opened once')
    """,
]

POSTGRESQL_BACK = [
    "DROP TRIGGER tables_version_never_changes ON tables_tableversion",
    "DROP TRIGGER tables_action_never_changes ON tables_action",
    "DROP TRIGGER tables_shoe_never_deleted ON tables_shoe",
    "DROP TRIGGER tables_shoe_keeps_its_seal ON tables_shoe",
    "DROP FUNCTION tables_refuse()",
]

RECORDS = {
    "tables_tableversion": "table versions are never changed or deleted",
    "tables_action": "actions are never changed or deleted",
    "tables_shoe": "shoes are never deleted",
}

SQLITE = [
    *(
        f"""
        CREATE TRIGGER {table}_never_deleted BEFORE DELETE ON {table}
        WHEN NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'ledger_may_be_emptied')
        BEGIN
            SELECT RAISE(ABORT, '{sentence}');
        END
        """
        for table, sentence in RECORDS.items()
    ),
    """
    CREATE TRIGGER tables_tableversion_never_changes BEFORE UPDATE ON tables_tableversion
    BEGIN
        SELECT RAISE(ABORT, 'table versions are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER tables_action_never_changes BEFORE UPDATE ON tables_action
    BEGIN
        SELECT RAISE(ABORT, 'actions are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER tables_shoe_keeps_its_seal BEFORE UPDATE ON tables_shoe
    WHEN OLD.seed <> '' OR OLD.sealed_seed IS NOT NEW.sealed_seed
         OR OLD.commitment IS NOT NEW.commitment
    BEGIN
        SELECT RAISE(ABORT, 'a shoe keeps its seal; its seed is opened once');
    END
    """,
]

SQLITE_BACK = [
    *(f"DROP TRIGGER {table}_never_deleted" for table in RECORDS),
    "DROP TRIGGER tables_tableversion_never_changes",
    "DROP TRIGGER tables_action_never_changes",
    "DROP TRIGGER tables_shoe_keeps_its_seal",
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

    dependencies = [("tables", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
