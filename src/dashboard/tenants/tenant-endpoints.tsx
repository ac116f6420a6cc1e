// Webhook endpoints of a tenant: register, edit, switch on and off, rotate the secret, send a test, delete (D-45).
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { ShownOnce } from "../components/shown-once.tsx";
import { Chip } from "../components/state-mark.tsx";
import { TimeText } from "../components/time-text.tsx";
import { Card, EmptyView } from "../components/views.tsx";
import { EndpointForm } from "../inbox/no-deliveries.tsx";
import { act, ask } from "../shell/acts.ts";
import { EditEndpoint, RotateSecret, SendTest } from "./endpoint-forms.tsx";

type Endpoint = Schemas["Endpoint"];

/** The endpoints, and the form for another one. */
export function EndpointsCard({ tenant: { tenant_id, endpoints } }: { tenant: Schemas["TenantDetail"] }): ReactNode {
  const [adds, setAdds] = useState(false);
  return (
    <Card
      title={`Webhook endpoints ${endpoints.length}`}
      aside={<Button onClick={() => setAdds(!adds)}>{adds ? "Close the form" : "Add an endpoint"}</Button>}
    >
      {adds ? <EndpointForm tenant={tenant_id} type="deposit.confirmed" /> : null}
      {endpoints.length === 0 && !adds ? (
        <EmptyView why="Nobody listens: events of this tenant are sent to no one. Add the URL of a receiver above." />
      ) : null}
      <ul>
        {endpoints.map((endpoint) => (
          <EndpointItem key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Card>
  );
}

type Form = "edit" | "rotate" | "test";

function EndpointItem({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { id, url, event_types, active, switched_off, previous_secret_until } = endpoint;
  const [form, setForm] = useState<Form | undefined>();
  const [secret, setSecret] = useState<string | undefined>();
  const close = (): void => setForm(undefined);
  return (
    <li className="border-b border-line p-3 last:border-b-0" data-endpoint={id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={active ? "good" : "warn"}>{active ? "● active" : "○ off"}</Chip>
        <span className="min-w-0 font-mono text-sm breaks">
          <PlainText text={url} />
        </span>
        <span className="text-faint">{visibleText(event_types.join(", "))}</span>
        {switched_off === null ? null : <span className="text-bad">off: {visibleText(switched_off)}</span>}
        {previous_secret_until === null ? null : (
          <span className="text-faint">
            the former secret is valid until <TimeText at={previous_secret_until} />
          </span>
        )}
      </div>
      <EndpointButtons endpoint={endpoint} onForm={(next) => setForm(form === next ? undefined : next)} />
      {secret === undefined ? null : (
        <ShownOnce what="signing secret" text={secret} onClose={() => setSecret(undefined)} />
      )}
      {form === "edit" ? <EditEndpoint endpoint={endpoint} onDone={close} /> : null}
      {form === "rotate" ? (
        <RotateSecret
          endpoint={endpoint}
          onDone={(next) => {
            setSecret(next);
            close();
          }}
        />
      ) : null}
      {form === "test" ? <SendTest endpoint={endpoint} /> : null}
    </li>
  );
}

function EndpointButtons({
  endpoint: { id, tenant_id, url, active },
  onForm,
}: {
  endpoint: Endpoint;
  onForm(form: Form): void;
}): ReactNode {
  const params = { path: { tenant_id, id } };
  const change = (): void =>
    void act(active ? "The endpoint is off" : "The endpoint is active", () =>
      client.PATCH("/tenants/{tenant_id}/webhook-endpoints/{id}", { params, body: { active: !active } }),
    );
  const remove = (): void =>
    ask({
      title: "Delete this endpoint?",
      lost: `${visibleText(url)} gets nothing any more: its signing secret and its pending retries are lost.`,
      yes: "Delete the endpoint",
      keep: "delete of an endpoint",
      run: (more) =>
        act(
          "The endpoint is deleted",
          () => client.DELETE("/tenants/{tenant_id}/webhook-endpoints/{id}", { params }),
          more,
        ),
    });
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button onClick={change}>{active ? "Switch off" : "Switch on"}</Button>
      <Button onClick={() => onForm("edit")}>Edit</Button>
      <Button onClick={() => onForm("rotate")}>Rotate the secret</Button>
      <Button onClick={() => onForm("test")}>Send a test</Button>
      <Button tone="bad" onClick={remove}>
        Delete…
      </Button>
    </div>
  );
}
