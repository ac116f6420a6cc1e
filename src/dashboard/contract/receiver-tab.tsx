// "Grade my receiver" (C-50, C-51): sends the battery of genuine, forged, old and odd webhooks to a URL, and shows what came of each case.
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Chip, type Tone } from "../components/state-mark.tsx";
import { Card } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { useTenantQuery } from "./tenant-query.ts";

type Report = Schemas["ReceiverReport"];
type Result = Schemas["ReceiverResult"];

/** Nothing of the world changes, and the secret stays in this form. */
export function ReceiverTab(): ReactNode {
  const [report, setReport] = useState<Report | undefined>();
  return (
    <div className="grid auto-rows-min gap-3 p-3">
      <p className="text-faint">
        Thirty webhooks go to your receiver: genuine ones that it must take, and forged, old, cut, repeated and odd
        ones. It takes some seconds, two minutes at most.
      </p>
      <ReceiverForm onReport={setReport} />
      {report === undefined ? null : <ReportCard report={report} />}
    </div>
  );
}

function ReceiverForm({ onReport }: { onReport(report: Report): void }): ReactNode {
  const query = useTenantQuery();
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const [probe, setProbe] = useState("");
  const [isRunning, setRunning] = useState(false);
  const grade = async (): Promise<void> => {
    const body = { ...query, url, secret, ...(probe === "" ? {} : { probe_url: probe }) };
    setRunning(true);
    const answer = await act("The receiver is graded", () => client.POST("/contract/receiver", { body }));
    setRunning(false);
    if (answer !== undefined) onReport(answer.data);
  };
  return (
    <Card title="Grade my receiver">
      <ActForm className="grid items-end gap-3 p-3 sm:grid-cols-2" onAct={() => void grade()}>
        <TextField
          label="URL of your receiver"
          type="url"
          required
          placeholder="http://127.0.0.1:3000/hooks"
          value={url}
          onValue={setUrl}
        />
        <TextField label="Its signing secret" type="password" required value={secret} onValue={setSecret} />
        <TextField
          label="Probe: a URL that shows what your app believes (may be empty)"
          type="url"
          placeholder="http://127.0.0.1:3000/credits"
          value={probe}
          onValue={setProbe}
        />
        <Button type="submit" tone="main" className="justify-self-start" disabled={isRunning}>
          {isRunning ? "Grading …" : "Grade it"}
        </Button>
      </ActForm>
    </Card>
  );
}

const RESULTS: Readonly<Record<Result["result"], readonly [tone: Tone, words: string]>> = {
  pass: ["good", "● pass"],
  fail: ["bad", "✕ fail"],
  warning: ["warn", "◐ warning"],
  not_judged: ["none", "○ not judged"],
};

/** What needs attention first. */
const ORDER: readonly Result["result"][] = ["fail", "warning", "not_judged", "pass"];

function ReportCard({ report: { receiver, judged, why, counts, results, bodies } }: { report: Report }): ReactNode {
  const sorted = results.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  return (
    <section aria-label="What came of it" data-judged={judged}>
      <Card title={<PlainText text={receiver} />}>
        <p className="p-3">
          {judged
            ? `${counts.fail} failed, ${counts.warning} warnings, ${counts.pass} passed, ${counts.not_judged} not judged; sent were ${
                bodies === "story" ? "recorded webhooks" : "events of the tenant"
              }.`
            : visibleText(why)}
        </p>
        <ul aria-label="Cases">
          {sorted.map((result) => (
            <CaseItem key={result.case} result={result} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function CaseItem({
  result: { case: id, level, title, result, answered, why, what_to_do, repeat },
}: {
  result: Result;
}): ReactNode {
  const [tone, words] = RESULTS[result];
  return (
    <li className="border-t border-line px-3 py-1.5" data-case={id}>
      <div className="flex flex-wrap items-center gap-x-3">
        <Chip tone={tone}>{words}</Chip>
        <span className="font-mono text-sm text-faint">
          {id} {level}
        </span>
        <span className="min-w-0 flex-1 breaks">{visibleText(title)}</span>
        {answered === null ? null : (
          <span className="text-faint">
            {answered.status ?? "no answer"}, {answered.ms} ms
          </span>
        )}
      </div>
      {result === "pass" || why === "" ? null : (
        <p className="breaks">
          <PlainText text={why} />
        </p>
      )}
      {what_to_do === "" ? null : <p className="text-faint breaks">{visibleText(what_to_do)}</p>}
      {result === "pass" || repeat === null ? null : <CopyButton text={repeat} label="Copy cURL" />}
    </li>
  );
}
