// Development methods that change the state of a chain, its next block or its pool: hardhat_setBalance and similar.
import { numberToHex } from "viem";
import type { Hex } from "../../chains/chain.ts";
import { Problem } from "../../kernel/problem.ts";
import { address, addressArgument, argument, hashArgument, hexArgument, invalid, quantity } from "../arguments.ts";
import type { DevelopmentActions } from "../development-actions.ts";
import type { Handler, RpcCall } from "../rpc-call.ts";

const networkOf = ({ chain }: RpcCall): string => chain.definition.symbol;

export function stateMethods(actions: DevelopmentActions) {
  const setBalance: Handler = async (call) => {
    const balance = quantity(argument(call, 1), "balance");
    for (const one of addressesOf(call)) await actions.changeState(networkOf(call), { address: one, balance });
    return true;
  };
  const addBalance: Handler = async (call) => {
    const amount = quantity(argument(call, 1), "amount");
    for (const one of addressesOf(call))
      await actions.changeState(networkOf(call), { kind: "give", address: one, amount });
    return true;
  };
  const setCode: Handler = async (call) => {
    const change = { kind: "code", address: addressArgument(call, 0), code: hexArgument(call, 1) } as const;
    await actions.changeState(networkOf(call), change);
    return true;
  };
  const setStorageAt: Handler = async (call) => {
    const slot = numberToHex(quantity(argument(call, 1), "slot"));
    const value = hashArgument(call, 2);
    await actions.changeState(networkOf(call), { kind: "storage", address: addressArgument(call, 0), slot, value });
    return true;
  };
  return { setBalance, addBalance, setCode, setStorageAt, ...nextBlockMethods(actions) };
}

function nextBlockMethods(actions: DevelopmentActions) {
  const setNextBlockBaseFee: Handler = async (call) => {
    const baseFee = quantity(argument(call, 0), "base fee");
    if (baseFee > 10n ** 15n) throw invalid("invalid base fee: at most a million gwei");
    await actions.setOnce(networkOf(call), { baseFee });
    return true;
  };
  const setPrevRandao: Handler = async (call) => {
    await actions.setOnce(networkOf(call), { prevRandao: hashArgument(call, 0).toLowerCase() as Hex });
    return true;
  };
  const dropTransaction: Handler = async (call) => {
    try {
      await actions.drop(networkOf(call), hashArgument(call, 0));
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    }
  };
  return { setNextBlockBaseFee, setPrevRandao, dropTransaction };
}

/** One address, or a list of them. */
function addressesOf(call: RpcCall): Hex[] {
  const given = argument(call, 0);
  return (Array.isArray(given) ? given : [given]).map((one) => address(one, "argument 0"));
}
