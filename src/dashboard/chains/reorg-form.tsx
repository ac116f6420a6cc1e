// A reorg: how deep, what becomes of the transactions, and whether confirmed records may go; it asks once and names what is lost.
import { type ReactNode, useState } from "react";
import { client } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField, SwitchField, TextField } from "../components/field.tsx";
import { act, ask } from "../shell/acts.ts";
import { useStatus } from "../shell/status.ts";
import type { Network } from "./chain-head.tsx";

const FATES = [
  ["keep", "keep: mined again at once"],
  ["delay", "delay: back into the pool"],
  ["drop", "drop: they are gone"],
] as const;
type Fate = (typeof FATES)[number][0];

const LOST: Readonly<Record<Fate, string>> = {
  keep: "Their transactions are mined again at once",
  delay: "Their transactions go back into the pool",
  drop: "Their transactions are gone",
};

/** `deepest_reorg` of the network is the most that it takes. */
export function ReorgForm({ network }: { network: Network }): ReactNode {
  const [depth, setDepth] = useState("1");
  const [fate, setFate] = useState<Fate>("keep");
  const [force, setForce] = useState(false);
  const tenants = useStatus()?.tenants.length ?? 1;
  const begin = (): void => askFirst(network, { depth: Number(depth), transactions: fate, force }, tenants);
  return (
    <ActForm className="flex flex-wrap items-end gap-2" onAct={begin}>
      <div className="w-24">
        <TextField
          label="Reorg depth"
          type="number"
          min={1}
          max={Math.max(1, Math.min(1000, network.deepest_reorg))}
          required
          value={depth}
          onValue={setDepth}
        />
      </div>
      <div className="min-w-0 flex-1">
        <ChoiceField label="Transactions" value={fate} values={FATES} onValue={(value) => setFate(value as Fate)} />
      </div>
      <div className="w-full">
        <SwitchField label="force: also where records are confirmed" isOn={force} onChange={setForce} />
      </div>
      <Button type="submit" tone="bad">
        Reorg…
      </Button>
    </ActForm>
  );
}

function askFirst(
  { network, name, head }: Network,
  body: { depth: number; transactions: Fate; force: boolean },
  tenants: number,
): void {
  const { depth, transactions, force } = body;
  const which = depth === 1 ? `Block ${head.number}` : `Blocks ${head.number - depth + 1} to ${head.number}`;
  const confirmed = force ? " Records that are confirmed stay so, although their blocks are gone." : "";
  const whose = tenants > 1 ? ` This is the chain of all ${tenants} tenants.` : "";
  ask({
    title: `Reorganise ${name}?`,
    lost: `${which} of ${name} will be replaced. ${LOST[transactions]}.${confirmed}${whose}`,
    yes: "Reorganise",
    keep: `reorg of ${name}`,
    run: (more) =>
      act(
        `${name} was reorganised, ${depth} deep`,
        () => client.POST("/networks/{network}/reorg", { params: { path: { network } }, body }),
        more,
      ),
  });
}
