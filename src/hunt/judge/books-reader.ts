// Reads books in the forms that need no help: a list of credits, a list of sums, amounts by asset, or one number (U-02).
import { exactJson, isExactNumber } from "../../kernel/exact-json.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { BookNames, BooksSource } from "../adapter.ts";
import { type BooksPart, GUESSES, guessedPlace, namesIn, numberText, textOrNull, valueAt } from "./book-places.ts";
import { type BookedWithdrawal, type Books, BooksFault, type Credit, type Sum, type WithdrawalState } from "./books.ts";
import { type Decimal, decimalOf } from "./decimal.ts";
import { unitOf } from "./units.ts";

const STATES: readonly [WithdrawalState, RegExp][] = [
  ["failed", /^(fail(ed)?|error|reject(ed)?|expired|cancel+ed|refunded|returned|given_back)$/i],
  ["paid", /^(paid|sent_out|confirmed|complete(d)?|done|success(ful)?|succeeded|settled)$/i],
  [
    "pending",
    /^(pending|queued|new|open|created|requested|submitted|sent|processing|broadcast(ed)?|unknown|in_doubt)$/i,
  ],
];

/** Reads books. `guessed` gets what was not named in the adapter, as a text such as `credits: /credits`. */
export class BooksReader {
  readonly #source: BooksSource;
  readonly #guessed: (text: string) => void;

  constructor(source: BooksSource, guessed: (text: string) => void = () => {}) {
    this.#source = source;
    this.#guessed = guessed;
  }

  /** @throws BooksFault for a text that is no JSON, or in which no amount is found */
  read(text: string): Books {
    let root: unknown;
    try {
      root = exactJson(text);
    } catch {
      throw new BooksFault(`the books are not JSON: they begin with ${JSON.stringify(text.slice(0, 60))}`);
    }
    const credits = this.#part("credits", root);
    const sums = this.#part("sums", root, this.#source.total);
    const balances = this.#part("balances", root);
    const withdrawals = this.#part("withdrawals", root);
    const books: Books = {
      credits:
        credits === undefined
          ? null
          : this.#list(credits.value, credits.at).map((one) => this.#credit(one, credits.at)),
      sums: sums === undefined ? null : this.#sums(sums.value, sums.at),
      balances: balances === undefined ? null : this.#sums(balances.value, balances.at),
      withdrawals:
        withdrawals === undefined
          ? null
          : this.#list(withdrawals.value, withdrawals.at).map((one) => this.#withdrawal(one, withdrawals.at)),
    };
    if (books.credits === null && books.sums === null && books.balances === null)
      throw new BooksFault(
        `no amounts are found in the books: name them with a JSON pointer (books.credits, books.total …); they hold ${namesIn(root)}`,
      );
    return books;
  }

  /** The value of a part and its pointer; undefined when the books do not have it. */
  #part(part: BooksPart, root: unknown, other?: string): { value: unknown; at: string } | undefined {
    const source = this.#source;
    const named = other ?? (part === "balances" ? source.balance : source[part]);
    if (named !== undefined) {
      const value = valueAt(root, named);
      if (value === undefined)
        throw new BooksFault(`the books have nothing at ${named || "/"}: they hold ${namesIn(root)}`);
      return { value, at: named };
    }
    if (this.#isNamed(part)) return undefined;
    const at = guessedPlace(part, root);
    if (at === undefined) return undefined;
    this.#guessed(`${part}: ${at || "the whole answer"}`);
    return { value: valueAt(root, at), at };
  }

