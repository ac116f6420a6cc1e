// What came of a scenario: each step, and of a failed one what was expected and what was found (D-61).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { FactList } from "../components/json-view.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { Chip } from "../components/state-mark.tsx";
import { TenantLinks } from "../components/tenant-links.tsx";
import { Card } from "../components/views.tsx";

type Outcome = Schemas["ScenarioOutcome"];
type Step = Schemas["ScenarioStep"];
type Difference = Step["differences"][number];

const MARKS = { passed: ["good", "●"], failed: ["bad", "✕"], "not run": ["none", "○"] } as const;

/** Its tenant is kept: the links show what happened to it. */
export function OutcomeCard({ outcome: { title, outcome, tenant_id, steps } }: { outcome: Outcome }): ReactNode {
  const [tone, mark] = MARKS[outcome];
  return (
    <section data-outcome={outcome} aria-label="What came of it">
      <Card
        title={visibleText(title)}
        aside={
          <span className="flex flex-wrap items-center gap-3">
            <TenantLinks tenantId={tenant_id} />
            <Link to="/ui/tenants/$id" params={{ id: tenant_id }}>
              Tenant
            </Link>
            <Chip tone={tone}>
              {mark} {outcome}
            </Chip>
          </span>
        }
      >
        <Steps steps={steps} />
      </Card>
    </section>
  );
}

/** The scenario that runs now: its steps stand here as they are done. */
export function RunningCard({ run: { title, of, steps } }: { run: Schemas["ScenarioRun"] }): ReactNode {
  return (
    <section data-running={steps.length} aria-label="The running scenario">
      <Card
        title={visibleText(title ?? "")}
        aside={
          <span role="status">
            <Chip tone="warn">
              ◐ running, {steps.length} of {of} steps done
            </Chip>
          </span>
        }
      >
        <progress className="block h-1 w-full" max={of} value={steps.length} aria-label="Steps that are done" />
        <Steps steps={steps} />
      </Card>
    </section>
  );
}

function Steps({ steps }: { steps: readonly Step[] }): ReactNode {
  return (
    <ol>
      {steps.map((step) => (
        <StepItem key={step.number} step={step} />
      ))}
    </ol>
  );
}

const DIFFERENCES: readonly SmallColumn<Difference>[] = [
  { title: "At", cell: ({ at }) => <PlainText text={at} /> },
  { title: "Expected", cell: ({ expected }) => <PlainText text={expected} /> },
  { title: "Found", cell: ({ seen }) => <PlainText text={seen} /> },
];

function StepItem({ step: { number, title, kind, outcome, saved, differences, note } }: { step: Step }): ReactNode {
  const [tone, mark] = MARKS[outcome];
  const facts = Object.entries(saved).map(
    ([name, value]) => [visibleText(name), <Saved key={name} value={value} />] as const,
  );
  return (
    <li className="border-b border-line px-3 py-1.5 last:border-b-0" data-step={number}>
      <div className="flex flex-wrap items-center gap-x-3">
        <Chip tone={tone}>
          {mark} {outcome}
        </Chip>
        <span className="text-faint">
          {number} {kind}
        </span>
        <span className="min-w-0 breaks">
          <PlainText text={title} />
        </span>
      </div>
      {note === undefined ? null : <p className="text-faint breaks">{visibleText(note)}</p>}
      {facts.length === 0 ? null : <FactList facts={facts} />}
      {differences.length === 0 ? null : (
        <SmallTable
          label={`Differences of step ${number}`}
          columns={DIFFERENCES}
          rows={differences}
          keyOf={({ at, expected }) => `${at} ${expected}`}
        />
      )}
    </li>
  );
}

function Saved({ value }: { value: unknown }): ReactNode {
  return (
    <span className="font-mono text-sm">
      <PlainText text={typeof value === "string" ? value : JSON.stringify(value)} />
    </span>
  );
}
