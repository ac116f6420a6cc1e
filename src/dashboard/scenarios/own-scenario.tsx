// A scenario of the reader: pasted, chosen or dropped as a file (D-61).
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { exactJson } from "../api/exact-json.ts";
import { Button } from "../components/button.tsx";
import { ActForm } from "../components/field.tsx";
import { Card } from "../components/views.tsx";
import { say } from "../shell/acts.ts";

/** `onRun` gets the object of the file; what is none is said here, the rest by the sandbox. */
export function OwnScenario({
  isRunning,
  onRun,
}: {
  isRunning: boolean;
  onRun(scenario: Record<string, unknown>): void;
}): ReactNode {
  const [text, setText] = useState("");
  const run = (): void => {
    const scenario = scenarioOf(text);
    if (scenario !== undefined) onRun(scenario);
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) setText(await file.text());
  };
  return (
    <Card title="A scenario of your own">
      <ActForm className="flex flex-col gap-2 p-3" onAct={run}>
        <ScenarioField text={text} onText={setText} onFile={(file) => void take(file)} />
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="main" type="submit" disabled={isRunning}>
            Run it
          </Button>
          <input
            type="file"
            aria-label="Scenario file"
            accept=".json,application/json"
            className="max-w-full"
            onChange={({ target }) => void take(target.files?.[0])}
          />
        </div>
      </ActForm>
    </Card>
  );
}

/** Where the text is pasted, or a file is dropped. */
function ScenarioField({
  text,
  onText,
  onFile,
}: {
  text: string;
  onText(text: string): void;
  onFile(file: File): void;
}): ReactNode {
  const id = useId();
  const dropped = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <>
      <label htmlFor={id}>JSON of a scenario file: paste it, or drop the file here</label>
      <textarea
        id={id}
        className="field min-h-32 w-full font-mono text-sm"
        spellCheck={false}
        required
        value={text}
        onChange={({ target }) => onText(target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={dropped}
      />
    </>
  );
}

/** The object in a text; undefined, with a notice, for anything else. */
function scenarioOf(text: string): Record<string, unknown> | undefined {
  try {
    const value = exactJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    say(
      "bad",
      "A scenario is a JSON object with title, about and steps. The scenario files of the list above are examples.",
    );
  } catch (error) {
    say("bad", `This is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}
