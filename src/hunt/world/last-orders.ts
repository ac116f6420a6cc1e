// The last orders of a world: an owner who withdrew wants one base unit more than what is left, and then all of it. Balances that no books show
// are wrong where the first is taken (B-08) or the second refused (B-18).
import { sleep } from "../../kernel/wall-clock.ts";
import { BooksFault } from "../judge/books.ts";
import { placeText } from "../judge/credit-view.ts";
import { compare, type Decimal, decimalOf, minus, ofRaw, plus, textOf, ZERO } from "../judge/decimal.ts";
import { deadOnes } from "../judge/delivery-rules.ts";
import { type KnownWithdrawal, type Left, leftOf } from "../judge/left.ts";
import type { Withdrawable } from "../judge/own-payouts.ts";
import type { RuleId } from "../judge/rule.ts";
import { openTargets } from "../judge/truth.ts";
import { chainAsset } from "../judge/units.ts";
import type { Owner, Place } from "../plan/step.ts";
import { BEFORE_WITHDRAWAL, WITHDRAWN } from "../plan/troubles/trouble.ts";
import type { Breach } from "../report.ts";
import { booksAtRest } from "./look.ts";
import { askToWithdraw, isPayableAt, isRefusal, isRefused } from "./orders.ts";
import { paidOrders, readAtRest } from "./read-world.ts";
import { type Ended, isToRepair } from "./repair.ts";
import { type Setting, usualPlace } from "./setting.ts";
import { severally } from "./severally.ts";
import type { World } from "./world.ts";

/** An app may have a least and a most amount of its own: between them it has no reason to refuse. */
const LEAST: Decimal = { units: 1n, scale: 1 };
const MOST: Decimal = { units: 10_000n, scale: 0 };
/** Wall ms between two orders of what was refused. */
const PAUSE_MS = 50;

/** Has the owners of these worlds withdraw what is left, if it is known, and judges what comes of it. @throws HostFault */
export async function lastOrders(journey: World, ended: readonly Ended[]): Promise<void> {
  if (journey.setting.cursors.payouts.withdrawable === "nothing") return;
  const ready = ended.filter(({ world }) => isReady(world));
  if (ready.length === 0) return;
  const open = await openTargets(journey.setting.host, journey.before);
  const asked = new Map<Ended, string[]>();
  await severally(ready, async (one) => {
    if ([...one.world.withdrawals.values()].some(({ to }) => open.has(to))) return;
    const texts: string[] = [];
    for (const owner of one.world.owners.keys()) texts.push(...(await askedBy(one.world, owner)));
    if (texts.length > 0) asked.set(one, texts);
  });
  if (asked.size > 0) await judge(journey, asked);
}

/** Nothing is wrong so far, and the app knows of every deposit. */
function isReady({ setting: { app }, withdrawals, breaches, open, deliveries }: World): boolean {
  if (!app.can("withdraw") || withdrawals.size === 0 || breaches.length > 0 || open.size > 0) return false;
  return app.hasBooks || deadOnes(deliveries).length === 0;
}

/** What an owner ordered, in words; what was refused although it is there is noted. */
async function askedBy(world: World, owner: Owner): Promise<string[]> {
  const orders = (await paidOrders(world, owner)).map(
    (one): KnownWithdrawal => ({ ...one, isGone: isGone(world, one), isRefused: isRefused(world, one.id) }),
  );
  if (orders.length === 0) return [];
  const { accepts } = world.setting;
  const deposits = world.deposits.get(owner) ?? [];
  const places = leftOf({ books: world.books.get(owner) ?? null, deposits, orders, accepts });
  const texts: string[] = [];
  for (const [index, left] of places.entries())
    if (isPayableAt(world.setting, left)) texts.push(...(await askedAt(world, owner, left, `last${index + 1}`)));
  return texts;
}

/** Refused, unknown to the books, or failed there or by a webhook that arrived: the app has no reason to keep its money. */
function isGone(world: World, { id, owner, paid }: { id: string; owner: string; paid: Decimal }): boolean {
  if (paid.units > 0n) return false;
  if (isRefused(world, id)) return true;
  const [, books] = [...world.books].find(([letter]) => world.nameOf(letter) === owner) ?? [];
  if (books?.withdrawals && books.withdrawals.length > 0)
    return (books.withdrawals.find((one) => one.id === id)?.state ?? "failed") === "failed";
  const to = world.withdrawals.get(id)?.to ?? "";
  return world.deliveries.some(
    ({ type, state, body }) =>
      type === "transaction.failed" && state === "delivered" && body?.toLowerCase().includes(to) === true,
  );
}

