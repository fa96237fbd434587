"""What the back office's own pages share; the tables' pages share it too."""

from casino.staff_pages import StaffRequest, needs, page

__all__ = ["StaffRequest", "needs", "page"]
