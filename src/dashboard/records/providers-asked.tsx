// The providers that a settlement asked for a route, in rounds, with what each said (D-25).
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { visibleText } from "../components/plain-text.tsx";
import { SmallTable } from "../components/small-table.tsx";
import { Chip, type Tone } from "../components/state-mark.tsx";
import { TimeText } from "../components/time-text.tsx";
import { EmptyView } from "../components/views.tsx";

type Answer = Schemas["ProviderAnswer"];

const SHOWN: Readonly<Record<Answer["answer"], readonly [words: string, tone: Tone]>> = {
  accepted: ["● accepted", "good"],
  refused: ["✕ refused", "bad"],
  failed: ["✕ failed after it accepted", "bad"],
  not_asked: ["○ not asked", "none"],
};

/** Best output first; every provider is asked once in a round. */
export function ProvidersAsked({ asked, state }: { asked: readonly Answer[]; state: string | null }): ReactNode {
  if (asked.length === 0) return <EmptyView why="No provider is there to be asked." />;
  const runs = Math.max(...asked.map(({ run }) => run));
  const count = asked.filter(({ answer }) => answer !== "not_asked").length;
  const rest = state === "completed" ? "The others were not needed." : "The others are asked if it has to go on.";
  return (
    <>
      <p className="px-3 pt-2 text-faint">
        {count} {count === 1 ? "answer" : "answers"}
        {count < asked.length ? `. ${rest}` : ""}
      </p>
      <SmallTable
        label="Providers that were asked"
        keyOf={({ run, round, provider, answer }) => `${run} ${round} ${provider} ${answer}`}
        rows={asked}
        columns={[
          ...(runs > 1 ? [{ title: "Run", isNumber: true, cell: ({ run }: Answer) => run }] : []),
          { title: "Round", isNumber: true, cell: ({ round }) => round },
          { title: "Provider", cell: ({ provider }) => provider },
          { title: "Answer", cell: ({ answer }) => <Chip tone={SHOWN[answer][1]}>{SHOWN[answer][0]}</Chip> },
          { title: "Why", cell: ({ reason }) => (reason === null ? "" : visibleText(reason)) },
          { title: "Time", cell: ({ at }) => (at === null ? "" : <TimeText at={at} />) },
        ]}
      />
    </>
  );
}
