// Table: what happens in the demo, in order. The past first, with journeys through time; the present last, so that it is still open.
import { isoTime, parseTime } from "../kernel/clock.ts";
import { type DemoActions, RECEIVER } from "./actions.ts";

/** `now`: nothing may let time pass any more, so that what is under way stays so. */
type Act = { title: string; play(stage: DemoActions): Promise<unknown> };

export const PAST: readonly Act[] = [
  {
    title: "two receivers of webhooks: one that is well, one that is down",
    async play(stage) {
      const path = `/tenants/${stage.host.tenant_id}/webhook-endpoints`;
      const well = { url: `https://${stage.cast.host}/webhooks`, event_types: ["*"] };
      const down = {
        url: `https://accounting.${stage.cast.host}/hooks`,
        event_types: ["deposit.confirmed", "transaction.failed"],
      };
      // Nobody is there: both are answered for, so that nothing ever leaves this machine.
      for (const [order, status] of [
        [well, 200],
        [down, 503],
      ] as const) {
        const { id } = await stage.admin("POST", path, order);
        await stage.fault("webhook.delivery", "status", {
          match: { endpoint_id: id },
          times: null,
          params: { status },
        });
      }
    },
  },
  {
    title: "customers, and what they pay",
    async play(stage) {
      for (const { owner, network, asset, amount } of stage.cast.customers) {
        const { address } = await stage.wallet(owner, network);
        await stage.pay(network, asset, amount, address);
        await stage.settle("5m");
      }
    },
  },
  {
    title: "a deposit that a reorganised chain takes back",
    async play(stage) {
      const { address } = await stage.wallet(stage.cast.customers[0]?.owner ?? "nobody", "polygon");
      await stage.mining("polygon", "manual");
      await stage.pay("polygon", "USDT", "42", address);
      await stage.admin("POST", "/networks/polygon/mine", { blocks: 1 });
      await stage.admin("POST", "/networks/polygon/reorg", { depth: 1, transactions: "drop" });
      await stage.mining("polygon", "instant");
    },
  },
  {
    title: "deposit addresses, settled across chains",
    async play(stage) {
      for (const [index, [network, asset]] of (
        [
          ["polygon", "USDT"],
          ["ethereum", "USDC"],
          ["bsc", "USDT"],
        ] as const
      ).entries()) {
        const { address } = await stage.uda(stage.cast.merchants[index] ?? `merchant-${index}`);
        await stage.pay(network, asset, `${(index + 1) * 100}`, address);
        await stage.settle("5m");
      }
    },
  },
  {
    title: "a settlement that no provider can make, and an address that is retired",
    async play(stage) {
      const { address } = await stage.uda(stage.cast.merchants[3] ?? "merchant-3");
      const fault = await stage.fault("routing.provider", "fail", { times: null });
      await stage.pay("base", "USDC", "75", address);
      await stage.settle("12h");
      await stage.admin("DELETE", `/faults/${fault.id}`);
      const { id } = await stage.uda(stage.cast.merchants[4] ?? "merchant-4");
      await stage.service("DELETE", `/uda/${id}`);
    },
  },
  {
    title: "a vault with money, and payouts from it",
    async play(stage) {
      await stage.pay("base", "USDC", "5000", await stage.vaultAddress("base"));
      for (const [index, { amount, remark }] of stage.cast.payouts.entries()) {
        await stage.payout({ reference: `order-${1001 + index}`, amount, remark });
        await stage.settle("1m");
      }
    },
  },
  {
    title: "payouts that fail, get stuck, pass their cutoff, are rejected",
    async play(stage) {
      const once = { match: { purpose: "payout" } };
      await stage.fault("chain.submit", "revert", once);
      await stage.payout({ reference: "order-2001", amount: "12" });
      await stage.fault("chain.submit", "stuck", once);
      await stage.payout({ reference: "order-2002", amount: "15" });
      await stage.settle("5m");
      await stage.pay("arbitrum", "USDC", "400", await stage.vaultAddress("arbitrum"));
      await stage.mining("arbitrum", "manual");
      const { now } = await stage.admin("GET", "/clock");
      const expired_at = isoTime((parseTime(now) ?? 0) + 10 * 60_000);
      const late = await stage.payout({ reference: "order-2003", amount: "20", network: "arbitrum", expired_at });
      const doubtful = await stage.payout({ reference: "order-2004", amount: "30", network: "arbitrum" });
      await stage.service("POST", `/transfer/payout/${doubtful.id}/reject`, { reason: "customer cancelled" });
      await stage.admin("POST", "/clock/advance", { by: "15m" });
      await stage.mining("arbitrum", "instant");
      await stage.settle("5m");
      await stage.service("GET", `/transfer/payout/${late.id}`);
    },
  },
  {
    title: "transfers from wallets",
    async play(stage) {
      const { address } = await stage.wallet("treasury", "ethereum");
      await stage.pay("ethereum", "USDC", "250", address);
      const body = { from_address: address, to_address: RECEIVER, asset: "USDC", network_symbol: "ethereum" };
      await stage.service("POST", "/transfer/external/address", { ...body, amount: "100", remark: "withdrawal" });
      await stage.settle("5m");
    },
  },
  {
    title: "other tenants with customers of their own",
    async play(stage) {
      for (const name of stage.cast.companies) {
        const { api_key } = await stage.admin("POST", "/tenants", { name });
        for (const { owner, amount } of stage.cast.customers.slice(0, 2)) {
          const { address } = await stage.wallet(owner, "base", api_key);
          await stage.pay("base", "USDC", amount, address);
        }
      }
      await stage.settle("30m");
    },
  },
];

export const PRESENT: readonly Act[] = [
  {
    title:
      "what is under way: a network of which you mine the blocks, a slow route, one that is tried again, a payout that is stuck",
    async play(stage) {
      const slow = await stage.uda(stage.cast.merchants[5] ?? "merchant-5");
      await stage.fault("routing.provider", "slow", { params: { by: "1d" } });
      await stage.pay("polygon", "USDC", "60", slow.address);
      await stage.fault("routing.provider", "refuse", { times: 2 });
      await stage.pay("ethereum", "USDC", "80", slow.address);
      const bsc = await stage.vaultAddress("bsc");
      await stage.pay("bsc", "USDC", "300", bsc);
      await stage.settle();
      await stage.mining("bsc", "manual");
      await stage.payout({ reference: "order-3001", amount: "25", network: "bsc" });
      const { address } = await stage.wallet(stage.cast.customers[1]?.owner ?? "nobody", "bsc");
      await stage.pay("bsc", "USDT", "33", address);
      await stage.admin("POST", "/networks/bsc/mine", { blocks: 1 });
      await stage.payout({ reference: "order-3002", amount: "26", network: "bsc" });
      await stage.fault("chain.submit", "stuck", { match: { purpose: "payout" } });
      await stage.payout({ reference: "order-3003", amount: "27" });
      await stage.settle();
    },
  },
];
