// Section 11: the five states of a payout, how each is reached, and its record.
import { beforeAll, expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aPayout, asTokenOwner, aVault, vaultBalance } from "../../support/payments/a-payout.ts";
import { DATE_TIME, exact, expectProblem, HASH, recordOf } from "../api.ts";
import { send } from "../http-client.ts";

const sandbox = sharedSandbox();
const ids: Record<"queued" | "processing" | "confirmed" | "failed" | "expired", string> = {
  queued: "",
  processing: "",
  confirmed: "",
  failed: "",
  expired: "",
};

const now = async (id: string) => recordOf(await exact(sandbox(), `/transfer/payout/${id}`));
const pay = async (network: string, reference_id: string) =>
  (await aPayout(sandbox(), { network_symbol: network, asset: "USDT", reference_id, amount: "2" })).id;
const reject = (id: string) => send(sandbox(), { method: "POST", path: `/transfer/payout/${id}/reject`, body: {} });

/** One payout in each state, each on a network where it stays there. */
beforeAll(async () => {
  const { control } = sandbox();
  for (const network of ["ethereum", "bsc", "polygon", "arbitrum"])
    await aVault(sandbox(), { network, asset: "USDT", amount: "100" });
  ids.confirmed = await pay("polygon", "confirmed");
  await asTokenOwner(sandbox(), { network: "bsc", asset: "USDT" }, "pause");
  ids.failed = await pay("bsc", "failed");
  await control("POST", "/run-until-idle");
  // There is gas, but the payment is never mined.
  const to_address = await aVault(sandbox(), { network: "arbitrum" });
  await control("POST", "/faucet", { network: "arbitrum", asset: "ETH", to_address, amount: "1" });
  await control("PUT", "/networks/arbitrum/mining", { mode: "manual" });
  ids.processing = await pay("arbitrum", "processing");
  // The gas refill is pending and never mined.
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  ids.queued = await pay("ethereum", "queued");
  ids.expired = await pay("ethereum", "expired");
  expect((await reject(ids.expired)).status).toBe(200);
});

test("each of the five states is one that a payout is in (S-112, S-202, S-203, S-204, S-205)", async () => {
  for (const [status, id] of Object.entries(ids)) expect((await now(id)).status).toBe(status);
});

test("the hash is empty before the broadcast and there after it (S-113, S-114, S-207)", async () => {
  for (const state of ["queued", "expired"] as const) expect((await now(ids[state])).tx_id, state).toBe("");
  for (const state of ["processing", "confirmed", "failed"] as const)
    expect((await now(ids[state])).tx_id, state).toEqual(HASH);
});

test("only a failed payout has an error (S-208)", async () => {
  for (const [state, id] of Object.entries(ids)) {
    const { error } = await now(id);
    if (state === "failed") expect(error).toBe("transaction reverted");
    else expect(error, state).toBe("");
  }
});

test("the pending list of a vault has its queued payouts and no others, whatever status is asked for (S-210)", async () => {
  const { vault_id } = sandbox().ready;
  for (const more of ["", "&status=confirmed", "&status=failed"]) {
    const { data, pagination } = await exact(sandbox(), `/transfer/payout/pending?vault_id=${vault_id}${more}`);
    expect(data).toMatchObject([{ id: ids.queued, status: "queued" }]);
    expect(pagination.total_items).toEqual({ number: "1" });
  }
});

test("a queued payout can be rejected, one that is processing or final cannot (S-209)", async () => {
  const id = await pay("ethereum", "to be rejected");
  const before = await vaultBalance(sandbox());
  const reply = await reject(id);
  expect([reply.status, recordOf(reply.body)]).toMatchObject([200, { id, status: "expired", tx_id: "", error: "" }]);
  expect(Number((await vaultBalance(sandbox())).available)).toBe(Number(before.available) + 2);
  for (const state of ["processing", "confirmed", "failed", "expired"] as const) {
    expectProblem(await reject(ids[state]), 400, "Payout is not pending");
    expect((await now(ids[state])).status).toBe(state);
  }
});

test("queued is being retried: it goes out as soon as its gas is there (S-201)", async () => {
  await sandbox().control("POST", "/clock/advance", { by: "10m" });
  expect(await now(ids.queued)).toMatchObject({ status: "queued", tx_id: "", error: "" });
  await sandbox().control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  await sandbox().control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  expect(await now(ids.queued)).toMatchObject({ status: "confirmed", tx_id: HASH, confirmed_at: DATE_TIME });
});

test("a payout that is not confirmed at its cutoff expires, a confirmed one does not (S-206)", async () => {
  const { control } = sandbox();
  await control("PUT", "/networks/ethereum/mining", { mode: "instant" });
  const cutoff = async () => new Date(Date.parse((await control("GET", "/clock")).now) + 60_000).toISOString();
  const order = { network_symbol: "ethereum", asset: "USDT", amount: "1" };
  const soon = await aPayout(sandbox(), { ...order, reference_id: "soon", expired_at: await cutoff() });
  await control("POST", "/run-until-idle");
  await control("PUT", "/networks/ethereum/mining", { mode: "manual" });
  const late = await aPayout(sandbox(), { ...order, reference_id: "late", expired_at: await cutoff() });
  await control("POST", "/clock/advance", { by: "1m" });
  await control("POST", "/networks/ethereum/mine", { blocks: 3 });
  expect((await now(late.id)).status).toBe("expired");
  expect((await now(soon.id)).status).toBe("confirmed");
});
