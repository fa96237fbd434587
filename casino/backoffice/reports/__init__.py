"""Reports: one row iterator each, which the page, CSV and XLSX all read."""
