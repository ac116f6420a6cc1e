// Native value moved inside a transaction, from its call tree (H-02, R-023).

/** A frame as geth's `callTracer` gives it. */
export type CallFrame = {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: CallFrame[];
};

export type NativeMovement = { from: string; to: string; raw: bigint };

/** DELEGATECALL, STATICCALL and CALLCODE show a value but move none to their target. */
const MOVING = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT", "SUICIDE"]);

/** Every movement in call order, depth first; a reverted frame reverts all frames below it. */
export function nativeMovements(frame: CallFrame): NativeMovement[] {
  if (frame.error !== undefined) return [];
  const raw = BigInt(frame.value ?? "0x0");
  const moves = MOVING.has(frame.type.toUpperCase()) && raw > 0n && frame.to !== undefined;
  const own = moves ? [{ from: frame.from.toLowerCase(), to: (frame.to ?? "").toLowerCase(), raw }] : [];
  return [...own, ...(frame.calls ?? []).flatMap(nativeMovements)];
}
