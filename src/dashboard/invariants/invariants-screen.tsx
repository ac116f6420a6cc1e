// The invariants of the sandbox (D-63): each with its sentence, what the last check found, and the records that do not agree.
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ScrollBox } from "../components/scroll-box.tsx";
import { Chip } from "../components/state-mark.tsx";
import { TimeText, timeWords } from "../components/time-text.tsx";
import { Card, EmptyView, ErrorView, Loaded } from "../components/views.tsx";
import { useStatus } from "../shell/status.ts";
import { LinkedText } from "./linked-text.tsx";

type Report = Schemas["InvariantsReply"]["data"];

/** `/ui/invariants`. Opening it checks all of them from scratch; a breach that the sandbox finds by itself checks them again. */
export function InvariantsScreen(): ReactNode {
  const query = api.useQuery("get", "/invariants");
  return (
    <ScrollBox label="Invariants" className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3">
      <h1 className="sr-only">Invariants</h1>
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="main" disabled={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? "Checking …" : "Check again"}
        </Button>
        {query.dataUpdatedAt === 0 ? null : (
          <span className="text-faint" data-checked={query.dataUpdatedAt}>
            checked from scratch at {timeWords(new Date(query.dataUpdatedAt).toISOString())} UTC, real time
          </span>
        )}
      </div>
      {query.error !== null && query.data !== undefined ? <ErrorView error={query.error} /> : null}
      <Loaded query={query}>{({ data }) => <Report report={data} />}</Loaded>
      <Incidents />
    </ScrollBox>
  );
}

function Report({ report: { invariants, exemptions } }: { report: Report }): ReactNode {
  const broken = invariants.filter(({ ok }) => !ok);
  const whole = invariants.filter(({ ok }) => ok);
  return (
    <>
      <Card title={`Broken ${broken.length}`}>
        {broken.length === 0 ? (
          <EmptyView why={`All ${whole.length} invariants hold.`} />
        ) : (
          <>
            <p className="p-3">
              A breach is a bug of the sandbox, or the data was changed from outside. The sandbox answers 503 at
              /healthz until it is repaired.
            </p>
            <List label="Broken invariants" invariants={broken} />
          </>
        )}
      </Card>
      {exemptions.length === 0 ? null : <Exemptions exemptions={exemptions} />}
      <Card title={`They hold ${whole.length}`}>
        <List label="Invariants that hold" invariants={whole} />
      </Card>
    </>
  );
}

const ROW = "grid gap-x-3 gap-y-1 border-t border-line px-3 py-1.5 sm:grid-cols-[6rem_1fr_6rem]";

function List({ label, invariants }: { label: string; invariants: Report["invariants"] }): ReactNode {
  return (
    <ul aria-label={label}>
      {invariants.map(({ id, statement, when, ok, breach }) => (
        <li key={id} className={ROW} data-invariant={id}>
          <span>
            <Chip tone={ok ? "good" : "bad"}>
              {ok ? "●" : "✕"} {id}
            </Chip>
          </span>
          <div className="min-w-0">
            <p className="breaks">{statement}</p>
            {breach === undefined ? null : (
              <p className="mt-1 rounded-md bg-bad-ground p-2 text-bad breaks">
                <LinkedText text={breach} />
              </p>
            )}
          </div>
          <span
            className="text-faint"
            title={when === "always" ? "It holds after every step." : "It holds when no work is due."}
          >
            {when}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Differences with a known reason. */
function Exemptions({ exemptions }: { exemptions: Report["exemptions"] }): ReactNode {
  return (
    <Card title={`Differences with a known reason ${exemptions.length}`}>
      <ul>
        {exemptions.map(({ id, what, reason }) => (
          <li key={`${id} ${what}`} className={ROW}>
            <Chip tone="warn">{id}</Chip>
            <span className="min-w-0 breaks">
              <LinkedText text={what} />
            </span>
            <span className="min-w-0 text-faint breaks sm:col-span-3">
              <LinkedText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What clients did to the platform's accounts from outside: no breach, but worth knowing. */
function Incidents(): ReactNode {
  const incidents = useStatus()?.incidents ?? [];
  if (incidents.length === 0) return null;
  return (
    <Card title={`Incidents ${incidents.length}`}>
      <ul>
        {incidents.map(({ kind, network, ref, detail, at }) => (
          <li key={`${kind} ${network} ${ref} ${at}`} className={ROW}>
            <Chip tone="warn">{kind}</Chip>
            <span className="min-w-0 breaks">
              {network}: <LinkedText text={detail} /> (<LinkedText text={ref} />)
            </span>
            <TimeText at={at} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
