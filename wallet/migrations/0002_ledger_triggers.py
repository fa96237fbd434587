"""The ledger's own guards, in the database.

* A transfer moves the balances of its two accounts (posting is an INSERT).
* A transfer is never changed or deleted.
* A balance is changed by transfers only; an account keeps its kind and its owner.
* A reversal is the mirror of what it reverses.

PostgreSQL moves balances once per statement: a set of ten thousand transfers is one UPDATE, and
accounts are locked in the order of their numbers, so that two sets cannot wait for each other.
SQLite has row triggers only and one writer at a time. Both act as if the rows of a set had been
inserted one after the other: an account may not pay with what a later row brings it.

SQLite rebuilds a table that a later migration alters, and its triggers go with the old one: such a
migration has to make them again. ``manage.py reconcile`` and the tests name those that are missing.

A table ``ledger_may_be_emptied`` marks a database of the tests: Django's test runner empties all
tables between tests, with TRUNCATE or, on SQLite, DELETE. Nothing in the product makes that table.
"""

from django.db import migrations

POSTGRESQL = [
    # The planner settings keep one cached plan right for one row and for ten thousand: it was
    # cached for whichever came first, and a scan of all accounts for one row would be ruinous.
    """
    CREATE FUNCTION wallet_move_balances() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
    AS $$
    DECLARE
        short record;
    BEGIN
        PERFORM FROM wallet_account
        WHERE balance_cents IS NOT NULL
          AND id IN (SELECT debit_id FROM posted UNION SELECT credit_id FROM posted)
        ORDER BY id FOR NO KEY UPDATE;

        SELECT account.id, account.balance_cents + step.before AS available, -step.moved AS needed
        INTO short
        FROM (
            SELECT account_id, transfer_id, moved,
                   sum(moved) OVER (PARTITION BY account_id ORDER BY transfer_id) - moved AS before
            FROM (
                SELECT debit_id AS account_id, id AS transfer_id, -amount_cents AS moved FROM posted
                UNION ALL
                SELECT credit_id, id, amount_cents FROM posted
            ) AS leg
        ) AS step
        JOIN wallet_account account ON account.id = step.account_id
        WHERE account.balance_cents + step.before + step.moved < 0
        ORDER BY step.transfer_id LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'account % falls short: wallet_account_no_overdraft', short.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'wallet_account_no_overdraft',
                  DETAIL = format('%s %s %s', short.id, short.available, short.needed);
        END IF;

        UPDATE wallet_account account
        SET balance_cents = account.balance_cents + net.moved
        FROM (
            SELECT account_id, sum(moved) AS moved
            FROM (
                SELECT debit_id AS account_id, -amount_cents AS moved FROM posted
                UNION ALL
                SELECT credit_id, amount_cents FROM posted
            ) AS leg
            GROUP BY account_id
        ) AS net
        WHERE account.id = net.account_id AND account.balance_cents IS NOT NULL;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER wallet_transfer_moves_balances AFTER INSERT ON wallet_transfer
    REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_move_balances()
    """,
    """
    CREATE FUNCTION wallet_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER wallet_transfer_never_changes BEFORE UPDATE OR DELETE ON wallet_transfer
    FOR EACH ROW EXECUTE FUNCTION wallet_refuse('transfers are never changed or deleted')
    """,
    """
    CREATE FUNCTION wallet_refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF to_regclass('ledger_may_be_emptied') IS NULL THEN
            RAISE EXCEPTION 'the ledger is never emptied' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER wallet_transfer_never_emptied BEFORE TRUNCATE ON wallet_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_truncate()
    """,
    # A trigger's own UPDATE comes with a depth of one, anybody else's with zero.
    """
    CREATE TRIGGER wallet_account_moves_by_transfers
    BEFORE UPDATE OF balance_cents ON wallet_account
    FOR EACH ROW
    WHEN (OLD.balance_cents IS DISTINCT FROM NEW.balance_cents AND pg_trigger_depth() = 0)
    EXECUTE FUNCTION wallet_refuse('a balance is moved by transfers only')
    """,
    """
    CREATE TRIGGER wallet_account_opens_empty BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.balance_cents <> 0)
    EXECUTE FUNCTION wallet_refuse('an account is opened empty')
    """,
    """
    CREATE TRIGGER wallet_account_keeps_its_owner
    BEFORE UPDATE OF id, kind, owner_id ON wallet_account
    FOR EACH ROW
    WHEN ((OLD.id, OLD.kind, OLD.owner_id) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.owner_id))
    EXECUTE FUNCTION wallet_refuse('an account keeps its kind and its owner')
    """,
    """
    CREATE FUNCTION wallet_check_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT EXISTS (
            SELECT FROM wallet_transfer
            WHERE id = NEW.reverses_id AND amount_cents = NEW.amount_cents
              AND debit_id = NEW.credit_id AND credit_id = NEW.debit_id AND reverses_id IS NULL
        ) THEN
            RAISE EXCEPTION 'a reversal mirrors what it reverses'
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER wallet_transfer_reversal_mirrors BEFORE INSERT ON wallet_transfer
    FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL)
    EXECUTE FUNCTION wallet_check_reversal()
    """,
    # Room on each page for new balances: an update that stays on its page touches no index.
    "ALTER TABLE wallet_account SET (fillfactor = 70)",
    # The first hundred numbers are kept for the house's own accounts (wallet/apps.py).
    "ALTER TABLE wallet_account ALTER COLUMN id SET START WITH 101 RESTART WITH 101",
]

