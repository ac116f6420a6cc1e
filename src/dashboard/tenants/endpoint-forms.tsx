// Forms of one webhook endpoint: its members, its secret with the overlap, and a test event of any type (D-18, D-45).
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField, SwitchField, TextField } from "../components/field.tsx";
import { EVENT_TYPES } from "../inbox/inbox-rows.ts";
import { act } from "../shell/acts.ts";

type Endpoint = Schemas["Endpoint"];

const FORM = "mt-3 grid items-end gap-3 rounded-md border border-line p-3 sm:grid-cols-2";

/** URL, types, and the policy that deactivates it or delays its retries. */
export function EditEndpoint({ endpoint, onDone }: { endpoint: Endpoint; onDone(): void }): ReactNode {
  const [url, setUrl] = useState(endpoint.url);
  const [types, setTypes] = useState(endpoint.event_types.join(" "));
  const [after, setAfter] = useState(String(endpoint.disable_after));
  const [heed_gone, setGone] = useState(endpoint.heed_gone);
  const [heed_retry_after, setRetryAfter] = useState(endpoint.heed_retry_after);
  const save = async (): Promise<void> => {
    const { id, tenant_id } = endpoint;
    const event_types = types.split(/[\s,]+/).filter((one) => one !== "");
    const body = { url, event_types, disable_after: Number(after), heed_gone, heed_retry_after };
    const answer = await act("The endpoint is changed", () =>
      client.PATCH("/tenants/{tenant_id}/webhook-endpoints/{id}", { params: { path: { tenant_id, id } }, body }),
    );
    if (answer !== undefined) onDone();
  };
  return (
    <ActForm className={FORM} onAct={() => void save()}>
      <TextField label="URL" type="url" required value={url} onValue={setUrl} />
      <TextField label="Types, with blanks between them (* for all)" required value={types} onValue={setTypes} />
      <TextField
        label="Switch off after so many dead deliveries in a row (0: never)"
        type="number"
        min={0}
        required
        value={after}
        onValue={setAfter}
      />
      <div>
        <SwitchField label="An answer 410 switches it off" isOn={heed_gone} onChange={setGone} />
        <SwitchField label="Retry-After delays the next attempt" isOn={heed_retry_after} onChange={setRetryAfter} />
      </div>
      <Button tone="main" type="submit" className="justify-self-start">
        Save the endpoint
      </Button>
    </ActForm>
  );
}

/** A new secret; the former one is valid for the overlap. `onDone` gets the new one, which is shown once. */
export function RotateSecret({
  endpoint: { id, tenant_id },
  onDone,
}: {
  endpoint: Endpoint;
  onDone(secret: string): void;
}): ReactNode {
  const [overlap, setOverlap] = useState("24h");
  const [secret, setSecret] = useState("");
  const [sign_with_both, setBoth] = useState(false);
  const rotate = async (): Promise<void> => {
    const body = { overlap, sign_with_both, ...(secret === "" ? {} : { secret }) };
    const answer = await act("The secret is another one", () =>
      client.POST("/tenants/{tenant_id}/webhook-endpoints/{id}/rotate-secret", {
        params: { path: { tenant_id, id } },
        body,
      }),
    );
    if (answer !== undefined) onDone(answer.data.secret);
  };
  return (
    <ActForm className={FORM} onAct={() => void rotate()}>
      <TextField
        label="Overlap in sandbox time (such as 1h, at most 30d; 0s: none)"
        required
        value={overlap}
        onValue={setOverlap}
      />
      <TextField label="New secret (a new one is made without it)" value={secret} onValue={setSecret} />
      <SwitchField label="Sign with both during the overlap" isOn={sign_with_both} onChange={setBoth} />
      <Button tone="main" type="submit" className="justify-self-start">
        Rotate now
      </Button>
    </ActForm>
  );
}

/** A test event to this endpoint alone; its delivery is linked. */
export function SendTest({ endpoint: { id, tenant_id } }: { endpoint: Endpoint }): ReactNode {
  const [type, setType] = useState<string>("deposit.confirmed");
  const [sent, setSent] = useState<string | undefined>();
  const send = async (): Promise<void> => {
    const known = EVENT_TYPES.find((one) => one === type) ?? "deposit.confirmed";
    const answer = await act(`A test event ${known} is sent`, () =>
      client.POST("/tenants/{tenant_id}/webhook-endpoints/{id}/test", {
        params: { path: { tenant_id, id } },
        body: { type: known },
      }),
    );
    if (answer !== undefined) setSent(String(answer.data.id));
  };
  return (
    <ActForm className={FORM} onAct={() => void send()}>
      <ChoiceField label="Type" values={EVENT_TYPES.map((one) => [one, one])} value={type} onValue={setType} />
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="main" type="submit">
          Send it now
        </Button>
        {sent === undefined ? null : (
          <Link to="/ui/deliveries/$id" params={{ id: sent }}>
            Delivery {sent}
          </Link>
        )}
      </div>
    </ActForm>
  );
}
