// Records of all tenants by kind, newest first (D-20): each leads to its timeline.
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { changes } from "../api/live.ts";
import { toneOf } from "../components/state-mark.tsx";
import { Command, EmptyView } from "../components/views.tsx";
import { FilterField, useFilter } from "../lists/filter-field.tsx";
import { filterWords, instantOf } from "../lists/filter-words.ts";
import { ListPane } from "../lists/list-pane.tsx";
import { useWindow } from "../lists/window.ts";
import { nowOf, useStatus } from "../shell/status.ts";
import { useTenant } from "../shell/tenant-switch.tsx";
import { KINDS, type KindList, loadRecords, loadRecordsFrom, type RecordRow } from "./kinds.ts";
import { recordColumns } from "./record-columns.tsx";

const WORDS = ["owner", "network", "state", "tenant", "after", "before"];
const [DEPOSITS] = KINDS;

/** The list of one kind; the kinds stand above it. */
export function RecordsScreen(): ReactNode {
  const { kind = "deposit" } = useParams({ strict: false }) as { kind?: string };
  const of = KINDS.find((one) => one.kind === kind) ?? DEPOSITS;
  return (
    <>
      <nav
        aria-label="Kinds of records"
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-card px-2"
      >
        {KINDS.map((one) => (
          <Link
            key={one.kind}
            to="/ui/records/$kind"
            params={{ kind: one.kind }}
            aria-current={one === of ? "page" : undefined}
            className={`border-b-2 px-2 py-1 whitespace-nowrap text-ink! hover:no-underline! ${one === of ? "border-accent font-medium" : "border-transparent text-faint!"}`}
          >
            {one.title}
          </Link>
        ))}
      </nav>
      {of === undefined ? null : <RecordList key={of.kind} of={of} />}
    </>
  );
}

/** The first 48 bits of an id (a UUID of version 7) are its time: those of records made before `ms` (since 1970) are below. */
function idAt(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

function queryOf(of: KindList, text: string, tenant: string | undefined) {
  const { named, free } = filterWords(text, WORDS);
  const now = nowOf(changes.snapshot()) ?? 0;
  const narrowed = Object.fromEntries(of.takes.map((name) => [name, named[name]]));
  return {
    query: {
      ...narrowed,
      tenant_id: named["tenant"] ?? tenant,
      q: free === "" ? undefined : free,
      from: instantOf(named["after"] ?? "", now),
      to: instantOf(named["before"] ?? "", now),
    },
    hit: free,
  };
}

function RecordList({ of }: { of: KindList }): ReactNode {
  const [text] = useFilter();
  const tenant = useTenant();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<string | undefined>();
  const { query, hit } = useMemo(() => queryOf(of, text, tenant), [of, text, tenant]);
  const list = useWindow<RecordRow>({
    path: of.path,
    query,
    load: (asked) => loadRecords(of, asked),
    loadFrom: (asked, from) => loadRecordsFrom(of, asked, from),
    // The text order of ids is their order of creation: this one lies just behind the row.
    cursorAt: ({ id }) => `${id}z`,
    isNewer: (row, than) => row.id > than.id,
    cursorAtTime: async (instant) => idAt(Date.parse(instant)),
  });
  const columns = useMemo(() => recordColumns(of, hit), [of, hit]);
  return (
    <ListPane
      name={`records-${of.kind}`}
      {...{ list, columns, selected }}
      label={`${of.title}, newest first`}
      filter={<RecordFilter of={of} />}
      empty={<EmptyList of={of} isFiltered={text !== ""} />}
      keyOf={({ id }) => id}
      onSelect={({ id }) => setSelected(id)}
      onOpen={({ id }) => void navigate({ to: "/ui/records/$kind/$id", params: { kind: of.kind, id } })}
      isFailure={({ state }) => toneOf(state) === "bad"}
    />
  );
}

function RecordFilter({ of }: { of: KindList }): ReactNode {
  const status = useStatus();
  const catalogue = useMemo(() => {
    const values: Record<string, readonly string[]> = {
      network: (status?.networks ?? []).map(({ network }) => network),
      tenant: (status?.tenants ?? []).map(({ tenant_id }) => tenant_id),
      state: of.states,
    };
    const names = WORDS.filter(
      (name) => !["owner", "network", "state"].includes(name) || (of.takes as readonly string[]).includes(name),
    );
    return Object.fromEntries(names.map((name) => [name, values[name] ?? []]));
  }, [status, of]);
  return <FilterField catalogue={catalogue} label={`Filter of the ${of.title.toLowerCase()}`} />;
}

function EmptyList({ of, isFiltered }: { of: KindList; isFiltered: boolean }): ReactNode {
  if (isFiltered) return <EmptyView why={`None of the ${of.title.toLowerCase()} fits this filter.`} />;
  return <EmptyView why={of.empty}>{of.command === undefined ? null : <Command>{of.command}</Command>}</EmptyView>;
}
