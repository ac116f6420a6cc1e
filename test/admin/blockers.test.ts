// A wait that times out gives reasons: each for programs and for people, with the call that helps.
import { expect, test } from "vitest";
import { CHECKS } from "../../src/admin/blockers.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { FIXTURES } from "../support/fixtures.ts";
import { aPayout, asTokenOwner, aVault } from "../support/payments/a-payout.ts";
import { aUda } from "../support/payments/a-uda.ts";
import { aWallet } from "../support/payments/on-chain.ts";

type Reason = { reason: string; message: string; next: string | null; network?: string; ref?: string; at?: string };

/** Waits a moment for an event that does not come; returns the reasons and the text of the answer. */
async function inVain(
  sandbox: ASandbox,
  query = "type=uda.settlement.failed",
): Promise<{ reasons: Reason[]; error: string }> {
  const { status, body } = await sandbox.admin("GET", `/events/wait?${query}&timeout=1ms`);
  expect(status).toBe(408);
  const reasons: Reason[] = body.details.held_back;
  for (const { message, next } of reasons) if (next !== null) expect(message).toContain(next);
  for (const { message } of reasons.slice(0, 3)) expect(body.error).toContain(message);
  return { reasons, error: body.error ?? "" };
}

const fault = async ({ control }: ASandbox, input: object): Promise<string> =>
  (await control("POST", "/faults", { times: null, ...input })).id;
const mining = ({ control }: ASandbox, network: string, mode: string) =>
  control("PUT", `/networks/${network}/mining`, { mode });

async function payOwner(sandbox: ASandbox): Promise<void> {
  await aWallet(sandbox.api, { owner: "alice", network: "base" });
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });
}

async function hook(sandbox: ASandbox): Promise<string> {
  const receiver = await aReceiver(() => 500);
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  return receiver.url;
}

