"""Every speed that we claim, measured beside something else in the same run."""
