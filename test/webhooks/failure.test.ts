import fc from "fast-check";
import { expect, test } from "vitest";
import { describeFailure } from "../../src/webhooks/failure.ts";

const coded = (code: string, message = "connect 127.0.0.1") => Object.assign(new Error(message), { code });

test.each([
  [coded("ECONNREFUSED"), "connection refused (ECONNREFUSED)"],
  [
    new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")], "all failed"),
    "connection refused (ECONNREFUSED)",
  ],
  [new AggregateError([], "all failed"), "all failed"],
  [coded("HPE_INVALID_CONSTANT", "Parse Error: \u0000"), "the answer is not HTTP (HPE_INVALID_CONSTANT)"],
  [coded("CERT_HAS_EXPIRED", "certificate has expired"), "certificate has expired (CERT_HAS_EXPIRED)"],
  [coded("a\nb", "odd code"), "odd code"],
  ["just a text", "just a text"],
  [undefined, "the attempt failed"],
])("%s becomes one line", (thrown, line) => expect(describeFailure(thrown)).toBe(line));

test("anything thrown becomes one printable line of at most 200 characters (R-128, R-212)", () => {
  const error = fc
    .record({ message: fc.string({ unit: "binary", maxLength: 500 }), code: fc.option(fc.string()) })
    .map(({ message, code }) => Object.assign(new Error(message), { code }));
  fc.assert(
    fc.property(fc.oneof(error, fc.anything()), (thrown) => {
      expect(describeFailure(thrown)).toMatch(/^[\x20-\x7e]{1,200}$/);
    }),
  );
});
