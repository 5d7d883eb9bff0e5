#!/usr/bin/env python3
"""Watches a game by the typed client, and prints what it was sent. To be stopped for a while and set going again from outside.

    GAME_TOKEN=... sleepy_client.py HOST:PORT GAME
"""

from __future__ import annotations

import os
import sys

import hierophant


def main() -> int:
    with hierophant.connect(sys.argv[1]) as server:
        versions = []
        for news in server.spectator(sys.argv[2], os.environ["GAME_TOKEN"]).watch():
            if isinstance(news, hierophant.Ended):
                last = news.version
                continue
            versions.append(news.version)
            if isinstance(news, hierophant.Snapshot):
                print("watching", flush=True)
    if versions != list(range(1, last + 1)):
        sys.exit(f"missed something: {versions} of {last}")
    print(f"{len(versions)} versions, each once", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
