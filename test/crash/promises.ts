// Checks after a kill: every answer of 201 still holds, nothing is paid twice, no webhook has two bodies.
import type { Book, Ordered, Transfer } from "./acknowledged.ts";
import type { Client } from "./client.ts";
import { type Ledger, paidTo } from "./ledger.ts";

const FINAL = ["confirmed", "failed", "expired", "rejected", "completed", "delivered", "dead"];
const isFinal = (status: string | undefined): boolean => status !== undefined && FINAL.includes(status);

/**
 * Records and payouts that were acknowledged are there, say the same, and have not left a final state. Those that were
 * final when they were looked at last are left out, unless `all` are asked for.
 */
export async function keptPromises(client: Client, book: Book, all: boolean): Promise<string[]> {
  const open = <T extends { answer: string; seenFinal?: boolean }>(rows: readonly T[]): T[] =>
    rows.filter(({ answer, seenFinal }) => answer === "kept" && (all || seenFinal !== true));
  const found = await Promise.all([
    ...book.records.slice(all ? 0 : -20).map((record) => keptRecord(client, record)),
    ...open(book.payouts).map((payout) => keptPayout(client, payout)),
    ...open(book.transfers).map((transfer) => keptTransfer(client, transfer)),
  ]);
  const twice = [...book.hooks].filter(([, bodies]) => bodies.size > 1);
  return [...found.flat(), ...twice.map(([id, bodies]) => `webhook ${id} came with ${bodies.size} bodies`)];
}

async function keptRecord(client: Client, { path, said }: Book["records"][number]): Promise<string[]> {
  const answer = await client.ask("GET", path);
  return Object.entries(said)
    .filter(([member, value]) => answer?.data?.[member] !== value)
    .map(([member, value]) => `${path}: ${member} was ${String(value)}, now: ${answer?.text}`);
}

async function keptTransfer(client: Client, transfer: Transfer): Promise<string[]> {
  const answer = await client.ask("GET", `/v1/transactions/${transfer.id}`);
  if (answer?.status !== 200)
    return [`transfer ${transfer.id} was acknowledged, now: ${answer?.status} ${answer?.text}`];
  transfer.seenFinal = isFinal(answer.data.status);
  return [];
}

async function keptPayout(client: Client, payout: Ordered): Promise<string[]> {
  const { reference, status: before, body, to } = payout;
  const answer = await client.ask("GET", `/v1/transfer/payout/${payout.id}`);
  const now = answer?.data;
  if (now?.reference_id !== reference || now.to_address.toLowerCase() !== to || now.amount !== body.amount)
    return [`payout ${reference} was acknowledged, now: ${answer?.status} ${answer?.text}`];
  payout.status = now.status;
  payout.seenFinal = isFinal(now.status);
  return isFinal(before) && now.status !== before ? [`payout ${reference} was ${before} and is ${now.status}`] : [];
}

/** Sends again what got no answer, as a client does: a reference or a key makes that safe. */
export async function askAgain(client: Client, book: Book): Promise<string[]> {
  const wrong: string[] = [];
  for (const payout of book.payouts.filter(({ answer }) => answer === "lost")) {
    const answer = await client.ask("POST", "/v1/transfer/payout", payout.body);
    if (answer?.status === 201)
      Object.assign(payout, { answer: "kept", id: answer.data.id, status: answer.data.status });
    // Taken before the kill: found by its reference, and from here on as good as acknowledged. A cutoff that has passed
    // meanwhile makes the same order a 400 before the reference is looked at, so that answer says nothing of the first one.
    else if (answer !== undefined) wrong.push(...(await findByReference(client, payout, answer.status)));
  }
  for (const { key, body } of book.lostWallets.splice(0)) {
    const first = await client.ask("POST", "/v1/wallets", body, { "idempotency-key": key });
    const again = await client.ask("POST", "/v1/wallets", body, { "idempotency-key": key });
    if (first?.data?.id !== again?.data?.id) wrong.push(`the key ${key} gave two wallets`);
  }
  return wrong;
}

async function findByReference(client: Client, payout: Ordered, status: number): Promise<string[]> {
  const query = new URLSearchParams({ "filter[]": `reference_id:${payout.reference}` });
  const list = await client.must("GET", `/v1/transfer/payout?${query}`);
  if (list.length === 0 && status !== 409) {
    payout.answer = "refused";
    return [];
  }
  if (list.length !== 1) return [`the reference ${payout.reference} is taken, by ${list.length} payouts`];
  Object.assign(payout, { answer: "kept", id: list[0].id, status: list[0].status });
  return [];
}

/** The chain against the books: nothing was paid twice, and nothing refused was paid. */
export function paidOnce(ledger: Ledger, book: Book): string[] {
  const payouts = book.payouts.map((payout) => ({ ...payout, what: `payout ${payout.reference} (${payout.status})` }));
  const transfers = book.transfers.map((transfer) => ({ ...transfer, status: undefined, what: "the transfer" }));
  return [...payouts, ...transfers].flatMap(({ network, to, units, answer, status, what }) => {
    const paid = paidTo(ledger, network, to);
    const most = answer === "refused" || (isFinal(status) && status !== "confirmed") ? 0 : 1;
    const least = status === "confirmed" ? 1 : 0;
    if (paid.length <= most && paid.length >= least && paid.every((one) => one === units)) return [];
    return [`${what} to ${to} of ${units}, ${answer}: paid [${paid.join(", ")}]`];
  });
}

/** At rest: everything is final, and what the chain shows is what the books call confirmed and completed, one to one. */
export async function atRest(client: Client, ledger: Ledger, book: Book): Promise<string[]> {
  const wrong: string[] = [];
  for (const { answer, status, reference } of book.payouts)
    if (answer === "kept" && !isFinal(status)) wrong.push(`payout ${reference} is still ${status}`);
  for (const { id, to, network } of book.transfers.filter(({ answer }) => answer === "kept")) {
    const { status } = await client.must("GET", `/v1/transactions/${id}`);
    const paid = paidTo(ledger, network, to).length;
    const right = isFinal(status) && (status === "confirmed") === (paid === 1);
    if (!right) wrong.push(`transfer ${id} is ${status} and was paid ${paid} times`);
  }
  for (const uda of book.udas) wrong.push(...(await settled(client, ledger, uda)));
  for (const state of ["due", "sending"]) {
    const { items } = await client.must("GET", `/admin/deliveries?state=${state}`);
    if (items.length > 0) wrong.push(`${items.length} deliveries are still ${state}`);
  }
  return wrong;
}

async function settled(client: Client, ledger: Ledger, { id, to, network }: Book["udas"][number]): Promise<string[]> {
  const { items } = await client.must("GET", `/v1/uda/${id}/settlements?limit=100`);
  const settlements: { id: string; status: string; destination: { amount: string } }[] = items;
  const open = settlements.filter(({ status }) => !isFinal(status));
  const completed = settlements.filter(({ status }) => status === "completed");
  const owed = sorted(completed.map(({ destination }) => BigInt(destination.amount)));
  const paid = sorted(paidTo(ledger, network, to));
  const differ = owed === paid ? [] : [`${id}: settlements of [${owed}], paid [${paid}]`];
  return [...open.map((one) => `settlement ${one.id} is still ${one.status}`), ...differ];
}

function sorted(amounts: readonly bigint[]): string {
  return amounts.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)).join(", ");
}
