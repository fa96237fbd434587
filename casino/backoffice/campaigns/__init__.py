"""Golden-chip campaigns in the back office: made, granted, followed, cancelled."""
