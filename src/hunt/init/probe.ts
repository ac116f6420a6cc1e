// Tries what was derived, on customers of its own: opens, pays, reads, withdraws. Only what holds goes into the adapter (U-03).
import { control } from "../../scenario/http-client.ts";
import type { Adapter, BooksSource } from "../adapter.ts";
import { filled, filledUrl } from "../adapter.ts";
import { AdaptedApp } from "../app/adapted-app.ts";
import { Cookies } from "../app/cookies.ts";
import { request } from "../app/requests.ts";
import { compare, decimalOf, sum, textOf, ZERO } from "../judge/decimal.ts";
import { answersOf, isOk } from "../judge/delivery-rules.ts";
import { deliveriesAfter, depositsOf, heldBy } from "../judge/truth.ts";
import { unitOf } from "../judge/units.ts";
import type { Place } from "../plan/step.ts";
import { open, uda, valuesOf } from "../world/app-steps.ts";
import { withdraw } from "../world/orders.ts";
import type { Setting } from "../world/setting.ts";
import { World } from "../world/world.ts";
import { type Paid, type Reading, readingsOf } from "./derive-books.ts";
import { parsedOrNull } from "./service-calls.ts";
import { afterWithdrawal, amountAt, creditedIn, FIRST, SECOND, TAKEN } from "./shown.ts";
import type { Template } from "./template.ts";

export type Books = {
  readonly source: BooksSource;
  readonly place: Place;
  readonly world: World;
  readonly reading: Reading;
};

