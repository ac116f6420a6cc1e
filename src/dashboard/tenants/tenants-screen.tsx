// All tenants, and the form for a new one, whose key is shown once (D-45).
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField, TextField } from "../components/field.tsx";
import { PlainText, ShortId } from "../components/plain-text.tsx";
import { ShownOnce } from "../components/shown-once.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { TimeText } from "../components/time-text.tsx";
import { Card, EmptyView, Loaded } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { limitOf, TIERS, tierOf } from "./tiers.ts";

type Tenant = Schemas["Tenant"];

/** `/ui/tenants`. */
export function TenantsScreen(): ReactNode {
  const tenants = api.useQuery("get", "/tenants");
  return (
    <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3">
      <h1 className="sr-only">Tenants</h1>
      <NewTenant />
      <Loaded query={tenants}>{({ data: { items } }) => <TenantTable tenants={items} />}</Loaded>
    </div>
  );
}

const COLUMNS: readonly SmallColumn<Tenant>[] = [
  {
    title: "Name",
    cell: ({ tenant_id, name }) => (
      <Link to="/ui/tenants/$id" params={{ id: tenant_id }}>
        <PlainText text={name} />
      </Link>
    ),
  },
  { title: "Tier", cell: ({ tier }) => tier },
  { title: "Requests a minute", isNumber: true, cell: ({ rate_limit }) => rate_limit.toLocaleString("en-US") },
  { title: "Id", cell: ({ tenant_id }) => <ShortId id={tenant_id} /> },
  { title: "Since", cell: ({ created_at }) => <TimeText at={created_at} /> },
];

function TenantTable({ tenants }: { tenants: readonly Tenant[] }): ReactNode {
  return (
    <Card title={`Tenants ${tenants.length}`}>
      {tenants.length === 0 ? (
        <EmptyView why="There is no tenant: all were deleted. The form above makes one, with its vault and a key." />
      ) : (
        <SmallTable label="Tenants" columns={COLUMNS} rows={tenants} keyOf={({ tenant_id }) => tenant_id} />
      )}
    </Card>
  );
}

type NewTenantData = Schemas["NewTenantReply"]["data"];

function NewTenant(): ReactNode {
  const [made, setMade] = useState<NewTenantData | undefined>();
  return (
    <Card title="New tenant">
      {made === undefined ? null : (
        <>
          <p className="px-3 pt-3">
            <Link to="/ui/tenants/$id" params={{ id: made.tenant_id }}>
              <PlainText text={made.name} />
            </Link>{" "}
            has a vault, gas stations and wallet pools.
          </p>
          <ShownOnce what="API key" text={made.api_key} onClose={() => setMade(undefined)} />
        </>
      )}
      <TenantForm onMade={setMade} />
    </Card>
  );
}

function TenantForm({ onMade }: { onMade(made: NewTenantData): void }): ReactNode {
  const [name, setName] = useState("");
  const [tier, setTier] = useState<string>("enterprise");
  const [limit, setLimit] = useState("");
  const create = async (): Promise<void> => {
    const rate_limit = limitOf(limit);
    const body = { name, tier: tierOf(tier), ...(rate_limit === undefined ? {} : { rate_limit }) };
    const answer = await act("The tenant is created", () => client.POST("/tenants", { body }));
    if (answer === undefined) return;
    setName("");
    onMade(answer.data);
  };
  return (
    <ActForm className="grid items-end gap-3 p-3 sm:grid-cols-4" onAct={() => void create()}>
      <TextField label="Name" required placeholder="checkout tests" value={name} onValue={setName} />
      <ChoiceField label="Tier" values={TIERS} value={tier} onValue={setTier} />
      <TextField label="Requests a minute (else the tier's)" type="number" min={1} value={limit} onValue={setLimit} />
      <Button tone="main" type="submit" className="justify-self-start">
        Create the tenant
      </Button>
    </ActForm>
  );
}
