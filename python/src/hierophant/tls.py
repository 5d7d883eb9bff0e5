"""What is believed over TLS, and what is shown."""

from __future__ import annotations

import os
from typing import Any, NamedTuple, Optional, Union

import grpc

from hierophant.address import Address

PathLike = Union[str, "os.PathLike[str]"]
"""The path of a file."""


class Trust(NamedTuple):
    """What is believed over TLS, and what is shown: all in PEM form."""

    ca: Optional[bytes]
    certificate: Optional[bytes]
    key: Optional[bytes]

    def credentials(self) -> Any:
        """As grpc takes them."""
        return grpc.ssl_channel_credentials(self.ca, self.key, self.certificate)


def trust(
    address: Address, ca: Optional[PathLike], certificate: Optional[PathLike], key: Optional[PathLike]
) -> Optional[Trust]:
    """Reads the files; None for a target without TLS."""
    if not address.is_secure:
        if ca or certificate or key:
            raise ValueError("certificates are for targets that begin with https://")
        return None
    if bool(certificate) != bool(key):
        raise ValueError("a certificate and its key belong together")
    return Trust(_read(ca), _read(certificate), _read(key))


def _read(path: Optional[PathLike]) -> Optional[bytes]:
    if path is None:
        return None
    with open(path, "rb") as file:
        return file.read()
