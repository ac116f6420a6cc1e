// The inbox: did my webhook come, what did it carry, why was it refused, send it again (D-10…D-19).
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { changes } from "../api/live.ts";
import { Button } from "../components/button.tsx";
import { FilterField, useFilter } from "../lists/filter-field.tsx";
import { ListPane } from "../lists/list-pane.tsx";
import { TwoPanes } from "../lists/two-panes.tsx";
import { useWindow } from "../lists/window.ts";
import { nowOf, useStatus } from "../shell/status.ts";
import { keysAreOn } from "../shell/tastes.ts";
import { useTenant } from "../shell/tenant-switch.tsx";
import { EmptyInbox } from "./empty-inbox.tsx";
import { EventDetail } from "./event-detail.tsx";
import { inboxColumns } from "./inbox-columns.tsx";
import { EVENT_TYPES, INBOX_WORDS, type InboxRow, inboxFilter, loadRows, loadRowsFrom } from "./inbox-rows.ts";
import { redeliverAll } from "./redeliver-all.ts";
import { cursorAtTime } from "./time-cursor.ts";

const STATES = ["due", "sending", "delivered", "dead"];

/** One row an event, newest first, beside the one that is chosen. */
export function InboxScreen(): ReactNode {
  const { selected } = useSearch({ strict: false }) as { selected?: string };
  const [text] = useFilter();
  const tenant = useTenant();
  const navigate = useNavigate();
  // A time of day in the filter is one of the day on which it was typed.
  const filter = useMemo(() => inboxFilter(text, tenant, nowOf(changes.snapshot()) ?? 0), [text, tenant]);
  const list = useWindow<InboxRow>({
    path: filter.isOfDeliveries ? "/deliveries" : "/events",
    query: { ...filter.query, text },
    load: ({ text: _text, ...query }) => loadRows(filter, query),
    loadFrom: ({ text: _text, ...query }, from) => loadRowsFrom(filter, query, from),
    cursorAtTime: (instant) => cursorAtTime(filter.isOfDeliveries, instant),
    cursorAt: ({ cursor }) => cursor + 1,
    isNewer: (row, than) => row.cursor > than.cursor,
  });
  const choose = (key: string | undefined): void =>
    void navigate({
      to: ".",
      search: (old: object) => ({ ...old, selected: key }),
      replace: key !== undefined && selected !== undefined,
    });
  const columns = useMemo(() => inboxColumns(filter.hit), [filter.hit]);
  const all = (): void => void redeliverAll(filter);
  useHotkeys("shift+r", all, { enabled: keysAreOn });
  const chosen = list.rows.find(({ key }) => key === selected);
  return (
    <TwoPanes
      onBack={() => choose(undefined)}
      detail={selected === undefined ? undefined : <ChosenEvent key={selected} chosen={selected} row={chosen} />}
      list={
        <ListPane
          name="inbox"
          {...{ list, columns, selected }}
          label="Events, newest first"
          filter={<InboxFilterField />}
          tools={filter.query["state"] === "dead" ? <RedeliverAll onAll={all} /> : null}
          empty={<EmptyInbox isFiltered={text !== ""} tenant={tenant} />}
          keyOf={({ key }) => key}
          onSelect={({ key }) => choose(key)}
          isFailure={({ states }) => states.includes("dead")}
        />
      }
    />
  );
}

function RedeliverAll({ onAll }: { onAll(): void }): ReactNode {
  return (
    <Button hint="⇧R" onClick={onAll}>
      Redeliver all
    </Button>
  );
}

function ChosenEvent({ chosen, row }: { chosen: string; row: InboxRow | undefined }): ReactNode {
  const delivery = /^d(\d+)$/.exec(chosen)?.[1];
  if (delivery === undefined) return <EventDetail event={chosen} />;
  return <EventDetail event={row === undefined ? undefined : String(row.sequence)} delivery={Number(delivery)} />;
}

function InboxFilterField(): ReactNode {
  const status = useStatus();
  const catalogue = useMemo(
    () => ({
      ...Object.fromEntries(INBOX_WORDS.map((name) => [name, [] as readonly string[]])),
      type: ["deposit.*", "transaction.*", "uda.settlement.*", ...EVENT_TYPES],
      state: STATES,
      tenant: (status?.tenants ?? []).map(({ tenant_id }) => tenant_id),
      network: (status?.networks ?? []).map(({ network }) => network),
      status: ["200", "400", "401", "500", "503"],
    }),
    [status],
  );
  return <FilterField catalogue={catalogue} label="Filter of the events" />;
}
