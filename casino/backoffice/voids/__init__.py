"""Voids in the back office: ordered with a preview of the money, followed, read."""
