// Table: the demo's history, in order. PAST advances the clock; PRESENT does not, so that its work is still open.
import { isoTime, parseTime } from "../kernel/clock.ts";
import { type DemoActions, RECEIVER } from "./actions.ts";

type Step = { title: string; play(actions: DemoActions): Promise<unknown> };

export const PAST: readonly Step[] = [
  {
    title: "two webhook endpoints: one works, one is down",
    async play(actions) {
      const path = `/tenants/${actions.host.tenant_id}/webhook-endpoints`;
      const working = { url: `https://${actions.customers.host}/webhooks`, event_types: ["*"] };
      const down = {
        url: `https://accounting.${actions.customers.host}/hooks`,
        event_types: ["deposit.confirmed", "transaction.failed"],
      };
      // Faults answer in place of both endpoints, so that no request leaves this machine.
      for (const [endpoint, status] of [
        [working, 200],
        [down, 503],
      ] as const) {
        const { id } = await actions.admin("POST", path, endpoint);
        await actions.fault("webhook.delivery", "status", {
          match: { endpoint_id: id },
          times: null,
          params: { status },
        });
      }
    },
  },
  {
    title: "customers and their payments",
    async play(actions) {
      for (const { owner, network, asset, amount } of actions.customers.customers) {
        const { address } = await actions.wallet(owner, network);
        await actions.pay(network, asset, amount, address);
        await actions.settle("5m");
      }
    },
  },
  {
    title: "a deposit that a reorg removes",
    async play(actions) {
      const { address } = await actions.wallet(actions.customers.customers[0]?.owner ?? "customer", "polygon");
      await actions.mining("polygon", "manual");
      await actions.pay("polygon", "USDT", "42", address);
      await actions.admin("POST", "/networks/polygon/mine", { blocks: 1 });
      await actions.admin("POST", "/networks/polygon/reorg", { depth: 1, transactions: "drop" });
      await actions.mining("polygon", "instant");
    },
  },
  {
    title: "UDAs, settled across chains",
    async play(actions) {
      for (const [index, [network, asset]] of (
        [
          ["polygon", "USDT"],
          ["ethereum", "USDC"],
          ["bsc", "USDT"],
        ] as const
      ).entries()) {
        const { address } = await actions.uda(actions.customers.merchants[index] ?? `merchant-${index}`);
        await actions.pay(network, asset, `${(index + 1) * 100}`, address);
        await actions.settle("5m");
      }
    },
  },
  {
    title: "a settlement that every provider fails, and a retired UDA",
    async play(actions) {
      const { address } = await actions.uda(actions.customers.merchants[3] ?? "merchant-3");
      const fault = await actions.fault("routing.provider", "fail", { times: null });
      await actions.pay("base", "USDC", "75", address);
      await actions.settle("12h");
      await actions.admin("DELETE", `/faults/${fault.id}`);
      const { id } = await actions.uda(actions.customers.merchants[4] ?? "merchant-4");
      await actions.service("DELETE", `/uda/${id}`);
    },
  },
  {
    title: "a funded vault and payouts from it",
    async play(actions) {
      await actions.pay("base", "USDC", "5000", await actions.vaultAddress("base"));
      for (const [index, { amount, remark }] of actions.customers.payouts.entries()) {
        await actions.payout({ reference: `order-${1001 + index}`, amount, remark });
        await actions.settle("1m");
      }
    },
  },
  {
    title: "payouts that fail, get stuck, expire and are rejected",
    async play(actions) {
      const once = { match: { purpose: "payout" } };
      await actions.fault("chain.submit", "revert", once);
      await actions.payout({ reference: "order-2001", amount: "12" });
      await actions.fault("chain.submit", "stuck", once);
      await actions.payout({ reference: "order-2002", amount: "15" });
      await actions.settle("5m");
      await actions.pay("arbitrum", "USDC", "400", await actions.vaultAddress("arbitrum"));
      await actions.mining("arbitrum", "manual");
      const { now } = await actions.admin("GET", "/clock");
      const expired_at = isoTime((parseTime(now) ?? 0) + 10 * 60_000);
      const late = await actions.payout({ reference: "order-2003", amount: "20", network: "arbitrum", expired_at });
      const unwanted = await actions.payout({ reference: "order-2004", amount: "30", network: "arbitrum" });
      await actions.service("POST", `/transfer/payout/${unwanted.id}/reject`, { reason: "customer cancelled" });
      await actions.admin("POST", "/clock/advance", { by: "15m" });
      await actions.mining("arbitrum", "instant");
      await actions.settle("5m");
      await actions.service("GET", `/transfer/payout/${late.id}`);
    },
  },
  {
    title: "transfers from wallets",
    async play(actions) {
      const { address } = await actions.wallet("treasury", "ethereum");
      await actions.pay("ethereum", "USDC", "250", address);
      const body = { from_address: address, to_address: RECEIVER, asset: "USDC", network_symbol: "ethereum" };
      await actions.service("POST", "/transfer/external/address", { ...body, amount: "100", remark: "withdrawal" });
      await actions.settle("5m");
    },
  },
  {
    title: "other tenants with their own customers",
    async play(actions) {
      for (const name of actions.customers.companies) {
        const { api_key } = await actions.admin("POST", "/tenants", { name });
        for (const { owner, amount } of actions.customers.customers.slice(0, 2)) {
          const { address } = await actions.wallet(owner, "base", api_key);
          await actions.pay("base", "USDC", amount, address);
        }
      }
      await actions.settle("30m");
    },
  },
];

export const PRESENT: readonly Step[] = [
  {
    title: "work in progress: a network with manual mining, a slow route, a route that is retried, a stuck payout",
    async play(actions) {
      const slow = await actions.uda(actions.customers.merchants[5] ?? "merchant-5");
      await actions.fault("routing.provider", "slow", { params: { by: "1d" } });
      await actions.pay("polygon", "USDC", "60", slow.address);
      await actions.fault("routing.provider", "refuse", { times: 2 });
      await actions.pay("ethereum", "USDC", "80", slow.address);
      const bsc = await actions.vaultAddress("bsc");
      await actions.pay("bsc", "USDC", "300", bsc);
      await actions.settle();
      await actions.mining("bsc", "manual");
      await actions.payout({ reference: "order-3001", amount: "25", network: "bsc" });
      const { address } = await actions.wallet(actions.customers.customers[1]?.owner ?? "customer", "bsc");
      await actions.pay("bsc", "USDT", "33", address);
      await actions.admin("POST", "/networks/bsc/mine", { blocks: 1 });
      await actions.payout({ reference: "order-3002", amount: "26", network: "bsc" });
      await actions.fault("chain.submit", "stuck", { match: { purpose: "payout" } });
      await actions.payout({ reference: "order-3003", amount: "27" });
      await actions.settle();
    },
  },
];
