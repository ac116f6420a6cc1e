// Canonical contracts of block 0: their bytes follow from init code whose CREATE2 address they have, and they work on all networks.
import { readFileSync } from "node:fs";
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  toHex,
  zeroHash,
} from "viem";
import { entryPoint07Address, entryPoint08Address } from "viem/account-abstraction";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCanonical } from "../../chain/canonical.ts";
import { artifact, canonicalContracts } from "../../src/chains/artifact.ts";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import type { Chain } from "../../src/chains/chain.ts";
import { genesisDigest } from "../../src/chains/genesis.ts";
import { alice, aTransaction, aWorld, mine, type World } from "./a-chain.ts";

/** Code hashes as the real networks have them. */
const CODE_HASHES: Record<string, Hex> = {
  Create2Deployer: "0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989",
  SafeSingletonFactory: "0x2fa86add0aed31f33a762c9d88e807c475bd51d0f52bd0955754b2608f7e4989",
  CreateX: "0xbd8a7ea8cfca7b4e5f5041d7d4b17bc317c5ce42cfbc42066a00cf26b43eb53f",
  EntryPoint07: "0x8db5ff695839d655407cc8490bb7a5d82337a86a6b39c3f0258aa6c3b582fc58",
  EntryPoint07SenderCreator: "0x283c9d14378f5f4c4e24045b87d621d48443fa5b4af7dd7180a599b3756a7689",
  EntryPoint08: "0x44e632a24c6f2600cbd5b5b8b4c2d372359112c8b5774297f5fd0a9e64f11f86",
  EntryPoint08SenderCreator: "0xc69a1b3a000d570bc86eb096ee63a9014a17951ad616d720882ec61432b00fcf",
  Safe: "0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4",
  SafeL2: "0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff",
  SafeProxyFactory: "0x50c3cdc4074750a7a974204a716c999edd37482f907608d960b2b025ee0b3317",
  CompatibilityFallbackHandler: "0x7c6007a5d711cea8dfd5d91f5940ec29c7f200fe511eb1fc1397b367af3c42f9",
  SimulateTxAccessor: "0x91f82615581fc73b190b83d72e883608b25e392f72322035df1b13d51766cf8d",
  MultiSend: "0x0e4f7fc66550a322d1e7688e181b75e217e662a4f3f4d6a29b22bc61217c4b77",
  MultiSendCallOnly: "0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939",
  CreateCall: "0x2b3060c55fcb8275653e99ad511a71f67ba76934ed66a7d74d6e68b52afff889",
  SignMessageLib: "0x525c754a46b79e05543a59bb61e8de3c9eee0d955a59352409cbe67ea1077528",
};
const CREATE2_DEPLOYER: Hex = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

const initCode = (name: string): Hex =>
  readFileSync(new URL(`../../chain/canonical/init-code/${name}.hex`, import.meta.url), "utf8").trim() as Hex;
const named = (name: string) => canonicalContracts().contracts.find((contract) => contract.name === name)!;

let world: World;
beforeAll(async () => {
  world = await aWorld({ definitions: readCatalogue() });
});
afterAll(() => world.close());

test("the committed contracts equal a fresh deployment of their init code", async () => {
  expect(canonicalContracts().contracts).toEqual(await buildCanonical());
}, 60_000);

test("the init code is that of the real deployments: it gives the known addresses", () => {
  const salts: Record<string, Hex> = {
    EntryPoint07: "0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3",
    EntryPoint08: "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9",
  };
  for (const [name, salt] of Object.entries(salts))
    expect(getCreate2Address({ from: CREATE2_DEPLOYER, salt, bytecode: initCode(name) })).toBe(named(name).address);
  const factory = named("SafeSingletonFactory").address;
  for (const name of Object.keys(CODE_HASHES).slice(7))
    expect(getCreate2Address({ from: factory, salt: zeroHash, bytecode: initCode(name) })).toBe(named(name).address);
  expect(named("CreateX").address).toBe(getAddress("0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed"));
  expect([named("EntryPoint07").address, named("EntryPoint08").address]).toEqual([
    entryPoint07Address,
    entryPoint08Address,
  ]);
  for (const name of ["EntryPoint07", "EntryPoint08"]) {
    const creator = getContractAddress({ from: named(name).address, nonce: 1n });
    expect(named(`${name}SenderCreator`).address).toBe(creator);
    expect(named(name).code.toLowerCase()).toContain(creator.slice(2).toLowerCase());
  }
});

test("every network has them with the code hashes of the real networks, their storage and their nonces", async () => {
  expect(canonicalContracts().contracts.map(({ name }) => name)).toEqual(Object.keys(CODE_HASHES));
  for (const chain of world.chains.all) {
    for (const { name, address, nonce, storage } of canonicalContracts().contracts) {
      const code = await chain.request<Hex>("eth_getCode", [address, "latest"]);
      expect(keccak256(code), `${chain.definition.symbol} ${name}`).toBe(CODE_HASHES[name]);
      expect(Number(await chain.request("eth_getTransactionCount", [address, "latest"]))).toBe(nonce);
      for (const [slot, value] of Object.entries(storage))
        expect(await chain.request("eth_getStorageAt", [address, toHex(BigInt(slot)), "latest"])).toBe(value);
    }
  }
  expect(Object.values(named("Safe").storage)).toEqual([pad("0x1")]);
});

