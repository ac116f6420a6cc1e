// The vectors as lines with tabs, for languages without a JSON parser: node lines.mjs vectors.json
import { readFileSync } from "node:fs";

const { secret, cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { name, valid, now, headers, body_base64 } of cases) {
  const { "webhook-timestamp": timestamp = "-", "webhook-signature": signature = "-" } = headers;
  console.log([name, secret, valid, now, timestamp, signature, body_base64].join("\t"));
}
