"""Virtual environments for scripts that call the service: locked runtimes and this package.

They are those that `cargo test` makes, below target/tmp; HIEROPHANT_PYTHON_ENVIRONMENTS names another folder for them.
"""

from __future__ import annotations

import os
import pathlib
import platform
import subprocess
import sys
import venv

PYTHON = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = PYTHON.parent


def enter(lock: str = "newest") -> None:
    """Goes on with this script inside the environment with the wheels of requirements/<lock>.lock."""
    folder = os.environ.get("HIEROPHANT_PYTHON_ENVIRONMENTS", str(REPOSITORY / "target" / "tmp"))
    home = pathlib.Path(folder).resolve() / f"python-{lock}"
    if pathlib.Path(sys.prefix).resolve() == home:
        return
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    wheels = PYTHON / "requirements" / f"{lock}.lock"
    stamp = home / "installed.lock"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]
    # As tests/python.rs writes it.
    wanted = wheels.read_text() + f"Python {platform.python_version()}\n"
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.EnvBuilder(with_pip=True, clear=True).create(home)
        subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(wheels)], check=True)
        stamp.write_text(wanted)
    # The package as it is now; its source, so that several scripts may do this at once.
    os.environ["PYTHONPATH"] = str(PYTHON / "src")
    os.execv(python, [str(python), *sys.argv])
