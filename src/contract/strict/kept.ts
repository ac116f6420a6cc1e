// Table: the members that strict mode never leaves out, because nothing could be called or looked up without them (C-40).

/** The pointers of members with the reason why they stay. */
type KeptRow = { why: string; members: readonly string[] };

export const KEPT: readonly KeptRow[] = [
  {
    why: "it holds what the operation answers with: its own members are judged one by one",
    members: [
      "/components/schemas/DepositListReply/properties/data",
      "/components/schemas/UdaReply/properties/data",
      "/components/schemas/UdaDetailsReply/properties/data",
      "/components/schemas/UdaListReply/properties/data",
      "/components/schemas/UdaListReply/properties/data/properties/items",
      "/components/schemas/RetireUdaReply/properties/data",
      "/components/schemas/SettlementReply/properties/data",
      "/components/schemas/SettlementListReply/properties/data",
      "/components/schemas/SettlementListReply/properties/data/properties/items",
      "/components/schemas/SettlementsByReferenceReply/properties/data",
      "/components/schemas/SettlementsByReference/properties/items",
      "/components/schemas/SupportedAssetsReply/properties/data",
      "/components/schemas/PayoutReply/properties/data",
      "/components/schemas/RejectedPayoutReply/properties/data",
      "/components/schemas/TenantNetworkListReply/properties/data",
      "/components/schemas/NetworkGroupListReply/properties/data",
      "/components/schemas/BlockchainNetworkListReply/properties/data",
      "/components/schemas/BlockchainAssetListReply/properties/data",
      "/components/schemas/OwnedWalletListReply/properties/data",
      "/components/schemas/TransactionListReply/properties/data",
      "/components/schemas/VaultListReply/properties/data",
      "/components/schemas/VaultAddressListReply/properties/data",
      "/components/schemas/VaultAddressReply/properties/data",
      "/components/schemas/VaultBalanceListReply/properties/data",
      "/components/schemas/VaultTotalReply/properties/data",
      "/components/schemas/GasStationReply/properties/data",
      "/components/schemas/GasStationListReply/properties/data",
    ],
  },
  {
    why: "it holds what the webhook says: its own members are judged one by one",
    members: [
      "/components/schemas/DepositConfirmedEvent/properties/payload",
      "/components/schemas/AddressAssignedEvent/properties/payload",
      "/components/schemas/TransactionBroadcastedEvent/properties/payload",
      "/components/schemas/TransactionConfirmedEvent/properties/payload",
      "/components/schemas/TransactionFailedEvent/properties/payload",
      "/components/schemas/BalanceUpdatedEvent/properties/payload",
      "/components/schemas/SettlementCreatedEvent/properties/payload",
      "/components/schemas/SettlementCompletedEvent/properties/payload",
      "/components/schemas/SettlementFailedEvent/properties/payload",
    ],
  },
  {
    why: "GET /gas-stations/wallet/{wallet_id} and GET /gas-stations/address/{address} are called with it",
    members: ["/components/schemas/GasStation/properties/id", "/components/schemas/GasStation/properties/address"],
  },
  {
    why: "payouts need money in the vault, and this is where it goes",
    members: ["/components/schemas/VaultAddress/properties/address"],
  },
  {
    why: "the webhook is about the record that is looked up with it",
    members: [
      "/components/schemas/DepositConfirmedPayload/properties/tx_id",
      "/components/schemas/AddressAssignedPayload/properties/address",
      "/components/schemas/TransactionPayload/properties/id",
      "/components/schemas/BalanceUpdatedPayload/properties/address",
    ],
  },
];

const REASONS: ReadonlyMap<string, string> = new Map(
  KEPT.flatMap(({ why, members }) => members.map((one) => [one, why])),
);

/** Why a member is never left out; undefined for one that can be. */
export function whyKept(pointer: string): string | undefined {
  return REASONS.get(pointer);
}
