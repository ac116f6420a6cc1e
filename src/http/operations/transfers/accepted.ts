// The answer to every transfer: no data, and the id of its unified transaction in a header (H-43, S-029, S-387).
import type { TransactionRow } from "../../../domain/transaction/transaction.ts";

export function accepted({ id }: TransactionRow): {
  status: 201;
  data: null;
  headers: Readonly<Record<"X-Transaction-Id", string>>;
} {
  return { status: 201, data: null, headers: { "X-Transaction-Id": id } };
}
