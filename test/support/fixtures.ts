// Arbitrary values that tests share: names and addresses by faker, always the same ones because its seed is fixed.
import { en, Faker } from "@faker-js/faker";
import { getAddress, type Hex } from "viem";

const faker = new Faker({ locale: en, seed: 4010 });

export const FIXTURES = {
  /** The name of a tenant of a world without chains. */
  tenant: faker.company.name(),
  /** An owner of wallets and of deposit addresses for settlements. */
  merchant: faker.internet.username().toLowerCase(),
  /** The recipient of payouts (EIP-55). */
  payee: getAddress(faker.finance.ethereumAddress()),
  /** The recipient of settlements, in lower case. */
  destination: faker.finance.ethereumAddress() as Hex,
  /** Whole units of a token, for a payment whose amount does not matter. */
  amount: faker.finance.amount({ min: 1, max: 90, dec: 0 }),
} as const;
