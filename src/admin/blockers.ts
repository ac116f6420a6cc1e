// Table: why something that is waited for has not come yet, each reason with the call that helps (R-237).

import {
  type BlockedWork,
  queuedPayments,
  retryingDeliveries,
  retryingSponsored,
  shallowOn,
  unanswered,
  unmined,
  unroutedSettlements,
} from "../domain/blocked-work.ts";
import { isoTime } from "../kernel/clock.ts";
import { pluralize } from "../kernel/pluralize.ts";
import type { components } from "../spec/admin.gen.ts";
import type { AdminDependencies } from "./dependencies.ts";
import { faultViews } from "./operations/faults.ts";
import { networkViews } from "./operations/networks.ts";

type HeldBack = components["schemas"]["HeldBack"];
type Reason = HeldBack["reason"];

/** What the checks look at, read once. */
type Facts = {
  parts: AdminDependencies;
  networks: ReturnType<typeof networkViews>;
  /** Faults that will still fire. */
  faults: ReturnType<typeof faultViews>;
  planned: ReturnType<AdminDependencies["flow"]["pending"]>;
};

type Check = { readonly reason: Reason; find(facts: Facts): Omit<HeldBack, "reason">[] };

/** So many of one reason are told. */
const MOST_OF_ONE = 5;

const ADVANCE = "POST /admin/clock/advance";

/** Blocks that a network lacks before something is confirmed. */
const shallow = ({ parts, networks }: Facts, mining: string) =>
  networks.flatMap((network) => {
    const found = network.mining === mining ? shallowOn(parts.flow.world.db, network.network) : undefined;
    return found === undefined ? [] : [found];
  });

const haltsOf = ({ faults }: Facts, network: string) =>
  faults.filter(({ gate, match }) => gate === "chain.mine" && (match["network"] ?? network) === network);

const faultsAt = ({ faults }: Facts, gate: string, network = "") =>
  faults.filter((fault) => fault.gate === gate && (network === "" || (fault.match["network"] ?? network) === network));

/** When it is looked at again, in words. */
const again = ({ at }: BlockedWork): string => (at === null ? "" : `, looked at again at ${isoTime(at)}`);
const whenOf = ({ at }: BlockedWork): { at?: string } => (at === null ? {} : { at: isoTime(at) });

/** Advancing to when it is looked at again; nothing where nobody plans to. */
const travelTo = ({ at }: BlockedWork): string =>
  at === null ? "GET /admin/clock" : `${ADVANCE} {"to":"${isoTime(at)}"}`;

