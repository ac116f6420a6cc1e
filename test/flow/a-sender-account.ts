// A sender account on a scripted node that accepts or refuses: attempts without an engine.
import { privateKeyToAccount } from "viem/accounts";
import { type Chains, type Hex, RpcError } from "../../src/chains/chain.ts";
import { upcoming } from "../../src/domain/agenda.ts";
import { historyOf } from "../../src/domain/apply-transition.ts";
import type { AttemptPurpose, AttemptRow, UnsignedTransaction } from "../../src/domain/attempt/attempt.ts";
import { attemptById, attemptsAtNonce } from "../../src/domain/attempt/store.ts";
import { NATIVE } from "../../src/domain/network/network.ts";
import { createTransaction, moveTransaction } from "../../src/domain/transaction/transitions.ts";
import { createAttempt } from "../../src/flow/attempts/create-attempt.ts";
import { sendAttempt } from "../../src/flow/attempts/send-attempt.ts";
import { watchAttempt } from "../../src/flow/attempts/watch-attempt.ts";
import type { FlowDependencies } from "../../src/flow/dependencies.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { type AWorld, anAddress, aWorld } from "../support/worlds/a-world.ts";
import { FakeWall } from "./a-loop.ts";

/** Who sends. */
export const ACCOUNT = privateKeyToAccount(`0x${"11".repeat(32)}`);
export const SENDER = ACCOUNT.address.toLowerCase();
export const PLAN: UnsignedTransaction = {
  to: anAddress(9),
  value: "5",
  data: "0x",
  gas: "21000",
  maxFeePerGas: "800",
  maxPriorityFeePerGas: "80",
};
export const MINUTE = 60_000;

/** The unified transaction of the attempts, already claimed. */
function aTransfer(world: AWorld): string {
  return world.write(() => {
    const { id } = createTransaction(world, {
      tenant_id: world.tenant.id,
      owner: "alice",
      source_id: "",
      type: "external_transfer",
      side: "out",
      memo: "",
      network: "bsc",
      asset: NATIVE,
      symbol: "BNB",
      raw: "5",
      usd: "0.00",
      from_address: SENDER,
      to_address: anAddress(9),
      from_category: "user",
      to_category: "external",
      from_address_id: "",
    });
    moveTransaction(world, id, "prepare");
    return id;
  });
}

/** A sender account on a pool that accepts what `refusal` does not refuse. */
export function aSenderAccount(refusal: (submitted: number) => Error | undefined = () => undefined) {
  const world = aWorld();
  const pool = new Set<string>();
  const submitted: Hex[] = [];
  const stored: (string | undefined)[] = [];
  const chain = {
    baseFee: 1n,
    async submit(raw: Hex) {
      const pooled = pool.has(raw);
      submitted.push(raw);
      stored.push(world.db.get<{ state: string }>("select state from attempt where raw = :raw", { raw })?.state);
      const error = refusal(submitted.length);
      if (error !== undefined) throw error;
      if (pooled) throw new RpcError(-32_000, "already known");
      pool.add(raw);
    },
    async drop(hash: Hex, also?: () => void) {
      also?.();
      const row = world.db.get<{ raw: string }>("select raw from attempt where hash = :hash", { hash });
      return pool.delete(row?.raw ?? "");
    },
    async request(method: string, [hash]: [string]) {
      if (method === "eth_getTransactionCount") return "0x0";
      if (method === "eth_getBalance") return "0x0";
      const row = world.db.get<{ raw: string }>("select raw from attempt where hash = :hash", { hash });
      return pool.has(row?.raw ?? "") ? {} : null;
    },
  };
  const parts = {
    world,
    chains: { all: [], get: () => chain } as unknown as Chains,
    accountAt: () => ACCOUNT,
    wall: new FakeWall(),
    log: silentLog,
  } as unknown as FlowDependencies;
  const subject = aTransfer(world);
  const prepare = (purpose: AttemptPurpose = "transfer", of = subject): AttemptRow =>
    world.write(() =>
      createAttempt(world, { network: "bsc", sender: SENDER, derivation: "m", purpose, subject: of, plan: PLAN }),
    );
  return {
    world,
    parts,
    pool,
    submitted,
    stored,
    subject,
    /** The moves of the record it pays for. */
    moves: () => historyOf(world.db, "transaction", subject).map(({ move }) => move),
    prepare,
    send: (row: AttemptRow) => sendAttempt(parts, row),
    now: (id: number): AttemptRow => attemptById(world.db, id)!,
    all: (): AttemptRow[] => attemptsAtNonce(world.db, "bsc", SENDER, 0),
    async watch(id: number, afterMs = MINUTE) {
      world.clock.moveTo(world.clock.now() + afterMs);
      world.db.run("delete from agenda");
      await watchAttempt(parts, String(id));
    },
    watched: () =>
      upcoming(world.db, 100).map(
        ({ job, ref, due_at }) => `${job} ${ref} in ${(due_at - world.clock.now()) / 1_000} s`,
      ),
  };
}
