// The genuine webhooks of the battery for receivers: one of each type, from a story that is played in a sandbox of its own.
import { startSandbox, type TestSandbox } from "../../src/testing/testing.ts";

type Event = { id: string; type: string; time: string; payload: Record<string, unknown> };

const OWNER = "alice";
/** Links in the payloads name the sandbox: the port that `start` uses, not the free one of this run. */
const ORIGIN = "http://127.0.0.1:4010";
const TYPES = [
  ...["deposit.new", "deposit.confirmed", "address.assigned", "balance.updated"],
  ...["transaction.broadcasted", "transaction.confirmed", "transaction.failed"],
  ...["uda.settlement.created", "uda.settlement.completed", "uda.settlement.failed"],
];

/** The document: the owner in the payloads, and the envelopes in the order of `TYPES`. The same seed gives the same text. */
export async function receiverStory(): Promise<string> {
  await using sandbox = await startSandbox();
  await deposit(sandbox);
  await settlements(sandbox);
  await payouts(sandbox);
  const { items } = await sandbox.control.get<{ items: Event[] }>("/events?limit=500");
  const events = TYPES.map((type) => envelope(chosen(items, type)));
  const text = JSON.stringify({ owner: OWNER, events }, null, 1).replaceAll(sandbox.url, ORIGIN);
  return `${text}\n`;
}

/** The first of the type that concerns the owner or a payout: refills of gas are a sandbox's own. */
function chosen(items: readonly Event[], type: string): Event {
  const found = items.find(
    ({ type: one, payload }) => one === type && (payload["owner"] === OWNER || payload["type"] === "payout"),
  );
  if (found === undefined) throw new Error(`the story has no ${type}`);
  return found;
}

function envelope({ id, type, time, payload }: Event): object {
  return { id, version: "1", type, time, payload };
}

async function deposit(sandbox: TestSandbox): Promise<void> {
  await sandbox.client.POST("/wallets", { body: { owner: OWNER, network_symbol: "base" } });
  await sandbox.deposit({ network: "base", asset: "USDC", owner: OWNER, amount: "25.5" });
}

/** One that completes, and one that no provider accepts. */
async function settlements(sandbox: TestSandbox): Promise<void> {
  const destination = {
    address: "0x00000000000000000000000000000000000d0001",
    asset_symbol: "USDC",
    network_id: "9001",
  };
  await sandbox.client.POST("/uda", { body: { owner: OWNER, destination } });
  const pay = async (amount: string): Promise<void> => {
    const uda = await sandbox.client.GET("/uda", {});
    const [first] = uda.data?.data.items ?? [];
    const to = first?.deposit_addresses[0]?.address ?? "";
    await sandbox.deposit({ network: "polygon", asset: "USDC", to, amount });
    await sandbox.runUntilIdle({ advance: true, limit: "10m" });
  };
  await pay("100");
  const outage = await sandbox.fault({ gate: "routing.provider", effect: "refuse", times: null });
  await pay("50");
  await outage.remove();
}

/** One that is paid, and one in a paused token, which fails on the chain. */
async function payouts(sandbox: TestSandbox): Promise<void> {
  const path = { vault_id: sandbox.vaultId, network: "base" };
  const vault = await sandbox.client.GET("/vault/{vault_id}/addresses/{network}", { params: { path } });
  await sandbox.deposit({ network: "base", asset: "USDC", to: vault.data?.data.address ?? "", amount: "60" });
  const pay = async (reference_id: string): Promise<void> => {
    const to_address = "0x00000000000000000000000000000000000d000b";
    const body = { asset: "USDC", network_symbol: "base", to_address, reference_id, amount: "25" };
    await sandbox.client.POST("/transfer/payout", { body: { vault_id: sandbox.vaultId, ...body } });
    await sandbox.runUntilIdle({ advance: true, limit: "10m" });
  };
  await pay("order-1");
  await sandbox.control.post("/networks/base/tokens/USDC/pause", {});
  await pay("order-2");
}
