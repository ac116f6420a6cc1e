// The first failing line in the output of test runners, as they print it.
import { expect, test } from "vitest";
import { failingLine } from "../../../src/contract/run/failing-line.ts";

const OUTPUTS: readonly [runner: string, output: string, line: string][] = [
  [
    "vitest",
    ` RUN  v5.1.0 /app

 ❯ test/payments.test.ts (2 tests | 1 failed) 12ms
     × a payout is created 8ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 \u001b[41m FAIL \u001b[49m test/payments.test.ts > payouts > a payout is created
\u001b[31mTypeError: Cannot read properties of undefined (reading 'id')\u001b[39m
 ❯ test/payments.test.ts:12:20
`,
    "test/payments.test.ts > payouts > a payout is created: TypeError: Cannot read properties of undefined (reading 'id')",
  ],
  [
    "jest",
    `FAIL test/payments.test.js
  payouts
    ✕ a payout is created (5 ms)

  ● payouts › a payout is created

    TypeError: Cannot read properties of undefined (reading 'id')

      10 | test
`,
    "payouts › a payout is created: TypeError: Cannot read properties of undefined (reading 'id')",
  ],
  [
    "pytest",
    `FAILURES
    def test_payout():
>       assert payout["id"]
E       KeyError: 'id'

test_payments.py:7: KeyError
=========================== short test summary info ============================
FAILED test_payments.py::test_payout - KeyError: 'id'
1 failed in 0.12s
`,
    "test_payments.py::test_payout: KeyError: 'id'",
  ],
  [
    "unittest",
    `.E
======================================================================
ERROR: test_payout (test_payments.Payments.test_payout)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "test_payments.py", line 9, in test_payout
    self.assertTrue(body["data"]["id"])
KeyError: 'data'

----------------------------------------------------------------------
Ran 2 tests in 0.011s

FAILED (errors=1)
`,
    "test_payout (test_payments.Payments.test_payout): KeyError: 'data'",
  ],
  [
    "go test",
    `=== RUN   TestPayout
--- FAIL: TestPayout (0.01s)
    payments_test.go:14: no id in the payout
FAIL
exit status 1
`,
    "TestPayout: payments_test.go:14: no id in the payout",
  ],
  [
    "Gradle",
    `> Task :test FAILED
PaymentsTest > aPayoutIsCreated() FAILED
    org.opentest4j.AssertionFailedError: expected: <1> but was: <0>
        at PaymentsTest.java:12
`,
    "PaymentsTest > aPayoutIsCreated(): org.opentest4j.AssertionFailedError: expected: <1> but was: <0>",
  ],
  [
    "Maven",
    `[INFO] Running PaymentsTest
[ERROR] Tests run: 2, Failures: 1
[ERROR] Failures:
[ERROR]   PaymentsTest.aPayoutIsCreated:12 expected: <1> but was: <0>
[INFO]
`,
    "PaymentsTest.aPayoutIsCreated:12 expected: <1> but was: <0>",
  ],
  [
    "JUnit console",
    `Failures (1):
  JUnit Jupiter:PaymentsTest:aPayoutIsCreated()
    MethodSource [className = 'PaymentsTest']
    => org.opentest4j.AssertionFailedError: expected: <1> but was: <0>
`,
    "PaymentsTest:aPayoutIsCreated(): org.opentest4j.AssertionFailedError: expected: <1> but was: <0>",
  ],
  [
    "node:test",
    `✔ a wallet (1.1ms)
✖ a payout is created (2.2ms)
ℹ fail 1

✖ failing tests:

test at payments.test.js:4:1
✖ a payout is created (2.2ms)
  TypeError [Error]: no id
      at x
`,
    "a payout is created: TypeError [Error]: no id",
  ],
  [
    "TAP",
    `TAP version 13
not ok 1 - a payout is created
  ---
  duration_ms: 2
  error: 'no id in the payout'
`,
    "a payout is created: no id in the payout",
  ],
  [
    "mocha",
    `  1 passing (4ms)
  1 failing

  1) payouts a payout is created:
     TypeError: no id
      at x
`,
    "payouts a payout is created: TypeError: no id",
  ],
  ["a script", "starting\nUncaught:\n  ValidationError: no id\n  at x\ndone\n", "ValidationError: no id"],
  ["a script that says failed", "step 1 ok\nstep 2 failed: no id\nbye\n", "step 2 failed: no id"],
  ["anything else", "one\ntwo\n\n", "two"],
  [
    "Node, an error without a class of its own",
    `file:///app/client.mjs:4
if (assets.status !== 200) throw new Error("no assets: " + assets.status);
                                 ^

Error: no assets: 501
    at file:///app/client.mjs:4:34

Node.js v24.1.0
`,
    "Error: no assets: 501",
  ],
];

test.each(OUTPUTS)("%s", (_, output, line) => {
  expect(failingLine(output)).toBe(line);
  expect(failingLine(output.replaceAll("\n", "\r\n"))).toBe(line);
});

test("no output has no line, a long line is cut, and a megabyte of output costs little", () => {
  expect(failingLine("")).toBeUndefined();
  expect(failingLine("\n \n")).toBeUndefined();
  expect(failingLine(`Error: ${"x".repeat(1_000)}`)?.length).toBeLessThan(260);
  expect(failingLine("a 1) ".repeat(250_000))).toBeDefined();
  // Minified code in a message: every pattern with two gaps would try each pair of them.
  for (const part of ["a > b(c) ", "FAIL a > (", " > (x) FAILE ", "E  aError", "● > ✖ "])
    expect(failingLine(part.repeat(50_000)), part).toBeDefined();
});
