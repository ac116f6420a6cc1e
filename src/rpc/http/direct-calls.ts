// The short way of JSON-RPC calls over HTTP: a plain POST of JSON to a known network is read and answered without Express.
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Chain, RpcError } from "../../chains/chain.ts";
import { RPC_CODE } from "../../chains/rpc-errors.ts";
import type { Log } from "../../kernel/log.ts";
import type { Dispatch } from "../dispatch.ts";
import { errorText } from "../json-rpc.ts";
import { respondAlone, sendAlone } from "./respond.ts";
import { MAX_MESSAGE_BYTES } from "./router.ts";

/**
 * Answers a call and returns true, or returns false when the router has to answer. Host and Origin have been checked before.
 * A client cannot tell the two ways apart: status, headers and body are the same bytes.
 */
export type AnswerDirectly = (request: IncomingMessage, response: ServerResponse) => boolean;

type DirectDependencies = { chains: readonly Chain[]; dispatch: Dispatch; log: Log };

export function createDirectCalls({ chains, dispatch, log }: DirectDependencies): AnswerDirectly {
  const byPath = new Map<string, Chain>(
    chains.flatMap((chain) => [
      [`/rpc/${chain.definition.symbol}`, chain] as const,
      [`/rpc/${chain.definition.eip155_id}`, chain] as const,
    ]),
  );
  return (request, response) => {
    const chain = request.method === "POST" ? byPath.get(request.url ?? "") : undefined;
    if (chain === undefined || !isPlain(request)) return false;
    read(request, (text) => {
      const responded = dispatch(chain, text).then((answer) => respondAlone(request, response, answer));
      responded.catch((error: unknown) => {
        log.error({ error }, "an rpc request failed");
        if (!response.headersSent)
          sendAlone(response, 500, errorText(null, new RpcError(RPC_CODE.invalidRequest, "internal error")));
      });
    });
    return true;
  };
}

/** A body of JSON whose length is known and allowed, sent by a program: what pages send is left to the rules of CORS. */
function isPlain({ headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return (
    headers["content-type"] === "application/json" &&
    length <= MAX_MESSAGE_BYTES &&
    headers.origin === undefined &&
    headers.expect === undefined &&
    headers["content-encoding"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

/** Calls `then` with the body; never when the client leaves before it has sent all. The server limits the time. */
function read(request: IncomingMessage, then: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [first] = chunks;
    then((chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)).toString("utf8"));
  });
  request.on("error", ignore);
}

function ignore(): void {}
