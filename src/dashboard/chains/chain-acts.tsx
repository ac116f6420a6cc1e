// What can be done with a chain: blocks, mining mode, base fee, confirmations, and a reorg, which asks once (D-08, D-42).
import { type ReactNode, useState } from "react";
import { client } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField, TextField } from "../components/field.tsx";
import { act } from "../shell/acts.ts";
import { mine, type Network } from "./chain-head.tsx";
import { ReorgForm } from "./reorg-form.tsx";

/** Folded at first. A field that is sent empty leaves its setting as it is. */
export function ChainActs({ network }: { network: Network }): ReactNode {
  return (
    <details className="border-b border-line bg-card px-3 py-1">
      <summary className="min-h-6">Mine, settings, reorg</summary>
      <div className="flex flex-col gap-3 py-2">
        <MineForm network={network} />
        <MiningForm key={network.mining} network={network} />
        <FeeForm key={`${network.base_fee_mode} fee`} network={network} />
        <ConfirmationsForm network={network} />
        <ReorgForm network={network} />
      </div>
    </details>
  );
}

const ROW = "flex flex-wrap items-end gap-2";
const MODES = [
  ["instant", "instant: each transaction at once"],
  ["interval", "interval: every block time"],
  ["manual", "manual: on request only"],
] as const;
type Mode = (typeof MODES)[number][0];

function MineForm({ network }: { network: Network }): ReactNode {
  const [blocks, setBlocks] = useState("1");
  return (
    <ActForm className={ROW} onAct={() => void mine(network, Number(blocks))}>
      <div className="w-24">
        <TextField label="Blocks" type="number" min={1} max={1000} required value={blocks} onValue={setBlocks} />
      </div>
      <Button type="submit">Mine</Button>
    </ActForm>
  );
}

function MiningForm({ network: { network, name, mining } }: { network: Network }): ReactNode {
  const [mode, setMode] = useState<Mode>(mining);
  const [time, setTime] = useState("");
  const body = { mode, ...(mode === "interval" && time.trim() !== "" ? { block_time: time.trim() } : {}) };
  const set = () => client.PUT("/networks/{network}/mining", { params: { path: { network } }, body });
  return (
    <ActForm className={ROW} onAct={() => void act(`${name} is mined by ${mode}`, set)}>
      <div className="min-w-0 flex-1">
        <ChoiceField label="Mining" value={mode} values={MODES} onValue={(value) => setMode(value as Mode)} />
      </div>
      {mode === "interval" ? (
        <div className="w-24">
          <TextField label="Block time" placeholder="2s" value={time} onValue={setTime} />
        </div>
      ) : null}
      <Button type="submit">Set mining</Button>
    </ActForm>
  );
}

const FEE_MODES = [
  ["fixed", "fixed"],
  ["dynamic", "dynamic: moves with the load"],
] as const;
type FeeMode = (typeof FEE_MODES)[number][0];

function FeeForm({ network: { network, name, base_fee_gwei, base_fee_mode } }: { network: Network }): ReactNode {
  const [gwei, setGwei] = useState("");
  const [mode, setMode] = useState<FeeMode>(base_fee_mode);
  const body = { mode, ...(gwei.trim() === "" ? {} : { gwei: gwei.trim() }) };
  const set = () => client.PUT("/networks/{network}/base-fee", { params: { path: { network } }, body });
  return (
    <ActForm className={ROW} onAct={() => void act(`The base fee of ${name} is set`, set)}>
      <div className="w-24">
        <TextField label="Base fee (gwei)" placeholder={base_fee_gwei} value={gwei} onValue={setGwei} />
      </div>
      <div className="min-w-0 flex-1">
        <ChoiceField label="Fee mode" value={mode} values={FEE_MODES} onValue={(value) => setMode(value as FeeMode)} />
      </div>
      <Button type="submit">Set fee</Button>
    </ActForm>
  );
}

function ConfirmationsForm({ network: { network, name, confirmations } }: { network: Network }): ReactNode {
  const [text, setText] = useState("");
  const blocks = Number(text);
  const set = () =>
    client.PUT("/networks/{network}/confirmations", { params: { path: { network } }, body: { blocks } });
  return (
    <ActForm className={ROW} onAct={() => void act(`${name} confirms after ${blocks} blocks`, set)}>
      <div className="w-24">
        <TextField
          label="Confirmations"
          type="number"
          min={1}
          max={1000}
          required
          placeholder={String(confirmations)}
          value={text}
          onValue={setText}
        />
      </div>
      <Button type="submit">Set confirmations</Button>
    </ActForm>
  );
}
