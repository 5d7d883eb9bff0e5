"""Virtual environments for scripts that call the service: locked runtimes and this package, below target/python.

HIEROPHANT_PYTHON_ENVIRONMENTS names another folder for them.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import venv

PYTHON = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = PYTHON.parent


def enter(lock: str = "newest") -> None:
    """Goes on with this script inside the environment with the wheels of requirements/<lock>.lock."""
    folder = os.environ.get("HIEROPHANT_PYTHON_ENVIRONMENTS", str(REPOSITORY / "target" / "python"))
    home = pathlib.Path(folder).resolve() / f"play-{lock}"
    if pathlib.Path(sys.prefix).resolve() == home:
        return
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    wheels = PYTHON / "requirements" / f"{lock}.lock"
    stamp = home / "installed.lock"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if not stamp.exists() or stamp.read_bytes() != wheels.read_bytes():
        venv.EnvBuilder(with_pip=True, clear=True).create(home)
        subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(wheels)], check=True)
        shutil.copyfile(wheels, stamp)
    # The package as it is now; its source, so that several scripts may do this at once.
    os.environ["PYTHONPATH"] = str(PYTHON / "src")
    os.execv(python, [str(python), *sys.argv])
