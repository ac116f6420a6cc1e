// Key derivation depends on seed and path only.
import { bytesToHex, verifyMessage } from "viem";
import { HDKey, mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { DEVELOPMENT_MNEMONIC, developmentAccounts, Keyring, MAX_REMEMBERED } from "../../src/chains/address.ts";
import { Random } from "../../src/kernel/random.ts";

const path = "m/44'/60'/0'/1/8453/0";

test("the same seed and path give the same key in every process; the values never change between versions", () => {
  expect(new Keyring("1").addressAt(path)).toBe(new Keyring("1").addressAt(path));
  expect(new Keyring("1").addressAt(path)).toBe("0xb108a265c496f6798B13354404470B4528074332");
});

test("another seed, purpose, tenant, network or index gives another address", () => {
  const keyring = new Keyring("1");
  const addresses = [
    new Keyring("2").addressAt(path),
    ...[path, "m/44'/60'/1'/1/8453/0", "m/44'/60'/0'/2/8453/0", "m/44'/60'/0'/1/60/0", "m/44'/60'/0'/1/8453/1"].map(
      (p) => keyring.addressAt(p),
    ),
  ];
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("the keys are those of BIP-32 for every kind of path end", () => {
  const random = new Random("7").fork("keys");
  const root = HDKey.fromMasterSeed(Buffer.concat([random.bytes("root/0"), random.bytes("root/1")]));
  const keyring = new Keyring("7");
  const ends = Array.from({ length: 20 }, (_, index) => `1/8453/${index * 7}`);
  for (const end of [...ends, "1/8453/2147483647", "1/8453/0'", "1'/8453'/3'", "0/0/0"]) {
    const path = `m/44'/60'/2'/${end}`;
    const { address } = privateKeyToAccount(bytesToHex(root.derive(path).privateKey!));
    expect([keyring.addressAt(path), keyring.accountAt(path).address], path).toEqual([address, address]);
  }
});

test("an address is derived once, up to a limit", () => {
  const keyring = new Keyring("1");
  const first = keyring.addressAt("m/0/0");
  for (let index = 1; index <= MAX_REMEMBERED; index += 1) keyring.addressAt(`m/0/${index}`);
  expect(keyring.remembered).toBe(MAX_REMEMBERED);
  expect(keyring.addressAt("m/0/0")).toBe(first);
  expect(keyring.remembered).toBe(MAX_REMEMBERED);
});

test("the account at a path signs for its address", async () => {
  const keyring = new Keyring("1");
  const signature = await keyring.accountAt(path).signMessage({ message: "hello" });
  expect(await verifyMessage({ address: keyring.addressAt(path), message: "hello", signature })).toBe(true);
});

test("the ten development accounts are those of the usual test mnemonic", () => {
  const accounts = developmentAccounts();
  expect(accounts).toHaveLength(10);
  expect(accounts[0]).toMatchObject({
    address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    privateKey: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  });
  for (const [addressIndex, { address, account }] of accounts.entries()) {
    expect(address).toBe(mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex }).address);
    expect(account.address).toBe(address);
  }
});
