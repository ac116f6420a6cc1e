// Balances and chains agree: after any sequence of operations the balances of the API are those on the chains (I-07, I-10, I-13, I-14).
import { erc20Abi, getAddress, type Hex, parseAbi, parseEther, zeroAddress } from "viem";
import { expect, test } from "vitest";
import { Random } from "../../../src/kernel/random.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aContract, aWallet } from "../../support/payments/on-chain.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";
import { differences } from "../../support/worlds/ledger.ts";

const NETWORKS = ["base", "ethereum"] as const;
const NOBODY = "0x00000000000000000000000000000000000000d4";

/** One Transfer log to a watched address that is on the chain now and was confirmed: the set the deposits must be. */
async function tokenLegsOnChain(sandbox: ASandbox, watched: readonly Hex[]): Promise<string[]> {
  const [event] = parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]);
  const legs: string[] = [];
  for (const network of NETWORKS) {
    const chain = sandbox.chain(network);
    const address = chain.definition.tokens.map((token) => token.address);
    const logs = await chain.public.getLogs({ address, event, fromBlock: 0n, args: { to: [...watched] } });
    for (const { args, transactionHash } of logs) {
      if (args.from !== args.to && args.value! > 0n)
        legs.push(`${network} ${transactionHash} ${args.to} ${args.value}`);
    }
  }
  return legs.toSorted();
}

test.each([1, 2, 3, 4])(
  "after random transfers, inner calls, payouts, settlements and reorgs (seed %i)",
  async (seed) => {
    const sandbox = await aSandbox();
    const { api, ready } = sandbox;
    const random = new Random(String(seed));
    let drawn = 0;
    const draw = (below: number): number => {
      drawn += 1;
      return Number(BigInt(`0x${random.hex(`draw/${drawn}`, 8)}`) % BigInt(below));
    };
    const pick = <T>(list: readonly T[]): T => list[draw(list.length)]!;
    const wallets: { network: string; address: Hex }[] = [];
    for (const network of NETWORKS) {
      for (const owner of ["alice", "bob"])
        wallets.push({ network, address: (await aWallet(api, { owner, network })).address });
    }
    const { data } = await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: ready.vault_id } } });
    for (const { network_symbol, address } of data!.data) {
      if (NETWORKS.some((network) => network === network_symbol))
        wallets.push({ network: network_symbol, address: address as Hex });
    }
    const destination = { address: wallets[0]!.address, asset_symbol: "USDC", network_id: "8453" };
    const uda = (await api.POST("/uda", { body: { owner: "erin", destination } })).data!.data.deposit_addresses[0]!
      .address as Hex;
    for (const network of NETWORKS) wallets.push({ network, address: uda });
    const contracts = {
      base: await aContract(sandbox, "BatchSender"),
      ethereum: await aContract(sandbox, "BatchSender", { network: "ethereum" }),
    };
    let orders = 0;

    const send = (to: { network: string; address: Hex }) => {
      const { wallet, token } = sandbox.chain(to.network);
      const args = [to.address, BigInt(draw(5) * 100_000_000)] as const;
      return wallet.writeContract({
        abi: erc20Abi,
        address: token("USDC"),
        functionName: "transfer",
        args,
        gas: 100_000n,
      });
    };
    const steps: readonly (() => Promise<unknown>)[] = [
      () => send(pick(wallets)),
      () => send(pick(wallets)),
      () => {
        const to = pick(wallets);
        const legs = [to.address, NOBODY, to.address].map((address) => ({
          token: zeroAddress,
          to: address,
          amount: 7n,
        }));
        const { send: call } = contracts[to.network as "base"];
        return draw(4) === 0 ? call("sendAndFail", [to.address], 21n) : call("send", [legs], 21n);
      },
      () => {
        const to = pick(wallets);
        return contracts[to.network as "base"].send("sendBySelfDestruct", [to.address], 3n);
      },
      () =>
        sandbox
          .chain("base")
          .wallet.sendTransaction({ to: pick(wallets).address, value: parseEther("0.01"), gas: 60_000n }),
      async () => {
        const network_symbol = pick(NETWORKS);
        const to_address = pick([
          NOBODY,
          ...wallets.filter(({ network }) => network === network_symbol).map(({ address }) => address),
        ]);
        orders += 1;
        const body = {
          vault_id: ready.vault_id,
          asset: "USDC",
          network_symbol,
          to_address: getAddress(to_address),
          reference_id: `order-${orders}`,
          amount: "30",
        };
        await api.POST("/transfer/payout", { body });
      },
      () => sandbox.control("PUT", `/networks/${pick(NETWORKS)}/confirmations`, { blocks: draw(4) + 1 }),
      () => {
        const order = { depth: draw(4) + 1, transactions: pick(["keep", "delay"]), force: true };
        return sandbox.admin("POST", `/networks/${pick(NETWORKS)}/reorg`, order);
      },
      () => sandbox.control("POST", "/clock/advance", { by: `${draw(20) + 1}s` }),
      () =>
        sandbox.control("PUT", `/networks/${pick(NETWORKS)}/mining`, {
          mode: pick(["instant", "manual", "manual", "interval"]),
        }),
      () => sandbox.control("POST", `/networks/${pick(NETWORKS)}/mine`, { blocks: draw(2) + 1 }),
      // Refused where it would remove confirmed records: also a valid answer.
      () =>
        sandbox.admin("POST", `/networks/${pick(NETWORKS)}/reorg`, {
          depth: draw(2) + 1,
          transactions: pick(["keep", "delay", "drop"]),
        }),
      () =>
        sandbox.admin("POST", `/networks/${pick(NETWORKS)}/reorg`, { depth: 1, transactions: pick(["keep", "delay"]) }),
    ];
    for (let step = 0; step < 70; step += 1) await pick(steps)();
    expect(await brokenInvariants(sandbox)).toEqual([]);

    for (const network of NETWORKS) {
      await sandbox.control("PUT", `/networks/${network}/mining`, { mode: "instant" });
      await sandbox.control("POST", `/networks/${network}/mine`, { blocks: 2 });
    }
    const idle = await sandbox.control("POST", "/run-until-idle", { advance: true });
    expect(idle.pending).toEqual([]);
    expect(await differences(sandbox)).toEqual([]);
    expect(await brokenInvariants(sandbox)).toEqual([]);

    const deposits = sandbox.store.all<{ state: string; leg: string }>(
      `select state, network || ' ' || tx_hash || ' ' || to_address || ' ' || raw as leg from deposit where asset <> '${zeroAddress}'`,
    );
    expect(deposits.filter(({ state }) => state === "seen")).toEqual([]);
    const watched = [...new Set(wallets.map(({ address }) => address))];
    const confirmed = deposits.filter(({ state }) => state === "confirmed").map(({ leg }) => leg.toLowerCase());
    const legs = (await tokenLegsOnChain(sandbox, watched)).map((leg) => leg.toLowerCase());
    const assigned = new Set(wallets.map(({ network, address }) => `${network} ${address.toLowerCase()}`));
    expect(confirmed.toSorted()).toEqual(
      legs.filter((leg) => {
        const [network, , to] = leg.split(" ");
        return assigned.has(`${network} ${to}`);
      }),
    );
  },
);
