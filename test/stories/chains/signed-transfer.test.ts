// USDC moved by signatures: EIP-2612 permit and EIP-3009 authorization, signed by a client and carried by another account.
import { erc20Abi, type Hex, parseAbi, parseSignature } from "viem";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { TRANSFER_WITH_AUTHORIZATION } from "../../support/payments/eip-3009.ts";
import { allDeposits, aWallet, depositsOf } from "../../support/payments/on-chain.ts";

const ABI = parseAbi([
  "function nonces(address owner) view returns (uint256)",
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
]);
const PERMIT = [
  { name: "owner", type: "address" },
  { name: "spender", type: "address" },
  { name: "value", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint256" },
] as const;
const IN_2100 = 4_102_444_800n;

/** Signer (account 0), carrier (account 1) and the domain that the real USDC has on Base. */
const aCast = (sandbox: ASandbox) => {
  const [signer, carrier] = [sandbox.chain("base", 0), sandbox.chain("base", 1)];
  const usdc = signer.token("USDC");
  const domain = { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: usdc } as const;
  const parts = (signature: Hex) => {
    const { yParity, r, s } = parseSignature(signature);
    return [yParity + 27, r, s] as const;
  };
  return { signer, carrier, usdc, domain, parts };
};

test("a permit lets another account pay with the signer's USDC: the deposit comes from the signer", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api);
  const { signer, carrier, usdc, domain, parts } = aCast(sandbox);
  const [owner, spender] = [signer.account.address, carrier.account.address];
  const nonce = await signer.public.readContract({ abi: ABI, address: usdc, functionName: "nonces", args: [owner] });
  const message = { owner, spender, value: 8_000_000n, nonce, deadline: IN_2100 };
  const signature = await signer.wallet.signTypedData({
    domain,
    types: { Permit: PERMIT },
    primaryType: "Permit",
    message,
  });
  const args = [owner, spender, 8_000_000n, IN_2100, ...parts(signature)] as const;
  await carrier.wallet.writeContract({ abi: ABI, address: usdc, functionName: "permit", args });
  const hash = await carrier.wallet.writeContract({
    abi: erc20Abi,
    address: usdc,
    functionName: "transferFrom",
    args: [owner, wallet.address, 8_000_000n],
  });
  expect(await depositsOf(sandbox.api, hash)).toMatchObject([
    { from_address: owner, to_address: wallet.address, balance: { raw: 8_000_000 } },
  ]);
  expect(await allDeposits(sandbox.api)).toHaveLength(1);
});

test("a transfer authorization is carried by another account, once: the deposit comes from the signer", async () => {
  const sandbox = await aSandbox();
  const wallet = await aWallet(sandbox.api);
  const { signer, carrier, usdc, domain, parts } = aCast(sandbox);
  const nonce: Hex = `0x${"42".repeat(32)}`;
  const from = signer.account.address;
  const message = { from, to: wallet.address, value: 7n, validAfter: 0n, validBefore: IN_2100, nonce };
  const signature = await signer.wallet.signTypedData({
    domain,
    types: TRANSFER_WITH_AUTHORIZATION,
    primaryType: "TransferWithAuthorization",
    message,
  });
  const args = [from, wallet.address, 7n, 0n, IN_2100, nonce, ...parts(signature)] as const;
  const call = { abi: ABI, address: usdc, functionName: "transferWithAuthorization", args, gas: 200_000n } as const;
  const hash = await carrier.wallet.writeContract(call);
  expect(await depositsOf(sandbox.api, hash)).toMatchObject([{ from_address: from, balance: { raw: 7 } }]);

  const again = await carrier.wallet.writeContract(call);
  expect((await carrier.public.getTransactionReceipt({ hash: again })).status).toBe("reverted");
  expect(await allDeposits(sandbox.api)).toHaveLength(1);
});
