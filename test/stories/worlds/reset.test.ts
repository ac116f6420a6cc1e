// Reset in the middle of everything: no request hangs, each gets an answer of the service, and the new world is consistent.
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aPayout, aVault, payoutBody, payoutNow } from "../../support/payments/a-payout.ts";

type Answer = { status: number; body: { success: boolean; code?: number; error?: string } };

async function answerOf(call: Promise<Response>): Promise<Answer> {
  const response = await call;
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** One of the operations of clients and operators, by number. */
function act({ url, ready }: ASandbox, index: number, address: string): Promise<Response> {
  const json = { "content-type": "application/json" };
  const key = { "x-api-key": ready.api_key };
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${url}${path}`, { method: "POST", headers: { ...json, ...key }, body: JSON.stringify(body) });
  const operations = [
    () => post("/v1/wallets", { owner: `owner-${index}`, network_symbol: "base" }),
    () => post("/v1/transfer/payout", payoutBody(ready.vault_id, { reference_id: `order-${index}`, amount: "1" })),
    () => post("/admin/deposits", { network: "ethereum", asset: "USDT", amount: "5", to_address: address }),
    () => post("/admin/clock/advance", { by: "1m" }),
    () => fetch(`${url}/v1/transactions`, { headers: key }),
    () => post("/admin/networks/ethereum/mine", { blocks: 2 }),
    () => post("/rpc/base", { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] }),
    () => post("/admin/tenants", { name: `tenant-${index}` }),
  ];
  return (operations[index % operations.length] ?? (() => fetch(url)))();
}

test.each(["frozen", "running"] as const)(
  "R-065 two resets among forty calls (%s clock): each call ends in one answer, the world after it works",
  async (clock) => {
    const sandbox = await aSandbox({ clock });
    const { control, ready, api } = sandbox;
    const receiver = await aReceiver();
    await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
    const vault = await aVault(sandbox, { amount: "100" });
    const calls = Array.from({ length: 40 }, (_, index) => {
      if (index === 15 || index === 30) return answerOf(fetch(`${ready.admin_url}/reset`, { method: "POST" }));
      return answerOf(act(sandbox, index, vault));
    });
    const answers = await Promise.all(calls);
    for (const { status, body } of answers) {
      expect([200, 201, 400, 404, 409, 503]).toContain(status);
      if (status >= 400 && body.code !== undefined) expect(body).toMatchObject({ success: false, code: status });
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await control("POST", "/reset");
    expect((await api.GET("/transactions")).data?.data).toEqual([]);
    await aVault(sandbox, { amount: "100" });
    const { id } = await aPayout(sandbox);
    await control("POST", "/run-until-idle", { advance: true });
    expect((await payoutNow(api, id)).status).toBe("confirmed");
  },
);

test("R-065 a reset that meets another one at any moment takes over: the engines are never opened twice at once", async () => {
  const sandbox = await aSandbox({ clock: "frozen" });
  const reset = () => answerOf(fetch(`${sandbox.ready.admin_url}/reset`, { method: "POST" }));
  for (let moment = 0; moment < 60; moment += 1) {
    await sandbox.control("POST", "/networks/ethereum/mine", { blocks: 2 });
    const first = reset();
    // The sandbox is in this process: the second one is sent a number of turns of its loop later.
    for (let turn = 0; turn < moment * 10; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
    for (const { status } of await Promise.all([first, reset(), reset()])) expect([200, 503]).toContain(status);
  }
});

test.each(["frozen", "running"] as const)(
  "R-145 the end comes in the middle of everything (%s clock): every call is over, nothing is left that runs",
  async (clock) => {
    const sandbox = await aSandbox({ clock });
    const { control, ready } = sandbox;
    const hanging = await aReceiver(() => () => {});
    await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: hanging.url });
    const vault = await aVault(sandbox, { amount: "100" });
    await hanging.until(1);
    const waiting = fetch(`${ready.admin_url}/events/wait?type=uda.settlement.failed&timeout=60s`);
    const calls = Array.from({ length: 40 }, (_, index) => answerOf(act(sandbox, index, vault)));
    const settled = Promise.allSettled([...calls, answerOf(waiting)]);
    await answerOf(fetch(`${ready.api_base_url}/vault`, { headers: { "x-api-key": ready.api_key } }));
    await sandbox.close();
    // Answered, or cut with the port; the sandbox's own log has no error in it (checked at the end).
    for (const outcome of await settled) {
      if (outcome.status === "fulfilled") expect([200, 201, 400, 404, 409, 503]).toContain(outcome.value.status);
    }
    await expect(fetch(`${ready.admin_url}/status`)).rejects.toThrow();
  },
);

test("several sandboxes run side by side: same seed, same initial world, and no data of one is in the other", async () => {
  const one = await aSandbox();
  const two = await aSandbox();
  expect(two.ready.vault_id).toBe(one.ready.vault_id);
  await Promise.all([aVault(one, { amount: "10" }), aVault(two, { amount: "20" })]);
  const payouts = await Promise.all([aPayout(one, { amount: "10" }), aPayout(two, { amount: "20" })]);
  expect((await payoutNow(one.api, payouts[0].id)).status).toBe("confirmed");
  await one.close();
  expect((await payoutNow(two.api, payouts[1].id)).status).toBe("confirmed");
});