async function askedAt(world: World, owner: Owner, left: Left, id: string): Promise<string[]> {
  const { network, asset, most, least } = left;
  const place = { network, asset };
  const { payouts } = world.setting.cursors;
  const ask = async (name: string, amount: Decimal) => {
    const answer = await askToWithdraw(world, { do: "withdraw", owner, id: name, amount: textOf(amount), ...place });
    return { ...answer, said: `${textOf(amount)}${placeText(place)}: ${answer.text}` };
  };
  const texts: string[] = [];
  // What can be withdrawn without any trouble is learned without an order that has to be refused: it may do harm by itself.
  if (payouts.withdrawable !== "unknown") {
    const unit = ofRaw(1n, chainAsset(network, asset).decimals);
    const above = await ask(`${id}-above`, plus(compare(most, ZERO) > 0 ? most : ZERO, unit));
    texts.push(above.said);
    if (!isRefusal(above)) return texts;
  }
  if (least === null || compare(least, LEAST) < 0 || compare(least, MOST) > 0) return texts;
  if (payouts.withdrawable === "part" && !isLikePlain(world, place, least)) return texts;
  const all = await repeated(world, (name) => ask(name, least), `${id}-all`);
  texts.push(all.said);
  if (!isRefusal(all)) {
    noteShown(world, "all");
    return texts;
  }
  const half = await ask(`${id}-half`, { units: least.units / 2n, scale: least.scale });
  if (noteShown(world, isRefusal(half) ? "nothing" : "part")) world.breach(refusedAll(world, owner, left, all.said));
  return [...texts, half.said];
}

/** Left by a withdrawal without any trouble. */
const PLAIN_LEFT = minus(decimalOf(BEFORE_WITHDRAWAL) ?? ZERO, decimalOf(WITHDRAWN) ?? ZERO);

/** How much an app keeps back of it is known only there where it was seen to pay a part: half of less may be less than a fee. */
function isLikePlain({ setting }: World, { network, asset }: Place, least: Decimal): boolean {
  const usual = usualPlace(setting);
  return usual.network === network && usual.asset === asset && compare(least, PLAIN_LEFT) >= 0;
}

/** Whether this is less than what can be withdrawn without any trouble; while that is not known, it is what is learned. */
function noteShown({ setting: { cursors }, withdrawable }: World, shown: Shown): boolean {
  withdrawable.add(shown);
  const { payouts } = cursors;
  if (payouts.withdrawable === "unknown") payouts.withdrawable = shown;
  return SHOWN.indexOf(shown) < SHOWN.indexOf(payouts.withdrawable as Shown);
}

const SHOWN = ["nothing", "part", "all"] as const;
type Shown = (typeof SHOWN)[number];

/** Plays a world without trouble in which an owner withdraws, to learn what can be withdrawn of the money that is left. */
export async function learnWithdrawable({ cursors }: Setting, play: () => Promise<unknown>): Promise<Withdrawable> {
  const { payouts } = cursors;
  payouts.withdrawable = "unknown";
  await play();
  if (payouts.withdrawable === "unknown") payouts.withdrawable = "all";
  return payouts.withdrawable;
}

/** What is refused is ordered anew until the time is up that books may take to come to rest. */
async function repeated<Answer extends { ok: boolean; status: number | null }>(
  { setting: { hunt, settleMs } }: World,
  ask: (id: string) => Promise<Answer>,
  id: string,
): Promise<Answer> {
  const until = hunt.wall.monotonic() + settleMs;
  for (let round = 1; ; round += 1) {
    const answer = await ask(`${id}${round}`);
    if (!isRefusal(answer) || hunt.wall.monotonic() >= until) return answer;
    await sleep(hunt.wall, PAUSE_MS);
  }
}

function refusedAll(world: World, owner: Owner, { least, network, asset }: Left, said: string): Breach {
  const name = world.nameOf(owner);
  const what = `${name} has ${textOf(least ?? ZERO)}${placeText({ network, asset })} left, and may not withdraw it: ${said}`;
  return { rule: "B-18", level: "error", owner: name, what };
}

async function judge(journey: World, asked: ReadonlyMap<Ended, readonly string[]>): Promise<void> {
  const ended = [...asked.keys()];
  // The next world has nothing to do with these webhooks.
  await readAtRest(
    journey,
    ended.map(({ world }) => world),
  );
  const found = await booksAtRest(
    journey,
    ended.map(({ world }) => ({ world, pendingBefore: null })),
  );
  for (const [index, one] of ended.entries()) {
    const breaches = found[index] ?? [];
    if (breaches instanceof BooksFault) continue;
    const isUnsure = isToRepair(one, breaches);
    const said = `behind the last orders (${(asked.get(one) ?? []).join("; ")})`;
    for (const breach of breaches)
      if (!isUnsure || LASTING.has(breach.rule)) one.world.breach({ ...breach, what: `${breach.what}, ${said}` });
  }
}

/** What a repair job does not make right. */
const LASTING: ReadonlySet<RuleId> = new Set(["B-07", "B-08"]);
