// Asks the next provider for a route and handles its acceptance or refusal (H-25, H-29).
import type { Chain } from "../../chains/chain.ts";
import { readBalance } from "../../chains/token.ts";
import { schedule } from "../../domain/agenda.ts";
import type { Asset } from "../../domain/network/network.ts";
import { priceOf } from "../../domain/network/price.ts";
import { offerRoute, type Provider, type RouteOffer } from "../../domain/quote/quote.ts";
import { FILL_JOB, type SettlementRow } from "../../domain/settlement/settlement.ts";
import { settlementById } from "../../domain/settlement/store.ts";
import { failRoutingAttempt, moveSettlement, providerAt } from "../../domain/settlement/transitions.ts";
import type { World } from "../../domain/world.ts";
import { type TakenFault, takeFault } from "../../faults/gate.ts";
import { required } from "../../kernel/assert.ts";
import type { FlowDependencies } from "../dependencies.ts";
import { solverPath } from "./route-accounts.ts";

/** The job of an accepted route that the provider abandons (fault `fail`); its ref is the settlement. */
export const FAIL_ROUTE_JOB = "fail-route";

/** How much longer a `slow` provider takes by default (virtual ms). */
const SLOW_MS = 60_000;

export async function routeSettlement(dependencies: FlowDependencies, settlementId: string): Promise<void> {
  const { world, chains } = dependencies;
  const settlement = settlementById(world.db, settlementId);
  if (settlement === undefined || (settlement.status !== "created" && settlement.status !== "retrying")) return;
  const provider = providerAt(settlement);
  const from = world.catalogue.asset(settlement.source_network, settlement.source_asset);
  const to = world.catalogue.asset(settlement.destination_network, settlement.destination_asset);
  const stock =
    provider === "internal"
      ? undefined
      : await solverBalanceOf(chains.get(to.network), to, world.derive(solverPath(provider)));
  world.db.transaction(() => {
    world.clock.tick();
    const fault = takeFault(world.db, "routing.provider", {
      provider,
      scenario: settlement.scenario,
      from: from.network,
      to: to.network,
      asset: from.symbol,
      tenant_id: settlement.tenant_id,
    });
    const [fromPrice, toPrice] = [priceOf(world.db, from.symbol), priceOf(world.db, to.symbol)];
    const offer = offerRoute({ from, to, amount: BigInt(settlement.source_raw), provider, fromPrice, toPrice });
    const refusal = refusalOf(fault, offer, stock);
    if (refusal !== undefined || offer === undefined) {
      failRoutingAttempt(world, settlement, `${provider}: ${refusal ?? "no offer"}`);
    } else accept(world, settlement, provider, offer, fault);
  });
}

function refusalOf(
  fault: TakenFault<"routing.provider"> | undefined,
  offer: RouteOffer | undefined,
  stock: bigint | undefined,
): string | undefined {
  if (fault?.effect === "no-quote") return "no quote";
  if (fault?.effect === "refuse") return "the route was refused";
  if (offer === undefined) return "the amount does not cover the fees";
  if (fault?.effect === "empty-stock" || (stock !== undefined && stock < offer.output))
    return "no stock of the destination token";
  return undefined;
}

function accept(
  world: World,
  settlement: SettlementRow,
  provider: Provider,
  offer: RouteOffer,
  fault: TakenFault<"routing.provider"> | undefined,
): void {
  moveSettlement(world, settlement.id, "accept", {
    provider,
    fee_platform: offer.protocolFee.toString(),
    fee_provider: offer.gasFee.toString(),
    quoted_raw: offer.output.toString(),
  });
  const now = world.clock.now();
  if (fault?.effect === "fail") {
    schedule(world.db, FAIL_ROUTE_JOB, settlement.id, now);
    return;
  }
  const by = fault?.effect === "slow" ? Number(fault.params["by"] ?? SLOW_MS) : 0;
  schedule(world.db, FILL_JOB, settlement.id, now + by);
}

/** The provider abandons an accepted route before anything was sent. */
export function failRoute(dependencies: FlowDependencies, settlementId: string): void {
  const { world } = dependencies;
  world.db.transaction(() => {
    world.clock.tick();
    const settlement = required(settlementById(world.db, settlementId), "settlement", { settlementId });
    if (settlement.status === "routing")
      failRoutingAttempt(world, settlement, `${settlement.provider}: the route failed`);
  });
}

/** The balance of a solver in an asset, in base units. */
export async function solverBalanceOf(chain: Chain, asset: Asset, address: string): Promise<bigint> {
  return readBalance(chain, asset.key, address, "latest");
}
