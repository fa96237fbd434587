"""21 Duel Blackjack at the tables, and every version with its exact return.

SQLite remakes a table to alter it, and its triggers go with the old one; versions published before
get what they lack. So the guards of the records (0002) are taken off first and put back at the end.
"""

from importlib import import_module

from django.db import migrations, models

from tables.engine.codec import decode_rules
from tables.services.versions import exact_returns

guards = import_module("tables.migrations.0002_records_stay")

GAMES = [
    ("american", "American Blackjack"),
    ("classic", "Blackjack"),
    ("duel", "21 Duel Blackjack"),
    ("lux", "Lux Blackjack"),
    ("majority", "Majority Rules Speed Blackjack"),
]


def fill(apps, schema_editor):
    """Work out the returns of the versions that were published without."""
    versions = apps.get_model("tables", "TableVersion").objects.using(schema_editor.connection.alias)
    for version in versions.all():
        version.returns = exact_returns(decode_rules(version.rules))
        version.save(update_fields=["returns"])


class Migration(migrations.Migration):

    dependencies = [("tables", "0003_live_table")]

    operations = [
        migrations.RunPython(guards.remove, guards.install),
        migrations.AlterField(
            model_name="round",
            name="game",
            field=models.CharField(choices=GAMES, max_length=20, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="table",
            name="game",
            field=models.CharField(choices=GAMES, max_length=20, verbose_name="game"),
        ),
        migrations.AddField(
            model_name="tableversion",
            name="returns",
            field=models.JSONField(default=dict, verbose_name="exact returns"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(guards.install, guards.remove),
    ]
