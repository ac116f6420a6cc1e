// Token administration as the issuer can do it: pause a token, or block one account (real transactions).
import type { Asset } from "../../domain/network/network.ts";
import type { World } from "../../domain/world.ts";
import type { TokenAdminCall } from "../../flow/operator/token-admin.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AdminDependencies } from "../dependencies.ts";
import type { AdminData, AdminHandlers } from "../handler.ts";
import { addressOfBody, networkOfPath } from "../resolve-names.ts";

type Place = { network: string; asset: string };

export const tokenHandlers: Pick<
  AdminHandlers,
  "pauseToken" | "unpauseToken" | "blacklistAddress" | "unblacklistAddress"
> = {
  pauseToken: (dependencies, { path }) => callToken(dependencies, path, { name: "pause" }),
  unpauseToken: (dependencies, { path }) => callToken(dependencies, path, { name: "unpause" }),
  blacklistAddress: (dependencies, { path, body }) =>
    callToken(dependencies, path, { name: "blacklist", account: addressOfBody("address", body.address) }),
  unblacklistAddress: (dependencies, { path, body }) =>
    callToken(dependencies, path, { name: "unblacklist", account: addressOfBody("address", body.address) }),
};

async function callToken(
  { flow }: AdminDependencies,
  path: Place,
  call: TokenAdminCall,
): Promise<AdminData<"pauseToken">> {
  const token = tokenOfPath(flow.world, path);
  const hash = await flow.operations.administerToken(token, call);
  return { tx_id: hash, network: token.network, asset: token.symbol };
}

/** A token by ticker or contract address. @throws Problem resourceNotFound, or invalidRequest for the native coin */
function tokenOfPath(world: World, path: Place): Asset {
  const network = networkOfPath(world, path.network);
  const { catalogue } = world;
  const asset = catalogue.findAsset(network.symbol, path.asset) ?? catalogue.assetBySymbol(network.symbol, path.asset);
  const known = network.assets.filter(({ native }) => !native).map(({ symbol }) => symbol);
  const choice = `use one of ${known.join(", ")}`;
  if (asset === undefined)
    throw new Problem("resourceNotFound", `${network.symbol} has no token ${JSON.stringify(path.asset)}: ${choice}`, {
      details: { known },
    });
  if (!asset.native) return asset;
  const detail = `${asset.symbol} is the native coin of ${network.symbol}: it has no owner who could stop it; ${choice}`;
  throw new Problem("invalidRequest", detail, { details: { known } });
}
