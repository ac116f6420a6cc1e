// Table: mistakes for `examples/shop-with-books` about requests beside each other: how payouts are told apart, and what two requests share. An app
// that takes a second equal order for a second click, and says so, has done nothing wrong: the money stays the customer's.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts
import { inDeposits, kept } from "./deposits.ts";
import { DEBITS, MOVED_BALANCE, REFUNDS } from "./payouts.ts";
import type { Change, Mistake } from "./shop.ts";

/** The reference of a payout is another one than the withdrawal's id: `of(withdrawal)`. */
const references = (of: string): readonly Change[] => [
  {
    file: "withdrawals.ts",
    find: "  async #pay({ id, network, asset, amount, to }: Order): Promise<void> {",
    replace: `  #reference(id: string): string {
    const one = this.#books.withdrawal(id);
    return one === undefined ? id : ${of};
  }

  async #pay({ id, network, asset, amount, to }: Order): Promise<void> {`,
  },
  { file: "withdrawals.ts", find: "reference_id: id };", replace: "reference_id: this.#reference(id) };" },
  {
    file: "withdrawals.ts",
    find: "encodeURIComponent(reference)",
    replace: "encodeURIComponent(this.#reference(reference))",
  },
  {
    file: "withdrawals.ts",
    find: "    this.#note(payout.reference_id, payout);",
    replace:
      "    for (const { id } of this.#books.pending()) if (this.#reference(id) === payout.reference_id) this.#note(id, payout);",
  },
];

const HAS_CUSTOMER = inDeposits("  readonly #books: Books;\n", '  #customer = "";\n  readonly #books: Books;\n');

export const ORDER_MISTAKES: readonly Mistake[] = [
  {
    name: "reference-of-owner-and-amount",
    about: "makes the reference of a payout of the customer and the amount",
    changes: references("`${one.owner}-${one.amount}`"),
  },
  {
    name: "reference-counted-in-memory",
    about: "counts the payouts of a customer for their references, and begins anew when it is restarted",
    changes: [
      ...references("`${one.owner}-${this.#numbers.get(id) ?? this.#number(one)}`"),
      {
        file: "withdrawals.ts",
        find: "  readonly #vaultId: string;\n\n",
        replace: `  readonly #vaultId: string;
  readonly #numbers = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  #number({ id, owner }: { id: string; owner: string }): number {
    const number = (this.#counts.get(owner) ?? 0) + 1;
    this.#counts.set(owner, number);
    this.#numbers.set(id, number);
    return number;
  }

`,
      },
    ],
  },
  {
    name: "target-shared-by-requests",
    about: "keeps where a withdrawal goes to where the next request overwrites it",
    changes: [
      {
        file: "withdrawals.ts",
        find: "  async #pay({ id, network, asset, amount, to }: Order): Promise<void> {",
        replace: `  #target = "";

  async #pay({ id, network, asset, amount, to }: Order): Promise<void> {
    this.#target = to;
    await new Promise((resolve) => setTimeout(resolve, 5));`,
      },
      { file: "withdrawals.ts", find: "to_address: to,", replace: "to_address: this.#target," },
    ],
  },
  {
    name: "customer-shared-by-requests",
    about: "keeps whose wallet is opened where the next request overwrites it",
    changes: [
      inDeposits(
        "    this.#books.addWallet({ address: wallet.address, network, owner });\n    return wallet.address;",
        "    this.#books.addWallet({ address: wallet.address, network, owner: this.#customer });\n    return wallet.address;",
      ),
      inDeposits(
        "    const known = this.#books.wallet(owner, network);\n",
        "    const known = this.#books.wallet(owner, network);\n    this.#customer = owner;\n",
      ),
      HAS_CUSTOMER,
    ],
  },
  {
    name: "uda-shared-by-requests",
    about: "keeps whose universal deposit address is opened where the next request overwrites it",
    changes: [
      inDeposits("    this.#books.addUda(uda.id, owner,", "    this.#books.addUda(uda.id, this.#customer,"),
      inDeposits(
        "  async openUda(owner: string): Promise<Json> {\n",
        "  async openUda(owner: string): Promise<Json> {\n    this.#customer = owner;\n",
      ),
      HAS_CUSTOMER,
    ],
  },
  {
    name: "settlements-share-their-customer",
    about: "keeps whose settlement a webhook is about where the next webhook overwrites it",
    changes: [
      kept('let current = "";'),
      inDeposits(
        "    const { destination } = settlement;\n",
        "    const { destination } = settlement;\n    current = uda.owner;\n    await new Promise((done) => setTimeout(done, 5));\n",
      ),
      inDeposits("      owner: uda.owner,\n", "      owner: current,\n"),
    ],
  },
  {
    name: "payouts-share-their-state",
    about: "keeps what became of a payout where the next webhook overwrites it",
    changes: [
      {
        file: "withdrawals.ts",
        find: "    this.#note(payout.reference_id, payout);",
        replace:
          "    this.#last = payout;\n    await new Promise((done) => setTimeout(done, 5));\n    this.#note(payout.reference_id, this.#last);",
      },
      {
        file: "withdrawals.ts",
        find: "  readonly #books: Books;\n",
        replace: '  #last = { id: "", status: "" };\n  readonly #books: Books;\n',
      },
    ],
  },
  {
    name: "refund-check-then-act",
    about: "looks whether a failed payout was given back, waits, then gives it back",
    changes: [
      ...MOVED_BALANCE,
      DEBITS,
      {
        file: "withdrawals.ts",
        find: "    this.#note(payout.reference_id, payout);",
        replace: `    const known = this.#books.withdrawal(payout.reference_id);
    if (known?.state === "pending" && payout.status === "failed") {
      await new Promise((resolve) => setTimeout(resolve, 20));
      this.#books.move(known.owner, known.network, known.asset, known.units);
    }
    this.#note(payout.reference_id, payout);`,
      },
    ],
  },
  {
    name: "forgets-what-was-not-ordered",
    about: "never orders a withdrawal again whose order did not reach the service",
    changes: [
      {
        file: "withdrawals.ts",
        find: "      if (payout === undefined) await this.#pay(withdrawal);\n      else this.#note(withdrawal.id, payout);",
        replace: "      if (payout !== undefined) this.#note(withdrawal.id, payout);",
      },
    ],
  },
  {
    name: "expiry-ignored",
    about: "knows no payout that expired",
    changes: [
      {
        file: "withdrawals.ts",
        find: 'failed: "failed", expired: "failed" };',
        replace: 'failed: "failed" };',
      },
    ],
  },
  {
    name: "reserves-across-networks",
    about: "looks whether there is enough of a token on all networks together",
    changes: [
      {
        file: "books.ts",
        find: "const same = (entry: { network: string; asset: string }) => entry.network === network && entry.asset === asset;",
        replace: 'const same = (entry: { network: string; asset: string }) => entry.asset === asset && network !== "";',
      },
    ],
  },
  {
    name: "refunds-to-the-last-customer",
    about: "gives a failed payout back to the customer who ordered last",
    changes: [
      ...MOVED_BALANCE,
      { file: "books.ts", find: "type Row = ", replace: 'let last = "";\n\ntype Row = ' },
      {
        file: "books.ts",
        find: DEBITS.find,
        replace: `${DEBITS.replace}\n    last = owner;`,
      },
      {
        file: REFUNDS.file,
        find: REFUNDS.find,
        replace: REFUNDS.replace.replace("this.move(one.owner,", "this.move(last || one.owner,"),
      },
    ],
  },
];
