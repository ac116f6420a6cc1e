// One tenant (D-45): tier and limit, keys, money, pools and webhook endpoints, each with its acts.
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { TenantLinks } from "../components/tenant-links.tsx";
import { Loaded } from "../components/views.tsx";
import { act, ask, type More } from "../shell/acts.ts";
import { EndpointsCard } from "./tenant-endpoints.tsx";
import { KeysCard } from "./tenant-keys.tsx";
import { LimitCard } from "./tenant-limit.tsx";
import { GasCard, PoolCard, VaultCards } from "./tenant-money.tsx";

type Tenant = Schemas["TenantDetail"];

/** `/ui/tenants/{id}`. */
export function TenantScreen(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const tenant = api.useQuery("get", "/tenants/{tenant_id}", { params: { path: { tenant_id: id } } });
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Loaded query={tenant}>{({ data }) => <TenantView key={data.tenant_id} tenant={data} />}</Loaded>
    </div>
  );
}

function TenantView({ tenant }: { tenant: Tenant }): ReactNode {
  return (
    <article data-tenant={tenant.tenant_id}>
      <TenantHead tenant={tenant} />
      <div className="grid auto-rows-min gap-3 p-3 lg:grid-cols-2">
        <LimitCard tenant={tenant} />
        <KeysCard tenant={tenant} />
        <div className="min-w-0 lg:col-span-2">
          <EndpointsCard tenant={tenant} />
        </div>
        <VaultCards vaults={tenant.vaults} />
        <div className="min-w-0 lg:col-span-2">
          <GasCard stations={tenant.gas_stations} />
        </div>
        <PoolCard tenant={tenant} />
      </div>
    </article>
  );
}

function TenantHead({ tenant: { tenant_id, name } }: { tenant: Tenant }): ReactNode {
  const navigate = useNavigate();
  const remove = async (more: More): Promise<void> => {
    const answer = await act(
      "The tenant is deleted",
      () => client.DELETE("/tenants/{tenant_id}", { params: { path: { tenant_id } } }),
      more,
    );
    if (answer !== undefined) void navigate({ to: "/ui/tenants", search: { tenant: undefined } });
  };
  return (
    <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-card px-3 py-2">
      <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-base font-semibold">
        <PlainText text={name} />
        <span className="font-mono text-sm font-normal breaks">{visibleText(tenant_id)}</span>
      </h1>
      <div className="flex flex-wrap items-center gap-2">
        <TenantLinks tenantId={tenant_id} />
        <CopyButton text={tenant_id} label="id" />
        <Button
          tone="bad"
          onClick={() =>
            ask({
              title: `Delete ${visibleText(name)}?`,
              lost: "Its keys and webhook endpoints are lost, and its records are reached by no key any more. Its balances stay on the chains.",
              yes: "Delete the tenant",
              keep: `delete of ${name}`,
              run: remove,
            })
          }
        >
          Delete…
        </Button>
      </div>
    </header>
  );
}
