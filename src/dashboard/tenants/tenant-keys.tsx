// API keys of a tenant: issued and revoked here, as in the real service, and not under /v1 (D-45).
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ShortId } from "../components/plain-text.tsx";
import { ShownOnce } from "../components/shown-once.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { Chip } from "../components/state-mark.tsx";
import { TimeText } from "../components/time-text.tsx";
import { Card, EmptyView } from "../components/views.tsx";
import { act, ask } from "../shell/acts.ts";

type Tenant = Schemas["TenantDetail"];
type ApiKey = Tenant["keys"][number];

/** The keys without themselves; a new one is shown once. */
export function KeysCard({ tenant: { tenant_id, keys } }: { tenant: Tenant }): ReactNode {
  const [made, setMade] = useState<string | undefined>();
  const issue = async (): Promise<void> => {
    const answer = await act("A key is issued", () =>
      client.POST("/tenants/{tenant_id}/keys", { params: { path: { tenant_id } }, body: {} }),
    );
    if (answer !== undefined) setMade(answer.data.api_key);
  };
  return (
    <Card title={`API keys ${keys.length}`} aside={<Button onClick={() => void issue()}>Issue a key</Button>}>
      {made === undefined ? null : <ShownOnce what="API key" text={made} onClose={() => setMade(undefined)} />}
      {keys.length === 0 ? (
        <EmptyView why="The tenant has no key, so no app can call /v1 for it. Issue one above." />
      ) : (
        <SmallTable label="API keys" columns={columnsOf(tenant_id)} rows={keys} keyOf={({ key_id }) => key_id} />
      )}
    </Card>
  );
}

function columnsOf(tenant_id: string): readonly SmallColumn<ApiKey>[] {
  return [
    { title: "Id", cell: ({ key_id }) => <ShortId id={key_id} /> },
    { title: "Issued", cell: ({ created_at }) => <TimeText at={created_at} /> },
    { title: "Left", isNumber: true, cell: ({ remaining }) => remaining?.toLocaleString("en-US") ?? "–" },
    {
      title: "State",
      cell: ({ key_id, revoked_at }) =>
        revoked_at === null ? (
          <Button tone="bad" aria-label={`Revoke the key ${key_id}`} onClick={() => revoke(tenant_id, key_id)}>
            Revoke…
          </Button>
        ) : (
          <Chip tone="bad">✕ revoked</Chip>
        ),
    },
  ];
}

function revoke(tenant_id: string, key_id: string): void {
  ask({
    title: "Revoke this key?",
    lost: `Requests with the key ${key_id} get 401 from now on. A revoked key never comes back.`,
    yes: "Revoke the key",
    keep: "revoke of a key",
    run: (more) =>
      act(
        "The key is revoked",
        () => client.DELETE("/tenants/{tenant_id}/keys/{key_id}", { params: { path: { tenant_id, key_id } } }),
        more,
      ),
  });
}
