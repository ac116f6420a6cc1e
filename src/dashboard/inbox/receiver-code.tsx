// How a receiver checks a signature, in six languages: the code of the examples, which is run against recorded webhooks.
import { type ReactNode, useState } from "react";
import { CopyButton } from "../components/copy-button.tsx";

type Code = { language: string; file: string; text: string };

/** The code is fetched when somebody asks for it. */
export function ReceiverCode(): ReactNode {
  const [all, setAll] = useState<readonly Code[] | undefined>();
  const [chosen, setChosen] = useState(0);
  const shown = all?.[chosen];
  return (
    <details
      className="rounded-md border border-line p-3"
      onToggle={({ currentTarget: { open } }) => {
        if (open) void import("./receiver-code.gen.ts").then(({ RECEIVER_CODE }) => setAll(RECEIVER_CODE));
      }}
    >
      <summary className="font-medium">What your code must do</summary>
      {all === undefined ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-1">
          {all.map(({ language }, at) => (
            <button
              key={language}
              type="button"
              aria-pressed={at === chosen}
              className={`rounded-md px-2 py-0.5 ${at === chosen ? "bg-chosen" : "hover:bg-hover"}`}
              onClick={() => setChosen(at)}
            >
              {language}
            </button>
          ))}
          {shown === undefined ? null : <CopyButton text={shown.text} label={shown.file} />}
        </div>
      )}
      {shown === undefined ? null : <pre className="mt-2 max-h-96 overflow-auto font-mono text-sm">{shown.text}</pre>}
    </details>
  );
}
