// The form of a fault: its effect, what it matches, when and how often, and what the effect reads; below it in a sentence and as a command (D-41).
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { client } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { ActForm, ChoiceField, SwitchField, TextField } from "../components/field.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Card, Command } from "../components/views.tsx";
import { filterWords } from "../lists/filter-words.ts";
import { act } from "../shell/acts.ts";
import {
  bodyOf,
  type CatalogueEffect,
  type CatalogueGate,
  commandOf,
  type Draft,
  EMPTY_DRAFT,
  isOptional,
  missingIn,
  sentenceOf,
} from "./fault-words.ts";
import { type Choice, useMatchValues } from "./match-values.ts";

type Props = { gate: CatalogueGate; effect: CatalogueEffect };
type Editing = { draft: Draft; change(part: Partial<Draft>): void };

/** `filter`: what it matches on to begin with, as words such as `type:deposit.confirmed`. */
export function FaultForm({ gate, effect, filter }: Props & { filter: string }): ReactNode {
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY_DRAFT, match: filterWords(filter, gate.match).named }));
  const change = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  const missing = missingIn(gate.gate, effect, draft);
  const arm = (): void =>
    void act("The fault is armed", () => client.POST("/faults", { body: bodyOf(gate, effect, draft) }));
  return (
    <Card title={`What goes wrong at ${gate.gate}`}>
      <ActForm className="flex flex-col gap-3 p-3" onAct={() => (missing === undefined ? arm() : undefined)}>
        <EffectField gate={gate} effect={effect} />
        <MatchFields gate={gate} draft={draft} change={change} />
        <ParamFields gate={gate} effect={effect} draft={draft} change={change} />
        <CountFields draft={draft} change={change} />
        <Preview gate={gate} effect={effect} draft={draft} missing={missing} />
        <Button type="submit" tone="main" className="self-start" disabled={missing !== undefined}>
          Arm the fault
        </Button>
      </ActForm>
    </Card>
  );
}

function EffectField({ gate, effect }: Props): ReactNode {
  const navigate = useNavigate();
  const choose = (tab: string): void =>
    void navigate({ to: ".", search: (old: object) => ({ ...old, selected: gate.gate, tab }), replace: true });
  return (
    <div>
      <ChoiceField
        label="Effect"
        value={effect.effect}
        onValue={choose}
        values={gate.effects.map((one) => [one.effect, one.effect])}
      />
      <p className="mt-1 text-faint">{effect.about}</p>
    </div>
  );
}

function MatchFields({ gate, draft, change }: { gate: CatalogueGate } & Editing): ReactNode {
  const values = useMatchValues();
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Only where (nothing chosen: everywhere)</legend>
      <div className="mt-1 grid gap-2 sm:grid-cols-2">
        {gate.match.map((name) => (
          <MatchField
            key={name}
            name={name}
            choices={values[name]}
            value={draft.match[name] ?? ""}
            onValue={(value) => change({ match: { ...draft.match, [name]: value } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function MatchField({
  name,
  choices,
  value,
  onValue,
}: {
  name: string;
  choices: readonly Choice[] | undefined;
  value: string;
  onValue(value: string): void;
}): ReactNode {
  if (choices === undefined) return <TextField label={name} value={value} onValue={onValue} maxLength={255} />;
  const known =
    choices.some(([one]) => one === value) || value === "" ? choices : [...choices, [value, value] as const];
  return (
    <ChoiceField
      label={name}
      value={value}
      onValue={onValue}
      values={[["", "any"], ...known.map(([one, words]) => [one, visibleText(words)] as const)]}
    />
  );
}

const HINTS: Readonly<Record<string, string>> = {
  status: "such as 503",
  by: "such as 5s",
  code: "such as -32000",
  message: "a text",
};

function ParamFields({ gate, effect, draft, change }: Props & Editing): ReactNode {
  if (effect.params.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">With</legend>
      <div className="mt-1 grid gap-2 sm:grid-cols-2">
        {effect.params.map((name) => (
          <TextField
            key={name}
            label={isOptional(gate.gate, effect.effect, name) ? `${name} (may be empty)` : name}
            placeholder={HINTS[name]}
            maxLength={200}
            value={draft.params[name] ?? ""}
            onValue={(value) => change({ params: { ...draft.params, [name]: value } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function CountFields({ draft, change }: Editing): ReactNode {
  return (
    <div className="grid items-end gap-2 sm:grid-cols-3">
      <TextField
        label="After (so many go well first)"
        inputMode="numeric"
        value={draft.after}
        onValue={(after) => change({ after })}
      />
      <TextField
        label="Times"
        inputMode="numeric"
        value={draft.isForever ? "" : draft.times}
        disabled={draft.isForever}
        onValue={(times) => change({ times })}
      />
      <SwitchField label="forever" isOn={draft.isForever} onChange={(isForever) => change({ isForever })} />
    </div>
  );
}

function Preview({ gate, effect, draft, missing }: Props & { draft: Draft; missing: string | undefined }): ReactNode {
  if (missing !== undefined) return <p className="rounded-md bg-warn-ground p-2 text-warn">{missing}</p>;
  const fault = bodyOf(gate, effect, draft);
  const command = commandOf(fault, location.origin);
  return (
    <div className="flex flex-col gap-2 rounded-md bg-hover p-2" data-preview={effect.effect}>
      <p className="breaks">
        <PlainText text={`${sentenceOf(fault)}: ${effect.about}.`} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Command>{visibleText(command)}</Command>
        <CopyButton text={command} label="Copy command" />
      </div>
    </div>
  );
}
