"""The guards of golden chips, in the database.

* A chip event moves what remains of its grant (an event is an INSERT, as a posting is).
* An event is never changed or deleted.
* What remains of a grant is moved by events only; a grant keeps whose it is and what was issued.
* A void's event takes back one that won or lost as many chips of the same grant.
* What a campaign promises never changes.

PostgreSQL moves grants once per statement, locked in the order of their numbers. As for the ledger
(wallet.0002), a database marked by a table ``ledger_may_be_emptied`` is one of the tests, which
empty all tables between them; and SQLite loses the triggers of a table that a later migration
rebuilds, which has to make them again.
"""

from django.db import migrations

MOVED = """
    CASE {row}kind WHEN 'issued' THEN {row}chips WHEN 'returned' THEN {row}chips
                   WHEN 'won' THEN 0 WHEN 'lost' THEN 0 ELSE -{row}chips END
"""

POSTGRESQL = [
    f"""
    CREATE FUNCTION golden_move_grants() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM FROM golden_chips_grant
        WHERE id IN (SELECT grant_id FROM told)
        ORDER BY id FOR NO KEY UPDATE;

        UPDATE golden_chips_grant held
        SET remaining = held.remaining + net.moved
        FROM (
            SELECT grant_id, sum({MOVED.format(row="")}) AS moved FROM told GROUP BY grant_id
        ) AS net
        WHERE held.id = net.grant_id AND net.moved <> 0;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER golden_event_moves_grant AFTER INSERT ON golden_chips_chipevent
    REFERENCING NEW TABLE AS told
    FOR EACH STATEMENT EXECUTE FUNCTION golden_move_grants()
    """,
    """
    CREATE FUNCTION golden_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER golden_event_never_changes BEFORE UPDATE OR DELETE ON golden_chips_chipevent
    FOR EACH ROW EXECUTE FUNCTION golden_refuse('chip events are never changed or deleted')
    """,
    """
    CREATE FUNCTION golden_refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF to_regclass('ledger_may_be_emptied') IS NULL THEN
            RAISE EXCEPTION 'chip events are never emptied' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER golden_event_never_emptied BEFORE TRUNCATE ON golden_chips_chipevent
    FOR EACH STATEMENT EXECUTE FUNCTION golden_refuse_truncate()
    """,
    # A trigger's own UPDATE comes with a depth of one, anybody else's with zero.
    """
    CREATE TRIGGER golden_grant_moves_by_events BEFORE UPDATE OF remaining ON golden_chips_grant
    FOR EACH ROW
    WHEN (OLD.remaining IS DISTINCT FROM NEW.remaining AND pg_trigger_depth() = 0)
    EXECUTE FUNCTION golden_refuse('what remains of a grant is moved by chip events only')
    """,
    """
    CREATE TRIGGER golden_grant_begins_empty BEFORE INSERT ON golden_chips_grant
    FOR EACH ROW WHEN (NEW.remaining <> 0)
    EXECUTE FUNCTION golden_refuse('a grant begins empty')
    """,
    """
    CREATE TRIGGER golden_grant_keeps_its_promise BEFORE UPDATE ON golden_chips_grant
    FOR EACH ROW
    WHEN ((OLD.campaign_id, OLD.player_id, OLD.chip_cents, OLD.issued)
          IS DISTINCT FROM (NEW.campaign_id, NEW.player_id, NEW.chip_cents, NEW.issued))
    EXECUTE FUNCTION golden_refuse('a grant keeps whose it is and what was issued')
    """,
    """
    CREATE FUNCTION golden_check_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT EXISTS (
            SELECT FROM golden_chips_chipevent
            WHERE id = NEW.reverses_id AND kind IN ('won', 'lost') AND grant_id = NEW.grant_id
              AND chips = NEW.chips AND reference = NEW.reference AND place = NEW.place
        ) THEN
            RAISE EXCEPTION 'a void gives back what was won or lost'
            USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER golden_event_reversal_fits BEFORE INSERT ON golden_chips_chipevent
    FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL)
    EXECUTE FUNCTION golden_check_reversal()
    """,
    """
    CREATE TRIGGER golden_campaign_keeps_its_promise BEFORE UPDATE ON golden_chips_campaign
    FOR EACH ROW
    WHEN ((OLD.terms_en, OLD.terms_it, OLD.chip_cents, OLD.chips_each, OLD.expires_at, OLD.tables,
           OLD.games)
          IS DISTINCT FROM
          (NEW.terms_en, NEW.terms_it, NEW.chip_cents, NEW.chips_each, NEW.expires_at, NEW.tables,
           NEW.games))
    EXECUTE FUNCTION golden_refuse('what a campaign promises never changes')
    """,
]

