"""How the properties are tried: the same examples on every machine, unless asked to go looking.

`HYPOTHESIS_PROFILE=explore pytest …` tries new examples, and more of them.
"""

import os

from hypothesis import HealthCheck, settings

PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "steady", derandomize=True, deadline=None, max_examples=100, suppress_health_check=PATIENT
)
settings.register_profile("explore", deadline=None, max_examples=2_000, suppress_health_check=PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