  /** Once one amount is named, no other is guessed: a guess may be something else. */
  #isNamed(part: BooksPart): boolean {
    const { credits, sums, total, balance } = this.#source;
    return part !== "withdrawals" && [credits, sums, total, balance].some((one) => one !== undefined);
  }

  #list(value: unknown, at: string): readonly unknown[] {
    if (Array.isArray(value)) return value;
    throw new BooksFault(`the books have no list at ${at || "/"}`);
  }

  /** One amount, a list of sums, or an object with an amount for each asset, or for each network and asset. */
  #sums(value: unknown, at: string): Sum[] {
    if (Array.isArray(value)) return value.map((one) => this.#sum(one, at));
    const one = this.#amountOrNull(value, null, null);
    if (one !== null) return [this.#placed(null, null, one)];
    if (!isObject(value) || isExactNumber(value)) throw noAmount(value, at);
    if (this.#member(value, "amount") !== undefined || this.#member(value, "raw") !== undefined)
      return [this.#sum(value, at)];
    return Object.entries(value).flatMap(([name, inner]) => {
      const amount = this.#amountOrNull(inner, null, name);
      if (amount !== null) return [this.#placed(null, name, amount)];
      if (!isObject(inner)) throw noAmount(inner, `${at}/${name}`);
      return Object.entries(inner).map(([asset, held]) =>
        this.#placed(name, asset, this.#amount(held, name, asset, `${at}/${name}/${asset}`)),
      );
    });
  }

  #sum(value: unknown, at: string): Sum {
    if (!isObject(value)) throw noAmount(value, at);
    const network = textOrNull(this.#member(value, "network"));
    const asset = textOrNull(this.#member(value, "asset"));
    const amount = this.#member(value, "amount");
    return this.#placed(network, asset, this.#amount(amount ?? value, network, asset, at));
  }

  #credit(value: unknown, at: string): Credit {
    if (!isObject(value)) throw noAmount(value, at);
    const sum = this.#sum(value, at);
    return {
      ...sum,
      deposit_id: textOrNull(this.#member(value, "deposit_id")),
      tx_id: textOrNull(this.#member(value, "tx_id")),
    };
  }

  #withdrawal(value: unknown, at: string): BookedWithdrawal {
    const id = isObject(value) ? textOrNull(this.#member(value, "id")) : null;
    if (!isObject(value) || id === null)
      throw new BooksFault(`a withdrawal at ${at} has no id: name it in books.names.id`);
    const word = textOrNull(this.#member(value, "state")) ?? "";
    return { id, word, state: STATES.find(([, words]) => words.test(word))?.[0] ?? "unknown" };
  }

  #placed(network: string | null, asset: string | null, amount: Decimal): Sum {
    const place = { network: network ?? this.#source.network ?? null, asset: asset ?? this.#source.asset ?? null };
    if (place.network !== null && place.asset !== null) {
      const unit = unitOf(place.network, place.asset);
      if (unit !== null) return { network: unit.network, asset: unit.asset, amount };
    }
    return { network: place.network?.toLowerCase() ?? null, asset: place.asset?.toUpperCase() ?? null, amount };
  }

  #member(value: Record<string, unknown>, name: keyof Required<BookNames>): unknown {
    const named = this.#source.names?.[name];
    if (named !== undefined) return value[named];
    const found = GUESSES[name].find((one) => Object.hasOwn(value, one));
    return found === undefined ? undefined : value[found];
  }

  #amount(value: unknown, network: string | null, asset: string | null, at: string): Decimal {
    const amount = this.#amountOrNull(value, network, asset);
    if (amount === null) throw noAmount(value, at);
    return amount;
  }

  #scaled(amount: Decimal | null): Decimal | null {
    const { decimals = 0 } = this.#source;
    return amount === null ? null : { units: amount.units, scale: amount.scale + decimals };
  }

  /** A number, a text of digits, or an object with `raw` and its decimals (those of the asset, if it names none). */
  #amountOrNull(value: unknown, network: string | null, asset: string | null): Decimal | null {
    const text = numberText(value);
    if (text !== null) return this.#scaled(decimalOf(text));
    if (!isObject(value) || isExactNumber(value)) return null;
    const raw = numberText(this.#member(value, "raw"));
    if (raw === null) return null;
    const units = decimalOf(raw);
    const given = numberText(this.#member(value, "decimals"));
    const place = [network ?? this.#source.network, asset ?? this.#source.asset] as const;
    const known = place[0] !== undefined && place[1] !== undefined ? unitOf(place[0], place[1])?.decimals : undefined;
    const decimals = given === null ? known : Number(given);
    if (units === null || decimals === undefined) return null;
    return { units: units.units, scale: units.scale + decimals };
  }
}

function noAmount(value: unknown, at: string): BooksFault {
  return new BooksFault(
    `the books have no amount at ${at || "/"}, but ${(JSON.stringify(value) ?? "nothing").slice(0, 60)}`,
  );
}