test("wrapped coins, tokens that the service does not know and the fee oracles are at their real addresses", async () => {
  const abi = parseAbi(["function name() view returns (string)", "function symbol() view returns (string)"]);
  for (const chain of world.chains.all) {
    const { symbol, other_tokens = [], contracts = [], native } = chain.definition;
    expect(
      other_tokens.map((token) => token.symbol),
      symbol,
    ).toEqual(expect.arrayContaining(["DAI", `W${native.symbol}`]));
    for (const token of other_tokens) {
      expect(getAddress(token.address)).toBe(token.address);
      for (const [functionName, wanted] of [["name", token.name] as const, ["symbol", token.symbol] as const]) {
        const data = encodeFunctionData({ abi, functionName });
        const answer = await chain.request<Hex>("eth_call", [{ to: token.address, data }, "latest"]);
        expect(answer).toBe(encodeAbiParameters([{ type: "string" }], [wanted]));
      }
    }
    for (const { contract, address } of contracts)
      expect(await chain.request("eth_getCode", [address, "latest"])).toBe(artifact(contract).deployedBytecode);
  }
  const bridged = world.chains.all.filter(({ definition }) =>
    definition.other_tokens?.some(({ symbol }) => symbol === "USDC.e"),
  );
  expect(bridged.map(({ definition }) => definition.symbol)).toEqual(["polygon", "arbitrum"]);
  const l1Fee = encodeFunctionData({
    abi: parseAbi(["function getL1Fee(bytes) view returns (uint256)"]),
    args: ["0x1234"],
  });
  const oracle = { to: "0x420000000000000000000000000000000000000F", data: l1Fee };
  expect(await world.chains.get("base").request("eth_call", [oracle, "latest"])).toBe(zeroHash);
});

test("the digest of the genesis covers canonical contracts, token contracts and other tokens (R-167)", () => {
  const [row] = readCatalogue();
  const genesis = { tokenOwner: alice.address, funding: [] };
  const digests = [
    row!,
    { ...row!, other_tokens: [] },
    { ...row!, tokens: row!.tokens.map(({ contract: _, ...token }) => token) },
    { ...row!, contracts: [{ contract: "ArbGasInfo" as const, address: alice.address }] },
  ].map((definition) => genesisDigest(definition, genesis));
  expect(new Set(digests).size).toBe(4);
});

describe.each(readCatalogue().map(({ symbol }) => symbol))("on %s", (symbol) => {
  let chain: Chain;
  let nonce = 0;
  beforeAll(() => {
    chain = world.chains.get(symbol);
  });
  /** Sends a transaction of alice and mines it; answers its status. */
  const send = async (to: Hex, data: Hex, value = 0n): Promise<Hex> => {
    const hash = await chain.submit(await aTransaction(chain, { nonce: nonce++, to, data, value, gas: 8_000_000n }));
    await mine({ chain, database: world.database });
    return (await chain.request<{ status: Hex }>("eth_getTransactionReceipt", [hash])).status;
  };
  const call = (to: Hex, data: Hex) => chain.request<Hex>("eth_call", [{ to, data }, "latest"]);

  test("the CREATE2 deployer puts a contract at the address that its init code gives", async () => {
    const salt = pad("0x7");
    const { bytecode } = artifact("Multicall3");
    expect(await send(CREATE2_DEPLOYER, concat([salt, bytecode]))).toBe("0x1");
    const address = getCreate2Address({ from: CREATE2_DEPLOYER, salt, bytecode });
    expect(await chain.request("eth_getCode", [address, "latest"])).toBe(artifact("Multicall3").deployedBytecode);
  });

  test("a Safe is made by the factory, CreateX deploys, and the EntryPoints know this chain", async () => {
    const abi = parseAbi([
      "function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)",
      "function setup(address[] owners, uint256 threshold, address to, bytes data, address handler, address paymentToken, uint256 payment, address receiver)",
      "function getThreshold() view returns (uint256)",
      "function deployCreate2(bytes32 salt, bytes initCode) returns (address)",
      "function senderCreator() view returns (address)",
      "function getDomainSeparatorV4() view returns (bytes32)",
    ]);
    const none = getAddress(pad("0x0", { size: 20 }));
    const setup = [
      [alice.address],
      1n,
      none,
      "0x",
      named("CompatibilityFallbackHandler").address,
      none,
      0n,
      none,
    ] as const;
    const initializer = encodeFunctionData({ abi, functionName: "setup", args: setup });
    const create = [named("Safe").address, initializer, 1n] as const;
    const createSafe = encodeFunctionData({ abi, functionName: "createProxyWithNonce", args: create });
    const safe = `0x${(await call(named("SafeProxyFactory").address, createSafe)).slice(-40)}` as Hex;
    expect(await send(named("SafeProxyFactory").address, createSafe)).toBe("0x1");
    expect(BigInt(await call(safe, encodeFunctionData({ abi, functionName: "getThreshold" })))).toBe(1n);
    const deploy = [zeroHash, artifact("Multicall3").bytecode] as const;
    const deployment = encodeFunctionData({ abi, functionName: "deployCreate2", args: deploy });
    expect(await send(named("CreateX").address, deployment)).toBe("0x1");
    const creator = await call(
      named("EntryPoint08").address,
      encodeFunctionData({ abi, functionName: "senderCreator" }),
    );
    expect(getAddress(`0x${creator.slice(-40)}`)).toBe(named("EntryPoint08SenderCreator").address);
    const separator = encodeFunctionData({ abi, functionName: "getDomainSeparatorV4" });
    const domain = (chainId: number): Hex => {
      const typeHash = keccak256(
        toHex("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
      );
      const [name, version] = [keccak256(toHex("ERC4337")), keccak256(toHex("1"))];
      const types = ["bytes32", "bytes32", "bytes32", "uint256", "address"].map((type) => ({ type }));
      const values = [typeHash, name, version, BigInt(chainId), named("EntryPoint08").address];
      return keccak256(encodeAbiParameters(types, values));
    };
    expect(await call(named("EntryPoint08").address, separator)).toBe(domain(chain.definition.eip155_id));
  });
});
