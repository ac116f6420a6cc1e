// Native coin that contracts move, read from the call tree of a transaction (H-02, R-022, R-023).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallFrame, nativeMovements } from "../../src/flow/indexer/trace.ts";

const [A, B, C, D] = ["0xAAaa", "0xBbBb", "0xcccc", "0xDDDD"] as const;

function frame(
  type: string,
  from: string,
  to: string,
  value: string | undefined,
  more: Partial<CallFrame> = {},
): CallFrame {
  return { type, from, to, ...(value === undefined ? {} : { value }), ...more };
}

/** From, to and amount, short. */
const read = (root: CallFrame): string[] => nativeMovements(root).map(({ from, to, raw }) => `${from}>${to}:${raw}`);

test("a plain transfer is one movement, its addresses in lower case", () => {
  expect(read(frame("CALL", A, B, "0xa"))).toEqual(["0xaaaa>0xbbbb:10"]);
});

test("nothing is moved by a call without value", () => {
  expect(read(frame("CALL", A, B, "0x0"))).toEqual([]);
  expect(read(frame("CALL", A, B, undefined))).toEqual([]);
});

test.each(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT", "call", "SUICIDE"])(
  "an inner %s moves what it carries",
  (type) => {
    const root = frame("CALL", A, B, "0x0", { calls: [frame(type, B, C, "0x5")] });
    expect(read(root)).toEqual(["0xbbbb>0xcccc:5"]);
  },
);

test.each(["DELEGATECALL", "STATICCALL", "CALLCODE"])(
  "an inner %s moves nothing, whatever value it shows; what it calls does",
  (type) => {
    const root = frame("CALL", A, B, "0x0", {
      calls: [frame(type, B, C, "0x5", { calls: [frame("CALL", B, D, "0x7")] })],
    });
    expect(read(root)).toEqual(["0xbbbb>0xdddd:7"]);
  },
);

describe("what is reverted moves nothing", () => {
  test("a complete transaction", () => {
    expect(
      read(frame("CALL", A, B, "0x1", { error: "execution reverted", calls: [frame("CALL", B, C, "0x2")] })),
    ).toEqual([]);
  });

  test("one inner call with all below it, while its neighbours count", () => {
    const lost = frame("CALL", B, C, "0x2", { error: "out of gas", calls: [frame("CALL", C, D, "0x3")] });
    const root = frame("CALL", A, B, "0x1", { calls: [frame("CALL", B, D, "0x4"), lost, frame("CALL", B, D, "0x5")] });
    expect(read(root)).toEqual(["0xaaaa>0xbbbb:1", "0xbbbb>0xdddd:4", "0xbbbb>0xdddd:5"]);
  });
});

test("movements come in the order of the calls, each before what it causes", () => {
  const root = frame("CALL", A, B, "0x1", {
    calls: [frame("CALL", B, C, "0x2", { calls: [frame("CALL", C, D, "0x3")] }), frame("CALL", B, D, "0x4")],
  });
  expect(read(root)).toEqual(["0xaaaa>0xbbbb:1", "0xbbbb>0xcccc:2", "0xcccc>0xdddd:3", "0xbbbb>0xdddd:4"]);
});

test("an amount beyond 2^53 is read exactly", () => {
  expect(nativeMovements(frame("CALL", A, B, "0xffffffffffffffffffffffffffffffff"))[0]?.raw).toBe(2n ** 128n - 1n);
});

test("what is moved in any tree is what its living frames of moving kinds carry", () => {
  const { tree } = fc.letrec<{ tree: CallFrame }>((tie) => ({
    tree: fc.record(
      {
        type: fc.constantFrom("CALL", "CREATE", "DELEGATECALL", "STATICCALL", "CALLCODE", "SELFDESTRUCT"),
        from: fc.constantFrom(A, B, C),
        to: fc.constantFrom(A, B, C, D),
        value: fc.nat(9).map((value) => `0x${value.toString(16)}`),
        error: fc.constantFrom("reverted"),
        calls: fc.array(tie("tree"), { maxLength: 3, depthIdentifier: "calls" }),
      },
      { requiredKeys: ["type", "from", "to", "value"] },
    ),
  }));
  const carried = ({ type, value, error, calls = [] }: CallFrame): bigint => {
    if (error !== undefined) return 0n;
    const own = ["CALL", "CREATE", "SELFDESTRUCT"].includes(type) ? BigInt(value ?? 0) : 0n;
    return calls.reduce((sum, call) => sum + carried(call), own);
  };
  fc.assert(
    fc.property(tree, (root) => {
      const moved = nativeMovements(root);
      expect(moved.reduce((sum, { raw }) => sum + raw, 0n)).toBe(carried(root));
      expect(moved.every(({ raw }) => raw > 0n)).toBe(true);
    }),
  );
});
