"""One small program per memory, all of which speak the protocol of `protocol.py`."""
