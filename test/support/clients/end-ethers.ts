// Ends a provider of ethers v6.
import type { JsonRpcApiProvider } from "ethers";

/**
 * `destroy()` rejects what is under way, and nobody waits for the last look of a poll: so polling is ended first, and a request that is
 * sent behind the last look is answered before the end.
 */
export async function endEthers(provider: JsonRpcApiProvider): Promise<void> {
  await provider.removeAllListeners();
  await provider.send("net_version", []);
  await provider.destroy();
}
