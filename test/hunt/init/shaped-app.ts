// Apps of other shapes than the examples, one for each value of SHAPE: how a customer is opened, asked and paid out differs, the rest is one.
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

const {
  SANDBOX_API_BASE_URL = "",
  SANDBOX_API_KEY = "",
  SANDBOX_VAULT_ID = "",
  SANDBOX_WEBHOOK_SECRET = "",
} = process.env;
const { SHAPE = "cents", PORT = "3000", MISTAKE = "none" } = process.env;

type Customer = {
  id: string;
  owner: string;
  address: string;
  entries: { units: bigint; tx: string }[];
  paid: { ref: string; units: bigint }[];
};
const customers: Customer[] = [];
const seen = new Set<string>();

async function call(path: string, body: object): Promise<{ address: string }> {
  const headers = { "X-API-Key": SANDBOX_API_KEY, "Content-Type": "application/json" };
  const response = await fetch(`${SANDBOX_API_BASE_URL}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: { address: string }; error?: string };
  if (!response.ok) throw new Error(answer.error);
  return answer.data;
}

async function opened(id: string, owner: string): Promise<Customer> {
  const { address } = await call("/wallets", { owner, network_symbol: "base" });
  const customer = { id, owner, address, entries: [], paid: [] };
  customers.push(customer);
  return customer;
}

async function paidOut({ paid, id }: Customer, units: bigint, to: string, ref: string): Promise<void> {
  const amount = `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, "0")}`;
  const place = { vault_id: SANDBOX_VAULT_ID, asset: "USDC", network_symbol: "base" };
  await call("/transfer/payout", { ...place, amount, to_address: to, reference_id: `out-${id}-${ref}` });
  paid.push({ ref, units });
}

function take(request: IncomingMessage, body: string): number {
  const { "webhook-timestamp": time, "webhook-signature": signature } = request.headers;
  if (createHmac("sha256", SANDBOX_WEBHOOK_SECRET).update(`${time}.${body}`).digest("hex") !== signature) return 401;
  const { type, payload } = JSON.parse(body);
  if (type !== "deposit.confirmed" || payload.symbol !== "USDC" || (seen.has(payload.id) && MISTAKE !== "no-dedupe"))
    return 200;
  seen.add(payload.id);
  customers
    .find(({ owner }) => owner === payload.owner)
    ?.entries.push({ units: BigInt(payload.balance.raw), tx: payload.tx_id });
  return 200;
}

const total = (list: readonly { units: bigint }[]): bigint => list.reduce((sum, { units }) => sum + units, 0n);
const left = ({ entries, paid }: Customer): bigint => total(entries) - total(paid);
let last = 1_000;

type Reply = unknown;
/** The cookie header of a request, and the values of `Set-Cookie` of its answer. */
type Visit = { readonly cookie: string; readonly sets: string[] };
type Shape = (
  method: string,
  path: string,
  body: string,
  query: URLSearchParams,
  visit: Visit,
) => Promise<Reply | undefined>;

/** Opened by a form, named by the app itself, the address deep in the answer, a balance in cents, a withdrawal in cents as a number. */
const cents: Shape = async (method, path, body) => {
  const [, , id, what] = path.split("/");
  const found = customers.find((one) => one.id === id);
  if (method === "POST" && path === "/signup") {
    const email = new URLSearchParams(body).get("email") ?? "";
    if (customers.some((one) => one.paid === undefined || one.owner.endsWith(`:${email}`)))
      throw new Error("known already");
    last += 1;
    const { address } = await opened(String(last), `customer/${last}:${email}`);
    return { customer: { id: last, wallet: { deposit: { address, network: "Base" } } } };
  }
  if (found === undefined) return undefined;
  if (method === "GET" && what === "balance") return { balance_cents: Number(left(found) / 10_000n), currency: "USD" };
  const { cents: amount, destination, key } = JSON.parse(body);
  if (!Number.isInteger(amount) || BigInt(amount) * 10_000n > left(found)) throw new Error("not enough");
  await paidOut(found, BigInt(amount) * 10_000n, destination, key);
  return { done: true };
};

/** Named in the path, opened without a body, a list of entries in base units at the root, a withdrawal with a decimal as text. */
const ledger: Shape = async (method, path, body, query) => {
  const [, kind, name = "", what] = path.split("/");
  if (kind === "ledger")
    return (customers.find(({ id }) => id === query.get("u"))?.entries ?? []).map(({ units, tx }) => ({
      qty: String(units),
      hash: tx,
      coin: "USDC",
    }));
  const found = customers.find(({ id }) => id === name);
  if (method === "PUT" && what === "wallet") return { pay_to: [(found ?? (await opened(name, `u-${name}`))).address] };
  if (found === undefined) return undefined;
  const { sum, dest, ref } = JSON.parse(body);
  const [, whole = "0", part = ""] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(sum) ?? [];
  const units = BigInt(whole + part.padEnd(6, "0"));
  if (units > left(found)) throw new Error("not enough");
  await paidOut(found, units, dest, ref);
  return { ok: true };
};

/** An app without a way to ask what a customer has, whose withdrawal keeps a fee. */
const blind: Shape = async (method, path, body) => {
  if (method === "POST" && path === "/open")
    return { to: (await opened(JSON.parse(body).name, JSON.parse(body).name)).address };
  return path === "/health" ? { ok: true } : undefined;
};

/** Names by the value of the session cookie, and passwords by name. */
const sessions = new Map<string, string>();
const passwords = new Map<string, string>();

function begun(name: string, { sets }: Visit): void {
  const value = `s${sessions.size}-${Math.random()}`;
  sessions.set(value, name);
  sets.push(`sid=${value}; Path=/; HttpOnly; SameSite=Lax`);
}

/** What a customer may do who is known by a cookie alone. */
async function ofCustomer(found: Customer | undefined, path: string, body: string): Promise<Reply | undefined> {
  if (found === undefined) throw new Unknown();
  if (path === "/me/books")
    return {
      received: `${total(found.entries) / 1_000_000n}.${String(total(found.entries) % 1_000_000n).padStart(6, "0")}`,
    };
  if (path !== "/me/withdrawals") return undefined;
  const { amount, to, ref } = JSON.parse(body);
  const units = BigInt(Math.round(Number(amount) * 1_000_000));
  if (units > left(found)) throw new Error("not enough");
  await paidOut(found, units, to, ref);
  return { ok: true };
}

class Unknown extends Error {}

function known({ cookie }: Visit): string | undefined {
  return sessions.get(/(?:^|; )sid=([^;]*)/.exec(cookie)?.[1] ?? "");
}

/** Signing up opens the wallet and begins a session; nothing else names the customer. */
const signup: Shape = async (method, path, body, _, visit) => {
  if (method === "POST" && path === "/signup") {
    const { name } = JSON.parse(body);
    const found = customers.find(({ id }) => id === name) ?? (await opened(name, name));
    begun(name, visit);
    return { address: found.address };
  }
  return ofCustomer(
    customers.find(({ id }) => id === known(visit)),
    path,
    body,
  );
};

/** Signing up, logging in and asking for a wallet are three requests; the service knows customers by numbers. */
const login: Shape = async (method, path, body, _, visit) => {
  if (path === "/") {
    visit.sets.push("visit=1; Path=/");
    return {};
  }
  if (method === "POST" && path === "/signup") {
    const { name, password } = JSON.parse(body);
    if (passwords.has(name)) throw new Error("known already");
    passwords.set(name, password);
    return { ok: true };
  }
  if (method === "POST" && path === "/login") {
    const { name, password } = JSON.parse(body);
    if (passwords.get(name) !== password) throw new Unknown();
    begun(name, visit);
    return { ok: true };
  }
  const name = known(visit);
  if (name === undefined) throw new Unknown();
  if (path !== "/me/wallet")
    return ofCustomer(
      customers.find(({ id }) => id === name),
      path,
      body,
    );
  const found = customers.find(({ id }) => id === name) ?? (await opened(name, `no-${customers.length + 1}`));
  return { wallet: found.address };
};

const shapes: Record<string, Shape> = { cents, ledger, blind, signup, login };

async function answered(
  request: IncomingMessage,
  body: string,
  visit: Visit,
): Promise<{ status: number; reply: unknown }> {
  const url = new URL(request.url ?? "/", "http://app");
  if (url.pathname === "/webhooks") return { status: take(request, body), reply: {} };
  try {
    const reply = await shapes[SHAPE]?.(request.method ?? "GET", url.pathname, body, url.searchParams, visit);
    return reply === undefined ? { status: 404, reply: {} } : { status: 200, reply };
  } catch (error) {
    return { status: error instanceof Unknown ? 401 : 422, reply: { error: String(error) } };
  }
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const visit = { cookie: request.headers.cookie ?? "", sets: [] };
  const { status, reply } = await answered(request, Buffer.concat(chunks).toString("utf8"), visit);
  response
    .writeHead(status, { "Content-Type": "application/json", "Set-Cookie": visit.sets })
    .end(JSON.stringify(reply));
}).listen(Number(PORT), "127.0.0.1");
