// The pool of a network: what waits for a block, since when, and for what (D-42).
import type { ReactNode } from "react";
import { api, client, type Schemas } from "../api/client.ts";
import { IconButton } from "../components/button.tsx";
import { ShortId } from "../components/plain-text.tsx";
import { RowTime } from "../components/time-text.tsx";
import { ErrorView } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import type { Network } from "./chain-head.tsx";
import { RecordLinks } from "./record-links.tsx";

type Waiting = Schemas["WaitingTransaction"];

const SHOWN = 20;

/** Nothing while the pool is empty. */
export function PoolList({ network }: { network: Network }): ReactNode {
  const params = { path: { network: network.network }, query: { limit: SHOWN } };
  const pool = api.useQuery("get", "/networks/{network}/pool", { params });
  if (pool.data === undefined) return pool.error === null ? null : <ErrorView error={pool.error} />;
  const { items, total } = pool.data.data;
  if (total === 0) return null;
  return (
    <div className="border-b border-line bg-warn-ground">
      <ul aria-label={`Pool of ${network.name}`}>
        {items.map((one) => (
          <WaitingRow key={one.hash} one={one} network={network} />
        ))}
      </ul>
      {total > items.length ? (
        <p className="px-3 py-1">
          <a href={`/explorer/${network.network}/pool`}>and {total - items.length} more wait</a>
        </p>
      ) : null}
    </div>
  );
}

function WaitingRow({ one, network }: { one: Waiting; network: Network }): ReactNode {
  const { hash, nonce, purpose, since, records } = one;
  const path = { network: network.network, hash };
  const drop = () => client.POST("/networks/{network}/transactions/{hash}/drop", { params: { path } });
  return (
    <li className="flex items-start gap-2 px-3 py-1" data-waiting={hash}>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <ShortId id={hash} />
          <span>nonce {nonce}</span>
          <span>{purpose ?? "of a client"}</span>
          {since === null ? null : <RowTime at={since} />}
        </div>
        <p>{reasonOf(one, network)}</p>
        <RecordLinks records={records} />
      </div>
      <IconButton
        label={`Drop transaction ${hash.slice(0, 10)} from the pool`}
        onClick={() => void act("The transaction is dropped", drop)}
      >
        ✕
      </IconButton>
    </li>
  );
}

function reasonOf({ waits_for, max_fee_gwei, nonce }: Waiting, { mining, base_fee_gwei }: Network): string {
  if (waits_for === "lower_base_fee")
    return `Waits for a lower base fee: it pays at most ${max_fee_gwei} gwei, a block asks for ${base_fee_gwei}.`;
  if (waits_for === "earlier_nonce")
    return `Waits for an earlier transaction of its sender: one with a nonce below ${nonce} is missing.`;
  return mining === "manual"
    ? "Waits for the next block, which is mined on request only: press Mine 1."
    : "Waits for the next block.";
}
