// A data folder with very many events, each with its delivery: made by two statements, so that no minute goes by until it is there.
import { DEFAULT_CONFIG } from "../../src/config/options.ts";
import { Database } from "../../src/db/database.ts";
import { required } from "../../src/kernel/assert.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createSandbox } from "../../src/runtime/sandbox.ts";
import { openClient } from "../measure/client.ts";

/** What an event is about, and an id of it that the search finds. */
export type LongStory = { events: number; wallet: string };

const STEP_MS = 1_000;

const EVENTS = `
  with recursive copy(number) as (select 1 union all select number + 1 from copy where number < :count)
  insert into event (id, tenant_id, type, time, micros, resource_id, group_key, record, body, drained, test, sent)
  select printf('%08x-0000-7000-8000-000000000000', number), e.tenant_id, e.type, e.time + number * :step, e.micros,
    printf('%08x-0000-7000-9000-000000000000', number), e.group_key, e.record,
    replace(replace(e.body, e.id, printf('%08x-0000-7000-8000-000000000000', number)),
      strftime('%Y-%m-%d %H:%M:%S', e.time / 1000, 'unixepoch'),
      strftime('%Y-%m-%d %H:%M:%S', (e.time + number * :step) / 1000, 'unixepoch')), 1, 0, null
  from copy cross join event e where e.sequence = 1`;

const DELIVERIES = `
  insert into delivery (event_sequence, endpoint_id, group_key, state, attempts)
  select e.sequence, w.id, e.group_key, case when e.sequence % 50 = 0 then 'dead' else 'delivered' end, 1
  from event e cross join (select id from webhook_endpoint limit 1) w where e.sequence > 1 order by e.sequence`;

const ATTEMPTS = `
  insert into delivery_attempt (delivery_id, number, at, headers, status, duration_ms, error, response)
  select d.id, 1, e.time, '{}', case d.state when 'dead' then 503 else 200 end, 3, '', ''
  from delivery d join event e on e.sequence = d.event_sequence where d.event_sequence > 1`;

/** Fills a new folder; the endpoint of the tenant listens at a port that nobody has. */
export async function writeLongStory(folder: string, events: number): Promise<LongStory> {
  let opened: Database | undefined;
  const watch = Database.prototype.onCommit;
  Database.prototype.onCommit = function (this: Database, ...given) {
    opened = this;
    return watch.apply(this, given);
  };
  const config = { ...DEFAULT_CONFIG, port: 0, clock: "frozen" as const, data: folder };
  const sandbox = await createSandbox(config, { log: silentLog });
  Database.prototype.onCommit = watch;
  const { api_base_url, api_key, admin_url, tenant_id } = sandbox.ready;
  const [service, control] = [openClient(api_base_url), openClient(admin_url)];
  const post = async (client: typeof service, path: string, body: object, key?: string) =>
    JSON.parse(
      await client.send({
        ...{ method: "POST", path, body: JSON.stringify(body), status: "2xx" as const },
        ...(key === undefined ? {} : { key }),
      }),
    ).data;
  const wallet = await post(service, "/wallets", { owner: "bench", network_symbol: "base" }, api_key);
  await post(control, `/tenants/${tenant_id}/webhook-endpoints`, { url: "http://127.0.0.1:65000/hooks" });
  const db = required(opened, "the database of the sandbox");
  db.transaction(() => {
    db.run(EVENTS, { count: events - 1, step: STEP_MS });
    db.run(DELIVERIES);
    db.run(ATTEMPTS);
  });
  await Promise.all([service.close(), control.close()]);
  await sandbox.close();
  return { events, wallet: wallet.id };
}
