// Deposit addresses: created once and again, changed, retired, brought back.
import { next, type UdaBelief } from "../model.ts";
import type { Play } from "../play.ts";
import { aChain, aTenant, type Operation } from "./operation.ts";

/** What a record of the service says of the address and of how it settles. */
function believed(tenant: number, record: any): UdaBelief {
  const { destination, deposit_addresses: entries } = record;
  return {
    ...{ tenant, id: record.id, owner: record.owner, active: record.status === "active", unsure: false },
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

export async function createUda(play: Play, tenant: number, ownerNumber = next(play.model).number): Promise<void> {
  const { model } = play;
  const chain = aChain(play);
  const owner = `uda-owner-${ownerNumber}`;
  const asset = play.dice.oneIn(4) ? chain.native : play.dice.of(chain.tokens);
  const destination = { address: next(model).address, asset_symbol: asset.symbol, network_id: chain.id };
  const accepted = play.dice.oneIn(3) ? { accepted_tokens: ["USDC"] } : {};
  const answer = await play.ask(tenant, "POST", "/uda", { owner, destination, ...accepted });
  if (answer === undefined || answer.status === 500) return;
  const known = model.udas.find((uda) => uda.tenant === tenant && uda.owner === owner);
  const wanted = known === undefined ? [201] : [200];
  // Another answer may have been lost: then it is there, and nobody knew.
  if (known === undefined && (model.armed["api.request"] ?? 0) > 0) wanted.push(200);
  play.demand(wanted.includes(answer.status), () => `POST /uda for ${owner} answered ${answer.status} ${answer.text}`);
  if (known !== undefined) {
    play.demand(answer.data.id === known.id, () => `${owner} has a second deposit address ${answer.data.id}`);
    return;
  }
  const uda = believed(tenant, answer.data);
  model.udas.push(uda);
  for (const network of play.plan.networks) (play.tenant(tenant).watched[network] ?? {})[uda.address] = "uda";
}

export function aUda(play: Play): UdaBelief | undefined {
  const known = play.model.udas.filter(({ tenant }) => !play.tenant(tenant).removed);
  return known.length === 0 ? undefined : play.dice.of(known);
}

async function change(play: Play): Promise<void> {
  const uda = aUda(play);
  if (uda === undefined) return;
  const chain = aChain(play);
  const body = play.dice.of<Record<string, unknown>>([
    { status: "active" },
    { status: "active" },
    { status: "retired" },
    { accepted_tokens: play.dice.of([[], ["USDC"], ["USDC", chain.native.symbol]]) },
    { destination: { address: next(play.model).address, asset_symbol: "USDC", network_id: chain.id } },
  ]);
  const answer = await play.ask(uda.tenant, "PATCH", `/uda/${uda.id}`, body);
  await learnChange(play, uda, answer?.status);
}

/** After an answer, or none, the record itself says how it is now. */
export async function learnChange(play: Play, uda: UdaBelief, status: number | undefined): Promise<void> {
  const done = status === undefined || status === 200 || status === 500;
  play.demand(done, () => `changing the deposit address of ${uda.owner} answered ${status}`);
  const answer = await play.send("GET", `/v1/uda/${uda.id}`, undefined, {
    "x-api-key": play.tenant(uda.tenant).keys.find(({ revoked }) => !revoked)?.key ?? "",
  });
  if (answer?.status === 200) Object.assign(uda, believed(uda.tenant, answer.data));
  else uda.unsure = true;
}

async function retire(play: Play): Promise<void> {
  const uda = aUda(play);
  if (uda === undefined) return;
  const answer = await play.ask(uda.tenant, "DELETE", `/uda/${uda.id}`);
  if (answer?.status === 200) uda.active = false;
  else await learnChange(play, uda, answer?.status);
}

async function createAgain(play: Play): Promise<void> {
  const uda = aUda(play);
  if (uda !== undefined) await createUda(play, uda.tenant, Number(uda.owner.replace("uda-owner-", "")));
}

export const UDA_OPERATIONS: readonly Operation[] = [
  { name: "deposit address", weight: 1, act: (play) => createUda(play, aTenant(play)) },
  { name: "deposit address again", weight: 1, act: createAgain },
  { name: "change a deposit address", weight: 2, act: change },
  { name: "retire a deposit address", weight: 1, act: retire },
];
