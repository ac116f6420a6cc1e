// Why nothing can be judged when the first genuine webhook is not taken, and the next step (exit code 3).
import { explain } from "../../webhooks/explain/explain.ts";
import { MISTAKES, type MistakeId } from "../../webhooks/explain/mistakes.ts";
import { stepAfter } from "../../webhooks/receiver-advice.ts";
import type { Sent } from "./case-sender.ts";

/** What most often makes a receiver refuse what is genuine, when its answer does not show what it computed. */
const USUAL: readonly MistakeId[] = ["wrong-secret", "body-reserialised", "id-included"];
/** What a receiver may have computed: hex or base64 of 32 bytes, with or without a prefix. */
const SIGNATURES = /(?:v1,|sha256=)?(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)/g;
/** Signatures of an answer that are explained: each costs a search. */
const MOST_EXPLAINED = 3;

/** Two sentences: what was answered, and what to do. `secret` signed it. */
export function refusedFirst({ shot, headers, outcome }: Sent, secret: string): string {
  const { status, error, response } = outcome;
  if (status === null) return `the receiver was not reached: ${error}. Start it, or correct the URL`;
  const answered = `the receiver answered ${status} to a genuine webhook`;
  const plain = stepAfter(status);
  if (plain !== undefined && status !== 401 && status !== 403) return `${answered}: ${plain}`;
  if (status >= 500) return `${answered}: it failed; see its log`;
  const computed = (response?.match(SIGNATURES) ?? []).slice(0, MOST_EXPLAINED);
  for (const one of computed) {
    const receivedAtSeconds = Number(headers["webhook-timestamp"]);
    const input = { body: shot.body, headers, secret, computed: one, receivedAtSeconds, known: [], sent: null };
    const { verdict, mistakes } = explain(input);
    if (verdict !== "mistake") continue;
    return `${answered}: ${mistakes.map(({ explanation, todo }) => `${explanation}; ${todo}`).join(". ")}`;
  }
  const usual = USUAL.map((id) => `${MISTAKES[id].says}: ${MISTAKES[id].todo}`).join("; or ");
  return `${answered}. Usually ${usual}. cpsandbox verify --computed, with the signature that your code computes, names the mistake`;
}
