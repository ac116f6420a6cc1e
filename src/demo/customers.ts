// Names and amounts of the demo, from faker and the seed; all are drawn at once, so that no other use of faker changes them.
import { faker } from "@faker-js/faker/locale/en";

export type Customer = { owner: string; network: string; asset: string; amount: string };
export type Customers = {
  /** Names of further tenants. */
  companies: readonly string[];
  /** Customers of the default tenant, each with network, asset and amount of a payment. */
  customers: readonly Customer[];
  /** Owners of deposit addresses. */
  merchants: readonly string[];
  /** Amounts of payouts, in whole units. */
  payouts: readonly { amount: string; remark: string }[];
  /** A host name for webhooks; nothing is ever sent to it. */
  host: string;
};

/** Used in turn, so that every network has a history. */
const PAYMENT_ASSETS: readonly (readonly [network: string, asset: string])[] = [
  ["base", "USDC"],
  ["ethereum", "USDT"],
  ["polygon", "USDC"],
  ["arbitrum", "USDT"],
  ["bsc", "USDC"],
  ["ethereum", "ETH"],
  ["base", "ETH"],
  ["polygon", "POL"],
];
const CUSTOMERS = 16;
const MERCHANTS = 6;
const PAYOUTS = 5;
const COMPANIES = 2;

/** The names and amounts of one seed; the same for the same seed. */
export function customersOf(seed: number): Customers {
  faker.seed(seed % 2 ** 32);
  const owner = (): string =>
    `${faker.internet.username().toLowerCase()}-${faker.string.alphanumeric(4).toLowerCase()}`;
  const companies = listOf(COMPANIES, () => faker.company.name());
  const customers = listOf(CUSTOMERS, (index) => {
    const [network, asset] = PAYMENT_ASSETS[index % PAYMENT_ASSETS.length] ?? ["base", "USDC"];
    const isCoin = ["ETH", "POL", "BNB"].includes(asset);
    const amount = faker.finance.amount(isCoin ? { min: 0.01, max: 2, dec: 4 } : { min: 5, max: 900, dec: 2 });
    return { owner: owner(), network, asset, amount };
  });
  const merchants = listOf(MERCHANTS, owner);
  const payouts = listOf(PAYOUTS, () => ({
    amount: faker.finance.amount({ min: 10, max: 80, dec: 2 }),
    remark: `${faker.commerce.productName()} for ${faker.person.firstName()}`,
  }));
  return { companies, customers, merchants, payouts, host: `${faker.internet.domainWord()}.example` };
}

function listOf<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_none, index) => make(index));
}
