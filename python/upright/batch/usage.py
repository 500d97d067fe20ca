"""What this process asks of stores, and whether it is to stop."""

from __future__ import annotations

import threading
from collections import Counter

#: Set when this process is to stop: pictures in progress are finished, no other one begins, and nothing is retried.
STOPPING = threading.Event()


class Usage:
    """Counts requests to object stores."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._lock = threading.Lock()
        self._requests: Counter[str] = Counter()
        self._retries = 0

    def request(self, method: str) -> None:
        """Count a request."""
        with self._lock:
            self._requests[method] += 1

    def retry(self) -> None:
        """Count an attempt that failed and is repeated."""
        with self._lock:
            self._retries += 1

    @property
    def requests(self) -> Counter[str]:
        """The number of requests for each method."""
        with self._lock:
            return self._requests.copy()

    @property
    def retries(self) -> int:
        """The number of attempts that were repeated."""
        return self._retries


#: The requests of this process.
USAGE = Usage()
