// Operations on deposit addresses: created, created again, changed, retired, activated again.
import { nextAddress, type UdaBelief } from "../model.ts";
import type { Simulation } from "../simulation.ts";
import { aChain, aTenant, type Operation } from "./operation.ts";

/** The model's entry for a record of the service. */
function beliefOf(tenant: number, record: any): UdaBelief {
  const { destination, deposit_addresses: entries } = record;
  return {
    ...{ tenant, id: record.id, owner: record.owner, active: record.status === "active", uncertain: false },
    address: entries[0].address.toLowerCase(),
    accepted: entries.flatMap(({ eip155_id, accepted_tokens }: { eip155_id: string; accepted_tokens: any[] }) =>
      accepted_tokens.map(({ address }) => `${eip155_id} ${address.toLowerCase()}`),
    ),
    ...{
      to: destination.address.toLowerCase(),
      network: destination.eip155_id,
      asset: destination.asset_address.toLowerCase(),
    },
  };
}

export async function createUda(
  sim: Simulation,
  tenant: number,
  ownerNumber = nextAddress(sim.model).number,
): Promise<void> {
  const { model } = sim;
  const chain = aChain(sim);
  const owner = `uda-owner-${ownerNumber}`;
  const asset = sim.dice.oneIn(4) ? chain.native : sim.dice.of(chain.tokens);
  const destination = { address: nextAddress(model).address, asset_symbol: asset.symbol, network_id: chain.id };
  const accepted = sim.dice.oneIn(3) ? { accepted_tokens: ["USDC"] } : {};
  const answer = await sim.ask(tenant, "POST", "/uda", { owner, destination, ...accepted });
  if (answer === undefined || answer.status === 500) return;
  const known = model.udas.find((uda) => uda.tenant === tenant && uda.owner === owner);
  const expected = known === undefined ? [201] : [200];
  // The answer to an earlier request may have been lost: then the address exists already.
  if (known === undefined && (model.armed["api.request"] ?? 0) > 0) expected.push(200);
  sim.check(expected.includes(answer.status), () => `POST /uda for ${owner} answered ${answer.status} ${answer.text}`);
  if (known !== undefined) {
    sim.check(answer.data.id === known.id, () => `${owner} has a second deposit address ${answer.data.id}`);
    return;
  }
  const uda = beliefOf(tenant, answer.data);
  model.udas.push(uda);
  for (const network of sim.plan.networks) (sim.tenant(tenant).watched[network] ?? {})[uda.address] = "uda";
}

export function aUda(sim: Simulation): UdaBelief | undefined {
  const known = sim.model.udas.filter(({ tenant }) => !sim.tenant(tenant).removed);
  return known.length === 0 ? undefined : sim.dice.of(known);
}

async function change(sim: Simulation): Promise<void> {
  const uda = aUda(sim);
  if (uda === undefined) return;
  const chain = aChain(sim);
  const body = sim.dice.of<Record<string, unknown>>([
    { status: "active" },
    { status: "active" },
    { status: "retired" },
    { accepted_tokens: sim.dice.of([[], ["USDC"], ["USDC", chain.native.symbol]]) },
    { destination: { address: nextAddress(sim.model).address, asset_symbol: "USDC", network_id: chain.id } },
  ]);
  const answer = await sim.ask(uda.tenant, "PATCH", `/uda/${uda.id}`, body);
  await recordUdaChange(sim, uda, answer?.status);
}

/** Reads the record after a change, whose answer may have been lost, and updates the model. */
export async function recordUdaChange(sim: Simulation, uda: UdaBelief, status: number | undefined): Promise<void> {
  const allowed = status === undefined || status === 200 || status === 500;
  sim.check(allowed, () => `changing the deposit address of ${uda.owner} answered ${status}`);
  const answer = await sim.send("GET", `/v1/uda/${uda.id}`, undefined, {
    "x-api-key": sim.tenant(uda.tenant).keys.find(({ revoked }) => !revoked)?.key ?? "",
  });
  if (answer?.status === 200) Object.assign(uda, beliefOf(uda.tenant, answer.data));
  else uda.uncertain = true;
}

async function retire(sim: Simulation): Promise<void> {
  const uda = aUda(sim);
  if (uda === undefined) return;
  const answer = await sim.ask(uda.tenant, "DELETE", `/uda/${uda.id}`);
  if (answer?.status === 200) uda.active = false;
  else await recordUdaChange(sim, uda, answer?.status);
}

async function createAgain(sim: Simulation): Promise<void> {
  const uda = aUda(sim);
  if (uda !== undefined) await createUda(sim, uda.tenant, Number(uda.owner.replace("uda-owner-", "")));
}

export const UDA_OPERATIONS: readonly Operation[] = [
  { name: "deposit address", weight: 1, run: (sim) => createUda(sim, aTenant(sim)) },
  { name: "deposit address again", weight: 1, run: createAgain },
  { name: "change a deposit address", weight: 2, run: change },
  { name: "retire a deposit address", weight: 1, run: retire },
];
