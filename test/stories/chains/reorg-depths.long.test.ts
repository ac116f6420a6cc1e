// Every kind of on-chain operation survives a reorg at every depth below the confirmation target, in every transaction mode (H-02, H-22, H-25, R-008… ).
import { getAddress, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aHeadWatcher } from "../../support/clients/a-head-watcher.ts";
import { type Ending, PURPOSES } from "../../support/payments/a-purpose.ts";
import {
  aUda,
  DESTINATION,
  delegationStatus,
  sendToken,
  settlementOf,
  tokenBalance,
} from "../../support/payments/a-uda.ts";
import { aWallet, eventsOf, signedPayment } from "../../support/payments/on-chain.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";
import { differences, lanesBroken } from "../../support/worlds/ledger.ts";

const MODES = ["keep", "drop", "delay"] as const;
type Mode = (typeof MODES)[number];

type Story = {
  network: string;
  /** Confirmation target of the network. */
  target: number;
  before?(sandbox: ASandbox): Promise<unknown>;
  /** Leaves one transaction in the pool of the network (manual mining); returns a function that reads the outcome. */
  begin(sandbox: ASandbox): Promise<{ hash: Hex; ending(): Promise<Ending | string>; again?(): Promise<unknown> }>;
};

const setMining = ({ control }: ASandbox, network: string, mode: string): Promise<unknown> =>
  control("PUT", `/networks/${network}/mining`, { mode });

/** The newest pending transaction of the platform on a network. */
function ours({ store }: ASandbox, network: string): Hex {
  const sql = "select hash from attempt where network = :network and state = 'sent' order by id desc limit 1";
  const row = store.get<{ hash: Hex }>(sql, { network });
  if (row === undefined) throw new Error(`nothing of ours waits on ${network}`);
  return row.hash;
}

/** A purpose whose transaction is the first on its network after it began. */
function firstThere(name: keyof typeof PURPOSES, target: number): Story {
  const { network, before, begin } = PURPOSES[name];
  return {
    network,
    target,
    ...(before === undefined ? {} : { before }),
    async begin(sandbox) {
      await setMining(sandbox, network, "manual");
      const ending = await begin(sandbox);
      return { hash: ours(sandbox, network), ending };
    },
  };
}

/** A UDA that pays USDC on Arbitrum or, with `internal`, USDT on Polygon, and what became of 100 USDT sent to it on Polygon. */
async function aRoute(sandbox: ASandbox, internal = false) {
  const uda = await aUda(sandbox.api, internal ? { network: "966", asset: "USDT" } : {});
  return {
    pay: () => sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" }),
    async ending(): Promise<Ending> {
      const { status, error } = await settlementOf(sandbox.api, uda.id);
      const [claim] = sandbox.store.all<{ state: string }>("select state from claim");
      const paid = internal
        ? await tokenBalance(sandbox, "polygon", "USDT", DESTINATION)
        : await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION);
      const left = await tokenBalance(sandbox, "polygon", "USDT", uda.address);
      const delegation = await delegationStatus(sandbox.api, uda.id);
      return { status: `${status}, ${claim?.state ?? "no"} claim, ${left} left, ${delegation}`, error, paid };
    },
  };
}

const STORIES: Readonly<Record<string, Story>> = {
  "a deposit": {
    network: "base",
    target: 5,
    before: (sandbox) => aWallet(sandbox.api),
    async begin(sandbox) {
      const { address } = await aWallet(sandbox.api, { owner: "bob" });
      await setMining(sandbox, "base", "manual");
      const raw = await signedPayment(sandbox, { to: address, amount: "25.5" });
      const send = () => sandbox.chain("base").public.sendRawTransaction({ serializedTransaction: raw });
      const hash = await send();
      return {
        hash,
        again: send,
        async ending() {
          const { items } = await sandbox.control("GET", "/deposits");
          const states = items.map(({ state, raw: units }: { state: string; raw: string }) => `${state} ${units}`);
          return `${states.join()}; ${await tokenBalance(sandbox, "base", "USDC", getAddress(address))}`;
        },
      };
    },
  },
  "a payout": firstThere("payout", 5),
  "a native payout": firstThere("native payout", 3),
  "a transfer": firstThere("transfer", 4),
  "a transfer of everything": firstThere("whole transfer", 3),
  "a refill": firstThere("refill", 4),
  "a settlement's fill": firstThere("fill", 6),
  "a claim": {
    network: "polygon",
    target: 4,
    async begin(sandbox) {
      const { pay, ending } = await aRoute(sandbox);
      await setMining(sandbox, "arbitrum", "manual");
      await pay();
      await setMining(sandbox, "polygon", "manual");
      await setMining(sandbox, "arbitrum", "instant");
      return { hash: ours(sandbox, "polygon"), ending };
    },
  },
  "a sweep within one chain": {
    network: "polygon",
    target: 3,
    async begin(sandbox) {
      const { pay, ending } = await aRoute(sandbox, true);
      const slow = { gate: "routing.provider", effect: "slow", params: { by: "1m" } };
      await sandbox.control("POST", "/faults", slow);
      await pay();
      await setMining(sandbox, "polygon", "manual");
      await sandbox.control("POST", "/clock/advance", { by: "1m" });
      return { hash: ours(sandbox, "polygon"), ending };
    },
  },
  "a delegation": {
    network: "polygon",
    target: 4,
    async begin(sandbox) {
      await setMining(sandbox, "polygon", "manual");
      const { pay, ending } = await aRoute(sandbox);
      return {
        hash: ours(sandbox, "polygon"),
        // Paid after the delegation is mined: the sweep proves it.
        async ending() {
          await pay();
          await sandbox.control("POST", "/run-until-idle", { advance: true });
          return ending();
        },
      };
    },
  },
};