export class Probe {
  readonly #setting: Setting;
  /** Each customer has its own, in whatever world it is asked for. */
  readonly #cookies: Cookies;
  #worlds = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#cookies = new Cookies(() => setting.hunt.wall.now());
  }

  /** A world whose app has these actions and books; it is asked, never started. */
  world(parts: Pick<Adapter, "actions" | "books">): World {
    this.#worlds += 1;
    const { webhook } = this.#setting.adapter;
    const adapter: Adapter = { ...(webhook !== undefined && { webhook }), ...parts };
    const { processes, wall } = this.#setting.hunt;
    const app = new AdaptedApp(adapter, { processes, wall, folder: "", guessed: () => {}, cookies: this.#cookies });
    return new World({ ...this.#setting, adapter, app }, this.#worlds);
  }

  async settle(): Promise<void> {
    await control(this.#setting.host, "POST", "/run-until-idle", { advance: true, limit: "1h" });
  }

  /** Opens a customer; a text says why it has no wallet. */
  async opened(world: World, network: string): Promise<string | null> {
    const done = await open(world, { owner: "a", network });
    return world.owners.get("a")?.has(network) === true ? null : String(done);
  }

  /** The first URL and reading that show a payment, and the next one added to it. */
  async books(
    actions: NonNullable<Adapter["actions"]>,
    urls: readonly Template["action"][],
    place: Place,
  ): Promise<Books | string> {
    const world = this.world({ actions });
    const why = await this.opened(world, place.network);
    if (why !== null) return `a customer of the hunt got no wallet: ${why}`;
    const before = await this.#answers(world, urls);
    const paid = await this.#paid(world, place);
    if (paid === undefined) return `no deposit of ${FIRST} ${place.asset} on ${place.network} arrived`;
    const after = await this.#answers(world, urls);
    const found = urls.flatMap((url, index) =>
      readingsOf(parsedOrNull(before[index] ?? null), parsedOrNull(after[index] ?? null), paid).map((reading) => ({
        url,
        reading,
        index,
      })),
    );
    if (found.length === 0)
      return `none of ${urls.length} GETs showed ${FIRST} ${place.asset} after it was paid${await this.#refusals()}`;
    await this.#pay(world, SECOND, place);
    const again = await this.#answers(world, urls);
    const held = found.find(({ reading, index }) => this.#reads(again[index] ?? "", reading, place));
    if (held === undefined) return `no GET showed the sum after a second payment of ${SECOND} ${place.asset}`;
    const { url, headers } = held.url;
    const source = { url: url ?? "", ...(headers === undefined ? {} : { headers }), ...held.reading.source };
    return { source, place, world, reading: held.reading };
  }

  /** What the app answered to webhooks that it did not take, as the end of a sentence; empty when it took all. */
  async #refusals(): Promise<string> {
    const deliveries = await deliveriesAfter(this.#setting.host, this.#setting.cursors.delivery);
    const refused = deliveries.filter(({ attempts }) => attempts.length > 0 && !attempts.some(isOk));
    const texts = new Set(refused.map(({ type, attempts }) => `${type} → ${answersOf(attempts)}`));
    return texts.size === 0 ? "" : `; your app took no ${[...texts].join("; no ")}`;
  }

  async #paid(world: World, place: Place): Promise<Paid | undefined> {
    await this.#pay(world, FIRST, place);
    const [deposit] = await depositsOf(world.setting.host, world.nameOf("a"));
    const decimals = unitOf(place.network, place.asset)?.decimals ?? 0;
    return deposit && { amount: FIRST, ...place, decimals, deposit_id: deposit.id, tx_id: deposit.tx_id };
  }

  /** Pays the customer of a world, and lets happen what follows. */
  async #pay({ owners, setting }: World, amount: string, place: Place): Promise<void> {
    const places = owners.get("a");
    const to_address = places?.get(place.network) ?? [...(places?.values() ?? [])][0] ?? "";
    await control(setting.host, "POST", "/deposits", { ...place, amount, to_address });
    await this.settle();
  }

  async #answers(world: World, urls: readonly Template["action"][]): Promise<(string | null)[]> {
    const answers: (string | null)[] = [];
    for (const one of urls) answers.push(await this.answer(world, one));
    return answers;
  }

  /** The text of a GET for the owner of a world; null when it is not answered with 200. */
  async answer(
    world: World,
    { url = "", headers = {} }: { url?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<string | null> {
    const values = valuesOf(world, { owner: "a" });
    const target = filledUrl(url, values);
    const own = { accept: "application/json", ...(filled(headers, values) as Record<string, string>) };
    const sent = { ...own, ...this.#cookies.headerFor(values["owner"] ?? "", target, own) };
    const reply = await request({ method: "GET", url: target, headers: sent }, this.#setting.hunt.wall);
    return typeof reply === "string" || reply.status !== 200 ? null : reply.text;
  }

  #reads(text: string, reading: Reading, place: Place): boolean {
    const credited = creditedIn(text, reading.source);
    if (credited === null) return false;
    const expected = sum([decimalOf(FIRST) ?? ZERO, decimalOf(SECOND) ?? ZERO]);
    if (compare(amountAt(credited.sums, place), expected) !== 0) return false;
    return reading.kind !== "credits" || credited.count === 2;
  }

  /** Withdraws from the customer of `books`; what it showed, or why it does not hold. */
  async withdrawal(
    actions: NonNullable<Adapter["actions"]>,
    { source, place, world: paid, reading }: Books,
  ): Promise<{ source: BooksSource } | string> {
    const world = this.world({ actions });
    const why = await this.opened(world, place.network);
    if (why !== null) return why;
    await this.#pay(world, FIRST, place);
    const asked = await withdraw(world, { do: "withdraw", owner: "a", id: "w1", amount: TAKEN, ...place });
    await this.settle();
    const held = textOf(await heldBy(paid.setting.host, place, world.targetOf("w1")));
    if (held !== TAKEN) return `${asked}, and the target got ${held} ${place.asset} instead of ${TAKEN}`;
    return afterWithdrawal((await this.answer(world, source)) ?? "", { source, place, reading, id: world.idOf("w1") });
  }

  /** Whether a payment at another place is credited as what it is. */
  async accepts(actions: NonNullable<Adapter["actions"]>, source: BooksSource, place: Place): Promise<boolean> {
    const world = this.world({ actions });
    if ((await this.opened(world, place.network)) !== null) return false;
    await this.#pay(world, SECOND, place);
    const credited = creditedIn((await this.answer(world, source)) ?? "", source);
    return credited !== null && compare(amountAt(credited.sums, place), decimalOf(SECOND) ?? ZERO) === 0;
  }

  async uda(actions: NonNullable<Adapter["actions"]>, network: string): Promise<string | null> {
    const world = this.world({ actions });
    const done = await uda(world, { owner: "u", network });
    return (world.owners.get("u")?.size ?? 0) > 0 ? null : `${done}, and no address was found in the answer`;
  }

  /** Whether the books of a customer still say the same. */
  async isKept({ world, source }: Books, before: string | null): Promise<boolean> {
    const now = await this.answer(world, source);
    if (before === null || now === null) return before === now;
    const [was, is] = [creditedIn(before, source), creditedIn(now, source)];
    return (
      was !== null &&
      is !== null &&
      textOf(sum(was.sums.map(({ amount }) => amount))) === textOf(sum(is.sums.map(({ amount }) => amount)))
    );
  }
}