POSTGRESQL_BACK = [
    "DROP TRIGGER golden_event_moves_grant ON golden_chips_chipevent",
    "DROP TRIGGER golden_event_never_changes ON golden_chips_chipevent",
    "DROP TRIGGER golden_event_never_emptied ON golden_chips_chipevent",
    "DROP TRIGGER golden_event_reversal_fits ON golden_chips_chipevent",
    "DROP TRIGGER golden_grant_moves_by_events ON golden_chips_grant",
    "DROP TRIGGER golden_grant_begins_empty ON golden_chips_grant",
    "DROP TRIGGER golden_grant_keeps_its_promise ON golden_chips_grant",
    "DROP TRIGGER golden_campaign_keeps_its_promise ON golden_chips_campaign",
    "DROP FUNCTION golden_move_grants()",
    "DROP FUNCTION golden_refuse()",
    "DROP FUNCTION golden_refuse_truncate()",
    "DROP FUNCTION golden_check_reversal()",
]

SQLITE = [
    # Holds a row only while the trigger below runs, as for the ledger.
    "CREATE TABLE golden_chips_moving (event_id integer NOT NULL)",
    f"""
    CREATE TRIGGER golden_event_moves_grant AFTER INSERT ON golden_chips_chipevent
    BEGIN
        INSERT INTO golden_chips_moving VALUES (NEW.id);
        UPDATE golden_chips_grant SET remaining = remaining + {MOVED.format(row="NEW.")}
        WHERE id = NEW.grant_id;
        DELETE FROM golden_chips_moving;
    END
    """,
    """
    CREATE TRIGGER golden_event_never_changes BEFORE UPDATE ON golden_chips_chipevent
    BEGIN
        SELECT RAISE(ABORT, 'chip events are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER golden_event_never_deleted BEFORE DELETE ON golden_chips_chipevent
    WHEN NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'ledger_may_be_emptied')
    BEGIN
        SELECT RAISE(ABORT, 'chip events are never changed or deleted');
    END
    """,
    """
    CREATE TRIGGER golden_grant_moves_by_events BEFORE UPDATE OF remaining ON golden_chips_grant
    WHEN OLD.remaining IS NOT NEW.remaining AND NOT EXISTS (SELECT 1 FROM golden_chips_moving)
    BEGIN
        SELECT RAISE(ABORT, 'what remains of a grant is moved by chip events only');
    END
    """,
    """
    CREATE TRIGGER golden_grant_begins_empty BEFORE INSERT ON golden_chips_grant
    WHEN NEW.remaining <> 0
    BEGIN
        SELECT RAISE(ABORT, 'a grant begins empty');
    END
    """,
    """
    CREATE TRIGGER golden_grant_keeps_its_promise BEFORE UPDATE ON golden_chips_grant
    WHEN OLD.campaign_id IS NOT NEW.campaign_id OR OLD.player_id IS NOT NEW.player_id
         OR OLD.chip_cents IS NOT NEW.chip_cents OR OLD.issued IS NOT NEW.issued
    BEGIN
        SELECT RAISE(ABORT, 'a grant keeps whose it is and what was issued');
    END
    """,
    """
    CREATE TRIGGER golden_event_reversal_fits BEFORE INSERT ON golden_chips_chipevent
    WHEN NEW.reverses_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM golden_chips_chipevent
        WHERE id = NEW.reverses_id AND kind IN ('won', 'lost') AND grant_id = NEW.grant_id
          AND chips = NEW.chips AND reference = NEW.reference AND place = NEW.place
    )
    BEGIN
        SELECT RAISE(ABORT, 'a void gives back what was won or lost');
    END
    """,
    """
    CREATE TRIGGER golden_campaign_keeps_its_promise BEFORE UPDATE ON golden_chips_campaign
    WHEN OLD.terms_en IS NOT NEW.terms_en OR OLD.terms_it IS NOT NEW.terms_it
         OR OLD.chip_cents IS NOT NEW.chip_cents OR OLD.chips_each IS NOT NEW.chips_each
         OR OLD.expires_at IS NOT NEW.expires_at OR OLD.tables IS NOT NEW.tables
         OR OLD.games IS NOT NEW.games
    BEGIN
        SELECT RAISE(ABORT, 'what a campaign promises never changes');
    END
    """,
]

SQLITE_BACK = [
    "DROP TRIGGER golden_event_moves_grant",
    "DROP TRIGGER golden_event_never_changes",
    "DROP TRIGGER golden_event_never_deleted",
    "DROP TRIGGER golden_event_reversal_fits",
    "DROP TRIGGER golden_grant_moves_by_events",
    "DROP TRIGGER golden_grant_begins_empty",
    "DROP TRIGGER golden_grant_keeps_its_promise",
    "DROP TRIGGER golden_campaign_keeps_its_promise",
    "DROP TABLE golden_chips_moving",
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

    dependencies = [("golden_chips", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
