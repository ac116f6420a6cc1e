// Where the money of a record went (D-26): what left, what arrived, fees and gas, the sum of each asset, and the invariants that watch it.
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { PlainText, ShortId } from "../components/plain-text.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { Chip, StateChip } from "../components/state-mark.tsx";
import { EmptyView, Loaded } from "../components/views.tsx";

type Money = Schemas["MoneyView"];
type Line = Schemas["MoneyLine"];

/** One call of the API; it is live. */
export function MoneyView({ id }: { id: string }): ReactNode {
  const money = api.useQuery("get", "/records/{id}/money", { params: { path: { id } } });
  return <Loaded query={money}>{({ data }) => <View money={data} />}</Loaded>;
}

function View({ money: { items, sums, fees, watched_by } }: { money: Money }): ReactNode {
  if (items.length === 0)
    return <EmptyView why="Nothing has moved for it: no block holds a transaction of its story." />;
  return (
    <div className="flex flex-col gap-3 py-2">
      {fees.length === 0 ? null : (
        <p className="px-3">
          Charged of the source amount:{" "}
          {fees.map(({ what, symbol, amount }) => `${amount} ${symbol} by the ${what}`).join(", ")}.
        </p>
      )}
      {sums.map((sum) => (
        <Asset
          key={`${sum.network} ${sum.symbol}`}
          sum={sum}
          lines={items.filter((one) => one.network === sum.network && one.symbol === sum.symbol)}
        />
      ))}
      <Uncounted lines={items.filter(({ state }) => state === "orphaned")} />
      <Watch rows={watched_by} />
    </div>
  );
}

function columns(): SmallColumn<Line>[] {
  return [
    {
      title: "Amount",
      isNumber: true,
      cell: ({ amount, symbol }) => `${amount.startsWith("-") ? amount.replace("-", "−") : `+${amount}`} ${symbol}`,
    },
    { title: "What", cell: ({ what }) => what },
    { title: "Where", cell: ({ place }) => <PlainText text={place} /> },
    { title: "Address", cell: (line) => <AddressLink line={line} /> },
    {
      title: "By",
      cell: ({ network, tx_id }) => (
        <a href={`/explorer/${network}/tx/${tx_id}`}>
          <ShortId id={tx_id} />
        </a>
      ),
    },
    {
      title: "From",
      cell: ({ source }) => (source === "books" ? "the books" : <span className="text-faint">the record</span>),
    },
    { title: "State", cell: ({ state }) => <StateChip state={state} /> },
  ];
}

function AddressLink({ line: { network, address } }: { line: Line }): ReactNode {
  if (address === null) return null;
  return (
    <a href={`/explorer/${network}/address/${address}`}>
      <ShortId id={address} />
    </a>
  );
}

const keyOf = ({ tx_id, address, raw, what, place }: Line): string => `${tx_id} ${address} ${raw} ${what} ${place}`;

/** Both sides of all transfers of one asset: they add up to zero. */
function Asset({ sum, lines }: { sum: Money["sums"][number]; lines: readonly Line[] }): ReactNode {
  const name = `${sum.symbol} on ${sum.network}`;
  const isZero = sum.raw === "0";
  return (
    <section aria-label={name} data-sum={sum.raw}>
      <h2 className="flex flex-wrap items-center gap-2 px-3 font-semibold">
        {name}{" "}
        {isZero ? (
          <Chip tone="good">● adds up to 0</Chip>
        ) : (
          <Chip tone="bad">
            ✕ {sum.amount} {sum.symbol} too much or not booked yet
          </Chip>
        )}
      </h2>
      <SmallTable
        label={`Money: ${name}`}
        columns={columns()}
        rows={lines.filter(({ state }) => state !== "orphaned")}
        keyOf={keyOf}
      />
    </section>
  );
}

/** What a reorg took away counts in no sum. */
function Uncounted({ lines }: { lines: readonly Line[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Taken away">
      <h2 className="px-3 font-semibold">Taken away by a reorg: it counts in no sum</h2>
      <SmallTable label="Money that a reorg took away" columns={columns()} rows={lines} keyOf={keyOf} />
    </section>
  );
}

function Watch({ rows }: { rows: Money["watched_by"] }): ReactNode {
  return (
    <ul aria-label="Invariants that watch it" className="flex flex-col gap-1 border-t border-line px-3 pt-2">
      {rows.map(({ id, statement, ok }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-2">
          <a href="/ui/invariants">
            <Chip tone={ok ? "good" : "bad"}>
              {ok ? "●" : "✕"} {id}
            </Chip>
          </a>
          <span className="min-w-0 breaks">{statement}</span>
        </li>
      ))}
    </ul>
  );
}