/** First what somebody must do, then what takes its time. */
export const CHECKS: readonly Check[] = [
  {
    reason: "halted-chain",
    find: (facts) =>
      facts.networks.flatMap(({ network, waiting_transactions: waiting }) =>
        (waiting > 0 || shallowOn(facts.parts.flow.world.db, network) !== undefined ? haltsOf(facts, network) : []).map(
          ({ id, effect }) => {
            const does = effect === "halt" ? `halts ${network}` : `keeps transactions of ${network} in the pool`;
            const next = `DELETE /admin/faults/${id}`;
            return { message: `fault ${id} at chain.mine ${does}: ${next}`, next, network, ref: id };
          },
        ),
      ),
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
    find: (facts) =>
      shallow(facts, "manual").map(({ network, count, ref }) => {
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
    find: ({ parts }) =>
      unanswered(parts.flow.world.db).map((one) => {
        const message = `${one.ref} was sent to ${one.network} ${pluralize(one.count, "time")} without an answer${again(one)}: ${travelTo(one)}`;
        return { message, next: travelTo(one), network: one.network, ref: one.ref, ...whenOf(one) };
      }),
  },
  {
    reason: "stuck-transaction",
    find: (facts) =>
      unmined(facts.parts.flow.world.db)
        // What only waits for its block is told by the network.
        .filter(({ network }) => {
          const view = facts.networks.find((one) => one.network === network);
          return view?.mining === "instant" && haltsOf(facts, network).length === 0;
        })
        .map((one) => {
          const message = `the ${one.detail} ${one.ref} is in no block of ${one.network}${again(one)}: ${travelTo(one)}`;
          return { message, next: travelTo(one), network: one.network, ref: one.ref, ...whenOf(one) };
        }),
  },
  {
    reason: "waiting-for-gas",
    find: ({ parts }) =>
      queuedPayments(parts.flow.world.db)
        .filter(({ detail }) => detail !== "")
        .map((one) => {
          const next = `GET /v1/transactions/${one.detail}`;
          const message = `payment ${one.ref} waits for the gas that refill ${one.detail} brings: ${next}`;
          return { message, next, network: one.network, ref: one.ref };
        }),
  },
  {
    reason: "paused-payment",
    find: ({ parts }) =>
      queuedPayments(parts.flow.world.db)
        .filter(({ detail, at }) => detail === "" && at !== null && at > parts.flow.world.clock.peek())
        .map((one) => ({
          message: `payment ${one.ref} is queued on ${one.network}${again(one)}: ${travelTo(one)}`,
          next: travelTo(one),
          network: one.network,
          ref: one.ref,
          ...whenOf(one),
        })),
  },
  {
    reason: "provider-outage",
    find: (facts) =>
      unroutedSettlements(facts.parts.flow.world.db).map((one) => {
        const [fault] = faultsAt(facts, "routing.provider");
        const why = fault === undefined ? "" : `, fault ${fault.id} (${fault.effect}) stands at routing.provider`;
        const next = fault === undefined ? travelTo(one) : `DELETE /admin/faults/${fault.id}`;
        const message = `settlement ${one.ref} was taken by none of ${pluralize(one.count, "provider")} asked${why}${again(one)}: ${next}`;
        return { message, next, network: one.network, ref: one.ref, ...whenOf(one) };
      }),
  },
  {
    reason: "retrying-sweep",
    find: ({ parts }) =>
      retryingSponsored(parts.flow.world.db).map((one) => ({
        message: `${one.ref} on ${one.network} failed ${pluralize(one.count, "time")} (${one.detail})${again(one)}: ${travelTo(one)}`,
        next: travelTo(one),
        network: one.network,
        ref: one.ref,
        ...whenOf(one),
      })),
  },
  {
    reason: "retrying-delivery",
    find: ({ parts }) =>
      retryingDeliveries(parts.flow.world.db).map((one) => ({
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
          return { message: `fault ${id} (${effect}) stands at ${gate}: ${next}`, next, ref: id };
        }),
  },
  {
    reason: "frozen-clock",
    find: ({ parts, planned: [first] }) => {
      const { clock } = parts.flow.world;
      if (clock.mode !== "frozen" || first === undefined || first.at <= clock.peek()) return [];
      const at = isoTime(first.at);
      const next = `${ADVANCE} {"to":"${at}"}`;
      const message = `the clock is frozen and the next work (${first.what} ${first.ref}) is due at ${at}: ${next}`;
      return [{ message, next, ref: first.ref, at }];
    },
  },
  {
    reason: "not-due-yet",
    find: ({ parts, planned: [first] }) => {
      const { clock } = parts.flow.world;
      if (clock.mode !== "running" || first === undefined || first.at <= clock.peek()) return [];
      const at = isoTime(first.at);
      const next = `${ADVANCE} {"to":"${at}"}`;
      const message = `the next work (${first.what} ${first.ref}) is due at ${at}, and it is ${isoTime(clock.peek())}: ${next}`;
      return [{ message, next, ref: first.ref, at }];
    },
  },
];

/** Everything that holds something back now, in the table's order, each with its next step. */
export function blockersOf(parts: AdminDependencies): HeldBack[] {
  const live = faultViews(parts).filter(({ times, hits }) => times === null || hits < times);
  const facts: Facts = { parts, networks: networkViews(parts), faults: live, planned: parts.flow.pending(1) };
  return CHECKS.flatMap(({ reason, find }) =>
    find(facts)
      .slice(0, MOST_OF_ONE)
      .map((found) => ({ reason, ...found })),
  );
}
