// Key derivation: the accounts of a world from its seed (BIP-32), and the ten well-known development accounts.
import { createECDH, createHmac, pbkdf2Sync } from "node:crypto";
import { bytesToHex, type Hex } from "viem";
import { HDKey, type PrivateKeyAccount, privateKeyToAccount, publicKeyToAddress } from "viem/accounts";
import { required } from "../kernel/assert.ts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { Random } from "../kernel/random.ts";

/** Addresses, accounts and parents of keys remembered by one keyring each; a forgotten one is derived again. */
export const MAX_REMEMBERED = 4_096;

/** Keyrings remembered in a process. */
const MAX_KEYRINGS = 16;

const keyrings = new BoundedMap<string, Keyring>(MAX_KEYRINGS);

/**
 * The keyring of a seed. Its keys depend on the seed alone and take long to derive, so the worlds of a process share it: the
 * sandboxes of a test suite mostly have the same seed.
 */
export function keyringOf(seed: string): Keyring {
  return keyrings.getOrMake(seed, () => new Keyring(seed));
}

/** Derives the keys of one world. The same seed and path always give the same key, so only the path is stored. */
export class Keyring {
  readonly #root: HDKey;
  readonly #parents = new BoundedMap<string, HDKey>(MAX_REMEMBERED);
  readonly #addresses = new BoundedMap<string, Hex>(MAX_REMEMBERED);
  readonly #accounts = new BoundedMap<string, PrivateKeyAccount>(MAX_REMEMBERED);

  constructor(seed: string) {
    const random = new Random(seed).fork("keys");
    this.#root = HDKey.fromMasterSeed(Buffer.concat([random.bytes("root/0"), random.bytes("root/1")]));
  }

  /** The account at a BIP-32 path. Takes about half a millisecond the first time, so ask for it when the key is needed. */
  accountAt(path: string): PrivateKeyAccount {
    return this.#accounts.getOrMake(path, () => privateKeyToAccount(bytesToHex(this.#secretAt(path))));
  }

  /** The address at a BIP-32 path, with EIP-55 checksum; cheaper than deriving the account, and derived once. */
  addressAt(path: string): Hex {
    return this.#addresses.getOrMake(path, () => this.#derivedAddress(path));
  }

  /** The number of remembered addresses. */
  get remembered(): number {
    return this.#addresses.size;
  }

  #derivedAddress(path: string): Hex {
    const curve = createECDH("secp256k1");
    curve.setPrivateKey(this.#secretAt(path));
    return publicKeyToAddress(`0x${curve.getPublicKey("hex")}`);
  }

  #secretAt(path: string): Uint8Array {
    const cut = path.lastIndexOf("/");
    return childSecret(this.#parentAt(path.slice(0, cut)), childIndex(path.slice(cut + 1)));
  }

  /** Each level is derived once: the ten addresses of a new tenant share all but the last two levels. */
  #parentAt(path: string): HDKey {
    const cut = path.lastIndexOf("/");
    if (cut < 0) return this.#root;
    return this.#parents.getOrMake(path, () =>
      this.#parentAt(path.slice(0, cut)).deriveChild(childIndex(path.slice(cut + 1))),
    );
  }
}

/** The mnemonic that Hardhat and Anvil print. Its accounts belong to the user; the platform never sends from them. */
export const DEVELOPMENT_MNEMONIC = "test test test test test test test test test test test junk";
const DEVELOPMENT_ACCOUNTS = 10;

export type DevelopmentAccount = { address: Hex; privateKey: Hex; account: PrivateKeyAccount };

let cached: readonly DevelopmentAccount[] | undefined;

/** The ten accounts of the development mnemonic at the usual path m/44'/60'/0'/0/i; derived once (10 ms), then cached. */
export function developmentAccounts(): readonly DevelopmentAccount[] {
  cached ??= derivedAccounts();
  return cached;
}

function derivedAccounts(): DevelopmentAccount[] {
  const seed = pbkdf2Sync(DEVELOPMENT_MNEMONIC, "mnemonic", 2048, 64, "sha512");
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
  return Array.from({ length: DEVELOPMENT_ACCOUNTS }, (_, index) => {
    const key = parent.deriveChild(index);
    const account = accountOf(key);
    return { address: account.address, privateKey: privateKeyOf(key), account };
  });
}

const HARDENED = 0x80000000;

function childIndex(text: string): number {
  const index = Number.parseInt(text, 10);
  return text.endsWith("'") ? index + HARDENED : index;
}

/** The order n of secp256k1. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The private key of a child (BIP-32). For a non-hardened child the child's public key, the expensive part, is not computed. */
function childSecret(parent: HDKey, index: number): Uint8Array {
  if (index < HARDENED) {
    const hash = createHmac("sha512", required(parent.chainCode, "a chain code"));
    hash.update(required(parent.publicKey, "a public key")).update(uint32(index));
    const tweak = BigInt(`0x${hash.digest("hex").slice(0, 64)}`);
    const secret = (tweak + BigInt(privateKeyOf(parent))) % CURVE_ORDER;
    if (tweak < CURVE_ORDER && secret !== 0n) return Buffer.from(secret.toString(16).padStart(64, "0"), "hex");
  }
  return required(parent.deriveChild(index).privateKey, "a private key");
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function accountOf(key: HDKey): PrivateKeyAccount {
  return privateKeyToAccount(privateKeyOf(key));
}

function privateKeyOf(key: HDKey): Hex {
  return bytesToHex(required(key.privateKey, "a private key"));
}
