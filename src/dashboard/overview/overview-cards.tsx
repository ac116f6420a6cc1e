// Numbers and networks of the overview; each number leads to what it counts.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { PlainText, ShortId } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Card } from "../components/views.tsx";
import { countOf } from "../shell/places.ts";

type Status = Schemas["Status"];

const COUNTS: readonly { name: string; title: string; to: string; filter: string; isBad?: boolean }[] = [
  { name: "deliveries_dead", title: "dead deliveries", to: "/ui/inbox", filter: "state:dead", isBad: true },
  { name: "deliveries_due", title: "deliveries due", to: "/ui/inbox", filter: "state:due" },
  { name: "deposits_seen", title: "deposits not confirmed", to: "/ui/records/deposit", filter: "state:seen" },
  { name: "payouts_open", title: "payouts open", to: "/ui/records/payout", filter: "" },
  { name: "settlements_open", title: "settlements open", to: "/ui/records/settlement", filter: "" },
  { name: "requests", title: "requests kept", to: "/ui/requests", filter: "" },
];

/** In one line; nothing where the sandbox tells no counts. */
export function Counts({ status }: { status: Status }): ReactNode {
  return (
    <ul className="flex flex-wrap gap-2 lg:col-span-2" aria-label="Counts">
      {COUNTS.map(({ name, title, to, filter, isBad }) => {
        const count = countOf(status, name);
        return (
          <li key={name}>
            <Link
              to={to}
              search={filter === "" ? {} : { filter }}
              className={`flex items-baseline gap-2 rounded-lg border border-line bg-card px-3 py-1.5 text-ink! ${isBad === true && count > 0 ? "border-bad" : ""}`}
            >
              <span className="text-lg font-semibold tabular-nums">{count}</span>{" "}
              <span className="text-faint">{title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Head, pool and mode of each network; the explorer shows its blocks. */
export function NetworkCard({ networks }: { networks: Status["networks"] }): ReactNode {
  return (
    <Card title={`Networks ${networks.length}`} aside={<Link to="/ui/chains">Chains</Link>}>
      <ul>
        {networks.map(({ network, name, head, mining, waiting_transactions, base_fee_gwei }) => (
          <li
            key={network}
            className="flex min-w-0 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
          >
            <a href={`/explorer/${network}`} className="w-32 truncate">
              <PlainText text={name} />
            </a>
            <span className="font-mono tabular-nums">#{head.number}</span>
            <Chip tone={mining === "instant" ? "none" : "warn"}>{mining}</Chip>
            {waiting_transactions > 0 ? (
              <Chip tone="warn">pool {waiting_transactions}</Chip>
            ) : (
              <span className="text-faint">pool 0</span>
            )}
            <span className="text-faint">{base_fee_gwei} gwei</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Faults that are armed, and how often they were taken. */
export function FaultCard({ faults }: { faults: Status["faults"] }): ReactNode {
  return (
    <Card title={`Faults ${faults.length}`} aside={<Link to="/ui/faults">Faults</Link>}>
      {faults.length === 0 ? <p className="p-3 text-faint">None is armed: everything goes well.</p> : null}
      <ul className="max-h-72 overflow-auto">
        {faults.map(({ id, gate, effect, match, times, hits }) => (
          <li
            key={id}
            className="flex min-w-0 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
          >
            <span>{gate}</span>
            <Chip tone="warn">{effect}</Chip>
            <span className="min-w-0 flex-1 truncate font-mono text-xs text-faint">
              <PlainText text={Object.keys(match).length === 0 ? "" : JSON.stringify(match)} />
            </span>
            <span className="text-faint">
              {hits} of {times ?? "∞"}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Tenants; a click shows the data of one. */
export function TenantCard({ tenants }: { tenants: Status["tenants"] }): ReactNode {
  return (
    <Card title={`Tenants ${tenants.length}`}>
      <ul className="max-h-72 overflow-auto">
        {tenants.map(({ tenant_id, name, tier, rate_limit }) => (
          <li
            key={tenant_id}
            className="flex min-w-0 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
          >
            <Link to="/ui/inbox" search={{ tenant: tenant_id }} className="min-w-0 flex-1 truncate">
              <PlainText text={name} />
            </Link>
            <ShortId id={tenant_id} />
            <span className="text-faint">
              {tier}, {rate_limit.toLocaleString("en-US")} a minute
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
