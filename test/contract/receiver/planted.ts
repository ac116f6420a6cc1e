// Table: receivers with one mistake each, and the cases of the battery that must find it (C-80).
import { createHmac } from "node:crypto";
import type { CaseId } from "../../../src/contract/receiver/case-table.ts";
import { clock, type Envelope, type Received, Receiver, Refusal, SECRET, turns } from "./correct.ts";

export type Planted = {
  mistake: string;
  /** All cases that find it. */
  found: readonly CaseId[];
  /** Why it shows in more than one case; only then. */
  together?: string;
  /** Cases of which nothing can be said with this receiver. */
  notJudged?: readonly CaseId[];
  receiver: new () => Receiver;
};

const SIGNATURE_CASES = ["W-03", "W-04", "W-05", "W-06", "W-07", "W-08", "W-09", "W-11", "W-13"] as const;
const KNOWN_MEMBERS = new Set(["id", "version", "type", "time", "payload"]);
const CATEGORIES = new Set(["external", "user", "uda", "vault", "gas_station"]);
const TYPES =
  /^(deposit|address|transaction|balance|uda\.settlement)\.(new|confirmed|assigned|broadcasted|failed|updated|created|completed)$/;
const DAY = 86_400;

/** A turn of the event loop is not time: so many let all that was sent arrive. */
const MANY_TURNS = 200;

