// Transfers from a vault to any address without a reference: not idempotent, payouts exist for that (H-54, S-411).
import { required } from "../../kernel/assert.ts";
import { Problem } from "../../kernel/problem.ts";
import { addressOfHolderOn } from "../address/store.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import type { TransactionRow } from "../transaction/transaction.ts";
import { vaultOfTenant } from "../vault/store.ts";
import type { World } from "../world.ts";
import { type ExternalTransferInput, termsOn } from "./external.ts";
import { sendTransfer } from "./send.ts";
import { namedNetwork } from "./terms.ts";

export type VaultTransferInput = Omit<ExternalTransferInput, "from"> & { vaultId: string };

/**
 * Queues a `vault_transfer`; returns its unified transaction.
 * @throws Problem invalidRequest / invalidAmount, vaultNotFound, networkNotEnabled, insufficientBalance, in this order.
 */
export function transferFromVault(world: World, tenant: TenantRow, input: VaultTransferInput): TransactionRow {
  const network = namedNetwork(world, input);
  if (network === undefined) throw new Problem("invalidRequest", "network_id or network_symbol is required");
  const terms = termsOn(world, network, input);
  const vault = vaultOfTenant(world.db, tenant.id, input.vaultId);
  if (vault === undefined) throw new Problem("vaultNotFound", `no vault ${input.vaultId}`);
  const source = required(
    addressOfHolderOn(world.db, vault.id, network.symbol),
    "a vault has an address on every network",
    { vault: vault.id },
  );
  if (terms.to === source.address) throw new Problem("invalidRequest", "to_address: is the vault's own address");
  return sendTransfer(world, { type: "vault_transfer", source, ...terms });
}
