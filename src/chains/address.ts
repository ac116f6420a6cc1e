// Key derivation: the accounts of a world from its seed (BIP-32), and the ten well-known development accounts.
import { createECDH, createHmac, pbkdf2Sync } from "node:crypto";
import { bytesToHex, type Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount, publicKeyToAddress } from "viem/accounts";
import { BoundedMap } from "../kernel/bounded-map.ts";
import { lazy } from "../kernel/lazy.ts";
import { Random } from "../kernel/random.ts";
import { DEVELOPMENT_KEYS } from "./precomputed/development-keys.ts";
import { PRECOMPUTED } from "./precomputed/precomputed.ts";

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
  return keyrings.getOrMake(seed, () => new Keyring(seed, seed === PRECOMPUTED.seed ? PRECOMPUTED.addresses : {}));
}

/** Derives the keys of one world. The same seed and path always give the same key, so only the path is stored. */
export class Keyring {
  readonly #root: ExtendedKey;
  readonly #known: Readonly<Record<string, Hex>>;
  readonly #parents = new BoundedMap<string, ExtendedKey>(MAX_REMEMBERED);
  readonly #addresses = new BoundedMap<string, Hex>(MAX_REMEMBERED);
  readonly #accounts = new BoundedMap<string, PrivateKeyAccount>(MAX_REMEMBERED);

  /** `known`: addresses by path that need not be derived. */
  constructor(seed: string, known: Readonly<Record<string, Hex>> = {}) {
    this.#known = known;
    const random = new Random(seed).fork("keys");
    this.#root = masterKey(Buffer.concat([random.bytes("root/0"), random.bytes("root/1")]));
  }

  /** The account at a BIP-32 path. Takes about half a millisecond the first time, so ask for it when the key is needed. */
  accountAt(path: string): PrivateKeyAccount {
    return this.#accounts.getOrMake(path, () => privateKeyToAccount(bytesToHex(this.#secretAt(path))));
  }

  /** The address at a BIP-32 path, with EIP-55 checksum; cheaper than deriving the account, and derived once. */
  addressAt(path: string): Hex {
    return this.#known[path] ?? this.#addresses.getOrMake(path, () => addressOf(this.#secretAt(path)));
  }

  /** The number of remembered addresses. */
  get remembered(): number {
    return this.#addresses.size;
  }

  #secretAt(path: string): Uint8Array {
    const cut = path.lastIndexOf("/");
    return childOf(this.#parentAt(path.slice(0, cut)), childIndex(path.slice(cut + 1))).secret;
  }

  /** Each level is derived once: the ten addresses of a new tenant share all but the last two levels. */
  #parentAt(path: string): ExtendedKey {
    const cut = path.lastIndexOf("/");
    if (cut < 0) return this.#root;
    return this.#parents.getOrMake(path, () =>
      childOf(this.#parentAt(path.slice(0, cut)), childIndex(path.slice(cut + 1))),
    );
  }
}

/** The mnemonic that Hardhat and Anvil print. Its accounts belong to the user; the platform never sends from them. */
export const DEVELOPMENT_MNEMONIC = "test test test test test test test test test test test junk";
const DEVELOPMENT_ACCOUNTS = 10;

/** `account` signs; it is made when it is first asked for. */
export type DevelopmentAccount = { address: Hex; privateKey: Hex; readonly account: PrivateKeyAccount };

/** The ten accounts of the development mnemonic at the usual path m/44'/60'/0'/0/i. */
export const developmentAccounts: () => readonly DevelopmentAccount[] = lazy(() =>
  DEVELOPMENT_KEYS.map(({ address, privateKey }) => {
    const account = lazy(() => privateKeyToAccount(privateKey));
    return {
      address,
      privateKey,
      get account() {
        return account();
      },
    };
  }),
);

/** Derives them from the mnemonic (5 ms). */
export function deriveDevelopmentAccounts(): { address: Hex; privateKey: Hex }[] {
  const seed = pbkdf2Sync(DEVELOPMENT_MNEMONIC, "mnemonic", 2048, 64, "sha512");
  const parent = ["44'", "60'", "0'", "0"].map(childIndex).reduce(childOf, masterKey(seed));
  return Array.from({ length: DEVELOPMENT_ACCOUNTS }, (_, index) => {
    const { secret } = childOf(parent, index);
    return { address: addressOf(secret), privateKey: bytesToHex(secret) };
  });
}

/** A private key that has children (BIP-32). Computed by OpenSSL: a library in JavaScript needs 60 ms for the first key of a process. */
type ExtendedKey = { readonly secret: Uint8Array; readonly chainCode: Uint8Array; publicKey?: Uint8Array };

const HARDENED = 0x80000000;

function childIndex(text: string): number {
  const index = Number.parseInt(text, 10);
  return text.endsWith("'") ? index + HARDENED : index;
}

/** The order n of secp256k1. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function masterKey(seed: Uint8Array): ExtendedKey {
  const hash = createHmac("sha512", "Bitcoin seed").update(seed).digest();
  return { secret: hash.subarray(0, 32), chainCode: hash.subarray(32) };
}

/** A hardened child is derived from the private key, any other from the public key. */
function childOf(parent: ExtendedKey, index: number): ExtendedKey {
  const hmac = createHmac("sha512", parent.chainCode);
  if (index >= HARDENED) hmac.update(ZERO).update(parent.secret);
  else {
    parent.publicKey ??= curveOf(parent.secret).getPublicKey(null, "compressed");
    hmac.update(parent.publicKey);
  }
  const hash = hmac.update(uint32(index)).digest();
  const tweak = numberOf(hash.subarray(0, 32));
  const secret = (tweak + numberOf(parent.secret)) % CURVE_ORDER;
  // No key has this index, once in 2^127: BIP-32 takes the next one.
  if (tweak >= CURVE_ORDER || secret === 0n) return childOf(parent, index + 1);
  return { secret: Buffer.from(secret.toString(16).padStart(64, "0"), "hex"), chainCode: hash.subarray(32) };
}

const ZERO = new Uint8Array(1);

function addressOf(secret: Uint8Array): Hex {
  return publicKeyToAddress(`0x${curveOf(secret).getPublicKey("hex")}`);
}

function curveOf(secret: Uint8Array): ReturnType<typeof createECDH> {
  const curve = createECDH("secp256k1");
  curve.setPrivateKey(secret);
  return curve;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(bytesToHex(bytes));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
