// The signature of a delivery (D-17): the verdict on each attempt, what was signed, and why a receiver's check fails.
import { type ReactNode, useState } from "react";
import { client, type Schemas, wordsOf } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { FactList } from "../components/json-view.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { EmptyView } from "../components/views.tsx";
import { ReceiverCode } from "./receiver-code.tsx";

type Delivery = Schemas["Delivery"];
type Attempt = Schemas["DeliveryAttempt"];

/** Of the last attempt; the verdicts of all of them stand above it. */
export function SignatureTab({ delivery }: { delivery: Delivery }): ReactNode {
  const last = delivery.attempts.findLast(({ headers }) => Object.keys(headers).length > 0);
  if (last === undefined || delivery.body === null)
    return <EmptyView why="Nothing was signed yet: no attempt has been sent." />;
  const timestamp = headerOf(last, "webhook-timestamp");
  const signed = `${timestamp}.${delivery.body}`;
  return (
    <div className="flex flex-col gap-3 p-3">
      <ul className="flex flex-wrap gap-2" aria-label="Verdicts">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.number}>
            <Verdict attempt={attempt} />
          </li>
        ))}
      </ul>
      <section>
        <h3 className="font-medium">What was signed in attempt {last.number}</h3>
        <FactList
          facts={[
            ["timestamp", <code key="t">{timestamp}</code>],
            ["then", <span key="d">a dot, and the body as it was sent</span>],
            ["with", <span key="w">HMAC SHA-256 and the secret of the endpoint, written in hex</span>],
            ["header", <code key="h">{visibleText(headerOf(last, "webhook-signature"))}</code>],
          ]}
        />
        <div className="flex items-start gap-2">
          <code className="min-w-0 flex-1 rounded bg-hover px-2 py-1 font-mono text-sm breaks">
            {visibleText(signed.slice(0, 160))}
            {signed.length > 160 ? "…" : ""}
          </code>
          <CopyButton text={signed} label="signed text" />
        </div>
      </section>
      <ExplainForm body={delivery.body} headers={last.headers} />
      <ReceiverCode />
    </div>
  );
}

function headerOf({ headers }: Attempt, name: string): string {
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1] ?? "";
}

function Verdict({ attempt: { number, verification } }: { attempt: Attempt }): ReactNode {
  if (verification === undefined) return <Chip>#{number} …</Chip>;
  const { ok, reason, signed_by } = verification;
  const by = signed_by === "none" ? "" : `, by the ${signed_by} secret`;
  return (
    <Chip tone={ok ? "good" : "bad"}>{ok ? `● #${number} valid${by}` : `✕ #${number} ${reason ?? "not valid"}`}</Chip>
  );
}

/** Sends what the receiver computed to `POST /admin/signature/explain`. */
function ExplainForm({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }): ReactNode {
  const [computed, setComputed] = useState("");
  const [secret, setSecret] = useState("");
  const [answer, setAnswer] = useState<Schemas["Explanation"] | string | undefined>();
  const explain = async (): Promise<void> => {
    const given = { ...(computed === "" ? {} : { computed }), ...(secret === "" ? {} : { secret }) };
    const { data, error } = await client.POST("/signature/explain", { body: { body, headers, ...given } });
    setAnswer(data === undefined ? wordsOf(error) : data.data);
  };
  return (
    <ActForm className="rounded-md border border-line p-3" onAct={() => void explain()}>
      <h3 className="mb-2 font-medium">Why does my check fail?</h3>
      <div className="grid gap-2 sm:grid-cols-2">
        <TextField
          label="The signature that your code computed"
          className="font-mono"
          value={computed}
          onValue={setComputed}
        />
        <TextField label="The secret that it uses (optional)" type="password" value={secret} onValue={setSecret} />
      </div>
      <Button type="submit" className="mt-2">
        Explain
      </Button>
      <Answer answer={answer} />
    </ActForm>
  );
}

function Answer({ answer }: { answer: Schemas["Explanation"] | string | undefined }): ReactNode {
  if (answer === undefined) return null;
  if (typeof answer === "string")
    return (
      <p role="alert" className="mt-2 text-bad">
        {visibleText(answer)}
      </p>
    );
  const { verdict, explanation, what_to_do } = answer;
  return (
    <div role="status" className="mt-2 flex flex-col gap-1">
      <p>
        <Chip tone={verdict === "valid" ? "good" : "bad"}>{verdict}</Chip> <PlainText text={explanation} />
      </p>
      {what_to_do === "" ? null : (
        <p>
          <b>What to do:</b> <PlainText text={what_to_do} />
        </p>
      )}
    </div>
  );
}
