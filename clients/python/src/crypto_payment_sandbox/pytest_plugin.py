"""Fixtures for pytest: `sandbox` is started once a session, `tenant` is new for each test."""

from __future__ import annotations

import os
from typing import Iterator

import pytest

from .sandbox import Sandbox
from .tenant import Tenant


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "sandbox_options",
        "Options of `crypto-payment-sandbox start` for the fixture `sandbox`",
        type="args",
        default=["--clock", "frozen"],
    )


@pytest.fixture(scope="session")
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """The sandbox of SANDBOX_URL (`crypto-payment-sandbox exec -- pytest` sets it); else one of this session's own."""
    url = os.environ.get("SANDBOX_URL")
    if url:
        opened = Sandbox.connect(url, os.environ.get("SANDBOX_ADMIN_TOKEN"))
    else:
        opened = Sandbox.start(options=request.config.getini("sandbox_options"))
    yield opened
    opened.stop()


@pytest.fixture
def tenant(sandbox: Sandbox, request: pytest.FixtureRequest) -> Iterator[Tenant]:
    """A tenant of this test alone, named after it."""
    opened = sandbox.tenant(request.node.name[:60])
    yield opened
    opened.close()
