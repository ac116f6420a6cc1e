// A kept story of a hunt, read step by step; it is never run from the page: the command that plays it starts the app as well.
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { jsonText } from "../api/exact-json.ts";
import { BodyView } from "../components/json-view.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Card, Command, EmptyView } from "../components/views.tsx";
import { type KeptStory, readStory, type StoryStep } from "./kept-story.ts";

/** `/ui/stories`: the text of a file, and beside it the story. */
export function StoryScreen(): ReactNode {
  const [text, setText] = useState("");
  const story = text.trim() === "" ? undefined : readStory(text);
  return (
    <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3">
      <h1 className="sr-only">Kept stories</h1>
      <StoryField text={text} onText={setText} />
      {story === undefined ? (
        <EmptyView why="A hunt keeps each finding as a file. Paste one, drop it, or choose it, and read it here step by step.">
          <Command>cpsandbox hunt --report hunt</Command>
        </EmptyView>
      ) : null}
      {typeof story === "string" ? (
        <p role="alert" className="rounded-md bg-bad-ground p-3 text-bad breaks">
          {visibleText(story)}
        </p>
      ) : null}
      {typeof story === "object" ? <StoryView story={story} /> : null}
    </div>
  );
}

function StoryField({ text, onText }: { text: string; onText(text: string): void }): ReactNode {
  const id = useId();
  const take = (file: File | undefined): void => void file?.text().then(onText);
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  return (
    <Card title="A file of a hunt">
      <div className="flex flex-col gap-2 p-3">
        <label htmlFor={id}>JSON of a kept story, such as hunt-1.json: paste it, or drop the file here</label>
        <textarea
          id={id}
          className="field min-h-20 w-full font-mono text-sm"
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={dropped}
        />
        <input
          type="file"
          aria-label="Story file"
          accept=".json,application/json"
          className="max-w-full"
          onChange={({ target }) => take(target.files?.[0])}
        />
      </div>
    </Card>
  );
}

function StoryView({ story: { title, about, facts, steps } }: { story: KeptStory }): ReactNode {
  return (
    <Card title={visibleText(title)} aside={<Command>cpsandbox run FILE</Command>}>
      <p className="px-3 pt-2 breaks">
        <PlainText text={about} />
      </p>
      <p className="flex flex-wrap gap-x-4 px-3 py-1 text-faint">
        {facts.map(([name, value]) => (
          <span key={name}>
            {name} <PlainText text={typeof value === "object" ? JSON.stringify(value) : String(value)} />
          </span>
        ))}
      </p>
      <StepList steps={steps} />
    </Card>
  );
}

function StepList({ steps }: { steps: readonly StoryStep[] }): ReactNode {
  return (
    <ol>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a file never move
        <li key={at} className="border-t border-line px-3 py-1" data-story-step={step.kind}>
          <details>
            <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3">
              <span className="w-6 text-right text-faint tabular-nums">{at + 1}</span>
              <Chip tone={step.kind === "expect" ? "bad" : "none"}>{step.kind}</Chip>
              <span className="min-w-0 flex-1 breaks">
                <PlainText text={step.title} />
              </span>
            </summary>
            <BodyView text={jsonText(step.detail)} label={`step ${at + 1}`} />
          </details>
          {step.inner.length === 0 ? null : (
            <div className="ml-6">
              <StepList steps={step.inner} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
