"""Settings that all tests share."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# The reference is slow by design, and so may the machine be: no example has a deadline. Continuous
# integration tries the same examples each time; elsewhere they are new ones.
settings.register_profile(
    "atomic", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("atomic"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "atomic")

# Shells start background jobs with Ctrl-C ignored, which the programs under test would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
