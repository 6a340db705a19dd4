"""The cases of each rule: one module a rule, with CASES, EVENTS (what they must show) and compute."""
