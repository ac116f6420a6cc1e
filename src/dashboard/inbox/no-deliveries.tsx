// An event without deliveries: register an endpoint, or let the command line listen (D-18).
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { Command, EmptyView } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { EVENT_TYPES } from "./inbox-rows.ts";

/** `type` is that of the event at hand: the test that is sent first. */
export function NoDeliveries({ tenant, type }: { tenant: string; type: string }): ReactNode {
  return (
    <EmptyView why="Nobody listens: the tenant had no active endpoint for this type when it happened. Events that come after an endpoint is registered go to it.">
      <EndpointForm tenant={tenant} type={type} />
      <p className="w-full text-faint">or, in a terminal, without an endpoint of your own:</p>
      <Command>cpsandbox listen --forward-to http://127.0.0.1:3000/hooks</Command>
    </EmptyView>
  );
}

type NewEndpoint = Schemas["NewEndpointReply"]["data"];

/** URL, types and secret of a new endpoint; the secret is shown once. */
export function EndpointForm({ tenant, type }: { tenant: string; type: string }): ReactNode {
  const [made, setMade] = useState<NewEndpoint | undefined>();
  const [url, setUrl] = useState("");
  const [types, setTypes] = useState("*");
  const [secret, setSecret] = useState("");
  const register = async (): Promise<void> => {
    const event_types = types.split(/[\s,]+/).filter((one) => one !== "");
    const body = { url, ...(event_types.length === 0 ? {} : { event_types }), ...(secret === "" ? {} : { secret }) };
    const answer = await act("The endpoint is registered", () =>
      client.POST("/tenants/{tenant_id}/webhook-endpoints", { params: { path: { tenant_id: tenant } }, body }),
    );
    if (answer !== undefined) setMade(answer.data);
  };
  if (made !== undefined) return <Registered endpoint={made} type={type} />;
  return (
    <ActForm
      className="flex w-full flex-col gap-2 rounded-md border border-line bg-card p-3 text-left"
      onAct={() => void register()}
    >
      <TextField
        label="URL of your receiver"
        type="url"
        required
        placeholder="http://127.0.0.1:3000/hooks"
        value={url}
        onValue={setUrl}
      />
      <TextField label="Types, with blanks between them (* for all)" value={types} onValue={setTypes} />
      <TextField label="Secret (a new one without it)" value={secret} onValue={setSecret} />
      <Button tone="main" type="submit" className="self-start">
        Register the endpoint
      </Button>
    </ActForm>
  );
}

function Registered({ endpoint, type }: { endpoint: NewEndpoint; type: string }): ReactNode {
  const { id, tenant_id, secret, url } = endpoint;
  const known = EVENT_TYPES.find((one) => one === type) ?? "deposit.confirmed";
  const test = (): void =>
    void act(`A test event ${known} is sent`, () =>
      client.POST("/tenants/{tenant_id}/webhook-endpoints/{id}/test", {
        params: { path: { tenant_id, id } },
        body: { type: known },
      }),
    );
  return (
    <div className="flex w-full flex-col gap-2 rounded-md border border-line bg-card p-3 text-left">
      <p>
        <b>{url}</b> gets the events from now on. Its secret is shown this once:
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Command>{secret}</Command>
        <CopyButton text={secret} label="secret" />
        <Button onClick={test}>Send a test: {known}</Button>
      </div>
    </div>
  );
}
