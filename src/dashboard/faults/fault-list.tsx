// The faults of this world: what each waits for, how often it fired, and the way to what it hit.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, client } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { PlainText } from "../components/plain-text.tsx";
import { Chip } from "../components/state-mark.tsx";
import { Card, Command, EmptyView, Loaded } from "../components/views.tsx";
import { act } from "../shell/acts.ts";
import { commandOf, type Fault, isUsedUp, pairWords, sentenceOf } from "./fault-words.ts";

/** Armed ones first, then those that are used up. */
export function FaultList(): ReactNode {
  const faults = api.useQuery("get", "/faults");
  return (
    <Loaded query={faults}>
      {({ data: { items } }) => (
        <Card title={`Faults ${items.length}`} aside={items.length === 0 ? null : <ClearButton />}>
          {items.length === 0 ? <NoFaults /> : null}
          <ul aria-label="Faults">
            {[...items.filter((one) => !isUsedUp(one)), ...items.filter(isUsedUp)].map((fault) => (
              <FaultRow key={fault.id} fault={fault} />
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}

function ClearButton(): ReactNode {
  return <Button onClick={() => void act("All faults are removed", () => client.DELETE("/faults"))}>Remove all</Button>;
}

function NoFaults(): ReactNode {
  return (
    <EmptyView why="No fault is armed, so everything goes well. Arm one with the form, or in a terminal:">
      <Command>cpsandbox fault add webhook.delivery timeout --times 2</Command>
    </EmptyView>
  );
}

function FaultRow({ fault }: { fault: Fault }): ReactNode {
  const { id, gate, effect, match, params, seen, hits, times } = fault;
  const remove = () => client.DELETE("/faults/{id}", { params: { path: { id } } });
  return (
    <li className="flex flex-col gap-1 border-b border-line px-3 py-2 last:border-b-0" data-fault={id}>
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={isUsedUp(fault) ? "none" : "warn"}>{isUsedUp(fault) ? "used up" : "armed"}</Chip>
        <span className="font-mono text-sm">
          {gate} {effect}
        </span>
        <span className="ml-auto whitespace-nowrap">
          fired {hits} of {times ?? "∞"}
        </span>
      </div>
      <p className="text-faint breaks">
        <PlainText text={`${sentenceOf(fault)}. ${seen === 1 ? "1 passage" : `${seen} passages`} fitted so far.`} />
        {Object.keys(params).length === 0 ? null : <PlainText text={` With ${pairWords(params)}.`} />}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {hits === 0 ? null : <HitsLink gate={gate} id={id} match={match} />}
        <CopyButton text={() => commandOf(fault, location.origin)} label="Copy command" />
        <Button onClick={() => void act("The fault is removed", remove)}>Remove</Button>
      </div>
    </li>
  );
}

/** The requests that it touched have its id; deliveries and chains are shown where they are. */
function HitsLink({ gate, id, match }: Pick<Fault, "gate" | "id" | "match">): ReactNode {
  if (gate === "api.request" || gate === "rpc.request")
    return (
      <Link to="/ui/requests" search={{ filter: `${gate === "rpc.request" ? "surface:rpc " : ""}fault:${id}` }}>
        requests that it hit
      </Link>
    );
  if (gate === "webhook.delivery") {
    const type = match["type"];
    return (
      <Link to="/ui/inbox" search={type === undefined ? {} : { filter: `type:${type}` }}>
        deliveries
      </Link>
    );
  }
  if (gate === "chain.mine") return <Link to="/ui/chains">chains</Link>;
  const kind = KINDS_HIT[gate];
  if (kind === undefined) return null;
  return (
    <Link to="/ui/records/$kind" params={{ kind }}>
      {kind}s
    </Link>
  );
}

const KINDS_HIT: Readonly<Record<string, string>> = {
  "chain.submit": "transaction",
  "routing.provider": "settlement",
};