/** A set-up, and the reason that must be among those reported. */
const SITUATIONS: Readonly<Record<string, (sandbox: ASandbox) => Promise<Partial<Reason>>>> = {
  "halted-chain": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    const ref = await fault(sandbox, { gate: "chain.mine", effect: "halt", match: { network: "ethereum" } });
    await aPayout(sandbox);
    const next = `DELETE /admin/faults/${ref}`;
    return { message: `fault ${ref} at chain.mine halts ethereum: ${next}`, next, network: "ethereum", ref };
  },
  "manual-mining": async (sandbox) => {
    await mining(sandbox, "base", "manual");
    await payOwner(sandbox);
    const next = "POST /admin/networks/base/mine";
    return { message: `base mines manually and 1 transaction waits: ${next}`, next, network: "base" };
  },
  "missing-confirmations": async (sandbox) => {
    await sandbox.control("PUT", "/networks/base/confirmations", { blocks: 4 });
    await mining(sandbox, "base", "manual");
    await payOwner(sandbox);
    await sandbox.control("POST", "/networks/base/mine");
    return { next: 'POST /admin/networks/base/mine {"blocks":3}', network: "base" };
  },
  "no-answer": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await fault(sandbox, { gate: "chain.submit", effect: "unavailable", match: { purpose: "refill" } });
    await aPayout(sandbox);
    return {
      next: 'POST /admin/clock/advance {"to":"2026-01-01T00:00:02.000Z"}',
      network: "ethereum",
      at: "2026-01-01T00:00:02.000Z",
    };
  },
  "stuck-transaction": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await fault(sandbox, { gate: "chain.submit", effect: "stuck", match: { purpose: "refill" } });
    await aPayout(sandbox);
    return { next: 'POST /admin/clock/advance {"to":"2026-01-01T00:01:00.000Z"}', network: "ethereum" };
  },
  "waiting-for-gas": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await mining(sandbox, "ethereum", "manual");
    await aPayout(sandbox);
    return { network: "ethereum", next: expect.stringMatching(/^GET \/v1\/transactions\/[0-9a-f-]{36}$/) };
  },
  "paused-payment": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await fault(sandbox, { gate: "chain.submit", effect: "nonce-too-low", match: { purpose: "refill" } });
    await aPayout(sandbox);
    return { network: "ethereum", next: 'POST /admin/clock/advance {"to":"2026-01-01T00:00:30.000Z"}' };
  },
  "dry-gas-station": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await sandbox.control("PUT", "/networks/ethereum/base-fee", { gwei: "1000000" });
    await aPayout(sandbox);
    const next = expect.stringMatching(
      /^POST \/admin\/faucet \{"network":"ethereum","asset":"ETH","to_address":"0x[0-9a-fA-F]{40}","amount":"[0-9.]+"\}$/,
    );
    return { network: "ethereum", next, message: expect.stringContaining("has 100 ETH, too little for refill") };
  },
  "paused-token": async (sandbox) => {
    await sandbox.control("POST", "/networks/base/tokens/USDC/pause");
    return { network: "base", next: "POST /admin/networks/base/tokens/USDC/unpause" };
  },
  "wrong-network": async (sandbox) => {
    const { address } = await aWallet(sandbox.api);
    const paid = { network: "bsc", asset: "USDC", amount: "30.5", to_address: address };
    const { tx_id } = await sandbox.control("POST", "/deposits", paid);
    const next = `POST /admin/deposits {"network":"base","asset":"USDC","amount":"30.5","to_address":"${address}"}`;
    return { network: "bsc", ref: tx_id, next };
  },
  "provider-outage": async (sandbox) => {
    const ref = await fault(sandbox, { gate: "routing.provider", effect: "refuse" });
    const { address } = await aUda(sandbox.api);
    await sandbox.control("POST", "/deposits", {
      network: "ethereum",
      asset: "USDC",
      amount: "50",
      to_address: address,
    });
    return { next: `DELETE /admin/faults/${ref}`, network: "ethereum" };
  },
  "retrying-sweep": async (sandbox) => {
    await fault(sandbox, {
      gate: "chain.submit",
      effect: "revert",
      match: { purpose: "delegate", network: "base" },
      times: 1,
    });
    await aUda(sandbox.api);
    return { network: "base", next: 'POST /admin/clock/advance {"to":"2026-01-01T00:00:05.000Z"}' };
  },
  "retrying-delivery": async (sandbox) => {
    const url = await hook(sandbox);
    await aWallet(sandbox.api);
    await sandbox.control("POST", "/run-until-idle");
    const next = 'POST /admin/clock/advance {"to":"2026-01-01T00:00:10.000Z"}';
    const message = `delivery 1 to ${url} failed 1 time (last: 500), looked at again at 2026-01-01T00:00:10.000Z: ${next}`;
    return { message, next, ref: "1", at: "2026-01-01T00:00:10.000Z" };
  },
  "armed-fault": async (sandbox) => {
    const ref = await fault(sandbox, { gate: "price.feed", effect: "unavailable", match: { asset: "USDC" } });
    return { next: `DELETE /admin/faults/${ref}`, ref };
  },
  "frozen-clock": async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await mining(sandbox, "ethereum", "manual");
    await aPayout(sandbox, { expired_at: "2026-01-02T00:00:00.000Z" });
    return { next: expect.stringMatching(/^POST \/admin\/clock\/advance \{"to":"2026-01-0/), at: expect.any(String) };
  },
};

test.each(Object.entries(SITUATIONS))(
  "%s is told with its next step, by the time-out and by the status",
  async (reason, bring) => {
    const sandbox = await aSandbox();
    const wanted = { reason, ...(await bring(sandbox)) };
    const { reasons } = await inVain(sandbox);
    expect(reasons).toContainEqual(expect.objectContaining(wanted));
    const { pending } = await sandbox.control("GET", "/status");
    expect(pending.held_back).toEqual(reasons);
  },
);

test("a delivery that failed repeatedly reports how often and how it ended last: the answer, or why the receiver was not reached", async () => {
  const sandbox = await aSandbox();
  let answers = true;
  const receiver = await aReceiver((number) => (answers ? 400 + number : (response) => response.destroy()));
  await sandbox.control("POST", `/tenants/${sandbox.ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  await aWallet(sandbox.api);
  const seen = async (by: string): Promise<string> => {
    await sandbox.control("POST", "/clock/advance", { by });
    return (await sandbox.control("GET", "/status")).pending.held_back[0].message;
  };
  expect(await seen("10s")).toContain(`delivery 1 to ${receiver.url} failed 2 times (last: 402), looked at again`);
  answers = false;
  expect(await seen("20s")).toMatch(/ failed 3 times \(last: .+\(ECONNRESET\)\), looked at again/);
});

test("not-due-yet: with a running clock it says when the next work is due", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  await aVault(sandbox, { amount: "100" });
  await mining(sandbox, "ethereum", "manual");
  await aPayout(sandbox, { expired_at: "2999-01-01T00:00:00.000Z" });
  await sandbox.control("POST", "/run-until-idle");
  const { reasons } = await inVain(sandbox);
  expect(reasons.map(({ reason }) => reason)).toContain("not-due-yet");
});

test("came-before: a cursor that excludes the awaited event is reported", async () => {
  const sandbox = await aSandbox();
  await payOwner(sandbox);
  const { sequence, id } = await sandbox.control("GET", "/events/wait?type=deposit.new");
  const { reasons, error } = await inVain(sandbox, `type=deposit.new&after=${sequence}`);
  expect(reasons[0]).toMatchObject({ reason: "came-before", ref: id, next: `GET /admin/events?after=${sequence - 1}` });
  expect(error).toContain(`such an event came before, with sequence ${sequence}`);
});

test("nothing-pending: where nothing is planned, the answer says so, and the status holds nothing back", async () => {
  const sandbox = await aSandbox();
  const { reasons } = await inVain(sandbox);
  expect(reasons).toMatchObject([{ reason: "nothing-pending", next: null }]);
  expect((await sandbox.control("GET", "/status")).pending.held_back).toEqual([]);
});

test("a fault without hits left is no reason any more, and neither is a halted chain that nothing waits for", async () => {
  const sandbox = await aSandbox();
  await fault(sandbox, { gate: "chain.mine", effect: "halt", match: { network: "base" } });
  await fault(sandbox, { gate: "routing.provider", effect: "no-quote", times: 1 });
  expect((await inVain(sandbox)).reasons.map(({ reason }) => reason)).toEqual(["armed-fault"]);
  const { address } = await aUda(sandbox.api);
  await sandbox.control("POST", "/deposits", { network: "ethereum", asset: "USDC", amount: "50", to_address: address });
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect((await inVain(sandbox)).reasons.map(({ reason }) => reason)).not.toContain("armed-fault");
});

test("every check of the table has its set-up here", () => {
  expect(
    CHECKS.map(({ reason }) => reason).filter((reason) => reason !== "not-due-yet" && !(reason in SITUATIONS)),
  ).toEqual([]);
});

const reasonsNow = async ({ control }: ASandbox): Promise<string[]> =>
  (await control("GET", "/status")).pending.held_back.map(({ reason }: Reason) => reason);

test("a call that helps with a dry gas station, a paused token or the wrong network ends the reason", async () => {
  for (const reason of ["dry-gas-station", "paused-token", "wrong-network"]) {
    const sandbox = await aSandbox();
    await SITUATIONS[reason]?.(sandbox);
    const { held_back } = (await sandbox.control("GET", "/status")).pending;
    const [, method = "", path = "", body] =
      /^(\w+) \/admin(\S+)(?: (.+))?$/.exec(held_back.find((one: Reason) => one.reason === reason).next) ?? [];
    await sandbox.control(method, path, body === undefined ? undefined : JSON.parse(body));
    expect(await reasonsNow(sandbox)).not.toContain(reason);
  }
});

test("a token that a reorg pauses or unpauses is told as it is on the chain, also when its owner called it through JSON-RPC", async () => {
  const sandbox = await aSandbox();
  await asTokenOwner(sandbox, { network: "base", asset: "USDC" }, "pause");
  expect(await reasonsNow(sandbox)).toEqual(["paused-token"]);
  await asTokenOwner(sandbox, { network: "base", asset: "USDC" }, "unpause");
  expect(await reasonsNow(sandbox)).toEqual([]);
  await sandbox.control("POST", "/networks/base/reorg", { depth: 2, transactions: "drop" });
  expect(await reasonsNow(sandbox)).toEqual(["paused-token"]);
  await sandbox.control("POST", "/networks/base/reorg", { depth: 4, transactions: "drop" });
  expect(await reasonsNow(sandbox)).toEqual([]);
});

test("money on the wrong network: none for an address of nobody, of the vault or with another amount, and a reorg takes it back", async () => {
  const sandbox = await aSandbox();
  const { address } = await aWallet(sandbox.api);
  const pay = (network: string, asset: string, amount: string, to_address: string) =>
    sandbox.control("POST", "/deposits", { network, asset, amount, to_address });
  await pay("polygon", "USDC", "1", FIXTURES.payee);
  await aVault(sandbox, { network: "polygon", asset: "USDC", amount: "1" });
  expect(await reasonsNow(sandbox)).toEqual([]);
  await pay("polygon", "POL", "2", address);
  const { held_back } = (await sandbox.control("GET", "/status")).pending;
  expect(held_back).toMatchObject([{ reason: "wrong-network", next: null, network: "polygon" }]);
  await sandbox.control("POST", "/networks/polygon/reorg", { depth: 2, transactions: "drop" });
  expect(await reasonsNow(sandbox)).toEqual([]);
  await pay("polygon", "USDC", "3", address);
  await pay("base", "USDC", "4", address);
  expect(await reasonsNow(sandbox)).toEqual(["wrong-network"]);
  await pay("base", "USDC", "3", address);
  expect(await reasonsNow(sandbox)).toEqual([]);
});
