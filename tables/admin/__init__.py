"""The tables' part of the admin: what is offered can be set, what was played is to be seen."""

from tables.admin import played, tables

__all__ = ["played", "tables"]
