// What the package contains ready-made is what would be computed: addresses of the default seed, development accounts, codes of tokens.
import { expect, test } from "vitest";
import { precomputedPaths } from "../../../scripts/generate/precomputed.ts";
import { deriveDevelopmentAccounts, Keyring, keyringOf } from "../../../src/chains/address.ts";
import { readCatalogue } from "../../../src/chains/catalogue.ts";
import { computeTokenCodes, genesisDigest } from "../../../src/chains/genesis.ts";
import { DEVELOPMENT_KEYS } from "../../../src/chains/precomputed/development-keys.ts";
import { PRECOMPUTED } from "../../../src/chains/precomputed/precomputed.ts";
import { startEngines } from "../../../src/chains/simulated.ts";
import { DEFAULT_CONFIG } from "../../../src/config/options.ts";
import { Catalogue } from "../../../src/domain/network/network.ts";
import { FAUCET_PATH } from "../../../src/flow/settlements/route-accounts.ts";
import { fundingOf } from "../../../src/runtime/create-world.ts";

const SEED = String(DEFAULT_CONFIG.seed);

test("the addresses are those of the keys of the default seed, and another seed has none of them", () => {
  expect(PRECOMPUTED.seed).toBe(SEED);
  expect(Object.keys(PRECOMPUTED.addresses)).toEqual(precomputedPaths());
  const keyring = new Keyring(SEED);
  // Every seventh comes to every purpose and network; all of them take a second.
  for (const path of precomputedPaths().filter((_, index) => index < 20 || index % 7 === 0)) {
    expect(keyringOf(SEED).addressAt(path), path).toBe(keyring.addressAt(path));
    expect(keyringOf(SEED).accountAt(path).address, path).toBe(keyring.addressAt(path));
  }
  expect(keyringOf("2").addressAt(FAUCET_PATH)).toBe(new Keyring("2").addressAt(FAUCET_PATH));
  expect(keyringOf("2").addressAt(FAUCET_PATH)).not.toBe(PRECOMPUTED.addresses[FAUCET_PATH]);
});

test("the development accounts are those of the mnemonic", () => {
  expect(DEVELOPMENT_KEYS).toEqual(deriveDevelopmentAccounts());
});

test("the codes are those that the engine computes, for the genesis of the first world of every network", async () => {
  const keyring = new Keyring(SEED);
  const catalogue = new Catalogue(readCatalogue());
  const derive = (path: string): string => keyring.addressAt(path).toLowerCase();
  const codes: Record<string, Record<string, string>> = {};
  for (const definition of readCatalogue()) {
    const [engine] = await startEngines([definition]);
    const genesis = {
      tokenOwner: keyring.addressAt(FAUCET_PATH),
      funding: fundingOf({ catalogue, derive }, keyring, definition),
    };
    codes[genesisDigest(definition, genesis)] = await computeTokenCodes(engine!, definition, genesis.tokenOwner);
    await engine?.close();
  }
  expect(Object.keys(PRECOMPUTED.tokenCodes)).toEqual(Object.keys(codes));
  for (const [digest, computed] of Object.entries(codes)) {
    expect(Object.keys(PRECOMPUTED.tokenCodes[digest] ?? {})).toEqual(Object.keys(computed));
    for (const [token, code] of Object.entries(computed))
      expect(PRECOMPUTED.tokenCodes[digest]?.[token] === code, `the code of ${token}`).toBe(true);
  }
});
