// The document and the domain name the same filterable and sortable fields, and the same public operations.
import { expect, test } from "vitest";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { depositFields } from "../../src/domain/deposit/fields.ts";
import type { ListRules } from "../../src/domain/filter.ts";
import { gasStationFields } from "../../src/domain/gas-station/fields.ts";
import { Catalogue } from "../../src/domain/network/network.ts";
import { PAYOUT_FIELDS } from "../../src/domain/payout/fields.ts";
import { transactionFields } from "../../src/domain/transaction/fields.ts";
import { assignedWalletFields, walletFields } from "../../src/domain/wallet/fields.ts";
import { PUBLIC_OPERATIONS } from "../../src/http/handler.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";

const catalogue = new Catalogue(readCatalogue());

test.each([
  ["/deposits", depositFields(catalogue)],
  ["/transactions", transactionFields(catalogue)],
  ["/transfer/payout", PAYOUT_FIELDS],
  ["/wallets", assignedWalletFields(catalogue)],
  ["/wallets/owner/{owner}", walletFields(catalogue)],
  ["/gas-stations/wallets", gasStationFields(catalogue)],
] as [string, ListRules][])("%s", (path, rules) => {
  const parameters = serviceDocument.paths[path]!["get"]!.parameters!;
  const declared = (name: string) => parameters.find((parameter) => parameter.name === name)!;
  expect(Object.keys(rules.filterable)).toEqual(declared("filter[]")["x-filterable"]);
  const plain = parameters.filter((parameter) => parameter["x-shorthand"]).map(({ name }) => name);
  expect(plain).toEqual(Object.keys(rules.filterable).toSorted((a, b) => plain.indexOf(a) - plain.indexOf(b)));
  expect(Object.keys(rules.sortable)).toEqual(declared("sort[]")["x-sortable"]);
});

test("the public operations of the types are those of the document", () => {
  const open = [...operationsOf(serviceDocument).values()].filter(({ isPublic }) => isPublic).map(({ id }) => id);
  expect(open).toEqual([...PUBLIC_OPERATIONS]);
});
