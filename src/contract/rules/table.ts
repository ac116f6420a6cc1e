// Table: the rules of the contract report, with the words of docs/contract.md.
import { ignoredMembers, misplacedKey, refusedByValidation, unknownRoute } from "./calls.ts";
import { inventedUse } from "./invented.ts";
import type { Rule } from "./rule.ts";

export const RULES: readonly Rule[] = [
  {
    id: "CF-01",
    level: "error",
    name: "a path or method that the API does not have",
    what: "A call was answered 404 because nothing is served at its path, or 405 because the path has other methods. The evidence names the nearest operation.",
    why: "The real service does not have it either: the call can never succeed.",
    mend: "call the operation that the evidence names; SANDBOX_API_BASE_URL ends in /v1, so paths of the app begin behind it",
    judge: unknownRoute,
  },
  {
    id: "CF-02",
    level: "warning",
    name: "a request refused by validation",
    what: "A request was answered 400, 413 or 415 because of its own form. It is an error when the same request is sent again unchanged.",
    why: "A request that breaks the contract is refused each time; sending it again only spends the rate limit.",
    mend: "correct what the evidence names, and do not retry 400, 413 and 415",
    decision: "K-10",
    judge: refusedByValidation,
  },
  {
    id: "CF-03",
    level: "warning",
    name: "a query parameter or body member that no operation reads",
    what: "A name was sent that the operation does not have. The service ignores it and answers as if it were not there.",
    why: "A filter that is misspelt gives the unfiltered list, and an option that is misspelt is not set; no answer says so.",
    mend: "correct the name, or leave it out",
    decision: "H-87",
    judge: ignoredMembers,
  },
  {
    id: "CF-04",
    level: "error",
    name: "a key in the wrong place",
    what: "An API key stood in a path or a query, or was a key of the other environment. A key sent to a public operation is a note.",
    why: "Paths and queries are written to logs of proxies and servers; a key of the other environment is refused, or moves real money.",
    mend: "send the key in the header X-API-Key only, and replace a key that stood in a URL",
    decision: "H-73",
    judge: misplacedKey,
  },
  {
    id: "CF-12",
    level: "warning",
    name: "a part of the API that the specification does not state",
    what: "An operation, parameter or member was used that this sandbox had to invent. One that follows from the specification (inferred) is a note.",
    why: "The real service may have it under another name, in another form, or not at all.",
    mend: "ask the service before you rely on it, or do without; contract reliance tells whether the app depends on invented members of answers",
    judge: inventedUse,
  },
];
