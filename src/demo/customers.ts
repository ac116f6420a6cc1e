// Who lives in the demo: names and amounts from faker and the seed, all of them at once, so that nobody else shifts its luck.
import { faker } from "@faker-js/faker/locale/en";

export type Customer = { owner: string; network: string; asset: string; amount: string };
export type Customers = {
  /** Names of further tenants. */
  companies: readonly string[];
  /** Customers of the default tenant, each with the network and what is paid there. */
  customers: readonly Customer[];
  /** Owners of deposit addresses. */
  merchants: readonly string[];
  /** Amounts of payouts, in whole units. */
  payouts: readonly { amount: string; remark: string }[];
  /** A host name for webhooks; nothing is ever sent to it. */
  host: string;
};

/** Networks in turn, so that every one of them has a history. */
const PLACES: readonly (readonly [network: string, asset: string])[] = [
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

/** The cast of one seed; always the same one. */
export function customersOf(seed: number): Customers {
  faker.seed(seed % 2 ** 32);
  const owner = (): string =>
    `${faker.internet.username().toLowerCase()}-${faker.string.alphanumeric(4).toLowerCase()}`;
  const companies = some(COMPANIES, () => faker.company.name());
  const customers = some(CUSTOMERS, (index) => {
    const [network, asset] = PLACES[index % PLACES.length] ?? ["base", "USDC"];
    const isCoin = ["ETH", "POL", "BNB"].includes(asset);
    const amount = faker.finance.amount(isCoin ? { min: 0.01, max: 2, dec: 4 } : { min: 5, max: 900, dec: 2 });
    return { owner: owner(), network, asset, amount };
  });
  const merchants = some(MERCHANTS, owner);
  const payouts = some(PAYOUTS, () => ({
    amount: faker.finance.amount({ min: 10, max: 80, dec: 2 }),
    remark: `${faker.commerce.productName()} for ${faker.person.firstName()}`,
  }));
  return { companies, customers, merchants, payouts, host: `${faker.internet.domainWord()}.example` };
}

function some<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_none, index) => make(index));
}
