// Keys of the world: derived from its seed by path, and the ten development accounts that everybody knows.
import { pbkdf2Sync } from "node:crypto";
import { bytesToHex, type Hex } from "viem";
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { present } from "../kernel/assert.ts";
import { Random } from "../kernel/random.ts";

/** Derives the keys of one world. The same seed and path always give the same key; nothing is stored but the path. */
export class Keyring {
  readonly #root: HDKey;
  readonly #parents = new Map<string, HDKey>();

  constructor(seed: string) {
    const random = new Random(seed).fork("keys");
    this.#root = HDKey.fromMasterSeed(Buffer.concat([random.bytes("root/0"), random.bytes("root/1")]));
  }

  /** The account at a BIP-32 path; about half a millisecond, so ask when a key is needed and not before. */
  accountAt(path: string): PrivateKeyAccount {
    const cut = path.lastIndexOf("/");
    const parent = this.#parentAt(path.slice(0, cut));
    return accountOf(parent.deriveChild(childIndex(path.slice(cut + 1))));
  }

  /** The address at a BIP-32 path, EIP-55. */
  addressAt(path: string): Hex {
    return this.accountAt(path).address;
  }

  #parentAt(path: string): HDKey {
    let parent = this.#parents.get(path);
    if (parent === undefined) {
      parent = this.#root.derive(path);
      this.#parents.set(path, parent);
    }
    return parent;
  }
}

/** The mnemonic that Hardhat and Anvil print: its accounts belong to the user alone. */
export const DEVELOPMENT_MNEMONIC = "test test test test test test test test test test test junk";
const DEVELOPMENT_ACCOUNTS = 10;

export type DevelopmentAccount = { address: Hex; privateKey: Hex; account: PrivateKeyAccount };

/** The ten accounts of the development mnemonic at the usual path m/44'/60'/0'/0/i. */
export function developmentAccounts(): DevelopmentAccount[] {
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

function accountOf(key: HDKey): PrivateKeyAccount {
  return privateKeyToAccount(privateKeyOf(key));
}

function privateKeyOf(key: HDKey): Hex {
  return bytesToHex(present(key.privateKey, "a private key"));
}
