// Table: the reasons why awaited work has not happened yet, each with the call that helps (R-237).

import { displayAddress } from "../domain/address/evm-address.ts";
import { addressById } from "../domain/address/store.ts";
import { spendable } from "../domain/attempt/spendable.ts";
import {
  type BlockedWork,
  queuedPayments,
  queuedRefills,
  retryingDeliveries,
  retryingSponsored,
  shallowOn,
  unanswered,
  unmined,
  unroutedSettlements,
} from "../domain/blocked-work.ts";
import { missingMoney } from "../domain/deposit/wrong-network.ts";
import { incidentsOf } from "../domain/incident.ts";
import { formatAmount } from "../kernel/amount.ts";
import { required } from "../kernel/assert.ts";
import { isoTime } from "../kernel/clock.ts";
import { pluralize } from "../kernel/pluralize.ts";
import type { components } from "../spec/admin.gen.ts";
import type { AdminDependencies } from "./dependencies.ts";
import { faultViews } from "./operations/faults.ts";
import { networkViews } from "./operations/networks.ts";

type HeldBack = components["schemas"]["HeldBack"];
type Reason = HeldBack["reason"];

type Views = { networks: ReturnType<typeof networkViews>; faults: ReturnType<typeof faultViews> };

/** The state that the checks look at, read once. `faults`: those that have hits left. */
type SandboxState = Views & {
  dependencies: AdminDependencies;
  planned: ReturnType<AdminDependencies["flow"]["pending"]>;
  /** Two reasons ask for them. */
  dry: readonly DryStation[];
};

type Check = { readonly reason: Reason; find(state: SandboxState): Omit<HeldBack, "reason">[] };

/** At most so many entries are listed for one reason. */
const MAX_PER_REASON = 5;

const ADVANCE = "POST /admin/clock/advance";

/** The first record of each network of one mining mode that lacks confirmations. */
const shallow = ({ dependencies, networks }: SandboxState, mining: string) =>
  networks.flatMap((network) => {
    const found = network.mining === mining ? shallowOn(dependencies.flow.world.db, network.network) : undefined;
    return found === undefined ? [] : [found];
  });

const haltsOf = ({ faults }: SandboxState, network: string) =>
  faults.filter(({ gate, match }) => gate === "chain.mine" && (match["network"] ?? network) === network);

const faultsAt = ({ faults }: SandboxState, gate: string, network = "") =>
  faults.filter((fault) => fault.gate === gate && (network === "" || (fault.match["network"] ?? network) === network));

/** The time of the next retry, in words. */
const again = ({ at }: BlockedWork): string => (at === null ? "" : `, looked at again at ${isoTime(at)}`);
const whenOf = ({ at }: BlockedWork): { at?: string } => (at === null ? {} : { at: isoTime(at) });

/** The call that advances to the next retry; where none is planned, the call that shows the clock. */
const travelTo = ({ at }: BlockedWork): string =>
  at === null ? "GET /admin/clock" : `${ADVANCE} {"to":"${isoTime(at)}"}`;

type DryStation = { refill: BlockedWork; address: string; has: bigint; wants: bigint };

/** Refills that their gas station cannot pay with what it has and what is not promised yet. */
function dryStations({ flow: { world } }: AdminDependencies): DryStation[] {
  return queuedRefills(world.db).flatMap((refill) => {
    const station = required(addressById(world.db, refill.detail), "the gas station of a refill", { id: refill.ref });
    const has = spendable(world.db, station, world.catalogue.network(refill.network).native);
    // A refill brings ten times what a payment costs; that of the refill itself is less.
    const wants = (BigInt(refill.raw) * 11n) / 10n;
    return has >= wants ? [] : [{ refill, address: displayAddress(station.address), has, wants }];
  });
}

