// Builds chain/canonical/contracts.json: code and storage of the contracts that live at the same address on every network. Their init
// code is committed in chain/canonical/init-code and deployed here as it was on the real networks, so that addresses prove the bytes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { concat, getAddress, type Hex, keccak256, numberToHex, parseTransaction, zeroHash } from "viem";

/** The CREATE2 deployers: both have the same code. */
const CREATE2_DEPLOYER: Hex = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const SAFE_FACTORY: Hex = "0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7";
const SIGNER_OF_CREATEX: Hex = "0xeD456e05CaAb11d66C4c797dD6c1D6f9A7F352b5";
const SENDER: Hex = "0x00000000000000000000000000000000000000d1";

/** `raw`: the file holds a signed deployment transaction instead of init code. */
type Deployment = { name: string; source: string } & ({ factory: Hex; salt: Hex } | { raw: true });
export type CanonicalContract = { name: string; address: Hex; nonce: number; code: Hex; storage: Record<Hex, Hex> };

const SAFE = "@safe-global/safe-contracts/build/artifacts/contracts";
const safe = (name: string, folder = `libraries/${name}.sol`): Deployment => {
  return { name, source: `${SAFE}/${folder}/${name}.json`, factory: SAFE_FACTORY, salt: zeroHash };
};

const DEPLOYMENTS: readonly Deployment[] = [
  { name: "CreateX", source: "createx", raw: true },
  {
    name: "EntryPoint07",
    source: "entry-point-0.7/artifacts/EntryPoint.json",
    factory: CREATE2_DEPLOYER,
    salt: "0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3",
  },
  {
    name: "EntryPoint08",
    source: "entry-point-0.8/artifacts/EntryPoint.json",
    factory: CREATE2_DEPLOYER,
    salt: "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9",
  },
  safe("Safe", "Safe.sol"),
  safe("SafeL2", "SafeL2.sol"),
  safe("SafeProxyFactory", "proxies/SafeProxyFactory.sol"),
  safe("CompatibilityFallbackHandler", "handler/CompatibilityFallbackHandler.sol"),
  safe("SimulateTxAccessor", "accessors/SimulateTxAccessor.sol"),
  safe("MultiSend"),
  safe("MultiSendCallOnly"),
  safe("CreateCall"),
  safe("SignMessageLib"),
];

const folder = new URL("./canonical/", import.meta.url);
const fileOf = (name: string): URL => new URL(`init-code/${name}.hex`, folder);
const target = new URL("contracts.json", folder);
const read = (name: string): Hex => readFileSync(fileOf(name), "utf8").trim() as Hex;

/** Deploys everything in a network of its own. @returns the contracts, in the order of their deployment */
export const buildCanonical = async (): Promise<CanonicalContract[]> => {
  const { request, close } = await aNetwork();
  const proxy = read("Create2Deployer");
  const contracts = ["Create2Deployer", "SafeSingletonFactory"].map((name, index): CanonicalContract => {
    const address = index === 0 ? CREATE2_DEPLOYER : SAFE_FACTORY;
    return { name, address, nonce: 1, code: proxy, storage: {} };
  });
  for (const { address } of contracts) await request("hardhat_setCode", [address, proxy]);
  for (const deployment of DEPLOYMENTS) contracts.push(...(await deploy(request, deployment)));
  await close();
  return contracts;
};

type Request = <T = unknown>(method: string, parameters?: readonly unknown[]) => Promise<T>;

async function aNetwork(): Promise<{ request: Request; close: () => Promise<void> }> {
  process.env["HARDHAT_DISABLE_TELEMETRY"] = "true";
  const network = { type: "edr-simulated", chainType: "l1", chainId: 1, hardfork: "osaka" } as const;
  const root = fileURLToPath(new URL("../", import.meta.url));
  const environment = await createHardhatRuntimeEnvironment({ networks: { canonical: network } }, {}, root);
  const { provider, close } = await environment.network.create("canonical");
  const request: Request = async (method, params = []) =>
    (await provider.request({ method, params: [...params] })) as never;
  for (const address of [SENDER, SIGNER_OF_CREATEX])
    await request("hardhat_setBalance", [address, numberToHex(10n ** 20n)]);
  await request("hardhat_impersonateAccount", [SENDER]);
  return { request, close };
}

type Account = { code?: Hex; nonce?: number; storage?: Record<Hex, Hex> };

async function deploy(request: Request, deployment: Deployment): Promise<CanonicalContract[]> {
  const bytes = read(deployment.name);
  const hash =
    "raw" in deployment
      ? await request<Hex>("eth_sendRawTransaction", [bytes])
      : await request<Hex>("eth_sendTransaction", [
          {
            from: SENDER,
            to: deployment.factory,
            data: concat([deployment.salt, bytes]),
            gas: numberToHex(12_000_000),
          },
        ]);
  const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const { pre, post } = await request<Record<"pre" | "post", Record<Hex, Account>>>("debug_traceTransaction", [
    hash,
    tracer,
  ]);
  const created = Object.entries(post).filter(([address, { code }]) => code && !pre[address as Hex]?.code);
  return created.map(([address, { code, nonce, storage }], index) => ({
    name: index === 0 && !isSenderCreator(deployment, code) ? deployment.name : `${deployment.name}SenderCreator`,
    address: getAddress(address),
    nonce: nonce ?? 1,
    code: code as Hex,
    storage: storage ?? {},
  }));
}

/** An EntryPoint creates its SenderCreator, which is much smaller. */
const isSenderCreator = ({ name }: Deployment, code: Hex | undefined): boolean =>
  name.startsWith("EntryPoint") && (code?.length ?? 0) < 10_000;

/** Reads init code out of the packages of chain/canonical/sources (`npm ci` there first). */
const writeSources = async (): Promise<void> => {
  const require = createRequire(new URL("sources/", folder));
  for (const { name, source } of DEPLOYMENTS) {
    const path = fileURLToPath(new URL(`sources/node_modules/${source}`, folder));
    const bytes = source === "createx" ? await createXTransaction() : (require(path) as { bytecode: Hex }).bytecode;
    writeFileSync(fileOf(name), `${bytes}\n`);
  }
  const factory = require("@safe-global/safe-singleton-factory/artifacts/1/deployment.json") as { transaction: Hex };
  // The deployment returns what follows its own 14 bytes.
  writeFileSync(fileOf("Create2Deployer"), `0x${parseTransaction(factory.transaction).data?.slice(2 + 2 * 14)}\n`);
};

async function createXTransaction(): Promise<Hex> {
  const path =
    "sources/node_modules/@nomicfoundation/ignition-core/dist/src/internal/execution/strategy/createx-artifact.js";
  return ((await import(new URL(path, folder).href)) as { presignedTx: Hex }).presignedTx;
}

const run = async (argv: string[]): Promise<number> => {
  if (argv.includes("--sources")) await writeSources();
  const contracts = await buildCanonical();
  const text = `${JSON.stringify(contracts, null, 2)}\n`;
  const same = existsSync(target) && readFileSync(target, "utf8") === text;
  if (argv.includes("--check")) return same ? 0 : 1;
  if (!same) writeFileSync(target, text);
  for (const { name, address, code } of contracts) process.stdout.write(`${name} ${address} ${keccak256(code)}\n`);
  return 0;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await run(process.argv.slice(2));
