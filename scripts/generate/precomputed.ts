// Computes src/chains/precomputed: addresses of the default seed and the codes of the tokens.
import { Keyring } from "../../src/chains/address.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import type { Hex } from "../../src/chains/chain.ts";
import { computeTokenCodes, genesisDigest } from "../../src/chains/genesis.ts";
import type { Precomputed } from "../../src/chains/precomputed/precomputed.ts";
import { startEngines } from "../../src/chains/simulated.ts";
import { DEFAULT_CONFIG } from "../../src/config/options.ts";
import { derivationPath } from "../../src/domain/address/address.ts";
import { Catalogue } from "../../src/domain/network/network.ts";
import { tenantPaths } from "../../src/domain/provision.ts";
import { PROVIDERS } from "../../src/domain/quote/quote.ts";
import {
  FAUCET_PATH,
  intakePath,
  PAYER_PATHS,
  PLATFORM_PATH,
  solverPath,
} from "../../src/flow/settlements/route-accounts.ts";
import { fundingOf } from "../../src/runtime/create-world.ts";

/** As many as a test suite mostly creates: a tenant a file, and wallets and UDAs of the default tenant. */
const TENANTS = 60;
const WALLETS = 40;
const UDAS = 20;

/** The paths in the order of the table. */
export function precomputedPaths(): string[] {
  const catalogue = new Catalogue(readCatalogue());
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  return [
    ...[FAUCET_PATH, PLATFORM_PATH, ...PAYER_PATHS],
    ...PROVIDERS.flatMap((provider) => [solverPath(provider), intakePath(provider)]),
    ...upTo(TENANTS).flatMap((tenant) => tenantPaths({ catalogue }, tenant + 1)),
    ...upTo(UDAS).map((index) => derivationPath("uda", 1, 0, index)),
    ...catalogue.networks.flatMap(({ id }) =>
      upTo(WALLETS).map((index) => derivationPath("wallet", 1, Number(id), index)),
    ),
  ];
}

/** The codes of all tokens by the digest of their genesis, as the engine computes them. */
async function tokenCodes(keyring: Keyring): Promise<Precomputed["tokenCodes"]> {
  const definitions = readCatalogue();
  const derive = (path: string): string => keyring.addressAt(path).toLowerCase();
  const catalogue = new Catalogue(definitions);
  const codes: Record<string, Record<string, Hex>> = {};
  for (const definition of definitions) {
    const [engine] = await startEngines([definition]);
    if (engine === undefined) throw new Error("no engine");
    const genesis = {
      tokenOwner: keyring.addressAt(FAUCET_PATH),
      funding: fundingOf({ catalogue, derive }, keyring, definition),
    };
    codes[genesisDigest(definition, genesis)] = await computeTokenCodes(engine, definition, genesis.tokenOwner);
    await engine.close();
  }
  return codes;
}

export async function precomputedTable(): Promise<string> {
  const seed = String(DEFAULT_CONFIG.seed);
  const keyring = new Keyring(seed);
  const table: Precomputed = {
    seed,
    addresses: Object.fromEntries(precomputedPaths().map((path) => [path, keyring.addressAt(path)])),
    tokenCodes: await tokenCodes(keyring),
  };
  return `${JSON.stringify(table, null, 1)}\n`;
}
