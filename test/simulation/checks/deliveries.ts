// Deliveries at the end: every event reached each endpoint that listened, or was given up after six attempts (I-31).
import type { Play } from "../play.ts";

type Record = {
  id: number;
  event_id: string;
  endpoint_id: string;
  state: string;
  attempts: { status: number | null }[];
};

/** Attempts of one delivery, however often it was asked for again. */
const MOST_ATTEMPTS = 6;

async function all(play: Play): Promise<Record[]> {
  const found: Record[] = [];
  for (let after = 0; ; ) {
    const url = `${play.stage.ready.admin_url}/deliveries?limit=1000&after=${after}`;
    const answer = await play.stage.wire.ask(url, "GET");
    play.demand(answer?.status === 200, () => `deliveries were answered ${answer?.status} ${answer?.text}`);
    found.push(...answer.data.items);
    if (answer.data.items.length < 1000) return found;
    after = found.at(-1)?.id ?? after;
  }
}

export async function checkDeliveries(play: Play): Promise<void> {
  const { model } = play;
  const rows = new Map<string, Record>((await all(play)).map((row) => [`${row.event_id} ${row.endpoint_id}`, row]));
  for (const [event, { to, type }] of model.events) {
    for (const id of to) {
      const endpoint = model.endpoints.find((one) => one.id === id);
      if (endpoint === undefined || endpoint.deleted) continue;
      const row = rows.get(`${event} ${id}`);
      const what = (): string => `I-31: ${type} ${event} to endpoint ${id}: ${JSON.stringify(row)?.slice(0, 600)}`;
      play.demand(row !== undefined, what);
      const heard = model.hooks.get(event)?.endpoints.get(endpoint.number) ?? [];
      if (row.state === "delivered")
        play.demand(
          heard.some((status) => status >= 200 && status < 300),
          what,
        );
      else play.demand(row.state === "dead", what);
      const ended = row.attempts.length % MOST_ATTEMPTS === 0 || endpoint.everOff || endpoint.replayed;
      play.demand(row.state !== "dead" || ended, what);
    }
  }
}
