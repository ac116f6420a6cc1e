// What brings a process to each failpoint: an act that one client repeats, and the highest turn at which it is to end.
import { FAILPOINT_NAMES, type Failpoint } from "../../src/kernel/failpoint.ts";
import type { Network } from "./acknowledged.ts";
import { type Act, createUda, createWallet, type Scene } from "./actions.ts";
import { setMining, travelBy } from "./operators.ts";

/** `stop`: the process is asked to stop once it has worked. `act`: what is done for it beside the usual load. */
export type Provocation = { act?: Act; most: number; stop?: true };

/** Removes faults and mining modes, so that nothing waits. */
async function smooth(scene: Scene, ...networks: Network[]): Promise<void> {
  await scene.client.ask("DELETE", "/admin/faults");
  for (const network of networks) await setMining(scene, network, "instant");
}

const stuckPayout: Act = async (scene) => {
  const { client } = scene;
  await smooth(scene, "base");
  await client.ask("POST", "/admin/faults", { gate: "chain.submit", effect: "stuck", match: { network: "base" } });
  const to_address = "0x000000000000000000000000000000000c4a5fff";
  const order = { to_address, asset: "USDC", amount: "0.1", network_symbol: "base" };
  await client.ask("POST", "/v1/transfer/vault", { ...order, vault_id: client.ready.vault_id });
  await travelBy(scene, 90);
};

const otherBranch: Act = async (scene) => {
  const { client, book, dice } = scene;
  await setMining(scene, "ethereum", "manual");
  const order = { network: "ethereum", asset: "USDC", amount: "3", to_address: book.vault.ethereum };
  await client.ask("POST", "/admin/deposits", order);
  await client.ask("POST", "/admin/networks/ethereum/mine", { blocks: 2 });
  const transactions = dice.of(["keep", "delay", "drop"] as const);
  book.reorgs.set("ethereum", "drop");
  await client.ask("POST", "/admin/networks/ethereum/reorg", { depth: 2, transactions });
};

const settledUda: Act = async (scene) => {
  const { client, book, dice } = scene;
  await smooth(scene, "polygon", "ethereum");
  await createUda(scene);
  if (book.udas.length === 0) return;
  const { address } = dice.of(book.udas);
  await client.ask("POST", "/admin/deposits", {
    network: "ethereum",
    asset: "USDC",
    amount: "25",
    to_address: address,
  });
  await travelBy(scene, 60);
};

const deadLetter: Act = async (scene) => {
  await createWallet(scene);
  await travelBy(scene, 400);
};

const dryWallet: Act = async (scene) => {
  const { client, book } = scene;
  await smooth(scene, "base");
  await createWallet(scene);
  const wallet = book.wallets.findLast(({ network }) => network === "base");
  if (wallet === undefined) return;
  const order = { network: "base", asset: "USDC", amount: "2", to_address: wallet.address };
  await client.ask("POST", "/admin/deposits", order);
  const to_address = "0x000000000000000000000000000000000c4a5ffe";
  const transfer = { from_address: wallet.address, to_address, asset: "USDC", amount: "0.1", network_symbol: "base" };
  await client.ask("POST", "/v1/transfer/external/address", transfer);
};

const snapshot: Act = async ({ client }) => {
  const taken = await client.ask("POST", "/admin/snapshots", { name: "passing" });
  if (taken?.status === 201) await client.ask("DELETE", `/admin/snapshots/${taken.data.id}`);
};

const timeTravel: Act = (scene) => travelBy(scene, 300);

const SPECIAL: Readonly<Partial<Record<Failpoint, Provocation>>> = {
  "attempt.after_replace": { act: stuckPayout, most: 1 },
  "reorg.after_revert": { act: otherBranch, most: 2 },
  "reorg.before_remine": { act: otherBranch, most: 2 },
  "reorg.mid_rollback": { act: otherBranch, most: 2 },
  "settle.after_create": { act: settledUda, most: 2 },
  "settle.after_dest_send": { act: settledUda, most: 2 },
  "settle.before_terminal": { act: settledUda, most: 2 },
  "settle.after_source": { act: settledUda, most: 2 },
  "delivery.before_dead": { act: deadLetter, most: 2 },
  "clock.mid_advance": { act: timeTravel, most: 9 },
  "refill.after_send": { act: dryWallet, most: 2 },
  "backup.mid": { act: snapshot, most: 2 },
  "replay.mid": { most: 20 },
  "shutdown.mid": { most: 1, stop: true },
};

/** Those that a campaign reaches under load; the migration has a world of its own (old-world.ts). */
export const UNDER_LOAD: readonly Failpoint[] = FAILPOINT_NAMES.filter((name) => name !== "migrate.mid");

export function provocationOf(place: Failpoint): Provocation {
  return SPECIAL[place] ?? { most: 3 };
}
