// Takes the secret out of everything that a report holds, whatever the receiver answered.
import { isObject } from "../../kernel/is-object.ts";
import { maskKnown } from "../outputs/mask.ts";

/** `value` with the secret replaced in every form in which code prints it, in texts at any depth, names of members included. */
export function withoutSecret<Value>(value: Value, secret: string): Value {
  const secrets = [secret, secret.replace(/^whsec_/, "")];
  const clean = (one: unknown): unknown => {
    // A secret that is too short to be looked for in all its forms is a secret all the same.
    if (typeof one === "string") return maskKnown(one, secrets).replaceAll(secret, "...");
    if (Array.isArray(one)) return one.map(clean);
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [clean(name), clean(inner)]));
  };
  return clean(value) as Value;
}