POSTGRESQL_BACK = [
    "DROP TRIGGER wallet_transfer_moves_balances ON wallet_transfer",
    "DROP TRIGGER wallet_transfer_never_changes ON wallet_transfer",
    "DROP TRIGGER wallet_transfer_never_emptied ON wallet_transfer",
    "DROP TRIGGER wallet_transfer_reversal_mirrors ON wallet_transfer",
    "DROP TRIGGER wallet_account_moves_by_transfers ON wallet_account",
    "DROP TRIGGER wallet_account_opens_empty ON wallet_account",
    "DROP TRIGGER wallet_account_keeps_its_owner ON wallet_account",
    "DROP FUNCTION wallet_move_balances()",
    "DROP FUNCTION wallet_refuse()",
    "DROP FUNCTION wallet_refuse_truncate()",
    "DROP FUNCTION wallet_check_reversal()",
]

SQLITE = [
    # Holds a row only while the trigger below runs: SQLite has no other way to tell its UPDATE
    # from anybody else's.
    "CREATE TABLE wallet_posting (transfer_id integer NOT NULL)",
    """
    CREATE TRIGGER wallet_transfer_moves_balances AFTER INSERT ON wallet_transfer
    BEGIN
        INSERT INTO wallet_posting VALUES (NEW.id);
        UPDATE wallet_account SET balance_cents = balance_cents - NEW.amount_cents
        WHERE id = NEW.debit_id AND balance_cents IS NOT NULL;
        UPDATE wallet_account SET balance_cents = balance_cents + NEW.amount_cents
        WHERE id = NEW.credit_id AND balance_cents IS NOT NULL;
        DELETE FROM wallet_posting;
    END
    """,
    """
    CREATE TRIGGER wallet_transfer_never_changes BEFORE UPDATE ON wallet_transfer
    BEGIN
        SELECT RAISE(ABORT, 'transfers are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER wallet_transfer_never_deleted BEFORE DELETE ON wallet_transfer
    WHEN NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'ledger_may_be_emptied')
    BEGIN
        SELECT RAISE(ABORT, 'transfers are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER wallet_account_moves_by_transfers
    BEFORE UPDATE OF balance_cents ON wallet_account
    WHEN OLD.balance_cents IS NOT NEW.balance_cents
         AND NOT EXISTS (SELECT 1 FROM wallet_posting)
    BEGIN
        SELECT RAISE(ABORT, 'a balance is moved by transfers only');
    END
    """,
    """
    CREATE TRIGGER wallet_account_opens_empty BEFORE INSERT ON wallet_account
    WHEN NEW.balance_cents <> 0
    BEGIN
        SELECT RAISE(ABORT, 'an account is opened empty');
    END
    """,
    """
    CREATE TRIGGER wallet_account_keeps_its_owner
    BEFORE UPDATE OF id, kind, owner_id ON wallet_account
    WHEN OLD.id IS NOT NEW.id OR OLD.kind IS NOT NEW.kind OR OLD.owner_id IS NOT NEW.owner_id
    BEGIN
        SELECT RAISE(ABORT, 'an account keeps its kind and its owner');
    END
    """,
    """
    CREATE TRIGGER wallet_transfer_reversal_mirrors BEFORE INSERT ON wallet_transfer
    WHEN NEW.reverses_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM wallet_transfer
        WHERE id = NEW.reverses_id AND amount_cents = NEW.amount_cents
          AND debit_id = NEW.credit_id AND credit_id = NEW.debit_id AND reverses_id IS NULL
    )
    BEGIN
        SELECT RAISE(ABORT, 'a reversal mirrors what it reverses');
    END
    """,
]

SQLITE_BACK = [
    "DROP TRIGGER wallet_transfer_moves_balances",
    "DROP TRIGGER wallet_transfer_never_changes",
    "DROP TRIGGER wallet_transfer_never_deleted",
    "DROP TRIGGER wallet_transfer_reversal_mirrors",
    "DROP TRIGGER wallet_account_moves_by_transfers",
    "DROP TRIGGER wallet_account_opens_empty",
    "DROP TRIGGER wallet_account_keeps_its_owner",
    "DROP TABLE wallet_posting",
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

    dependencies = [("wallet", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
