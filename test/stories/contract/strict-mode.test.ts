// Strict mode over HTTP: what the specification does not show is left out of answers and webhooks, and operations are refused (C-40).
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { aSandbox, sharedSandbox } from "../../support/a-sandbox.ts";
import { anAssignment, anEndpoint } from "../../support/payments/a-webhook.ts";

const LABEL = "/components/schemas/Vault/properties/label";
const AMOUNT = "/components/schemas/DepositConfirmedPayload/properties/balance";

type Answer = { status: number; header: string | null; body: any; text: string };

/** A GET of the service. */
async function get(base: string, path: string, key: string): Promise<Answer> {
  const response = await fetch(`${base}${path}`, { headers: { "X-API-Key": key } });
  const text = await response.text();
  return { status: response.status, header: response.headers.get("x-sandbox-error"), body: JSON.parse(text), text };
}

describe("strict mode of a running sandbox", () => {
  const shared = sharedSandbox();
  const strict = (body: object) => shared().control("PUT", "/contract/strict", body);
  const vaults = async (key = shared().ready.api_key) => get(shared().ready.api_base_url, "/vault", key);

  test("is off by default, and changes no byte when it is switched off again", async () => {
    expect(await shared().control("GET", "/contract/strict")).toEqual({
      ...{ tenant_id: null, enabled: false, level: null, without: [], left_out: [] },
    });
    const before = await vaults();
    await strict({ enabled: true, level: "inferred" });
    expect((await vaults()).text).not.toBe(before.text);
    await strict({ enabled: false });
    expect((await vaults()).text).toBe(before.text);
  });

  test("level inferred leaves what the specification shows, and nothing else", async () => {
    await strict({ enabled: true, level: "inferred" });
    const { status, body } = await vaults();
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ success: true, message: "operation completed successfully", data: [{ vault_id: shared().ready.vault_id }] },
    });
    await strict({ enabled: false });
  });

  test("one member is left out by its pointer, and counted", async () => {
    expect(await strict({ enabled: true, without: [LABEL] })).toMatchObject({
      enabled: true,
      level: null,
      without: [LABEL],
    });
    const { body } = await vaults();
    expect(Object.keys(body.data[0])).toEqual(["id", "vault_id", "created_at"]);
    const { left_out } = await shared().control("GET", "/contract/strict");
    expect(left_out).toContainEqual({
      pointer: LABEL,
      provenance: "inferred",
      decision: "H-14",
      count: expect.any(Number),
    });
    await strict({ enabled: false });
  });

  test("an operation of the level answers 501 in the envelope, and the header names its decision", async () => {
    await strict({ enabled: true, level: "invented" });
    const { status, header, body } = await get(
      shared().ready.api_base_url,
      "/blockchain/assets",
      shared().ready.api_key,
    );
    expect([status, body]).toEqual([501, { success: false, code: 501, error: "Not implemented" }]);
    expect(header).toContain("listBlockchainAssets is invented, decision H-47");
    expect((await get(shared().ready.api_base_url, "/uda/supported-assets", shared().ready.api_key)).status).toBe(200);
    await strict({ enabled: false });
    expect((await get(shared().ready.api_base_url, "/blockchain/assets", shared().ready.api_key)).status).toBe(200);
  });

  test("a refused operation does nothing, and a caller without a key still gets 401", async () => {
    await strict({ enabled: true, without: ["/paths/~1wallets/post"] }).catch(() => {});
    const { status, body } = await shared().admin("PUT", "/contract/strict", {
      enabled: true,
      without: ["/paths/~1wallets/post"],
    });
    expect([status, body.error]).toEqual([400, expect.stringContaining("the specification shows")]);
    await strict({ enabled: true, level: "inferred" });
    expect((await get(shared().ready.api_base_url, "/wallets", "sk_sandbox_wrong")).status).toBe(401);
    expect((await get(shared().ready.api_base_url, "/wallets", shared().ready.api_key)).status).toBe(501);
    await strict({ enabled: false });
  });

  test("one tenant has it for itself, and an unknown tenant is refused", async () => {
    const { tenant_id, api_key } = await shared().control("POST", "/tenants", { name: "strict" });
    await strict({ tenant_id, enabled: true, without: [LABEL] });
    expect((await vaults(api_key)).body.data[0]).not.toHaveProperty("label");
    expect((await vaults()).body.data[0]).toHaveProperty("label");
    expect((await shared().admin("GET", "/contract/strict?tenant_id=none")).status).toBe(404);
    expect((await shared().admin("PUT", "/contract/strict", { enabled: true, tenant_id: "none" })).status).toBe(404);
    await strict({ enabled: false });
    expect((await vaults(api_key)).body.data[0]).toHaveProperty("label");
  });

  test.each([
    [{ enabled: true, level: "inventd" }, "did you mean invented?"],
    [{ enabled: true, without: [`${LABEL}x`] }, `did you mean ${LABEL}?`],
    [{ enabled: true, without: ["/components/schemas/Vault/properties/vault_id"] }, "the specification shows"],
    [{ enabled: true, without: ["/components/schemas/VaultListReply/properties/data"] }, "is never left out"],
    [{ enabled: false, level: "invented" }, "enabled is false"],
    [{ level: "invented" }, "enabled is required"],
    [{ enabled: true, levels: "invented" }, "known are"],
  ])("%j is refused with the next step, and changes nothing", async (body, says) => {
    const { status, body: answer } = await shared().admin("PUT", "/contract/strict", body);
    expect([status, answer.error]).toEqual([400, expect.stringContaining(says)]);
    expect((await shared().control("GET", "/contract/strict")).enabled).toBe(false);
  });

  test("it belongs to the process: a reset leaves it", async () => {
    await strict({ enabled: true, without: [LABEL] });
    await shared().control("POST", "/reset");
    expect((await vaults()).body.data[0]).not.toHaveProperty("label");
    await strict({ enabled: false });
  });
});

