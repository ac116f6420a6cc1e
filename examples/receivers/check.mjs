// Runs the vectors: node check.mjs vectors.json
import { readFileSync } from "node:fs";
import { isAuthentic } from "./verify.mjs";

const { secret, cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const wrong = cases.filter(
  ({ headers, body_base64, now, valid }) =>
    isAuthentic(secret, headers, Buffer.from(body_base64, "base64"), now) !== valid,
);
for (const { name } of wrong) console.log(`wrong: ${name}`);
console.log(`${cases.length - wrong.length} of ${cases.length}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
