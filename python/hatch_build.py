"""The package's own page: the README, with links that lead to the project from wherever the page is shown."""

import pathlib
import re

from hatchling.metadata.plugin.interface import MetadataHookInterface

PROJECT = "https://hierophant.example"


class ReadmeHook(MetadataHookInterface):
    """Gives `readme` its text."""

    def update(self, metadata: dict) -> None:
        text = (pathlib.Path(self.root) / "README.md").read_text("utf-8")
        text = re.sub(r"\]\(\.\./", f"]({PROJECT}/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
