// Applies a journaled state change to an engine.
import { numberToHex } from "viem";
import type { Hex, JournaledStateChange } from "../chain.ts";
import type { Engine } from "./engine.ts";
import { ask } from "./own-question.ts";

/** Changes the state at the head. @throws RpcError when the engine refuses */
export async function applyChange(engine: Engine, change: JournaledStateChange): Promise<void> {
  const { address } = change;
  switch (change.kind) {
    case "give": {
      const balance = BigInt(await ask<Hex>(engine, "eth_getBalance", [address, "latest"])) + change.amount;
      await engine.request("hardhat_setBalance", [address, numberToHex(balance > 0n ? balance : 0n)]);
      return;
    }
    case "code":
      await engine.request("hardhat_setCode", [address, change.code]);
      return;
    case "storage":
      await engine.request("hardhat_setStorageAt", [address, change.slot, change.value]);
      return;
  }
}
