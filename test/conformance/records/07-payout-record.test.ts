// Section 7: the payout record from creation to its final state, and the uniqueness of its reference.
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { asTokenOwner, aVault, PAYEE } from "../../support/payments/a-payout.ts";
import { DATE_TIME, exact, expectProblem, HASH, recordOf, UUID } from "../api.ts";
import { type Server, send } from "../http-client.ts";

const sandbox = sharedSandbox();

const bodyOf = ({ ready }: { ready: { vault_id: string } }, more: object) => ({
  vault_id: ready.vault_id,
  asset: "usdt",
  network_symbol: "Ethereum",
  to_address: PAYEE,
  amount: "10.50",
  ...more,
});

const order = async (place: Server & { ready: { vault_id: string } }, more: object) =>
  recordOf(await exact(place, { method: "POST", path: "/transfer/payout", body: bodyOf(place, more) }, 201));

const now = async (place: Server, id: string) => recordOf(await exact(place, `/transfer/payout/${id}`));

test("a payout by amount: every member with its value, first queued, then confirmed (S-101…S-106, S-108, S-109, S-111…S-114, S-116…S-118)", async () => {
  await aVault(sandbox(), { amount: "100" });
  const created = await order(sandbox(), { reference_id: "ref 1", remark: "rent for May" });
  const fields = {
    id: UUID,
    vault_id: sandbox().ready.vault_id,
    asset: "USDT",
    network_symbol: "ethereum",
    amount: "10.50",
    usd_amount: "10.50",
    rate: "",
    to_address: PAYEE,
    reference_id: "ref 1",
    remark: "rent for May",
    error: "",
    created_at: DATE_TIME,
    expired_at: null,
  };
  expect(created).toEqual({ ...fields, status: "queued", tx_id: "", confirmed_at: null });
  await sandbox().control("POST", "/run-until-idle");
  const ended = await now(sandbox(), created.id);
  expect(ended).toEqual({ ...fields, id: created.id, status: "confirmed", tx_id: HASH, confirmed_at: DATE_TIME });
  const receipt = await sandbox().chain("ethereum").public.getTransactionReceipt({ hash: ended.tx_id });
  expect(receipt.status).toBe("success");
});

test("a payout by dollars keeps what was asked and the rate that was applied (S-105, S-106, S-107)", async () => {
  await aVault(sandbox(), { network: "bsc", asset: "BNB", amount: "1" });
  const more = { asset: "BNB", network_symbol: "bsc", amount: undefined, usd_amount: "7.5", reference_id: "dollars" };
  expect(await order(sandbox(), more)).toMatchObject({ amount: "0.0125", usd_amount: "7.5", rate: "600" });
});

test("expired_at is the cutoff of the order, and a time without one is null (S-119)", async () => {
  await aVault(sandbox(), { amount: "100" });
  const cutoff = "2031-02-03T04:05:06.789+01:00";
  const { expired_at } = await order(sandbox(), { reference_id: "cutoff", expired_at: cutoff });
  expect(expired_at).toBe("2031-02-03T03:05:06.789Z");
});

test("the reference counts per vault: again at the same vault is refused, at another one it is free (S-110)", async () => {
  const { control } = sandbox();
  await aVault(sandbox(), { amount: "100" });
  await order(sandbox(), { reference_id: "once" });
  const again = await send(sandbox(), {
    method: "POST",
    path: "/transfer/payout",
    body: bodyOf(sandbox(), { reference_id: "once" }),
  });
  expectProblem(again, 409, "Duplicate reference_id");
  const other = await control("POST", "/tenants", { name: "another tenant" });
  const place = { url: sandbox().url, ready: { api_key: other.api_key, vault_id: other.vault_id } };
  const { data } = await exact(place, `/vault/${other.vault_id}/addresses`);
  const to_address = data.find((row: { network_symbol: string }) => row.network_symbol === "ethereum").address;
  await control("POST", "/deposits", { network: "ethereum", asset: "USDT", amount: "50", to_address });
  expect(await order(place, { reference_id: "once" })).toMatchObject({ status: "queued", vault_id: other.vault_id });
});

test("error says why a payout failed and is empty before (S-115, S-116, S-204, S-208)", async () => {
  const own = await aSandbox();
  await aVault(own, { amount: "100" });
  await asTokenOwner(own, {}, "pause");
  const created = await order(own, { reference_id: "reverts" });
  expect(created.error).toBe("");
  await own.control("POST", "/run-until-idle");
  const failed = await now(own, created.id);
  expect(failed).toMatchObject({ status: "failed", error: "transaction reverted", confirmed_at: null });
  expect((await own.chain("ethereum").public.getTransactionReceipt({ hash: failed.tx_id as Hex })).status).toBe(
    "reverted",
  );
});
