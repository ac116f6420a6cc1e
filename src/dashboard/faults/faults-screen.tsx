// Faults (D-41): the gates at the left, the form in the middle, and the faults that are armed at the right.
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import { Card, Loaded } from "../components/views.tsx";
import { FaultForm } from "./fault-form.tsx";
import { FaultList } from "./fault-list.tsx";
import type { CatalogueGate } from "./fault-words.ts";

/** The chosen gate is `selected` of the URL, its effect `tab`; `filter` fills what the fault matches on. */
export function FaultsScreen(): ReactNode {
  const catalogue = api.useQuery("get", "/faults/catalogue");
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3">
      <h1 className="sr-only">Faults</h1>
      <div className="grid items-start gap-3 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_minmax(0,26rem)]">
        <Loaded query={catalogue}>{({ data }) => <Making gates={data.gates} />}</Loaded>
        <div className="md:col-span-2 lg:col-span-1">
          <FaultList />
        </div>
      </div>
    </div>
  );
}

function Making({ gates }: { gates: readonly CatalogueGate[] }): ReactNode {
  const { selected, tab, filter } = useSearch({ strict: false }) as {
    selected?: string;
    tab?: string;
    filter?: string;
  };
  const gate = gates.find((one) => one.gate === selected) ?? gates[0];
  if (gate === undefined) return null;
  const effect = gate.effects.find((one) => one.effect === tab) ?? gate.effects[0];
  return (
    <>
      <GateList gates={gates} chosen={gate.gate} />
      {effect === undefined ? null : (
        <FaultForm key={`${gate.gate} ${filter ?? ""}`} gate={gate} effect={effect} filter={filter ?? ""} />
      )}
    </>
  );
}

function GateList({ gates, chosen }: { gates: readonly CatalogueGate[]; chosen: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <Card title="Where">
      <ul aria-label="Gates">
        {gates.map(({ gate, about }) => (
          <li key={gate} className="border-b border-line last:border-b-0">
            <button
              type="button"
              aria-pressed={gate === chosen}
              className={`block w-full px-3 py-1.5 text-left hover:bg-hover ${gate === chosen ? "bg-chosen" : ""}`}
              onClick={() =>
                void navigate({
                  to: ".",
                  search: (old: object) => ({ ...old, selected: gate, tab: undefined, filter: undefined }),
                  replace: true,
                })
              }
            >
              <span className="font-mono text-sm">{gate}</span>
              <span className={`block text-xs ${gate === chosen ? "" : "text-faint"}`}>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
