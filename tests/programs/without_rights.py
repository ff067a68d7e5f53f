"""Gives up the rights over files that root has: whoever imports it is as good as a plain user, to files.

A plain user cannot load a Python that lives in root's folder. What it starts cannot take them back; as a script it
becomes the command it is given. Linux only.
"""

from __future__ import annotations

import ctypes
import os
import sys

_GIVEN_UP = (1, 2, 3)
"""CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH and CAP_FOWNER."""

_PR_CAPBSET_DROP = 24
_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)
_header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
_rights = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, and the same of those above 31


def _call(function: str, *arguments: object) -> None:
    if getattr(_libc, function)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{function}: {os.strerror(ctypes.get_errno())}")


for _right in _GIVEN_UP:
    _call("prctl", _PR_CAPBSET_DROP, _right, 0, 0, 0)
_call("capget", _header, _rights)
for _place in range(3):
    _rights[_place] &= ~sum(1 << right for right in _GIVEN_UP)
_call("capset", _header, _rights)
if __name__ == "__main__":
    os.execvp(sys.argv[1], sys.argv[1:])
