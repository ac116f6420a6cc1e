// Section 3: the deposit record, member by member, of a token and of the native coin.
import { parseEther } from "viem";
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aUda } from "../../support/payments/a-uda.ts";
import { aWallet, payToken } from "../../support/payments/on-chain.ts";
import { exact, jsonNumber, UUID } from "../api.ts";

const USDT_BSC = "0x55d398326f99059fF775485246999027B3197955";
const PAYER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const sandbox = sharedSandbox();

test("a token deposit has these members, of these types, with these values (S-033…S-048, S-051…S-053, R-054)", async () => {
  const wallet = await aWallet(sandbox().api, { owner: "Ann of Rule 3", network: "bsc" });
  const hash = await payToken(sandbox(), { network: "bsc", asset: "USDT", to: wallet.address, amount: "12.3400005" });
  const chain = sandbox().chain("bsc");
  const receipt = await chain.public.getTransactionReceipt({ hash });
  const block = await chain.public.getBlock({ blockHash: receipt.blockHash });
  const { data } = await exact(sandbox(), `/deposits/tx/${hash}`);
  expect(data).toEqual({
    id: UUID,
    tx_id: hash,
    asset: "Tether USD",
    symbol: "USDT",
    network_id: "9006",
    network_symbol: "bsc",
    contract_address: USDT_BSC,
    decimal: jsonNumber(18),
    is_token_transfer: true,
    block_number: String(receipt.blockNumber),
    from_address: PAYER,
    to_address: wallet.address,
    from_wallet_category: "external",
    to_wallet_category: "user",
    owner: "Ann of Rule 3",
    balance: { amount: jsonNumber("12.3400005"), raw: jsonNumber("12340000500000000000"), usd: "12.340001" },
    scanner_url: `${sandbox().url}/explorer/bsc/tx/${hash}`,
    time: new Date(Number(block.timestamp) * 1_000).toISOString(),
  });
});

test("a deposit of the native coin is no token transfer and keeps every digit as a number (S-041, S-049, S-050)", async () => {
  const wallet = await aWallet(sandbox().api);
  const value = parseEther("1.000000000000000001");
  const hash = await sandbox().chain("base").wallet.sendTransaction({ to: wallet.address, value });
  const { data } = await exact(sandbox(), `/deposits/tx/${hash}`);
  expect(data).toMatchObject({
    asset: "Ether",
    symbol: "ETH",
    contract_address: "",
    decimal: jsonNumber(18),
    is_token_transfer: false,
    balance: { amount: jsonNumber("1.000000000000000001"), raw: jsonNumber(value), usd: "2500.00" },
  });
});

test("the categories name the kinds of the paying and the paid wallet (S-045, S-046)", async () => {
  const { api, ready } = sandbox();
  const uda = await aUda(api);
  const { data } = await api.GET("/vault/{vault_id}/addresses", { params: { path: { vault_id: ready.vault_id } } });
  const vault = data!.data.find(({ network_symbol }) => network_symbol === "base")!.address;
  for (const [to, category] of [
    [uda.address, "uda"],
    [vault, "vault"],
  ]) {
    const hash = await payToken(sandbox(), { to: to!, amount: "3" });
    const deposit = (await exact(sandbox(), `/deposits/tx/${hash}`)).data;
    expect(deposit).toMatchObject({ from_wallet_category: "external", to_wallet_category: category });
  }
});
