// The state of one world: its owners and withdrawals, what its steps changed of the sandbox, and what was seen.
import { hash } from "node:crypto";
import type { ActAnswer } from "../app/app.ts";
import type { Books } from "../judge/books.ts";
import { decimalOf, ZERO } from "../judge/decimal.ts";
import type { Withdrawable } from "../judge/own-payouts.ts";
import type { JudgedWithdrawal } from "../judge/payout-rules.ts";
import type { TrueDelivery, TrueDeposit } from "../judge/truth.ts";
import type { Owner, Place } from "../plan/step.ts";
import type { BooksDifference, Breach, StoryEvent, StoryLine } from "../report.ts";
import { Calls } from "./calls.ts";
import type { Setting } from "./setting.ts";

export type Withdrawal = Place & {
  readonly id: string;
  readonly owner: string;
  readonly amount: string;
  readonly to: string;
  /** The name of the owner in the app. */
  readonly called: string;
};

type Changed = { mining: Set<string>; paused: Map<string, Place>; rotated: boolean; forced: boolean };

export class World {
  readonly setting: Setting;
  readonly number: number;
  /** It is played beside others, so not everything that happens is about it. */
  readonly isBeside: boolean;
  /** Calls of the control API that go out together. */
  readonly calls: Calls;
  /** Owners that have a wallet or were tried to get one, by letter; and where they are paid, by network. */
  readonly owners = new Map<Owner, Map<string, string>>();
  /** Owners whom the app never showed the address that the service made for them: nobody pays there. */
  readonly hidden = new Set<Owner>();
  /** What the app and the service call an owner, where the app chooses the names. */
  readonly aliases = new Map<Owner, { readonly app: string; readonly service: string }>();
  readonly withdrawals = new Map<string, Withdrawal>();
  /** What the app answered to each withdrawal, as often as it was ordered. */
  readonly answers = new Map<string, readonly Pick<ActAnswer, "ok" | "status">[]>();
  /** Customers who asked for a wallet on an accepted network, and got an error each time. */
  readonly turnedAway: { readonly owner: Owner; readonly what: string }[] = [];
  /** Withdrawals whose payouts had not ended at rest. */
  readonly open = new Set<string>();
  /** What its owners could withdraw of the money that was left at its end. */
  readonly withdrawable = new Set<Withdrawable>();
  readonly lines: StoryLine[] = [];
  readonly events: StoryEvent[] = [];
  readonly breaches: Breach[] = [];
  readonly met = new Set<string>();
  differences: readonly BooksDifference[] = [];
  /** What the last look read. */
  readonly books = new Map<string, Books>();
  readonly deposits = new Map<string, readonly TrueDeposit[]>();
  deliveries: readonly TrueDelivery[] = [];
  /** Networks whose mining mode was changed, tokens that were paused, whether the secret was rotated. */
  readonly changed: Changed;
  /** How many steps were played when an error was seen; undefined until then. */
  at: number | undefined;
  restarts = 0;
  /** Wall ms that restarts took. */
  restartMs = 0;
  /** Cursors of the last answer of `judge` to the worlds before. */
  readonly before: unknown;

  /** @param journey what this world is played in beside others: they share its calls, and what its steps change */
  constructor(setting: Setting, number: number, journey?: World) {
    this.setting = setting;
    this.number = number;
    this.isBeside = journey !== undefined;
    this.calls = journey?.calls ?? new Calls(setting.host);
    this.changed = journey?.changed ?? { mining: new Set(), paused: new Map(), rotated: false, forced: false };
    this.before = setting.cursors.judged;
  }

  get isBroken(): boolean {
    return this.breaches.some(({ level }) => level === "error");
  }

  /** The name of an owner in the sandbox, and in the app unless it chooses names itself. */
  nameOf(owner: Owner): string {
    return this.aliases.get(owner)?.service ?? this.givenName(owner);
  }

  /** The name of an owner in the app. */
  calledOf(owner: Owner): string {
    return this.aliases.get(owner)?.app ?? this.givenName(owner);
  }

  /** The name that the hunt gives an owner. */
  givenName(owner: Owner): string {
    return `h${this.setting.run}-${this.number}-${owner}`;
  }

  /** The name of a withdrawal, as unique as that of an owner. */
  idOf(id: string): string {
    return `h${this.setting.run}-${this.number}-${id}`;
  }

  /** An address that belongs to nobody, and to this withdrawal alone. */
  targetOf(id: string): string {
    return `0x${hash("sha256", `target:${this.idOf(id)}`).slice(0, 40)}`;
  }

  /** The withdrawals of an owner as orders; what was paid is not known yet. */
  ordersOf(owner: Owner): JudgedWithdrawal[] {
    const name = this.nameOf(owner);
    return [...this.withdrawals.values()]
      .filter((one) => one.owner === name)
      .map(({ id, network, asset, amount }) => ({
        id,
        owner: name,
        network,
        asset,
        amount: decimalOf(amount) ?? ZERO,
        paid: ZERO,
      }));
  }

  /** Whether a delivery is about an owner, an address or a withdrawal of this world. A world that is played alone owns every delivery. */
  concerns({ body, resource_id }: Pick<TrueDelivery, "body" | "resource_id">): boolean {
    if (!this.isBeside) return true;
    const text = (body ?? "").toLowerCase();
    const places = [...this.owners.values()].flatMap((found) => [...found.values()]);
    const targets = [...this.withdrawals.values()].map(({ to }) => to);
    const records = [...this.deposits.values()].flat().map(({ id }) => id);
    const names = [...this.owners.keys()].map((owner) => `"${this.nameOf(owner).toLowerCase()}"`);
    const marks = [...places, ...targets].filter((one) => one !== "").map((one) => one.toLowerCase());
    return records.includes(resource_id) || [...names, ...marks].some((mark) => text.includes(mark));
  }

  breach(...breaches: readonly Breach[]): void {
    for (const one of breaches) {
      if (this.setting.rulesOff.has(one.rule)) continue;
      const known = this.breaches.some(({ rule, what }) => rule === one.rule && what === one.what);
      if (!known) this.breaches.push(one);
    }
  }
}
