// The request log: what did my app ask, and what was wrong with it (D-30…D-35).
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { api, client } from "../api/client.ts";
import { FilterField, useFilter } from "../lists/filter-field.tsx";
import { filterWords } from "../lists/filter-words.ts";
import { ListPane } from "../lists/list-pane.tsx";
import { TwoPanes } from "../lists/two-panes.tsx";
import { afterCursor, type Cursor, type Page, useWindow } from "../lists/window.ts";
import { useStatus } from "../shell/status.ts";
import { useTenant } from "../shell/tenant-switch.tsx";
import { EmptyRequests } from "./empty-requests.tsx";
import { type RequestRow, requestColumns } from "./request-columns.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { RequestMenu } from "./request-menu.tsx";

const WORDS = ["surface", "operation", "status", "tenant", "fault", "record"];
const SURFACES = ["v1", "rpc", "admin"];

/** `/v1` by default; other surfaces by filter. */
export function RequestsScreen(): ReactNode {
  const { selected } = useSearch({ strict: false }) as { selected?: string };
  const [text] = useFilter();
  const tenant = useTenant();
  const navigate = useNavigate();
  const { query, hit } = useMemo(() => queryOf(text, tenant), [text, tenant]);
  const list = useWindow<RequestRow>({
    path: "/requests",
    query,
    load: loadRequests,
    loadFrom: loadRequestsFrom,
    cursorAt: ({ sequence }) => sequence + 1,
    isNewer: (row, than) => row.sequence > than.sequence,
  });
  const choose = (id: string | undefined): void =>
    void navigate({
      to: ".",
      search: (old: object) => ({ ...old, selected: id }),
      replace: id !== undefined && selected !== undefined,
    });
  const columns = useMemo(() => requestColumns(hit), [hit]);
  const menu = <RequestMenu surface={query.surface} tenant={query.tenant_id} />;
  return (
    <TwoPanes
      onBack={() => choose(undefined)}
      detail={selected === undefined ? undefined : <RequestDetail key={selected} id={selected} hit={hit} />}
      list={
        <ListPane
          name="requests"
          {...{ list, columns, selected }}
          label="Requests, newest first"
          filter={<RequestFilter />}
          tools={menu}
          empty={<EmptyRequests isFiltered={text !== ""} />}
          keyOf={({ request_id }) => request_id}
          onSelect={({ request_id }) => choose(request_id)}
          isFailure={({ status }) => status === null || status >= 400}
        />
      }
    />
  );
}

/** One request at an address of its own (D-19). */
export function RequestScreen(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-card">
      <RequestDetail id={id} hit="" />
    </div>
  );
}

async function loadRequests(query: Readonly<Record<string, unknown>>): Promise<Page<RequestRow>> {
  const { data, error } = await client.GET("/requests", { params: { query } });
  if (data === undefined) throw error;
  return data.data;
}

/** Rows from a cursor up, or from the oldest one that is kept, oldest first. @throws the error body of the API */
async function loadRequestsFrom(query: Readonly<Record<string, unknown>>, from: Cursor | null): Promise<RequestRow[]> {
  const asked = { ...query, order: "oldest", after: afterCursor(from) } as const;
  const { data, error } = await client.GET("/requests", { params: { query: asked } });
  if (data === undefined) throw error;
  return data.data.items;
}

function queryOf(text: string, tenant: string | undefined) {
  const { named, free } = filterWords(text, WORDS);
  return {
    query: {
      surface: named["surface"] ?? "v1",
      operation_id: named["operation"],
      status: named["status"],
      tenant_id: named["tenant"] ?? tenant,
      fault: named["fault"],
      record_id: named["record"],
      q: free === "" ? undefined : free,
    },
    hit: free,
  };
}

function RequestFilter(): ReactNode {
  const status = useStatus();
  const contract = api.useQuery("get", "/contract", {}, { staleTime: 60_000 });
  const catalogue = useMemo(() => {
    const operations =
      (contract.data?.data as { operations?: { operation_id: string }[] } | undefined)?.operations ?? [];
    return {
      surface: SURFACES,
      operation: operations.map(({ operation_id }) => operation_id),
      status: ["2xx", "4xx", "5xx", "cut", "400", "401", "404", "409", "429"],
      tenant: (status?.tenants ?? []).map(({ tenant_id }) => tenant_id),
      fault: (status?.faults ?? []).map(({ id }) => id),
      record: [],
    };
  }, [status, contract.data]);
  return <FilterField catalogue={catalogue} label="Filter of the requests" />;
}
