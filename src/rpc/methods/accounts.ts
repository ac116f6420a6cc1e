// The ten development accounts: their keys are known, so a client can sign and send with them without a wallet.
import { type LocalAccount, serializeTransaction, type TransactionSerializable, type TypedDataDefinition } from "viem";
import type { DevelopmentAccount } from "../../chains/address.ts";
import type { Chain, Hex, Submission } from "../../chains/chain.ts";
import { isObject } from "../../kernel/is-object.ts";
import { address, addressArgument, argument, hexArgument, invalid, quantity, refused } from "../arguments.ts";
import type { DevelopmentActions } from "../development-actions.ts";
import { readJson } from "../json-rpc.ts";
import type { Handler, RpcCall } from "../rpc-call.ts";
import { signedForm } from "../transaction-form.ts";
import { type CallRequest, readRequest } from "./eth-call.ts";
import { type Estimating, fillTransaction } from "./fill-transaction.ts";
import type { Send } from "./send-transaction.ts";
import { pendingNonce } from "./txpool.ts";

type AccountDependencies = {
  accounts: readonly Pick<DevelopmentAccount, "address" | "account">[];
  send: Send;
  actions: Pick<DevelopmentActions, "isUnlocked">;
} & Estimating;

/** Worded as in geth. */
const UNKNOWN = "unknown account";
const KEYLESS = "it can send transactions, but nobody has its key here, so nothing can be signed for it";

export function accountHandlers(dependencies: AccountDependencies): Record<string, Handler> {
  const { accounts, send, actions, ...estimating } = dependencies;
  const byAddress = new Map(accounts.map((known) => [known.address.toLowerCase(), known]));
  const addresses = [...byAddress.keys()];
  const isUnlocked = (chain: Chain, sender: Hex): boolean => actions.isUnlocked(chain.definition.symbol, sender);
  const find = (chain: Chain, sender: Hex): LocalAccount => {
    const known = byAddress.get(sender.toLowerCase());
    if (known !== undefined) return known.account;
    throw isUnlocked(chain, sender) ? refused(`${sender} is impersonated: ${KEYLESS}`) : refused(UNKNOWN);
  };
  const inSequence = createSenderQueues();
  const complete = async (chain: Chain, request: CallRequest): Promise<TransactionSerializable> => {
    const transaction = await fillTransaction(chain, request, estimating);
    const asked = request["nonce"];
    const nonce = asked === undefined ? await pendingNonce(chain, request.from) : Number(quantity(asked, "nonce"));
    return { ...transaction, nonce };
  };
  const submission = async (chain: Chain, request: CallRequest): Promise<Submission> => {
    const transaction = await complete(chain, request);
    const known = byAddress.get(request.from.toLowerCase());
    if (known !== undefined) return known.account.signTransaction(transaction);
    return { sender: request.from.toLowerCase() as Hex, unsigned: serializeTransaction(transaction) };
  };
  return {
    eth_accounts: () => addresses,
    eth_requestAccounts: () => addresses,
    eth_sendTransaction(call) {
      const request = readTransaction(call);
      if (!addresses.includes(request.from.toLowerCase()) && !isUnlocked(call.chain, request.from))
        throw refused(UNKNOWN);
      return inSequence(call.chain, request.from, async () => send(call.chain, await submission(call.chain, request)));
    },
    async eth_signTransaction(call) {
      const request = readTransaction(call);
      const raw = await find(call.chain, request.from).signTransaction(await complete(call.chain, request));
      return { raw, tx: signedForm(raw) };
    },
    eth_sign: (call) =>
      find(call.chain, addressArgument(call, 0)).signMessage({ message: { raw: hexArgument(call, 1) } }),
    personal_sign: (call) =>
      find(call.chain, addressArgument(call, 1)).signMessage({ message: { raw: hexArgument(call, 0) } }),
    eth_signTypedData_v4: (call) =>
      find(call.chain, addressArgument(call, 0)).signTypedData(readTypedData(argument(call, 1))),
  };
}

function readTransaction(call: RpcCall): CallRequest {
  const given = argument(call, 0);
  if (!isObject(given) || given["from"] === undefined) throw invalid("invalid argument 0: missing from");
  address(given["from"], "from");
  return readRequest(given);
}

/** Runs the sends of one account on one chain one after the other, or two would get the same nonce. */
function createSenderQueues(): <T>(chain: Chain, sender: Hex, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (chain, sender, work) => {
    const key = `${chain.definition.symbol}/${sender.toLowerCase()}`;
    const done = (tails.get(key) ?? Promise.resolve()).then(work);
    const settled = done
      .catch(() => {})
      .then(() => {
        if (tails.get(key) === settled) tails.delete(key);
      });
    tails.set(key, settled);
    return done;
  };
}

function readTypedData(value: unknown): TypedDataDefinition {
  const data = typeof value === "string" ? readJson(value) : value;
  const isComplete = isObject(data) && ["types", "primaryType", "domain", "message"].every((name) => name in data);
  if (!isComplete) throw invalid("invalid argument 1: want typed data with types, primaryType, domain and message");
  return data as TypedDataDefinition;
}
