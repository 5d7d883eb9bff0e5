#!/usr/bin/env python3
"""Regenerates the stubs under src/hierophant from the proto files.

    python python/scripts/regenerate.py            write them
    python python/scripts/regenerate.py --check    fail if the committed ones differ

The stubs are made by the oldest supported grpcio-tools, since generated code runs beside runtimes that are newer than its
generator and refuses older ones. The generator is installed from requirements/tools.lock into a virtual environment of its
own (target/python/tools, or what HIEROPHANT_PYTHON_ENVIRONMENTS names).
"""

from __future__ import annotations

import argparse
import difflib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv

PYTHON = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = PYTHON.parent
SOURCES = PYTHON / "src"
LOCK = PYTHON / "requirements" / "tools.lock"
# What the service stores is no business of clients.
PRIVATE = "hierophant/log/"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the committed stubs differ")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as scratch:
        made = pathlib.Path(scratch)
        generate(generator(), made)
        if check:
            return compare(made)
        install(made)
    return 0


def generator() -> pathlib.Path:
    """The interpreter of an environment that has the locked generator."""
    environments = os.environ.get("HIEROPHANT_PYTHON_ENVIRONMENTS", str(REPOSITORY / "target" / "python"))
    home = pathlib.Path(environments) / "tools"
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    stamp = home / "installed.lock"
    if not stamp.exists() or stamp.read_bytes() != LOCK.read_bytes():
        venv.EnvBuilder(with_pip=True, clear=True).create(home)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(LOCK)], check=True)
        shutil.copyfile(LOCK, stamp)
    return python


def generate(python: pathlib.Path, made: pathlib.Path) -> None:
    roots = (REPOSITORY / "proto", PYTHON / "proto")
    files = {path.relative_to(root).as_posix(): path for root in roots for path in root.rglob("*.proto")}
    protos = sorted(name for name in files if not name.startswith(PRIVATE))
    services = [name for name in protos if "\nservice " in files[name].read_text("utf-8")]
    protoc = [str(python), "-m", "grpc_tools.protoc", *(f"-I{root}" for root in roots)]
    subprocess.run([*protoc, f"--python_out={made}", f"--pyi_out={made}", *protos], check=True)
    subprocess.run([*protoc, f"--grpc_python_out={made}", *services], check=True)


def generated(root: pathlib.Path) -> dict[str, str]:
    """The generated files below a folder, by path."""
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for pattern in ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py")
        for path in root.rglob(pattern)
    }


def packages(files: dict[str, str]) -> set[pathlib.Path]:
    """The folders that must be packages for these files to be imported."""
    return {SOURCES / parent for path in files for parent in pathlib.PurePosixPath(path).parents if parent.name}


def compare(made: pathlib.Path) -> int:
    wanted, committed = generated(made), generated(SOURCES)
    bare = sorted(folder for folder in packages(wanted) if not (folder / "__init__.py").exists())
    if bare:
        print(f"no packages: {bare}; make them: python python/scripts/regenerate.py", file=sys.stderr)
        return 1
    differing = sorted(path for path in wanted.keys() | committed.keys() if wanted.get(path) != committed.get(path))
    for path in differing:
        before, after = committed.get(path, "").splitlines(), wanted.get(path, "").splitlines()
        difference = list(difflib.unified_diff(before, after, f"committed/{path}", f"generated/{path}", lineterm=""))
        print("\n".join(line[:200] for line in difference[:40]))
    if differing:
        print(
            f"{len(differing)} stubs are stale; write them anew: python python/scripts/regenerate.py", file=sys.stderr
        )
        return 1
    print(f"{len(wanted)} generated files are as committed")
    return 0


def install(made: pathlib.Path) -> None:
    for path in generated(SOURCES):
        (SOURCES / path).unlink()
    for path in generated(made):
        target = SOURCES / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made / path, target)
        print(target.relative_to(REPOSITORY))
    for folder in packages(generated(made)):
        if not (folder / "__init__.py").exists():
            name = folder.relative_to(SOURCES).as_posix().replace("/", ".")
            (folder / "__init__.py").write_text(f'"""Generated: the package `{name}`."""\n', "utf-8")


if __name__ == "__main__":
    sys.exit(main())
