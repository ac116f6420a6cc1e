// Scenarios (D-61): the built-in ones with what they teach, a pasted or dropped one, and what came of a run, step by step.
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CodeText, PlainText, visibleText } from "../components/plain-text.tsx";
import { Command, ErrorView, Loaded } from "../components/views.tsx";
import { OwnScenario } from "./own-scenario.tsx";
import { OutcomeCard, RunningCard } from "./scenario-outcome.tsx";
import { type Play, play, type Scenario } from "./scenario-run.ts";

/** `/ui/scenarios`. One runs at a time, as in the sandbox. */
export function ScenariosScreen(): ReactNode {
  const scenarios = api.useQuery("get", "/scenarios");
  const [shown, setShown] = useState<Play | undefined>();
  const run = async (scenario: Scenario): Promise<void> => {
    setShown({ of: scenario });
    setShown(await play(scenario));
  };
  const isRunning = shown !== undefined && shown.outcome === undefined && shown.error === undefined;
  return (
    <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3">
      <h1 className="sr-only">Scenarios</h1>
      <p className="text-faint">
        A scenario gets a tenant and a receiver of its own, and moves the clock, blocks and mining of this world. A
        snapshot is kept before it:{" "}
        <Link to="/ui/snapshots" className="underline">
          restore it
        </Link>{" "}
        to undo the run.
      </p>
      <Running shown={shown} />
      <Loaded query={scenarios}>
        {({ data: { items } }) => (
          <BuiltIn scenarios={items} isRunning={isRunning} onRun={(name) => void run({ name })} />
        )}
      </Loaded>
      <OwnScenario isRunning={isRunning} onRun={(scenario) => void run({ scenario })} />
      <p className="text-faint">
        Record what you do by hand or with your client as a scenario:{" "}
        <Command>cpsandbox start --record story.json</Command> Read what a hunt kept:{" "}
        <Link to="/ui/stories" className="underline">
          kept stories
        </Link>
      </p>
    </div>
  );
}

type Listed = Schemas["ScenarioListReply"]["data"]["items"][number];

/** Each with what it teaches. */
function BuiltIn({
  scenarios,
  isRunning,
  onRun,
}: {
  scenarios: readonly Listed[];
  isRunning: boolean;
  onRun(name: string): void;
}): ReactNode {
  return (
    <ul aria-label="Built-in scenarios" className="grid gap-3 lg:grid-cols-2">
      {scenarios.map(({ name, title, about, options, steps }) => (
        <li key={name} className="rounded-lg border border-line bg-card p-3" data-scenario={name}>
          <div className="flex items-start justify-between gap-2">
            <h2 className="min-w-0 font-semibold">{title}</h2>
            <Button disabled={isRunning} aria-label={`Run ${name}`} onClick={() => onRun(name)}>
              Run
            </Button>
          </div>
          <p className="my-1">
            <CodeText text={about} />
          </p>
          <p className="text-faint breaks">
            {name}, {steps} steps{" "}
            {Object.keys(options).length === 0 ? null : (
              <span>
                with{" "}
                <PlainText
                  text={Object.entries(options)
                    .map(([option, value]) => `${option} ${typeof value === "string" ? value : JSON.stringify(value)}`)
                    .join(", ")}
                />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What runs now, by whomever it was begun, and what came of the run of this page. */
function Running({ shown }: { shown: Play | undefined }): ReactNode {
  const run = api.useQuery("get", "/scenarios/run").data?.data;
  const isOver = shown?.error !== undefined || shown?.outcome !== undefined;
  if (shown === undefined && run?.running !== true) return null;
  return (
    // Comes into view when the run begins and when it has ended: the buttons stand in a long list below it.
    <div key={String(isOver)} ref={comeIntoView} className="grid gap-3">
      {run?.running === true ? <RunningCard run={run} /> : null}
      {shown?.error === undefined ? null : <ErrorView error={shown.error} />}
      {shown?.outcome === undefined ? null : <OutcomeCard outcome={shown.outcome} />}
      {shown === undefined || isOver || run?.running === true ? null : (
        <p role="status" className="rounded-md bg-hover p-3">
          {"name" in shown.of ? visibleText(shown.of.name) : "Your scenario"} begins …
        </p>
      )}
    </div>
  );
}

function comeIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "start" });
}
