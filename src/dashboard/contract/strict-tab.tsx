// Strict mode (C-40): leaves out of answers and webhooks what the specification does not show, and says what it left out.
import { type ReactNode, useId, useState } from "react";
import { api, client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField } from "../components/field.tsx";
import { PlainText } from "../components/plain-text.tsx";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { Card, EmptyView, Loaded } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { useTenantQuery } from "./tenant-query.ts";

type StrictMode = Schemas["StrictMode"];
type Left = StrictMode["left_out"][number];

/** Of all tenants or of the chosen one. */
export function StrictTab(): ReactNode {
  const query = useTenantQuery();
  const strict = api.useQuery("get", "/contract/strict", { params: { query } });
  return <Loaded query={strict}>{({ data }) => <StrictView strict={data} />}</Loaded>;
}

function StrictView({ strict }: { strict: StrictMode }): ReactNode {
  const { enabled, level, without, left_out } = strict;
  return (
    <div className="grid auto-rows-min gap-3 p-3">
      <p className="text-faint">
        Some members and operations had to be inferred or invented here. Leave them out and see whether your app still
        works: the real service may not have them.
      </p>
      <Card title={enabled ? `On: ${wordsOf(level, without.length)}` : "Off: nothing is left out"}>
        <StrictForm key={`${enabled} ${level ?? ""} ${without.join(" ")}`} strict={strict} />
      </Card>
      <Card title={`Left out ${left_out.length}`}>
        {left_out.length === 0 ? (
          <EmptyView
            why={
              enabled
                ? "No answer and no webhook would have held anything of it so far."
                : "Strict mode is off, so nothing is left out."
            }
          />
        ) : (
          <SmallTable label="Left out" columns={LEFT_OUT} rows={left_out} keyOf={({ pointer }) => pointer} />
        )}
      </Card>
    </div>
  );
}

function wordsOf(level: StrictMode["level"], named: number): string {
  const single = named === 0 ? [] : [`${named} named ${named === 1 ? "part" : "parts"}`];
  const all =
    level === null ? [] : [level === "invented" ? "all that is invented" : "all that is inferred or invented"];
  return [...all, ...single].join(" and ");
}

const LEVELS = [
  ["off", "off: answer as usual"],
  ["invented", "leave out what is invented"],
  ["inferred", "leave out what is inferred or invented"],
  ["named", "leave out the parts named below only"],
] as const;
type Choice = (typeof LEVELS)[number][0];

function StrictForm({ strict: { tenant_id, enabled, level, without } }: { strict: StrictMode }): ReactNode {
  const [choice, setChoice] = useState<Choice>(enabled ? (level ?? "named") : "off");
  const [text, setText] = useState(without.join("\n"));
  const id = useId();
  const pointers = text.split(/\s+/).filter((one) => one !== "");
  const save = (): void => {
    const whose = tenant_id === null ? {} : { tenant_id };
    const named = pointers.length === 0 ? {} : { without: pointers };
    const body =
      choice === "off"
        ? { ...whose, enabled: false }
        : { ...whose, enabled: true, ...(choice === "named" ? {} : { level: choice }), ...named };
    void act(choice === "off" ? "Strict mode is off" : "Strict mode is on", () =>
      client.PUT("/contract/strict", { body }),
    );
  };
  return (
    <ActForm className="flex flex-col gap-3 p-3" onAct={save}>
      <ChoiceField label="Strict mode" value={choice} values={LEVELS} onValue={(one) => setChoice(one as Choice)} />
      {choice === "off" ? null : (
        <label htmlFor={id} className="block">
          Single parts, by JSON pointers into /openapi.json, one a line
          <textarea
            id={id}
            className="field mt-1 min-h-20 w-full font-mono text-sm"
            spellCheck={false}
            placeholder="/components/schemas/Vault/properties/label"
            required={choice === "named"}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      )}
      <Button type="submit" tone="main" className="self-start">
        Set strict mode
      </Button>
    </ActForm>
  );
}

const LEFT_OUT: readonly SmallColumn<Left>[] = [
  {
    title: "Part",
    cell: ({ pointer }) => (
      <span className="inline-block min-w-48 font-mono text-sm whitespace-normal breaks">
        <PlainText text={pointer} />
      </span>
    ),
  },
  { title: "Provenance", cell: ({ provenance }) => provenance },
  { title: "Decision", cell: ({ decision }) => decision },
  { title: "Times", isNumber: true, cell: ({ count }) => count },
];
