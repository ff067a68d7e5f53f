"""What every store must do, as tests over the fixture `store`.

`tests/stores/test_conformance.py` runs them.
"""
