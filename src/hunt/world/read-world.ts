// Reads what a world is judged by: the books of its owners, what its targets hold, its deposits, and which payouts have not ended.
import type { Books } from "../judge/books.ts";
import type { JudgedWithdrawal } from "../judge/payout-rules.ts";
import {
  deliveriesAfter,
  deliveriesPath,
  depositsOf,
  heldBy,
  type JudgeCall,
  judgedDeposits,
  openTargets,
  servedDeposits,
  type TrueDelivery,
  type TrueDeposit,
} from "../judge/truth.ts";
import type { Owner } from "../plan/step.ts";
import { valuesOf } from "./app-steps.ts";
import { untilIdle } from "./sandbox-steps.ts";
import type { World } from "./world.ts";

/** Ids of withdrawals that the books still call pending. */
export function pendingIds(world: World): string[] {
  const own = new Set(world.withdrawals.keys());
  return [...world.books.values()].flatMap(({ withdrawals }) =>
    (withdrawals ?? []).filter(({ id, state }) => state === "pending" && own.has(id)).map(({ id }) => id),
  );
}

/** @throws BooksFault */
export async function readBooks(world: World, owner: Owner): Promise<void> {
  const { app } = world.setting;
  if (!app.hasBooks) return;
  // Nobody knows what the app calls an owner that it did not open.
  if (app.canName === true && !world.aliases.has(owner)) return;
  const books = await app.books(valuesOf(world, { owner }));
  world.books.set(owner, books ?? NOTHING);
}

const NOTHING: Books = { credits: [], sums: null, balances: null, withdrawals: [] };

/** What the service lists to the app's own key: it does not say which of them are confirmed. */
async function depositsOfKey({ setting: { host, sandbox } }: World, names: readonly string[]) {
  const found = new Map<string, TrueDeposit[]>();
  for (const name of names) {
    const listed = new Set(((await servedDeposits(host, sandbox.apiKey, name)) ?? []).map(({ id }) => id));
    const known = (await depositsOf(host, name)).filter(({ id }) => listed.has(id));
    found.set(
      name,
      known.map((one) => ({ ...one, state: "confirmed" })),
    );
  }
  return found;
}

/**
 * Has everything happen that is planned, and reads the truth of these worlds of a journey. Returns the deliveries since the last reading, and the
 * next one begins behind them. @throws HostFault
 */
export async function readAtRest(journey: World, worlds: readonly World[]): Promise<TrueDelivery[]> {
  const { host, cursors } = journey.setting;
  let first: TrueDelivery[] = [];
  const read = ({ items }: Record<string, unknown>): void => {
    first = items as TrueDelivery[];
  };
  await untilIdle(journey);
  await journey.calls.add("GET", deliveriesPath(cursors.delivery), undefined, { read, must: true });
  for (const world of worlds) await readTruth(world);
  await journey.calls.flush();
  const all = await deliveriesAfter(host, cursors.delivery, first);
  cursors.delivery = all.at(-1)?.id ?? cursors.delivery;
  return all;
}

/** Has the deposits of the world read with the next calls of the sandbox. `then`: judges them. */
export async function readTruth(world: World, then: () => void = () => {}): Promise<void> {
  const { adapter, cursors, blunt } = world.setting;
  if (world.owners.size === 0) return then();
  const names = new Map([...world.owners.keys()].map((owner) => [owner, world.nameOf(owner)]));
  const served = blunt?.truth === "service" ? await depositsOfKey(world, [...names.values()]) : undefined;
  const { judged } = cursors;
  const asked: JudgeCall = { owners: [...names.values()], ...(judged === undefined ? {} : { after: judged }) };
  const read = (answer: Record<string, unknown>): void => {
    cursors.judged = answer["cursors"];
    const deposits = served ?? judgedDeposits(answer, adapter.settlement !== "source");
    for (const [owner, name] of names) world.deposits.set(owner, deposits.get(name) ?? []);
    then();
  };
  await world.calls.add("POST", "/judge", asked, { read, must: true });
}

/** Which of the withdrawals that the books call pending are right to be so: their payouts have not ended at the service. */
export async function readOpen(world: World): Promise<void> {
  world.open.clear();
  const pending = pendingIds(world);
  if (pending.length === 0) return;
  const open = await openTargets(world.setting.host, world.before);
  for (const id of pending) if (open.has(world.withdrawals.get(id)?.to ?? "")) world.open.add(id);
}

/** The withdrawals of an owner with what their targets hold. @throws HostFault */
export async function paidOrders(world: World, owner: Owner): Promise<JudgedWithdrawal[]> {
  const orders: JudgedWithdrawal[] = [];
  for (const order of world.ordersOf(owner)) {
    const to = world.withdrawals.get(order.id)?.to ?? "";
    orders.push({ ...order, paid: await heldBy(world.setting.host, order, to) });
  }
  return orders;
}

/** The books as they were read, to compare two readings. */
export function textOfBooks({ books }: World): string {
  return JSON.stringify([...books], (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
