"""Bets of a live table are settled by the ten thousand.

On PostgreSQL room is left beside each bet, so that its result is written there without a new entry
in every index.
"""

import django.db.models.deletion
from django.db import migrations, models


def leave_room(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE tables_bet SET (fillfactor = 50)")


def leave_none(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE tables_bet RESET (fillfactor)")


class Migration(migrations.Migration):

    dependencies = [("tables", "0004_duel_and_returns")]

    operations = [
        migrations.AlterField(
            model_name="bet",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="bets",
                to="tables.round",
                verbose_name="round",
            ),
        ),
        migrations.RunPython(leave_room, leave_none),
    ]
