// Settlement operations: retry a failed one, list and refill the balances of the solvers (H-25).
import { displayAddress } from "../../domain/address/evm-address.ts";
import type { Asset } from "../../domain/network/network.ts";
import type { Provider } from "../../domain/quote/quote.ts";
import type { SettlementRow } from "../../domain/settlement/settlement.ts";
import { settlementById } from "../../domain/settlement/store.ts";
import { requeueSettlement } from "../../domain/settlement/transitions.ts";
import { tenantById } from "../../domain/tenant/store.ts";
import type { World } from "../../domain/world.ts";
import {
  initialSolverBalance,
  SOLVERS,
  type SolverBalance,
  solverBalances,
} from "../../flow/operator/solver-balances.ts";
import { solverPath } from "../../flow/settlements/route-accounts.ts";
import { formatAmount } from "../../kernel/amount.ts";
import { isoTime } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminHandlers, AdminRequest } from "../handler.ts";
import { amountOfBody, assetOfBody, networkOfBody } from "../resolve-names.ts";

type Solver = components["schemas"]["Solver"];

export const settlementHandlers: Pick<AdminHandlers, "retrySettlement" | "listSolvers" | "refillSolver"> = {
  retrySettlement: ({ flow: { world } }, { path: { id } }) => {
    world.clock.tick();
    return settlementView(
      world.db.transaction(() => {
        refuseUnlessFailed(world, id);
        return requeueSettlement(world, id);
      }),
    );
  },
  listSolvers: async (dependencies) => ({
    items: await Promise.all(SOLVERS.map((provider) => solverView(dependencies, provider))),
  }),
  refillSolver: async ({ flow }, { path, body }) => {
    const { world } = flow;
    const provider = SOLVERS.find((one) => one === path.provider);
    if (provider === undefined) throw unknownSolver(path.provider);
    const solver = world.derive(solverPath(provider));
    const transfers = [];
    for (const { asset, raw } of await missingStock(flow, provider, body ?? {})) {
      const tx_id = await flow.transfer({ asset, raw, to: solver, kind: "faucet" });
      transfers.push({ ...stockView({ asset, raw }), tx_id });
    }
    return { provider, address: displayAddress(solver), transfers };
  },
};

function refuseUnlessFailed(world: World, id: string): void {
  const row = settlementById(world.db, id);
  if (row === undefined || tenantById(world.db, row.tenant_id) === undefined) {
    throw new Problem(
      "settlementNotFound",
      `there is no settlement ${JSON.stringify(id)}: GET /v1/uda/{id}/settlements lists those of a deposit address`,
    );
  }
  if (row.status === "failed") return;
  throw new Problem("invalidRequest", `only a failed settlement can be retried; this one is ${row.status}`, {
    details: { status: row.status, attempts: row.attempts },
  });
}

function settlementView(row: SettlementRow): components["schemas"]["Settlement"] {
  const { id, tenant_id, uda_id, deposit_id, status, attempts, error, created_at, updated_at } = row;
  const times = { created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
  return { id, tenant_id, uda_id, deposit_id, status, attempts, error, ...times };
}

async function solverView({ flow: { world, chains } }: AdminDependencies, provider: Provider): Promise<Solver> {
  const assets = world.catalogue.networks.flatMap((network) => network.assets);
  const stock = await solverBalances(world, chains, provider, assets);
  return { provider, address: displayAddress(world.derive(solverPath(provider))), stock: stock.map(stockView) };
}

function stockView({ asset, raw }: SolverBalance): Solver["stock"][number] {
  const { network, address, symbol, decimals } = asset;
  return { network, asset: address, symbol, amount: formatAmount(raw, decimals), raw: raw.toString() };
}

type RefillOrder = NonNullable<AdminRequest<"refillSolver">["body"]>;

/** The amount to send: the requested one, or what the solver lacks to its initial balance. */
async function missingStock(
  { world, chains }: AdminDependencies["flow"],
  provider: Provider,
  { network, asset, amount }: RefillOrder,
): Promise<SolverBalance[]> {
  const assets = orderedAssets(world, network, asset);
  if (amount !== undefined) return assets.map((one) => ({ asset: one, raw: amountOfBody(one, amount) }));
  const held = await solverBalances(world, chains, provider, assets);
  return held
    .map(({ asset: one, raw }) => ({ asset: one, raw: initialSolverBalance(one) - raw }))
    .filter(({ raw }) => raw > 0n);
}

/** The requested network or all of them; of these, those which have the requested asset. */
function orderedAssets(world: World, network: string | number | undefined, name: string | undefined): Asset[] {
  if (network !== undefined) {
    const named = networkOfBody(world, network);
    return name === undefined ? [...named.assets] : [assetOfBody(world, named, name)];
  }
  const all = world.catalogue.networks.flatMap(({ assets }) => assets);
  if (name === undefined) return all;
  const wanted = name.toLowerCase();
  const found = all.filter(({ symbol, native, address }) =>
    [symbol.toLowerCase(), address.toLowerCase(), ...(native ? ["native"] : [])].includes(wanted),
  );
  if (found.length > 0) return found;
  const known = [...new Set(all.map(({ symbol }) => symbol))];
  throw new Problem(
    "invalidRequest",
    `no network has an asset ${JSON.stringify(name)}: use one of ${known.join(", ")}`,
    {
      details: { known },
    },
  );
}

function unknownSolver(provider: string): Problem {
  return new Problem(
    "resourceNotFound",
    `${JSON.stringify(provider)} has no solver: use one of ${SOLVERS.join(", ")}`,
    { details: { known: SOLVERS } },
  );
}
