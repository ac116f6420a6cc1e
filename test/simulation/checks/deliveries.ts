// Final state of deliveries: every event reached each subscribed endpoint, or is dead after six attempts (I-31).
import type { Simulation } from "../simulation.ts";

type Record = {
  id: number;
  event_id: string;
  endpoint_id: string;
  state: string;
  attempts: { status: number | null }[];
};

/** Attempts of a delivery before it is dead; a redelivery adds as many. */
const MAX_ATTEMPTS = 6;

async function all(sim: Simulation): Promise<Record[]> {
  const found: Record[] = [];
  for (let after = 0; ; ) {
    const url = `${sim.setup.ready.admin_url}/deliveries?limit=1000&after=${after}`;
    const answer = await sim.setup.http.ask(url, "GET");
    sim.check(answer?.status === 200, () => `deliveries were answered ${answer?.status} ${answer?.text}`);
    found.push(...answer.data.items);
    if (answer.data.items.length < 1000) return found;
    after = found.at(-1)?.id ?? after;
  }
}

export async function checkDeliveries(sim: Simulation): Promise<void> {
  const { model } = sim;
  const rows = new Map<string, Record>((await all(sim)).map((row) => [`${row.event_id} ${row.endpoint_id}`, row]));
  for (const [event, { to, type }] of model.events) {
    for (const id of to) {
      const endpoint = model.endpoints.find((one) => one.id === id);
      if (endpoint === undefined || endpoint.deleted) continue;
      const row = rows.get(`${event} ${id}`);
      const what = (): string => `I-31: ${type} ${event} to endpoint ${id}: ${JSON.stringify(row)?.slice(0, 600)}`;
      sim.check(row !== undefined, what);
      const responses = model.webhooks.get(event)?.endpoints.get(endpoint.number) ?? [];
      if (row.state === "delivered")
        sim.check(
          responses.some((status) => status >= 200 && status < 300),
          what,
        );
      else sim.check(row.state === "dead", what);
      const ended = row.attempts.length % MAX_ATTEMPTS === 0 || endpoint.wasInactive || endpoint.replayed;
      sim.check(row.state !== "dead" || ended, what);
    }
  }
}
