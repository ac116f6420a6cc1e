// Very many events in a world, made by one statement: copies of its first one, each about a record of its own that does not exist.
import type { Database } from "../../../src/db/database.ts";

/** Adds `count` copies, `stepMs` of virtual time apart, a whole number of seconds. */
export function fillWithEvents(db: Database, count: number, stepMs: number): void {
  db.transaction(() =>
    db.run(
      `with recursive copy(number) as (select 1 union all select number + 1 from copy where number < :count)
       insert into event (id, tenant_id, type, time, micros, resource_id, group_key, record, body, drained, test, sent)
       select printf('%08x-0000-7000-8000-000000000000', number), e.tenant_id, e.type, e.time + number * :stepMs, e.micros,
         printf('%08x-0000-7000-9000-000000000000', number), e.group_key, e.record,
         replace(replace(e.body, e.id, printf('%08x-0000-7000-8000-000000000000', number)),
           strftime('%Y-%m-%d %H:%M:%S', e.time / 1000, 'unixepoch'),
           strftime('%Y-%m-%d %H:%M:%S', e.time / 1000 + number * :stepMs / 1000, 'unixepoch')), 1, 0, null
       from copy cross join event e where e.sequence = 1`,
      { count, stepMs },
    ),
  );
}
