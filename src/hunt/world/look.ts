// A look at the app and at the truth: books first and the chains afterwards, so that a credit can lag but never seem to lead (U-50). The
// truth is read with the calls of the next step, before it begins: nothing moves in between, and a world needs a request less for each look.
import { type Books, BooksFault } from "../judge/books.ts";
import { atRest, type CreditView, differencesOf, upperBounds } from "../judge/credit-rules.ts";
import { type JudgedWithdrawal, payoutBounds, payoutsAtRest } from "../judge/payout-rules.ts";
import {
  depositsOf,
  heldBy,
  type JudgeCall,
  judgedDeposits,
  openTargets,
  servedDeposits,
  type TrueDeposit,
} from "../judge/truth.ts";
import type { Owner } from "../plan/step.ts";
import type { Breach } from "../report.ts";
import { valuesOf } from "./app-steps.ts";
import type { World } from "./world.ts";

/** Wall ms between two readings of books that must be alike (U-12). */
const PAUSE_MS = 20;

/**
 * Reads books and targets, and has the deposits read before the next step; then what holds always is judged (B-01…B-03, B-07, B-08).
 * @param played the steps that were played so far, if that is counted
 */
export async function look(world: World, played?: number): Promise<void> {
  const orders = new Map<Owner, JudgedWithdrawal[]>();
  for (const owner of world.owners.keys()) {
    await readBooks(world, owner).catch((error: unknown) => {
      // In the middle of a world the app may be busy or starting; at rest it must answer.
      if (!(error instanceof BooksFault)) throw error;
      world.books.delete(owner);
    });
    orders.set(owner, await paidOrders(world, owner));
  }
  // A forced reorg takes back what was final: the app has until rest.
  const { forced } = world.changed;
  await readTruth(world, () => {
    for (const owner of forced ? [] : world.owners.keys()) {
      const view = creditView(world, owner);
      if (view !== null) world.breach(...upperBounds(view).map((breach) => asSettlement(view, breach)));
      world.breach(...payoutBounds(payoutView(world, owner, orders.get(owner) ?? [])));
    }
    if (world.isBroken) world.at ??= played;
  });
}

/**
 * The breaches of the rules about books when nothing more will come. The first reading is compared with the deposits that were read last;
 * books that differ are read again, and the deposits after them.
 * @throws BooksFault when they cannot be read
 */
export async function booksAtRest(world: World, pendingBefore: readonly string[] | null): Promise<Breach[]> {
  const { hunt, settleMs, app, blunt } = world.setting;
  const until = hunt.wall.monotonic() + settleMs;
  for (let reading = 1; ; reading += 1) {
    const before = textOfBooks(world);
    const orders = new Map<Owner, JudgedWithdrawal[]>();
    for (const owner of world.owners.keys()) {
      await readBooks(world, owner);
      orders.set(owner, await paidOrders(world, owner));
    }
    await noteOpen(world);
    if (reading > 1) {
      await readTruth(world);
      await world.calls.flush();
    }
    const breaches = [...world.owners.keys()].flatMap((owner) => {
      const view = creditView(world, owner);
      const known = (orders.get(owner) ?? []).map((order) => ({ ...order, isOpen: world.open.has(order.id) }));
      const payouts = payoutView(world, owner, known);
      return [
        ...(view === null ? [] : atRest(view).map((breach) => asSettlement(view, breach))),
        ...payoutBounds(payouts),
        ...payoutsAtRest(payouts, pendingBefore),
      ];
    });
    if (breaches.every(({ rule }) => world.setting.rulesOff.has(rule))) return [];
    if (blunt?.readOnce === true) return breaches;
    const isStill = !app.hasBooks || before === textOfBooks(world);
    // Books that are right need no second reading; wrong ones get all the time that they may need.
    if (reading > 1 && (hunt.wall.monotonic() >= until || (isStill && settleMs === 0))) return breaches;
    await new Promise<void>((resolve) => void hunt.wall.after(PAUSE_MS, resolve));
  }
}

/** Books and chain where they differ, for the story. */
export function differences(world: World): ReturnType<typeof differencesOf> {
  return [...world.owners.keys()].flatMap((owner) => {
    const view = creditView(world, owner);
    return view === null ? [] : differencesOf(view);
  });
}

/** Ids of withdrawals that the books still call pending. */
export function pendingIds(world: World): string[] {
  const own = new Set(world.withdrawals.keys());
  return [...world.books.values()].flatMap(({ withdrawals }) =>
    (withdrawals ?? []).filter(({ id, state }) => state === "pending" && own.has(id)).map(({ id }) => id),
  );
}

async function readBooks(world: World, owner: Owner): Promise<void> {
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
async function noteOpen(world: World): Promise<void> {
  world.open.clear();
  const pending = pendingIds(world);
  if (pending.length === 0) return;
  const open = await openTargets(world.setting.host, world.before);
  for (const id of pending) if (open.has(world.withdrawals.get(id)?.to ?? "")) world.open.add(id);
}

async function paidOrders(world: World, owner: Owner): Promise<JudgedWithdrawal[]> {
  const orders: JudgedWithdrawal[] = [];
  for (const order of world.ordersOf(owner)) {
    const to = world.withdrawals.get(order.id)?.to ?? "";
    orders.push({ ...order, paid: await heldBy(world.setting.host, order, to) });
  }
  return orders;
}

function creditView(world: World, owner: Owner): CreditView | null {
  const books = world.books.get(owner);
  if (books === undefined) return null;
  const { accepts, adapter } = world.setting;
  return {
    ...{ owner: world.nameOf(owner), books, deposits: world.deposits.get(owner) ?? [], accepts },
    ...{ creditAt: adapter.credit_at ?? "confirmed", settled: adapter.settlement === "source" },
  };
}

/** What is wrong with the credits of a universal deposit address is wrong with settlements (B-11). */
function asSettlement({ deposits }: CreditView, breach: Breach): Breach {
  return deposits.some(({ uda_id }) => uda_id !== null) ? { ...breach, rule: "B-11" } : breach;
}

function payoutView(world: World, owner: Owner, orders: readonly JudgedWithdrawal[]) {
  return {
    ...{ owner: world.nameOf(owner), books: world.books.get(owner) ?? null, orders },
    ...{ deposits: world.deposits.get(owner) ?? [], accepts: world.setting.accepts },
  };
}

function textOfBooks({ books }: World): string {
  return JSON.stringify([...books], (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
