"""T58: a bot may make processes. Calls of a grpc client hang after a fork elsewhere; here they don't, on either side."""

import os
import pathlib
import signal
import subprocess
import sys

import pytest
from process_program import SECONDS_MAX, WAYS

PROGRAM = pathlib.Path(__file__).with_name("process_program.py")


@pytest.mark.parametrize("way", WAYS)
def test_t58_calls_are_answered_on_both_sides_of(way, target):
    program = subprocess.Popen(
        [sys.executable, str(PROGRAM), target, way],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # So that its children end with it.
        start_new_session=True,
    )
    try:
        output, warnings = program.communicate(timeout=SECONDS_MAX + 10)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        output, warnings = program.communicate()
        pytest.fail(f"it hangs:\n{output}{warnings}")
    assert program.returncode == 0 and output.splitlines()[-1:] == ["all answered"], output + warnings
