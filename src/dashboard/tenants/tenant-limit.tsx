// Name, tier and rate limit of a tenant, and what is left of the limit in the minute of now (D-45).
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField, TextField } from "../components/field.tsx";
import { FactList } from "../components/json-view.tsx";
import { timeWords } from "../components/time-text.tsx";
import { Card } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { limitOf, TIERS, tierOf } from "./tiers.ts";

type Tenant = Schemas["TenantDetail"];

/** What holds, and the form that changes it from the next request on. */
export function LimitCard({ tenant }: { tenant: Tenant }): ReactNode {
  const { tenant_id, tier, rate_limit, window } = tenant;
  const open = (): void =>
    void act("The window is open again", () =>
      client.POST("/tenants/{tenant_id}/rate-limit/reset", { params: { path: { tenant_id } }, body: {} }),
    );
  const facts: (readonly [string, ReactNode])[] = [
    ["Tier", tier],
    ["Requests a minute", rate_limit.toLocaleString("en-US")],
    ["Left in this window", window === null ? "no key is valid" : window.remaining.toLocaleString("en-US")],
    ["The window ends", window === null ? "–" : `${timeWords(window.reset_at)} UTC, real time`],
  ];
  return (
    <Card title="Tier and limit" aside={<Button onClick={open}>Open the window again</Button>}>
      <FactList facts={facts} />
      <LimitForm key={`${tenant.name} ${tier} ${rate_limit}`} tenant={tenant} />
    </Card>
  );
}

function LimitForm({ tenant: { tenant_id, ...tenant } }: { tenant: Tenant }): ReactNode {
  const [name, setName] = useState(tenant.name);
  const [tier, setTier] = useState<string>(tenant.tier);
  const [limit, setLimit] = useState("");
  const save = (): void => {
    const rate_limit = limitOf(limit);
    // Only what was changed: the same tier again would bring its own limit.
    const body = {
      ...(name === tenant.name ? {} : { name }),
      ...(tier === tenant.tier ? {} : { tier: tierOf(tier) }),
      ...(rate_limit === undefined ? {} : { rate_limit }),
    };
    void act("The tenant is changed", () =>
      client.PATCH("/tenants/{tenant_id}", { params: { path: { tenant_id } }, body }),
    );
  };
  return (
    <ActForm className="grid items-end gap-3 border-t border-line p-3 sm:grid-cols-2" onAct={save}>
      <TextField label="Name" required value={name} onValue={setName} />
      <ChoiceField label="Tier" values={TIERS} value={tier} onValue={setTier} />
      <TextField
        label="Requests a minute"
        type="number"
        min={1}
        placeholder={tier === tenant.tier ? String(tenant.rate_limit) : "the tier's"}
        value={limit}
        onValue={setLimit}
      />
      <Button type="submit" className="justify-self-start">
        Save
      </Button>
    </ActForm>
  );
}
