"""The client by itself: signatures, what it starts, what it says when something is wrong."""

import base64
import json
import os
import stat
import sys
import urllib.error
import urllib.request
from decimal import Decimal
from pathlib import Path

import pytest

from crypto_payment_sandbox import Archive, Image, Npx, Sandbox, SandboxError, StartError, Tenant, VersionMismatch, verify_webhook
from crypto_payment_sandbox import start as starting
from crypto_payment_sandbox.http import parse
from crypto_payment_sandbox.start import find_source

VECTORS = json.loads((Path(__file__).parents[3] / "examples/receivers/vectors.json").read_text())


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_signatures_are_judged_as_in_every_other_language(case: dict) -> None:
    body = base64.b64decode(case["body_base64"])
    verdict = verify_webhook(VECTORS["secret"], case["headers"], body, now_seconds=case["now"])
    assert (verdict.ok, bool(verdict.reason)) == (case["valid"], not case["valid"])


def test_any_of_several_secrets_is_enough_while_one_replaces_the_other() -> None:
    case = VECTORS["cases"][0]
    body = base64.b64decode(case["body_base64"])
    assert verify_webhook(["another", VECTORS["secret"]], case["headers"], body, now_seconds=case["now"]).ok
    assert not verify_webhook(["another"], case["headers"], body, now_seconds=case["now"]).ok


def test_no_digit_of_an_amount_is_lost(tenant: Tenant) -> None:
    assert parse(b'{"a": 0.1234567890123456789, "b": 123456789012345678901234567890}') == {
        "a": Decimal("0.1234567890123456789"),
        "b": 123456789012345678901234567890,
    }
    with pytest.raises(TypeError, match="not a float"):
        tenant.deposit(network="base", asset="USDC", amount=0.1, owner="alice")  # type: ignore[arg-type]


def program(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_what_is_there_is_taken_an_archive_before_npx_before_the_image(tmp_path: Path) -> None:
    path = {"PATH": str(tmp_path)}
    with pytest.raises(StartError, match="nothing to start a sandbox with"):
        find_source(path)
    program(tmp_path, "docker", "")
    assert find_source(path) == Image()
    program(tmp_path, "npx", "")
    assert find_source(path) == Npx()
    program(tmp_path, "crypto-payment-sandbox", "")
    assert find_source(path) == Archive()
    assert find_source({**path, "SANDBOX_PROGRAM": "/opt/cps"}) == Archive("/opt/cps")


def test_the_commands_of_the_three_ways(tmp_path: Path) -> None:
    assert Archive(str(tmp_path)).command() == [str(tmp_path / "crypto-payment-sandbox")]
    assert Npx("x.tgz").command()[1:] == ["--yes", "--package=x.tgz", "--", "crypto-payment-sandbox"]
    assert Image("s:1", "podman").command() == ["podman", "run", "--rm", "--network", "host", "s:1"]


def test_a_sandbox_that_does_not_get_ready_says_its_last_words(tmp_path: Path) -> None:
    broken = program(tmp_path, "broken", "import sys; sys.exit('this archive is for plan9')")
    with pytest.raises(StartError, match="this archive is for plan9"):
        Sandbox.start(Archive(broken))
    with pytest.raises(StartError, match="cannot be started"):
        Sandbox.start(Archive(str(tmp_path / "nowhere")))


def test_another_version_is_refused_with_what_goes_with_it(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crypto_payment_sandbox.sandbox.VERSION", "7.1.0")
    line = ".".join(sandbox.version.split(".")[:2])
    with pytest.raises(VersionMismatch, match=rf"goes with crypto-payment-sandbox 7\.1\.x.*pip install.*=={line}"):
        Sandbox.connect(sandbox.url, sandbox.admin_token)


def test_the_client_is_of_the_version_of_the_sandbox_in_this_repository() -> None:
    manifest = json.loads((Path(__file__).parents[3] / "package.json").read_text())
    own = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    assert starting.VERSION == manifest["version"]
    assert f'version = "{manifest["version"]}"' in own


def test_a_refusal_says_the_call_the_status_and_what_is_wrong(sandbox: Sandbox, tenant: Tenant) -> None:
    with pytest.raises(SandboxError) as refused:
        tenant.call("POST", "/transfer/payout", {"vault_id": tenant.vault_id})
    assert (refused.value.status, refused.value.call) == (400, "POST /transfer/payout")
    assert "asset" in str(refused.value)
    assert tenant.ask("GET", "/vault/none").status == 404
    with pytest.raises(SandboxError, match="there is no"):
        sandbox.fault("nowhere", "nothing")


def test_a_fault_of_one_tenant_is_not_felt_by_another(sandbox: Sandbox, tenant: Tenant) -> None:
    other = sandbox.tenant("other")
    with tenant.fault("api.request", "status", params={"status": 500}, times=None) as fault:
        assert (other.ask("GET", "/vault").status, tenant.ask("GET", "/vault").status) == (200, 500)
        assert fault.hits == 1
    assert tenant.ask("GET", "/vault").status == 200


def test_each_wait_is_for_the_event_after_the_last_one(tenant: Tenant) -> None:
    tenant.call("POST", "/wallets", {"owner": "alice", "network_symbol": "base"})
    hashes = [tenant.deposit(network="base", asset="USDC", amount=amount, owner="alice")["tx_id"] for amount in ("1", "2")]
    assert [tenant.wait("deposit.confirmed")["payload"]["tx_id"] for _ in hashes] == hashes


def test_a_stopped_sandbox_is_gone_and_its_receivers_closed() -> None:
    with Sandbox.start() as own:
        hooks = own.tenant("short").receive()
        pid = own.ready["pid"]
        assert own.broken_invariants() == []
    with pytest.raises(OSError):
        os.kill(pid, 0)
    with pytest.raises(SandboxError, match="no sandbox answers"):
        own.admin.get_status()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(hooks.url, data=b"{}", timeout=2)
