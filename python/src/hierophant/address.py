"""Addresses and tokens, in every form in which people have them. Makes no calls."""

from __future__ import annotations

import ipaddress
import os
import re
from typing import Any, List, NamedTuple, Tuple
from urllib.parse import urlsplit

# The service's tokens are far shorter; more than this doesn't fit into the headers of a call.
TOKEN_CHARACTERS_MAX = 1024

_SECURE = "https"
_PLAIN = "http"
# Other schemes of grpc's are handed on as they are.
_SCHEMES_OF_GRPC = ("dns:", "ipv4:", "ipv6:", "unix-abstract:")
_PORTS = {_PLAIN: 80, _SECURE: 443}
# Where grpc looks for a proxy, in this order.
_PROXY_VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy")

_OPTIONS: List[Tuple[str, Any]] = [
    # Else a child would be given its parent's connections.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    # A connection that was lost without a word is noticed while a call waits.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
]


class Address(NamedTuple):
    """Where a service is."""

    # As it was given.
    text: str
    # As grpc takes it.
    target: str
    is_secure: bool
    # On this machine: no proxy leads there.
    is_local: bool

    @property
    def options(self) -> List[Tuple[str, Any]]:
        """The options of a channel to it."""
        options = list(_OPTIONS)
        if self.is_local:
            options.append(("grpc.enable_http_proxy", 0))
        if self.target.startswith("unix"):
            # grpc would name the socket's path as the host, which is no host by the rules of HTTP.
            options.append(("grpc.default_authority", "localhost"))
        return options

    @property
    def proxy(self) -> str:
        """The proxy that calls go by, as the environment names it; empty if there is none."""
        if self.is_local or _is_excepted(self.target):
            return ""
        for variable in _PROXY_VARIABLES:
            if os.environ.get(variable):
                # Without the name and password that may stand before the host.
                return f"{os.environ[variable].rpartition('@')[2]} (by the variable {variable})"
        return ""


def parse(text: str) -> Address:
    """The address in a text: "host:port", "http://host:port", "https://host:port" or "unix:/path".

    Raises ValueError if it is none of these.
    """
    given = text.strip().lstrip("\ufeff").strip()
    if given.startswith("unix:"):
        path = given[len("unix:") :]
        if not path.startswith("/"):
            raise _malformed(text)
        return Address(given, f"unix:{re.sub('^/+', '/', path)}", False, True)
    if given.startswith(_SCHEMES_OF_GRPC):
        return Address(given, given, False, given.startswith("unix-abstract:"))
    if "://" not in given:
        return _of_url(text, given, _PLAIN, f"{_PLAIN}://{given}", is_port_needed=True)
    return _of_url(text, given, given.partition("://")[0].lower(), given, is_port_needed=False)


def _of_url(text: str, given: str, scheme: str, url: str, is_port_needed: bool) -> Address:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _malformed(text) from None
    beside = (parts.path.strip("/"), parts.query, parts.fragment, parts.username)
    if scheme not in _PORTS or not host or any(beside) or re.search(r"\s", url) or (is_port_needed and port is None):
        raise _malformed(text)
    port = _PORTS[scheme] if port is None else port
    target = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return Address(given, target, scheme == _SECURE, _is_loopback(host))


def _malformed(text: str) -> ValueError:
    expected = "host:port, http://host:port, https://host:port or unix:/path"
    return ValueError(f"{text!r} is no address of a service: expected {expected}")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_excepted(target: str) -> bool:
    host = target.rpartition(":")[0].strip("[]")
    for variable in ("no_grpc_proxy", "no_proxy"):
        if os.environ.get(variable):
            return any(name.strip() and host.endswith(name.strip()) for name in os.environ[variable].split(","))
    return False


def clean_token(token: str) -> str:
    """The token in a text that may have come from a file: without a byte-order mark, blanks and the line's end.

    Raises ValueError if no token can look like this. The text of the error doesn't show it.
    """
    cleaned = token.strip().lstrip("\ufeff").strip()
    if len(cleaned) > TOKEN_CHARACTERS_MAX:
        raise ValueError(f"a token has at most {TOKEN_CHARACTERS_MAX} characters, and this text has {len(cleaned)}")
    if any(not "!" <= character <= "~" for character in cleaned):
        raise ValueError("the token has characters that no token has: was the right file read?")
    return cleaned
