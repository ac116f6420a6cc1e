// What a tenant holds: vaults and gas stations with books and chain beside each other, and the wallets left to assign (D-45).
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { PlainText, ShortId } from "../components/plain-text.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Card, EmptyView } from "../components/views.tsx";
import { act } from "../shell/acts.ts";

type Tenant = Schemas["TenantDetail"];
type Balance = Schemas["BookedBalance"];

const COLUMNS: readonly SmallColumn<Balance>[] = [
  { title: "Network", cell: ({ network }) => network },
  { title: "Asset", cell: ({ symbol }) => symbol },
  { title: "Books", isNumber: true, cell: ({ books }) => books },
  { title: "Held", isNumber: true, cell: ({ held }) => held },
  {
    title: "On chain",
    isNumber: true,
    cell: ({ books, on_chain }) => (
      <>
        {books === on_chain ? null : (
          <Chip tone="warn">
            <span title="Transactions that are not confirmed yet are on the chain and not in the books.">differs</span>
          </Chip>
        )}{" "}
        {on_chain}
      </>
    ),
  },
  { title: "Address", cell: ({ address }) => <ShortId id={address} /> },
];

function Balances({ label, balances }: { label: string; balances: readonly Balance[] }): ReactNode {
  const keyOf = ({ network, symbol, address }: Balance): string => `${network} ${symbol} ${address}`;
  return <SmallTable label={label} columns={COLUMNS} rows={balances} keyOf={keyOf} />;
}

/** One card a vault: confirmed, of which reserved, and the present balance of its address. */
export function VaultCards({ vaults }: { vaults: Tenant["vaults"] }): ReactNode {
  return vaults.map(({ vault_id, label, balances }) => (
    <div key={vault_id} className="min-w-0 lg:col-span-2" data-vault={vault_id}>
      <Card title="Vault" aside={<PlainText text={label} />}>
        {balances.length === 0 ? (
          <EmptyView why="Nothing has come in yet: a faucet, a deposit or a settlement fills it." />
        ) : (
          <Balances label={`Balances of the vault ${label}`} balances={balances} />
        )}
      </Card>
    </div>
  ));
}

/** What pays the gas of payouts. */
export function GasCard({ stations }: { stations: Tenant["gas_stations"] }): ReactNode {
  return (
    <Card title={`Gas stations ${stations.length}`}>
      <Balances label="Gas stations" balances={stations} />
    </Card>
  );
}

/** How many wallets can still be assigned; the number can be set, 0 to test the refusal. */
export function PoolCard({ tenant: { tenant_id, wallet_pools } }: { tenant: Tenant }): ReactNode {
  const columns: readonly SmallColumn<Tenant["wallet_pools"][number]>[] = [
    { title: "Network", cell: ({ network }) => network },
    { title: "Wallets left", isNumber: true, cell: ({ remaining }) => remaining.toLocaleString("en-US") },
    { title: "Set", cell: ({ network }) => <PoolForm tenant={tenant_id} network={network} /> },
  ];
  return (
    <Card title="Wallet pools">
      <SmallTable label="Wallet pools" columns={columns} rows={wallet_pools} keyOf={({ network }) => network} />
    </Card>
  );
}

function PoolForm({ tenant, network }: { tenant: string; network: string }): ReactNode {
  const [text, setText] = useState("");
  const save = async (): Promise<void> => {
    const answer = await act(`The pool of ${network} is set`, () =>
      client.PUT("/tenants/{tenant_id}/wallet-pool", {
        params: { path: { tenant_id: tenant } },
        body: { network, remaining: Number(text) },
      }),
    );
    if (answer !== undefined) setText("");
  };
  return (
    <ActForm className="flex items-end gap-2" onAct={() => void save()}>
      <TextField
        label=""
        aria-label={`Wallets left on ${network}`}
        className="w-24!"
        type="number"
        min={0}
        required
        value={text}
        onValue={setText}
      />
      <Button type="submit" aria-label={`Set the pool of ${network}`}>
        Set
      </Button>
    </ActForm>
  );
}