export const PLANTED: readonly Planted[] = [
  {
    mistake: "verifies nothing",
    found: SIGNATURE_CASES,
    together: "each of them sends a JSON body in time whose signature alone is wrong",
    receiver: class extends Receiver {
      override isGenuine(): boolean {
        return true;
      }
    },
  },
  {
    mistake: "answers 200 before it verifies",
    found: [...SIGNATURE_CASES, "W-10", "W-14", "W-15", "W-16", "W-27"],
    together: "whatever comes is answered before it is looked at",
    notJudged: ["W-28"],
    receiver: class extends Receiver {
      override async answer(received: Received): Promise<number> {
        await super.answer(received).catch(() => {});
        return 200;
      }
    },
  },
  {
    mistake: "refuses one of the ten types",
    found: ["W-02"],
    receiver: class extends Receiver {
      override book(event: Envelope): void {
        if (event.type === "uda.settlement.failed") throw new Refusal(400);
        super.book(event);
      }
    },
  },
  {
    mistake: "still takes a secret of its development",
    found: ["W-04"],
    receiver: class extends Receiver {
      override matches(signature: string, received: Received): boolean {
        const old = createHmac("sha256", `${SECRET}-wrong`).update(`${this.text(received, "webhook-timestamp")}.`);
        return super.matches(signature, received) || signature === old.update(received.body).digest("hex");
      }
    },
  },
  {
    mistake: "skips the check when the header is missing",
    found: ["W-05"],
    receiver: class extends Receiver {
      override isGenuine(received: Received): boolean {
        return received.headers["webhook-signature"] === undefined || super.isGenuine(received);
      }
    },
  },
  {
    mistake: "startsWith on signatures",
    found: ["W-06"],
    receiver: class extends Receiver {
      override isGenuine(received: Received): boolean {
        return (
          this.hmac(received).startsWith(String(received.headers["webhook-signature"])) || super.isGenuine(received)
        );
      }
    },
  },
  {
    mistake: "decodes hex until the first mistake in it, and compares as far as it got",
    found: ["W-06", "W-13"],
    together: "base64 is not hex: nothing is left to compare, as of an empty signature",
    receiver: class extends Receiver {
      override isGenuine(received: Received): boolean {
        const given = Buffer.from(this.text(received, "webhook-signature"), "hex");
        const right = Buffer.from(this.hmac(received), "hex");
        const isThere = received.headers["webhook-signature"] !== undefined;
        return (isThere && given.every((byte, at) => byte === right[at])) || super.isGenuine(received);
      }
    },
  },
  {
    mistake: "compares a prefix of the signature",
    found: ["W-07"],
    receiver: class extends Receiver {
      override matches(signature: string, received: Received): boolean {
        return signature.length === 64 && signature.slice(0, 16) === this.hmac(received).slice(0, 16);
      }
    },
  },
  {
    mistake: "tries the seconds around the timestamp, to forgive wrong clocks",
    found: ["W-08"],
    receiver: class extends Receiver {
      override isGenuine(received: Received): boolean {
        const timestamp = Number(this.text(received, "webhook-timestamp"));
        const at = (seconds: number) => ({
          ...received,
          headers: { ...received.headers, "webhook-timestamp": `${seconds}` },
        });
        return Array.from({ length: 121 }, (_, late) => at(timestamp - late)).some((one) => super.isGenuine(one));
      }
    },
  },
  {
    mistake: "remembers signatures that were good",
    found: ["W-09"],
    receiver: class extends Receiver {
      readonly good = new Set<string>();
      override isGenuine(received: Received): boolean {
        const signature = this.text(received, "webhook-signature");
        if (super.isGenuine(received)) this.good.add(signature);
        return this.good.has(signature);
      }
    },
  },
  {
    mistake: "answers 200 to what it cannot parse, so that it does not come again",
    found: ["W-10", "W-27"],
    together: "half a body and a body that is not JSON are the same to it",
    receiver: class extends Receiver {
      override async answer(received: Received): Promise<number> {
        try {
          this.checkForm(received);
          JSON.parse(received.body.toString());
        } catch (error) {
          if (error instanceof SyntaxError) return 200;
        }
        return super.answer(received);
      }
    },
  },
  {
    mistake: "breaks on what it cannot parse, before it verifies",
    found: ["W-10", "W-27"],
    together: "half a body and a body that is not JSON are the same to it; in W-10 a 5xx is a warning",
    receiver: class extends Receiver {
      override checkForm(received: Received): void {
        super.checkForm(received);
        JSON.parse(received.body.toString());
      }
    },
  },
  {
    mistake: "JSON.parse, then verifies what JSON.stringify makes of it",
    found: ["W-11", "W-12"],
    together: "the same body written anew is taken for another's signature, and refused for its own",
    receiver: class extends Receiver {
      override hmac(received: Received): string {
        try {
          return super.hmac(received, JSON.stringify(JSON.parse(received.body.toString())));
        } catch {
          return super.hmac(received);
        }
      }
    },
  },
  {
    mistake: "takes the raw body or one that it has written anew",
    found: ["W-11"],
    receiver: class extends Receiver {
      override isGenuine(received: Received): boolean {
        if (super.isGenuine(received)) return true;
        try {
          return super.isGenuine({
            ...received,
            body: Buffer.from(JSON.stringify(JSON.parse(received.body.toString()))),
          });
        } catch {
          return false;
        }
      }
    },
  },
  {
    mistake: "trims the body before it verifies",
    found: ["W-12"],
    receiver: class extends Receiver {
      override hmac(received: Received): string {
        return super.hmac(received, received.body.toString().trim());
      }
    },
  },
  {
    mistake: "takes the scheme of Standard Webhooks too",
    found: ["W-13"],
    receiver: class extends Receiver {
      override matches(signature: string, received: Received): boolean {
        const [id, at] = [this.text(received, "webhook-id"), this.text(received, "webhook-timestamp")];
        const key = Buffer.from(SECRET.replace("whsec_", ""), "base64");
        const standard = createHmac("sha256", key).update(`${id}.${at}.`).update(received.body).digest("base64");
        return signature === `v1,${standard}` || super.matches(signature, received);
      }
    },
  },
  {
    mistake: "does not look at the age",
    found: ["W-14", "W-15", "W-16"],
    together: "what takes any time takes each of the three",
    receiver: class extends Receiver {
      override isFresh(): boolean {
        return true;
      }
    },
  },
  {
    mistake: "compares the time of the day",
    found: ["W-14"],
    receiver: class extends Receiver {
      override age(received: Received): number {
        const seconds = super.age(received);
        return seconds - Math.round(seconds / DAY) * DAY;
      }
    },
  },
  {
    mistake: "takes what is up to an hour old",
    found: ["W-15"],
    receiver: class extends Receiver {
      override isFresh(received: Received): boolean {
        return super.isFresh(received) || (this.age(received) > 0 && this.age(received) < 3_600);
      }
    },
  },
  {
    mistake: "looks for what is too old only",
    found: ["W-16"],
    receiver: class extends Receiver {
      override isFresh(received: Received): boolean {
        return this.age(received) <= 300;
      }
    },
  },
  {
    mistake: "credits a duplicate again",
    found: ["W-17", "W-18", "W-19"],
    together: "who books each copy books it twice however the second one came",
    receiver: class extends Receiver {
      override async take(event: Envelope): Promise<void> {
        this.book(event);
      }
    },
  },
  {
    mistake: "remembers the signature instead of the id",
    found: ["W-17", "W-18", "W-19"],
    together: "each copy has a timestamp of its own, and so another signature",
    receiver: class extends Receiver {
      override async take(event: Envelope, received: Received): Promise<void> {
        const signature = this.text(received, "webhook-signature");
        if (this.seen.has(signature)) return;
        this.seen.add(signature);
        this.book(event);
      }
    },
  },
  {
    mistake: "answers 409 to a duplicate",
    found: ["W-17", "W-19"],
    together: "after an answer that was lost the sender never sees a 2xx either",
    receiver: class extends Receiver {
      override async take(event: Envelope, received: Received): Promise<void> {
        if (this.seen.has(event.id)) throw new Refusal(409);
        await super.take(event, received);
      }
    },
  },
  {
    mistake: "looks first and books later: credits twice at the same moment",
    found: ["W-18"],
    receiver: class extends Receiver {
      readonly waiting = new Map<string, number>();
      override async take(event: Envelope): Promise<void> {
        if (this.seen.has(event.id)) return;
        this.waiting.set(event.id, (this.waiting.get(event.id) ?? 0) + 1);
        await turns(MANY_TURNS, () => this.waiting.get(event.id) !== 1);
        this.seen.add(event.id);
        this.book(event);
      }
    },
  },
  {
    mistake: "notes the id first, and books nothing when the connection is gone",
    found: ["W-19"],
    receiver: class extends Receiver {
      override async take(event: Envelope, { request }: Received): Promise<void> {
        if (this.seen.has(event.id)) return;
        this.seen.add(event.id);
        await turns(MANY_TURNS, () => request.socket.destroyed);
        if (!request.socket.destroyed) this.book(event);
      }
    },
  },
  {
    mistake: "lets the event that came last win",
    found: ["W-20"],
    receiver: class extends Receiver {
      override move(id: string, state: string): void {
        this.records[id] = state;
      }
    },
  },
  {
    mistake: "switch over type without a default",
    found: ["W-21"],
    receiver: class extends Receiver {
      override book(event: Envelope): void {
        if (!TYPES.test(event.type)) throw new Error(`no handler for ${event.type}`);
        super.book(event);
      }
    },
  },
  {
    mistake: "answers 404 to a type that it does not know",
    found: ["W-21"],
    receiver: class extends Receiver {
      override book(event: Envelope): void {
        if (!TYPES.test(event.type)) throw new Refusal(404);
        super.book(event);
      }
    },
  },
  {
    mistake: "rejects members that it does not know",
    found: ["W-22"],
    receiver: class extends Receiver {
      override parse(received: Received): Envelope {
        const event = super.parse(received);
        if (Object.keys(event).some((name) => !KNOWN_MEMBERS.has(name))) throw new Refusal(422);
        return event;
      }
    },
  },
  {
    mistake: "rejects values of an enum that it does not know",
    found: ["W-23"],
    receiver: class extends Receiver {
      override book(event: Envelope): void {
        const category = event.payload["to_wallet_category"];
        if (category !== undefined && !CATEGORIES.has(category)) throw new Refusal(422);
        super.book(event);
      }
    },
  },
  {
    mistake: "reads amounts as doubles, and checks that nothing was rounded",
    found: ["W-24"],
    receiver: class extends Receiver {
      override book(event: Envelope): void {
        const raw = event.payload["balance"]?.raw ?? "0";
        if (event.type === "deposit.confirmed" && String(Number(raw)) !== raw) throw new Error("rounded");
        super.book(event);
      }
    },
  },
  {
    mistake: "drops the connection above 64,000 bytes",
    found: ["W-25"],
    receiver: class extends Receiver {
      override async take(event: Envelope, received: Received): Promise<void> {
        if (received.body.length > 64_000) received.request.socket.destroy();
        await super.take(event, received);
      }
    },
  },
  {
    mistake: "keeps owners in a column of 64 characters",
    found: ["W-25"],
    receiver: class extends Receiver {
      override book(event: Envelope): void {
        if (String(event.payload["owner"]).length > 64) throw new Error("value too long");
        super.book(event);
      }
    },
  },
  {
    mistake: "is slow: works before it answers",
    found: ["W-26"],
    receiver: class extends Receiver {
      override async take(event: Envelope, received: Received): Promise<void> {
        await super.take(event, received);
        clock.late += 3_000;
      }
    },
  },
  {
    mistake: "breaks on a GET",
    found: ["W-27"],
    receiver: class extends Receiver {
      override checkForm(received: Received): void {
        if (received.method === "GET") throw new Error("no body");
        super.checkForm(received);
      }
    },
  },
  {
    mistake: "shows the secret in a refusal",
    found: ["W-28"],
    receiver: class extends Receiver {
      override refusal(): Refusal {
        return new Refusal(401, `the signature is not made with ${SECRET}`);
      }
    },
  },
  {
    mistake: "shows the signature that it expected in a refusal",
    found: ["W-28"],
    receiver: class extends Receiver {
      override refusal(received: Received): Refusal {
        return new Refusal(401, JSON.stringify({ expected: this.hmac(received) }));
      }
    },
  },
  {
    mistake: "redirects what it refuses to a login page",
    found: ["W-29"],
    receiver: class extends Receiver {
      override refusal(): Refusal {
        return new Refusal(302, "", { location: "/login" });
      }
    },
  },
  {
    mistake: "looks at the first signature only",
    found: ["W-30"],
    receiver: class extends Receiver {
      override signatures(received: Received): string[] {
        return super.signatures(received).slice(0, 1);
      }
    },
  },
];