test("webhooks lack the members too, carry a valid signature over what is sent, and every attempt sends the same bytes", async () => {
  const sandbox = await aSandbox();
  const { control } = sandbox;
  await control("PUT", "/contract/strict", { enabled: true, without: [AMOUNT] });
  const endpoint = await anEndpoint(sandbox, {
    types: ["deposit.confirmed"],
    answer: (number) => (number === 1 ? 500 : 200),
  });
  const { data } = await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await control("POST", "/deposits", {
    ...{ network: "base", asset: "USDC", amount: "5", to_address: data?.data.address },
  });
  await control("POST", "/clock/advance", { by: "1m" });
  await endpoint.until(2);
  const [first, second] = endpoint.received;
  expect(first?.json.payload).not.toHaveProperty("balance");
  expect(first?.json.payload).toHaveProperty("tx_id");
  expect(second?.body).toBe(first?.body);
  expect(endpoint.verdicts()).toEqual(["ok", "ok"]);
});

test("start --strict takes a level or a file, and a file that says nonsense ends the start with its reason", async () => {
  const folder = mkdtempSync(join(tmpdir(), "strict-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "strict.json");
  writeFileSync(file, JSON.stringify({ enabled: true, without: [LABEL] }));
  const sandbox = await aSandbox({ strict: `@${file}` });
  expect((await get(sandbox.ready.api_base_url, "/vault", sandbox.ready.api_key)).body.data[0]).not.toHaveProperty(
    "label",
  );
  writeFileSync(file, '{"without":["/x"]}');
  await expect(aSandbox({ strict: `@${file}` })).rejects.toThrow(
    /--strict @.*nothing that is answered stands at "\/x"/,
  );
  await expect(aSandbox({ strict: `@${file}.missing` })).rejects.toThrow(/cannot be read \(ENOENT\)/);
});

test("a client of documented members lives through level inferred: wallet, deposit, vault, payout, look-ups (C-40)", async () => {
  const sandbox = await aSandbox({ strict: "inferred" });
  const { api, control } = sandbox;
  await anAssignment(sandbox);
  const { data: wallets } = await api.GET("/wallets/owner/{owner}", { params: { path: { owner: "alice" } } });
  const address = wallets?.data[0]?.address ?? "";
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", to_address: address });
  const { data: wallet } = await api.GET("/wallets/address/{address}", { params: { path: { address } } });
  expect(wallet?.data.balances.map(({ balance }) => balance.amount)).toContain("5");
  const { data: vault } = await api.GET("/vault");
  const vaultId = vault?.data[0]?.vault_id ?? "";
  const path = { vault_id: vaultId, network: "base" };
  const { data: vaultAddress } = await api.GET("/vault/{vault_id}/addresses/{network}", { params: { path } });
  await control("POST", "/deposits", {
    network: "base",
    asset: "USDC",
    amount: "50",
    to_address: vaultAddress?.data.address,
  });
  const order = {
    vault_id: vaultId,
    asset: "USDC",
    network_symbol: "base",
    to_address: address,
    reference_id: "r-1",
    amount: "1",
  };
  const { data: payout } = await api.POST("/transfer/payout", { body: order });
  const { data: again } = await api.GET("/transfer/payout/{id}", { params: { path: { id: payout?.data.id ?? "" } } });
  expect([again?.data.reference_id, again?.data.status]).toEqual(["r-1", "confirmed"]);
});
