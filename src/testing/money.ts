// Amounts of the test library as the control API takes them: text in whole units.
import { type ChainDefinition, readCatalogue } from "../chains/catalogue.ts";
import { formatAmount } from "../kernel/amount.ts";
import type { Control } from "./control.ts";
import type { Amount, PaidDeposit, TenantDepositInput } from "./sandbox-input.ts";

/** The network of the catalogue. @throws Error that lists the known networks */
export function networkOf(symbol: string): ChainDefinition {
  const catalogue = readCatalogue();
  const found = catalogue.find((row) => row.symbol === symbol);
  if (found !== undefined) return found;
  throw new Error(`there is no network ${symbol}: use one of ${catalogue.map((row) => row.symbol).join(", ")}`);
}

/** `amount` in whole units; base units are converted with the asset's decimals. @throws Error that lists the known assets */
export function amountText({ network, asset, amount }: { network: string; asset: string; amount: Amount }): string {
  if (typeof amount === "string") return amount;
  const { native, tokens } = networkOf(network);
  const assets = [native, ...tokens];
  const found = assets.find(({ symbol }) => symbol.toLowerCase() === asset.toLowerCase());
  if (found !== undefined) return formatAmount(amount, found.decimals);
  throw new Error(`${network} has no asset ${asset}: it has ${assets.map(({ symbol }) => symbol).join(", ")}`);
}

/** Pays a tenant through `POST /admin/deposits`. @throws SandboxError; Error for base units of an unknown asset */
export async function payTenant(control: Control, tenantId: string, input: TenantDepositInput): Promise<PaidDeposit> {
  const { network, asset, from } = input;
  const receiver = "to" in input ? { to_address: input.to } : { owner: input.owner, tenant_id: tenantId };
  return control.post("/deposits", { network, asset, amount: amountText(input), from_address: from, ...receiver });
}