const FINAL = ["deposit.confirmed", "transaction.confirmed", "uda.settlement.completed"];
const typesOf = async (sandbox: ASandbox): Promise<string[]> => (await eventsOf(sandbox)).map(({ type }) => type);
const finals = async (sandbox: ASandbox): Promise<string[]> =>
  (await typesOf(sandbox)).filter((type) => FINAL.includes(type));

async function begun({ network, target, before, begin }: Story) {
  const sandbox = await aSandbox();
  await before?.(sandbox);
  await sandbox.control("PUT", `/networks/${network}/confirmations`, { blocks: target });
  return { sandbox, ...(await begin(sandbox)) };
}

/** Switches to instant mining and runs until no jobs are left. */
async function end(sandbox: ASandbox, network: string): Promise<void> {
  await setMining(sandbox, network, "instant");
  const { pending } = await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(pending).toEqual([]);
}

/** Outcome and events of the story without a reorg. */
async function undisturbed(story: Story) {
  const { sandbox, ending } = await begun(story);
  await end(sandbox, story.network);
  return { ending: await ending(), types: (await typesOf(sandbox)).toSorted() };
}

/** Additional events: a removed deposit is reported as failed; the platform's own transactions continue without an event (H-22, H-02). */
function additionalEvents(name: string, mode: Mode): string[] {
  return name === "a deposit" && mode !== "keep" ? ["transaction.failed"] : [];
}

/** Once final, it is only removed by force; the response says so and nothing else changes. */
async function expectDeeperRefused(sandbox: ASandbox, network: string, hash: Hex): Promise<void> {
  const chain = sandbox.chain(network).public;
  const { blockNumber } = await chain.getTransactionReceipt({ hash });
  const depth = Number((await chain.getBlockNumber()) - blockNumber) + 1;
  const before = digestOf(sandbox.store);
  const refused = await sandbox.admin("POST", `/networks/${network}/reorg`, { depth, transactions: "drop" });
  expect(refused).toMatchObject({ status: 400, body: { success: false } });
  const { details } = refused.body;
  const [deposit] = sandbox.store.all<{ id: string }>("select id from deposit where tx_hash = :hash", { hash });
  const named = deposit === undefined ? details.confirmed_transactions : details.confirmed_deposits;
  expect(named).toContain(deposit?.id ?? hash);
  expect(digestOf(sandbox.store)).toEqual(before);
  const events = await typesOf(sandbox);
  const forced = await sandbox.control("POST", `/networks/${network}/reorg`, { depth, force: true });
  expect(forced).toMatchObject(details);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(await typesOf(sandbox)).toEqual(events);
}

describe.each(Object.entries(STORIES))("%s", (name, story) => {
  test.each(MODES)(
    "survives a reorg at every depth below the target (transactions: %s)",
    async (mode) => {
      const { network, target } = story;
      const calm = await undisturbed(story);
      for (let depth = 1; depth < target; depth += 1) {
        const { sandbox, hash, ending, again } = await begun(story);
        const watcher = await aHeadWatcher(sandbox, network);
        await sandbox.control("POST", `/networks/${network}/mine`, { blocks: depth });
        const final = await finals(sandbox);
        const input = { depth, transactions: mode };
        const { removed, added } = await sandbox.control("POST", `/networks/${network}/reorg`, input);
        expect([removed.length, added.length]).toEqual([depth, depth]);
        expect(await finals(sandbox), "nothing is final too early").toEqual(final);
        if (mode === "drop") await again?.();
        await end(sandbox, network);

        const at = `depth ${depth} of ${target}`;
        expect(await ending(), at).toEqual(calm.ending);
        expect((await typesOf(sandbox)).toSorted(), at).toEqual(
          [...calm.types, ...additionalEvents(name, mode)].toSorted(),
        );
        expect([...(await differences(sandbox)), ...(await lanesBroken(sandbox))], at).toEqual([]);

        await watcher.caughtUp();
        const chain = sandbox.chain(network).public;
        const head = await chain.getBlock();
        expect(watcher.heads.map((block) => block.hash)).toEqual(expect.arrayContaining([...removed, ...added]));
        expect([watcher.canonical().at(-1), watcher.canonical().length]).toEqual([
          head.hash,
          Number(head.number) - Number(BigInt(watcher.heads[0]!.number)) + 1,
        ]);
        const address = sandbox.chain(network).definition.tokens.map((token) => token.address);
        const logs = await chain.getLogs({
          address,
          fromBlock: BigInt(watcher.heads[0]!.number),
          toBlock: head.number,
        });
        const standing = logs.map((log) => `${log.blockHash} ${log.transactionHash} 0x${log.logIndex.toString(16)}`);
        expect(watcher.standing(), at).toEqual(standing.toSorted());
        if (depth === target - 1) await expectDeeperRefused(sandbox, network, hash);
      }
    },
    120_000,
  );
});
