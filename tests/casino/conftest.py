"""Fixtures that live with the tables, and a folder for files of reports."""

from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from casino.backoffice.models import ReportExport
from tests.tables.conftest import deal_cards

__all__ = ["deal_cards"]


@pytest.fixture(autouse=True)
def export_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test's files of reports are."""
    folder = tmp_path / "exports"
    storage = FileSystemStorage(location=folder)
    monkeypatch.setattr(ReportExport._meta.get_field("file"), "storage", storage)
    return folder
