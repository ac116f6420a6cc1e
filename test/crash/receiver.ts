// Webhook receivers of a crash campaign: one that fails now and then, one that always fails; both keep what came.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dice } from "../../src/simulation/dice.ts";
import type { Book } from "./acknowledged.ts";
import type { Client } from "./client.ts";

/** `received`: every webhook-id that ever came, in whichever timeline. */
export type Receiver = { url: string; received: Set<string>; close(): void };

/** `bookOf`: the book of the present timeline. */
export async function receive(bookOf: () => Book, dice: Dice): Promise<Receiver> {
  const received = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { hooks } = bookOf();
      const id = String(request.headers["webhook-id"]);
      const bodies = hooks.get(id) ?? new Set();
      hooks.set(id, bodies.add(Buffer.concat(chunks).toString("utf8")));
      received.add(id);
      response.statusCode = request.url === "/dead" || dice.oneIn(8) ? 500 : 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close };
}

/** How many attempts a delivery has before it is dead. */
const MOST_ATTEMPTS = 6;

/** At rest: what is called delivered came to a receiver, and what is called dead was tried six times. */
export async function deliveredOrDead(client: Client, { received, url }: Receiver): Promise<string[]> {
  const wrong: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Deliveries = await client.must("GET", `/admin/deliveries?after=${after}&limit=1000`);
    for (const { id, event_id, state, attempts, url: to } of page.items) {
      const dead = to === `${url}/dead`;
      if (
        state === "delivered" ? dead || !received.has(event_id) : state === "dead" && attempts.length !== MOST_ATTEMPTS
      )
        wrong.push(`delivery ${id} of ${event_id} to ${to} is ${state} after ${attempts.length} attempts`);
    }
    after = page.items.length === 0 ? null : page.next_after;
  }
  return wrong;
}

type Deliveries = {
  items: { id: number; event_id: string; state: string; url: string; attempts: unknown[] }[];
  next_after: number | null;
};
