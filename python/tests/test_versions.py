"""T60: generated code imports beside old and new runtimes. The oldest and the newest environment both run this."""

import importlib
import pathlib
import re

import google.protobuf
import grpc
import pytest

import hierophant

PACKAGE = pathlib.Path(hierophant.__file__).resolve().parent
FLOORS = {"grpcio": grpc.__version__, "protobuf": google.protobuf.__version__}


def generated_modules():
    files = sorted([*PACKAGE.rglob("*_pb2.py"), *PACKAGE.rglob("*_pb2_grpc.py")])
    return [".".join(("hierophant", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in files]


@pytest.mark.parametrize("module", generated_modules())
def test_t60_stubs_import_beside_this_runtime(module):
    importlib.import_module(module)


def test_stubs_are_where_other_packages_expect_them():
    assert {"hierophant.v1.game_service_pb2_grpc", "hierophant.arcanum.v1.arcanum_pb2"} <= set(generated_modules())


def test_p10_the_package_says_which_runtimes_it_needs():
    requires = importlib.import_module("importlib.metadata").requires("hierophant")
    bounds = dict(re.fullmatch(r"(\w+)([^;]+)", line).groups() for line in requires if ";" not in line)
    assert bounds.keys() == FLOORS.keys()
    for name, bound in bounds.items():
        floor = re.search(r">=([\d.]+)", bound)[1]
        assert [int(part) for part in FLOORS[name].split(".")[:3]] >= [int(part) for part in floor.split(".")]
    # Generated code of one major release runs with the next, and no further.
    generated = (PACKAGE / "v1" / "game_pb2.py").read_text("utf-8")
    major = int(re.search(r"Protobuf Python Version: (\d+)", generated)[1])
    assert f"<{major + 2}" in bounds["protobuf"].split(",")