/** Reasons that need an action come first, then those that only need time. */
export const CHECKS: readonly Check[] = [
  {
    reason: "halted-chain",
    find: (state) =>
      state.networks.flatMap(({ network, waiting_transactions: waiting }) =>
        (waiting > 0 || shallowOn(state.dependencies.flow.world.db, network) !== undefined
          ? haltsOf(state, network)
          : []
        ).map(({ id, effect }) => {
          const does = effect === "halt" ? `halts ${network}` : `keeps transactions of ${network} in the pool`;
          const next = `DELETE /admin/faults/${id}`;
          return { message: `fault ${id} at chain.mine ${does}: ${next}`, next, network, ref: id };
        }),
      ),
  },
  {
    reason: "dry-gas-station",
    find: ({ dependencies, dry }) =>
      dry.map(({ refill: { ref, network }, address, has, wants }) => {
        const { symbol, decimals } = dependencies.flow.world.catalogue.network(network).native;
        const body = { network, asset: symbol, to_address: address, amount: formatAmount(2n * wants, decimals) };
        const next = `POST /admin/faucet ${JSON.stringify(body)}`;
        const poor = `has ${formatAmount(has, decimals)} ${symbol}, too little for refill ${ref}`;
        return { message: `the gas station ${address} on ${network} ${poor}: ${next}`, next, network, ref };
      }),
  },
  {
    reason: "paused-token",
    find: ({ dependencies }) =>
      incidentsOf(dependencies.flow.world.db, "paused-token").map(({ network, ref, detail }) => {
        const next = `POST /admin/networks/${network}/tokens/${ref.slice(network.length + 1)}/unpause`;
        return { message: `${detail}: ${next}`, next, network };
      }),
  },
  {
    reason: "wrong-network",
    find: ({ dependencies }) =>
      missingMoney(dependencies.flow.world).map(({ ref, network, detail, meant }) => {
        if (meant === undefined) return { message: detail, next: null, network, ref };
        const body = {
          network: meant.network,
          asset: meant.symbol,
          amount: meant.amount,
          to_address: displayAddress(meant.to),
        };
        const next = `POST /admin/deposits ${JSON.stringify(body)}`;
        return { message: `${detail}; pay it on ${meant.network} instead: ${next}`, next, network, ref };
      }),
  },
  {
    reason: "manual-mining",
    find: ({ networks }) =>
      networks
        .filter(({ mining, waiting_transactions }) => mining === "manual" && waiting_transactions > 0)
        .map(({ network, waiting_transactions: waiting }) => {
          const next = `POST /admin/networks/${network}/mine`;
          const many = pluralize(waiting, "transaction waits", "transactions wait");
          return { message: `${network} mines manually and ${many}: ${next}`, next, network };
        }),
  },
  {
    reason: "missing-confirmations",
    find: (state) =>
      shallow(state, "manual").map(({ network, count, ref }) => {
        const next = `POST /admin/networks/${network}/mine {"blocks":${count}}`;
        return {
          message: `${ref} on ${network}: ${pluralize(count, "more block")} until it is confirmed: ${next}`,
          next,
          network,
          ref,
        };
      }),
  },
  {
    reason: "no-answer",
    find: ({ dependencies }) =>
      unanswered(dependencies.flow.world.db).map((one) => {
        const message = `${one.ref} was sent to ${one.network} ${pluralize(one.count, "time")} without an answer${again(one)}: ${travelTo(one)}`;
        return { message, next: travelTo(one), network: one.network, ref: one.ref, ...whenOf(one) };
      }),
  },
  {
    reason: "stuck-transaction",
    find: (state) =>
      unmined(state.dependencies.flow.world.db)
        // A transaction that only waits for the next block is reported by the network's own reason.
        .filter(({ network }) => {
          const view = state.networks.find((one) => one.network === network);
          return view?.mining === "instant" && haltsOf(state, network).length === 0;
        })
        .map((one) => {
          const message = `the ${one.detail} ${one.ref} is in no block of ${one.network}${again(one)}: ${travelTo(one)}`;
          return { message, next: travelTo(one), network: one.network, ref: one.ref, ...whenOf(one) };
        }),
  },
  {
    reason: "waiting-for-gas",
    find: ({ dependencies }) =>
      queuedPayments(dependencies.flow.world.db)
        .filter(({ detail }) => detail !== "")
        .map((one) => {
          const next = `GET /v1/transactions/${one.detail}`;
          const message = `payment ${one.ref} waits for the gas that refill ${one.detail} brings: ${next}`;
          return { message, next, network: one.network, ref: one.ref };
        }),
  },
  {
    reason: "paused-payment",
    find: ({ dependencies, dry }) => {
      const { db, clock } = dependencies.flow.world;
      const dryRefs = new Set(dry.map(({ refill }) => refill.ref));
      return queuedPayments(db)
        .filter(({ ref, detail, at }) => detail === "" && !dryRefs.has(ref) && at !== null && at > clock.peek())
        .map((one) => ({
          message: `payment ${one.ref} is queued on ${one.network}${again(one)}: ${travelTo(one)}`,
          next: travelTo(one),
          network: one.network,
          ref: one.ref,
          ...whenOf(one),
        }));
    },
  },
  {
    reason: "provider-outage",
    find: (state) =>
      unroutedSettlements(state.dependencies.flow.world.db).map((one) => {
        const [fault] = faultsAt(state, "routing.provider");
        const why = fault === undefined ? "" : `, fault ${fault.id} (${fault.effect}) is armed at routing.provider`;
        const next = fault === undefined ? travelTo(one) : `DELETE /admin/faults/${fault.id}`;
        const message = `settlement ${one.ref} was taken by none of ${pluralize(one.count, "provider")} asked${why}${again(one)}: ${next}`;
        return { message, next, network: one.network, ref: one.ref, ...whenOf(one) };
      }),
  },
  {
    reason: "retrying-sweep",
    find: ({ dependencies }) =>
      retryingSponsored(dependencies.flow.world.db).map((one) => ({
        message: `${one.ref} on ${one.network} failed ${pluralize(one.count, "time")} (${one.detail})${again(one)}: ${travelTo(one)}`,
        next: travelTo(one),
        network: one.network,
        ref: one.ref,
        ...whenOf(one),
      })),
  },
  {
    reason: "retrying-delivery",
    find: ({ dependencies }) =>
      retryingDeliveries(dependencies.flow.world.db).map((one) => ({
        message: `delivery ${one.ref} to ${one.detail} failed ${pluralize(one.count, "time")}${one.last === "" ? "" : ` (last: ${one.last})`}${again(one)}: ${travelTo(one)}`,
        next: travelTo(one),
        ref: one.ref,
        ...whenOf(one),
      })),
  },
  {
    reason: "armed-fault",
    find: ({ faults }) =>
      faults
        .filter(({ gate }) => gate !== "chain.mine")
        .map(({ id, gate, effect }) => {
          const next = `DELETE /admin/faults/${id}`;
          return { message: `fault ${id} (${effect}) is armed at ${gate}: ${next}`, next, ref: id };
        }),
  },
  {
    reason: "frozen-clock",
    find: ({ dependencies, planned: [first] }) => {
      const { clock } = dependencies.flow.world;
      if (clock.mode !== "frozen" || first === undefined || first.at <= clock.peek()) return [];
      const at = isoTime(first.at);
      const next = `${ADVANCE} {"to":"${at}"}`;
      const message = `the clock is frozen and the next work (${first.what} ${first.ref}) is due at ${at}: ${next}`;
      return [{ message, next, ref: first.ref, at }];
    },
  },
  {
    reason: "not-due-yet",
    find: ({ dependencies, planned: [first] }) => {
      const { clock } = dependencies.flow.world;
      if (clock.mode !== "running" || first === undefined || first.at <= clock.peek()) return [];
      const at = isoTime(first.at);
      const next = `${ADVANCE} {"to":"${at}"}`;
      const message = `the next work (${first.what} ${first.ref}) is due at ${at}, and it is ${isoTime(clock.peek())}: ${next}`;
      return [{ message, next, ref: first.ref, at }];
    },
  },
];

/**
 * All reasons that hold work back now, in the order of the table, each with its next step. `views`: those of now, if they were
 * read already.
 */
export function blockersOf(dependencies: AdminDependencies, views?: Views): HeldBack[] {
  const { networks, faults } = views ?? { networks: networkViews(dependencies), faults: faultViews(dependencies) };
  const live = faults.filter(({ times, hits }) => times === null || hits < times);
  const state: SandboxState = {
    dependencies,
    networks,
    faults: live,
    planned: dependencies.flow.pending(1),
    dry: dryStations(dependencies),
  };
  return CHECKS.flatMap(({ reason, find }) =>
    find(state)
      .slice(0, MAX_PER_REASON)
      .map((found) => ({ reason, ...found })),
  );
}
