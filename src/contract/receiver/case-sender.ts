// Sends the requests of the battery through the sender of webhooks, and remembers what was answered.
import type { WallClock } from "../../kernel/wall-clock.ts";
import type { AttemptOutcome } from "../../webhooks/post.ts";
import type { WebhookSender } from "../../webhooks/send.ts";
import { headersOf, rightSignature, type Shot } from "./shot.ts";

/** Bytes of an answer that are searched for the secret (W-28). */
const ANSWER_BYTES = 65_536;

/** A request, as it was sent, and what came of it. */
export type Sent = {
  shot: Shot;
  headers: Readonly<Record<string, string>>;
  outcome: AttemptOutcome;
  /** The signature that was right for it. */
  right: string;
};

export class CaseSender {
  readonly all: Sent[] = [];
  readonly #target: { url: string; secret: string };
  readonly #sender: WebhookSender;
  readonly #wall: WallClock;

  constructor(target: { url: string; secret: string }, sender: WebhookSender, wall: WallClock) {
    this.#target = target;
    this.#sender = sender;
    this.#wall = wall;
  }

  /** Never rejects. `hangUp`: closes the connection before an answer is read; then the outcome says nothing and is not kept. */
  async send(shot: Shot, options: { hangUp?: true } = {}): Promise<Sent> {
    const { url, secret } = this.#target;
    const nowSeconds = Math.floor(this.#wall.now() / 1_000);
    const headers = headersOf(shot, secret, nowSeconds);
    const request = { url, method: shot.method, headers, body: Buffer.from(shot.body), answerBytes: ANSWER_BYTES };
    const outcome = await this.#sender.send({ ...request, ...options });
    const sent = { shot, headers, outcome, right: rightSignature(shot, secret, nowSeconds) };
    if (!options.hangUp) this.all.push(sent);
    return sent;
  }

  /** One after the other. */
  async sendEach(shots: readonly Shot[]): Promise<Sent[]> {
    const sent: Sent[] = [];
    for (const shot of shots) sent.push(await this.send(shot));
    return sent;
  }
}
