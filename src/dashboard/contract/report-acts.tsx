// What can be done with the contract report: saved as a file in each of its forms (C-70, C-71), and begun anew.
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { client } from "../api/client.ts";
import { BarMenu, BarMenuItem } from "../components/bar-menu.tsx";
import { Button } from "../components/button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { saveText } from "../components/save-file.ts";
import { act, ask, say } from "../shell/acts.ts";
import { useTenantQuery } from "./tenant-query.ts";

/** The forms that need nothing else; the names are those of the command line. */
const FORMATS = [
  { format: "html", words: "HTML, one page", file: "contract.html", type: "text/html" },
  { format: "markdown", words: "Markdown", file: "contract.md", type: "text/markdown" },
  { format: "junit", words: "JUnit, for a build", file: "contract.junit.xml", type: "application/xml" },
  { format: "json", words: "JSON", file: "contract.json", type: "application/json" },
] as const;

type Query = { tenant_id?: string };
type Asked = Query & { format: (typeof FORMATS)[number]["format"] | "pact"; consumer?: string };

async function save(query: Asked, file: string, type: string): Promise<boolean> {
  const { data, error } = await client.GET("/contract/report", { params: { query }, parseAs: "text" });
  if (data === undefined) {
    await act("", async () => ({ error }));
    return false;
  }
  saveText(file, String(data), type);
  say("good", `The report is in ${file}.`);
  return true;
}

/** Of all tenants or of the chosen one. */
export function ReportActs(): ReactNode {
  const query = useTenantQuery();
  const [pact, setPact] = useState(false);
  return (
    <div className="flex flex-wrap items-start gap-2">
      <BarMenu
        label="Save the report"
        align="end"
        face={
          <>
            <Download size={14} aria-hidden="true" /> Save the report
          </>
        }
      >
        {FORMATS.map(({ format, words, file, type }) => (
          <BarMenuItem key={format} onClick={() => void save({ ...query, format }, file, type)}>
            {words}
          </BarMenuItem>
        ))}
        <BarMenuItem onClick={() => setPact(true)}>Pact…</BarMenuItem>
      </BarMenu>
      <Button onClick={() => askForget(query)}>Begin anew…</Button>
      {pact ? <PactForm query={query} onDone={() => setPact(false)} /> : null}
    </div>
  );
}

/** No snapshot is kept: none of them holds the report. */
function askForget(query: Query): void {
  ask({
    title: "Begin the report anew?",
    lost: `All counts and findings of ${query.tenant_id === undefined ? "all tenants" : "this tenant"} are lost; readings and strict mode stay as they are.`,
    yes: "Begin anew",
    run: () => act("The report begins anew", () => client.DELETE("/contract", { params: { query } })),
  });
}

/** A pact names its consumer. */
function PactForm({ query, onDone }: { query: Query; onDone(): void }): ReactNode {
  const [consumer, setConsumer] = useState("");
  const make = async (): Promise<void> => {
    const asked = { ...query, format: "pact", consumer } as const;
    if (await save(asked, "contract.pact.json", "application/json")) onDone();
  };
  return (
    <ActForm className="flex w-full flex-wrap items-end gap-2" onAct={() => void make()}>
      <TextField
        label="Your app, the consumer"
        required
        maxLength={128}
        placeholder="checkout"
        value={consumer}
        onValue={setConsumer}
      />
      <Button type="submit" tone="main">
        Save the pact
      </Button>
      <Button onClick={onDone}>Close the form</Button>
    </ActForm>
  );
}
