"""How a sandbox is started: from an archive, through npx, or from the image; and the process that it runs in."""

from __future__ import annotations

import collections
import json
import os
import shutil
import subprocess
import threading
from dataclasses import dataclass
from typing import Any, Mapping, Sequence, Union

#: The version of the sandbox that `npx` and the image are asked for.
VERSION = "0.1.0"

#: A cold start through npx fetches the package first.
START_TIMEOUT_SECONDS = 180

STOP_TIMEOUT_SECONDS = 20


class StartError(Exception):
    """The sandbox did not get ready; the message has the last lines that it wrote."""


@dataclass(frozen=True)
class Archive:
    """An unpacked archive, or any other program that takes the arguments of `crypto-payment-sandbox`."""

    program: str = "crypto-payment-sandbox"

    def command(self) -> list[str]:
        folder_program = os.path.join(self.program, "crypto-payment-sandbox")
        return [folder_program if os.path.isdir(self.program) else self.program]


@dataclass(frozen=True)
class Npx:
    """The npm package: by name and version, or the path of a tarball."""

    package: str = f"crypto-payment-sandbox@{VERSION}"

    def command(self) -> list[str]:
        npx = shutil.which("npx") or "npx"
        return [npx, "--yes", f"--package={self.package}", "--", "crypto-payment-sandbox"]


@dataclass(frozen=True)
class Image:
    """The container image, in the network of this machine (Linux): so webhooks reach a receiver of this process."""

    name: str = f"crypto-payment-sandbox:{VERSION}"
    engine: str = "docker"

    def command(self) -> list[str]:
        return [self.engine, "run", "--rm", "--network", "host", self.name]


Source = Union[Archive, Npx, Image]


def find_source(environment: Mapping[str, str] | None = None) -> Source:
    """`SANDBOX_PROGRAM`, else `crypto-payment-sandbox` on the PATH, else npx, else docker. Raises StartError without any."""
    variables = os.environ if environment is None else environment
    path = variables.get("PATH", "")
    if variables.get("SANDBOX_PROGRAM"):
        return Archive(variables["SANDBOX_PROGRAM"])
    if shutil.which("crypto-payment-sandbox", path=path):
        return Archive()
    if shutil.which("npx", path=path):
        return Npx()
    if shutil.which("docker", path=path):
        return Image()
    raise StartError(
        "there is nothing to start a sandbox with: unpack an archive and put it on the PATH (or name its program in "
        "SANDBOX_PROGRAM), or install Node with npx, or docker"
    )


class Process:
    """A started sandbox: `ready` is what it says of itself on its first line."""

    def __init__(self, source: Source, options: Sequence[str]) -> None:
        self._last: collections.deque[str] = collections.deque(maxlen=20)
        command = [*source.command(), "start", "--json", "--host", "127.0.0.1", "--port", "0", *options]
        # What is set for another sandbox must not reach this one: a variable is an option too.
        variables = {name: value for name, value in os.environ.items() if not name.startswith("SANDBOX_")}
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables
            )
        except OSError as error:
            raise StartError(f"{command[0]} cannot be started: {error}") from error
        self._errors = threading.Thread(target=self._keep_errors, daemon=True)
        self._errors.start()
        self.ready = self._read_ready()

    def _keep_errors(self) -> None:
        assert self._child.stderr is not None
        for line in self._child.stderr:
            self._last.append(line.rstrip())

    def _read_ready(self) -> dict[str, Any]:
        assert self._child.stdout is not None
        # Ends the reading below, which has no timeout of its own.
        timer = threading.Timer(START_TIMEOUT_SECONDS, self._child.kill)
        timer.start()
        try:
            for line in self._child.stdout:
                if line.startswith("{"):
                    return dict(json.loads(line))
        finally:
            timer.cancel()
        self._child.wait()
        # Its last words are read by then; a child of its own may hold the pipe open.
        self._errors.join(timeout=2)
        raise StartError("\n".join(["the sandbox did not get ready:", *self._last]))

    def stop(self) -> None:
        """Ends it cleanly; further calls do nothing."""
        if self._child.poll() is None:
            self._child.terminate()
            try:
                self._child.wait(STOP_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
        for stream in (self._child.stdout, self._child.stderr):
            if stream is not None and not stream.closed:
                stream.close()
