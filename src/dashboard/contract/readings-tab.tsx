// Readings of what the specification leaves open (C-20): which holds, how often its values were met, and choosing another.
import { type ReactNode, useId } from "react";
import { api, client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CodeText, visibleText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Command, Loaded } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { useTenantQuery } from "./tenant-query.ts";

type Reading = Schemas["Reading"];
type Ambiguity = Schemas["Ambiguity"];

const CLASSES: Readonly<Record<Reading["class"], string>> = {
  stated: "The specification says that both occur.",
  growth: "A newer version of the same API may do it.",
  silent: "The specification says nothing.",
};

/** Of all tenants or of the chosen one. What is changed holds from the next answer on. */
export function ReadingsTab(): ReactNode {
  const query = useTenantQuery();
  const readings = api.useQuery("get", "/contract/readings", { params: { query } });
  const now = api.useQuery("get", "/contract/ambiguity", { params: { query } });
  return (
    <div className="grid auto-rows-min gap-3 p-3">
      <p className="text-faint">
        Where the specification leaves something open, an app has to bear every allowed answer. Choose one and use the
        app; or try all of them with its tests: <Command>cpsandbox contract run -- npm test</Command>
      </p>
      <Loaded query={readings}>
        {({ data: { items } }) => (
          <Loaded query={now}>{({ data }) => <ReadingList readings={items} holds={data} query={query} />}</Loaded>
        )}
      </Loaded>
    </div>
  );
}

type Query = { tenant_id?: string };

const heldValue = ({ name, values }: Reading, holds: Ambiguity): string => holds[name] ?? values[0]?.value ?? "";

function set(query: Query, changes: Readonly<Record<string, string | null>>, done: string): void {
  const body = { ...query, ...changes } as Ambiguity;
  void act(done, () => client.PUT("/contract/ambiguity", { body }));
}

function ReadingList({
  readings,
  holds,
  query,
}: {
  readings: readonly Reading[];
  holds: Ambiguity;
  query: Query;
}): ReactNode {
  const changed = readings.filter((one) => heldValue(one, holds) !== one.values[0]?.value);
  const clear = (): void =>
    set(query, Object.fromEntries(changed.map(({ name }) => [name, null])), "All readings are the usual ones");
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <span data-changed={changed.length}>
          {changed.length === 0 ? "All readings are the usual ones." : `${changed.length} are not the usual ones.`}
        </span>
        {changed.length === 0 ? null : <Button onClick={clear}>Back to the usual ones</Button>}
      </div>
      <ul aria-label="Readings" className="grid gap-2 lg:grid-cols-2">
        {readings.map((reading) => (
          <ReadingItem
            key={reading.name}
            reading={reading}
            value={heldValue(reading, holds)}
            onValue={(value) => set(query, { [reading.name]: value }, `${reading.name} is ${value}`)}
          />
        ))}
      </ul>
    </>
  );
}

function ReadingItem({
  reading: { name, class: kind, about, values, met_by },
  value,
  onValue,
}: {
  reading: Reading;
  value: string;
  onValue(value: string): void;
}): ReactNode {
  const id = useId();
  const chosen = values.find((one) => one.value === value);
  const isUsual = chosen?.default === true;
  return (
    <li className="min-w-0 rounded-lg border border-line p-3" data-reading={name}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="font-mono text-sm font-semibold">
          {name}
        </label>
        <span title={CLASSES[kind]}>
          <Chip tone={isUsual ? "none" : "warn"}>{isUsual ? kind : `◐ ${kind}, changed`}</Chip>
        </span>
        <select
          id={id}
          className="field ml-auto max-w-full"
          value={value}
          onChange={({ target }) => onValue(target.value)}
        >
          {values.map((one) => (
            <option key={one.value} value={one.value}>
              {one.value}
              {one.default ? " (usual)" : ""}
            </option>
          ))}
        </select>
      </div>
      <p className="mt-1 breaks">
        <CodeText text={about} />
      </p>
      <p className="text-faint breaks">
        <CodeText text={chosen?.about ?? ""} />
      </p>
      {isUsual || chosen === undefined ? null : (
        <p className="text-warn breaks" data-met={chosen.met}>
          {metWords(chosen.met, met_by)}
        </p>
      )}
    </li>
  );
}

/** Whether an answer or webhook really carried it; else what a test has to do. */
function metWords(met: number, how: string): string {
  return met === 0 ? `No answer carried it yet: ${visibleText(how)}` : `Met ${met} ${met === 1 ? "time" : "times"}.`;
}
