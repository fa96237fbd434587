"""Golden chips at the tables: the switches of a version, the breakdown of bets, the mark of rounds.

SQLite remakes a table to alter it, and its triggers go with the old one: the guards of the records
(0002) are taken off first and put back at the end. Versions that were published before take no
golden chips.
"""

from importlib import import_module

from django.conf import settings
from django.db import migrations, models

guards = import_module("tables.migrations.0002_records_stay")


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0005_sets_of_bets'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(guards.remove, guards.install),
        migrations.AddField(
            model_name='bet',
            name='golden_added_cents',
            field=models.PositiveBigIntegerField(default=0, verbose_name='golden stake of a double'),
        ),
        migrations.AddField(
            model_name='bet',
            name='golden_paid_cents',
            field=models.PositiveBigIntegerField(default=0, verbose_name='paid on golden chips'),
        ),
        migrations.AddField(
            model_name='layout',
            name='golden_chips',
            field=models.PositiveIntegerField(default=0, verbose_name='golden chips'),
        ),
        migrations.AddField(
            model_name='round',
            name='with_golden',
            field=models.BooleanField(default=False, verbose_name='with golden chips'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='golden_allowed',
            field=models.BooleanField(default=False, verbose_name='golden chips are taken'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='golden_cost',
            field=models.JSONField(default=dict, verbose_name='cost of a golden chip'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='golden_max_per_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='most golden chips in a round'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='golden_mixed',
            field=models.BooleanField(default=True, verbose_name='golden chips beside real money'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='golden_on_actions',
            field=models.BooleanField(default=True, verbose_name='golden chips for added stakes'),
        ),
        migrations.AddConstraint(
            model_name='bet',
            constraint=models.CheckConstraint(condition=models.Q(('golden_paid_cents', 0), models.Q(('golden_cents__gte', 1), ('golden_paid_cents__lte', models.F('paid_cents'))), _connector='OR'), name='bet_golden_paid_at_most'),
        ),
        migrations.AddConstraint(
            model_name='tableversion',
            constraint=models.CheckConstraint(condition=models.Q(('golden_max_per_round__isnull', True), ('golden_max_per_round__gte', 1), _connector='OR'), name='version_golden_max_positive'),
        ),
        migrations.RunPython(guards.install, guards.remove),
    ]
