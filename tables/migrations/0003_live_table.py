"""The live table; a round and a bet name what they belong to by themselves.

SQLite remakes a table to alter it, and its triggers go with the old one. So the guards of the
records (0002) are taken off first and put back at the end.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


guards = import_module("tables.migrations.0002_records_stay")


def fill(apps, schema_editor):
    """Rounds belong to the table of their version, bets to the session of their round."""
    schema_editor.execute(
        "UPDATE tables_round SET table_id ="
        " (SELECT table_id FROM tables_tableversion WHERE id = version_id)"
    )
    schema_editor.execute(
        "UPDATE tables_bet SET session_id ="
        " (SELECT session_id FROM tables_round WHERE id = round_id)"
    )
    if schema_editor.connection.vendor == "postgresql":
        # The foreign keys are looked at now: a table with checks outstanding cannot be altered.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0002_records_stay'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(guards.remove, guards.install),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('hand', models.CharField(max_length=10, verbose_name='hand')),
                ('legal', models.CharField(max_length=60, verbose_name='legal actions')),
                ('entitled', models.PositiveIntegerField(verbose_name='entitled to vote')),
                ('tally', models.JSONField(default=dict, verbose_name='tally')),
                ('opened_at', models.DateTimeField(verbose_name='opened at')),
                ('ends_at', models.DateTimeField(verbose_name='ends at')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed at')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'ordering': ['round', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Layout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bets', models.JSONField(verbose_name='bets as laid')),
                ('stands', models.JSONField(verbose_name='bets that stand')),
                ('stakes_cents', models.PositiveBigIntegerField(verbose_name='stakes')),
                ('auto_actions', models.BooleanField(verbose_name='doubles and splits by themselves')),
                ('insurance_cents', models.PositiveBigIntegerField(null=True, verbose_name='insurance')),
                ('laid_at', models.DateTimeField(verbose_name='laid at')),
            ],
            options={
                'verbose_name': 'layout',
                'verbose_name_plural': 'layouts',
                'ordering': ['round', 'id'],
            },
        ),
        migrations.CreateModel(
            name='LiveTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('next_position', models.PositiveSmallIntegerField(null=True, verbose_name='cards dealt of the shoe')),
                ('phase', models.CharField(choices=[('waiting', 'waiting for the first bet'), ('betting', 'bets are placed'), ('insurance', 'insurance'), ('decisions', 'decisions'), ('results', 'results')], max_length=10, verbose_name='phase')),
                ('phase_ends_at', models.DateTimeField(null=True, verbose_name='phase ends at')),
                ('version', models.PositiveBigIntegerField(default=1, verbose_name='version')),
                ('view', models.JSONField(default=dict, verbose_name='what everybody sees')),
            ],
            options={
                'verbose_name': 'live table',
                'verbose_name_plural': 'live tables',
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(max_length=20, verbose_name='action')),
                ('created_at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'vote',
                'verbose_name_plural': 'votes',
                'ordering': ['decision', 'id'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='bet',
            name='bet_position_once',
        ),
        migrations.RemoveConstraint(
            model_name='round',
            name='round_done_has_time',
        ),
        migrations.RemoveConstraint(
            model_name='round',
            name='round_void_has_reason',
        ),
        migrations.AddField(
            model_name='action',
            name='tally',
            field=models.JSONField(default=dict, verbose_name='tally'),
        ),
        migrations.AddField(
            model_name='bet',
            name='added_cents',
            field=models.PositiveBigIntegerField(default=0, verbose_name='real stake of a double'),
        ),
        migrations.AddField(
            model_name='bet',
            name='session',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bets', to='tables.gamesession', verbose_name='session'),
        ),
        migrations.AddField(
            model_name='gamesession',
            name='auto_actions',
            field=models.BooleanField(null=True, verbose_name='doubles and splits by themselves'),
        ),
        migrations.AddField(
            model_name='round',
            name='shoe_position',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='cards dealt before'),
        ),
        migrations.AddField(
            model_name='round',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tables.table', verbose_name='table'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='betting_seconds',
            field=models.PositiveSmallIntegerField(default=15, verbose_name='betting window (s)'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='decision_seconds',
            field=models.PositiveSmallIntegerField(default=8, verbose_name='decision (s)'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='insurance_seconds',
            field=models.PositiveSmallIntegerField(default=8, verbose_name='insurance (s)'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='results_seconds',
            field=models.PositiveSmallIntegerField(default=6, verbose_name='results (s)'),
        ),
        migrations.AddField(
            model_name='tableversion',
            name='side_bets_shown',
            field=models.BooleanField(default=True, verbose_name='side bets shown'),
        ),
        migrations.AlterField(
            model_name='action',
            name='decided_by',
            field=models.CharField(choices=[('player', 'player'), ('vote', 'vote'), ('tie', 'best strategy after a tie'), ('no_vote', 'best strategy without a vote'), ('best_strategy', 'best strategy'), ('timer', 'timer'), ('follow_rule', 'follow rule')], default='player', max_length=20, verbose_name='decided by'),
        ),
        migrations.AlterField(
            model_name='gamesession',
            name='shoe',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.shoe', verbose_name='shoe'),
        ),
        migrations.AlterField(
            model_name='round',
            name='game',
            field=models.CharField(choices=[('american', 'American Blackjack'), ('classic', 'Blackjack'), ('lux', 'Lux Blackjack'), ('majority', 'Majority Rules Speed Blackjack')], max_length=20, verbose_name='game'),
        ),
        migrations.AlterField(
            model_name='round',
            name='key',
            field=models.UUIDField(null=True, verbose_name='key'),
        ),
        migrations.AlterField(
            model_name='round',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AlterField(
            model_name='round',
            name='session',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tables.gamesession', verbose_name='session'),
        ),
        migrations.AlterField(
            model_name='round',
            name='shoe',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tables.shoe', verbose_name='shoe'),
        ),
        migrations.AlterField(
            model_name='round',
            name='state',
            field=models.CharField(choices=[('betting', 'bets are placed'), ('open', 'in play'), ('settled', 'settled'), ('void', 'void')], default='open', max_length=10, verbose_name='state'),
        ),
        migrations.AlterField(
            model_name='table',
            name='game',
            field=models.CharField(choices=[('american', 'American Blackjack'), ('classic', 'Blackjack'), ('lux', 'Lux Blackjack'), ('majority', 'Majority Rules Speed Blackjack')], max_length=20, verbose_name='game'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='round',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tables.table', verbose_name='table'),
        ),
        migrations.AlterField(
            model_name='bet',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bets', to='tables.gamesession', verbose_name='session'),
        ),
        migrations.AddConstraint(
            model_name='bet',
            constraint=models.UniqueConstraint(fields=('round', 'session', 'placed_as'), name='bet_position_once'),
        ),
        migrations.AddConstraint(
            model_name='bet',
            constraint=models.CheckConstraint(condition=models.Q(('added_cents__lte', models.F('real_cents'))), name='bet_added_is_part'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('session__isnull', False)), fields=('shoe',), name='round_private_shoe_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('session__isnull', True), ('state__in', ['betting', 'open'])), fields=('table',), name='round_one_live_per_table'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('key__isnull', False), ('player__isnull', False), ('session__isnull', False), models.Q(('state', 'betting'), _negated=True)), models.Q(('key__isnull', True), ('player__isnull', True), ('session__isnull', True)), _connector='OR'), name='round_private_or_live'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('settled_at__isnull', True), ('state__in', ['betting', 'open'])), models.Q(('settled_at__isnull', False), ('state__in', ['settled', 'void'])), _connector='OR'), name='round_done_has_time'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'void'), ('voided_at__isnull', False), models.Q(('void_reason', ''), _negated=True)), models.Q(('state__in', ['betting', 'open', 'settled']), ('void_reason', ''), ('voided_at__isnull', True)), _connector='OR'), name='round_void_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='tableversion',
            constraint=models.CheckConstraint(condition=models.Q(('betting_seconds__gte', 1), ('decision_seconds__gte', 1), ('insurance_seconds__gte', 1), ('results_seconds__gte', 1)), name='version_timers_positive'),
        ),
        migrations.AddField(
            model_name='decision',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tables.round', verbose_name='round'),
        ),
        migrations.AddField(
            model_name='layout',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='layouts', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='layout',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='layouts', to='tables.round', verbose_name='round'),
        ),
        migrations.AddField(
            model_name='layout',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='layouts', to='tables.gamesession', verbose_name='session'),
        ),
        migrations.AddField(
            model_name='livetable',
            name='round',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='live', to='tables.round', verbose_name='round'),
        ),
        migrations.AddField(
            model_name='livetable',
            name='table',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='live', to='tables.table', verbose_name='table'),
        ),
        migrations.AddField(
            model_name='vote',
            name='decision',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='tables.decision', verbose_name='decision'),
        ),
        migrations.AddField(
            model_name='vote',
            name='session',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='tables.gamesession', verbose_name='session'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='decision_number_once'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('round', 'hand'), name='decision_one_open_per_hand'),
        ),
        migrations.AddIndex(
            model_name='layout',
            index=models.Index(fields=['player', '-round'], name='layout_of_player'),
        ),
        migrations.AddConstraint(
            model_name='layout',
            constraint=models.UniqueConstraint(fields=('round', 'session'), name='layout_once'),
        ),
        migrations.AddConstraint(
            model_name='livetable',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('phase__in', ['waiting', 'decisions']), ('phase_ends_at__isnull', True)), models.Q(('phase__in', ['betting', 'insurance', 'results']), ('phase_ends_at__isnull', False)), _connector='OR'), name='live_phase_has_its_clock'),
        ),
        migrations.AddIndex(
            model_name='vote',
            index=models.Index(fields=['decision', 'session', '-id'], name='vote_latest'),
        ),
        migrations.RunPython(guards.install, guards.remove),
    ]
