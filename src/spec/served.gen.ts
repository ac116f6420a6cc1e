// Types of spec/openapi.yaml as it is served: written by `npm run generate`, never by hand.
export interface paths {
    "/blockchain/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all supported assets
         * @description In the order of network ids, native coin first, then tickers. Filters combine with AND; an unknown value gives an empty list.
         */
        get: operations["listBlockchainAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blockchain/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all supported networks
         * @description In the order of network ids.
         */
        get: operations["listBlockchainNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits
         * @description Newest first by on-chain time unless sorted otherwise. Every filterable field may also be sent as a plain parameter, for example `owner=user_8a7f3c`.
         */
        get: operations["listDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a deposit by its id */
        get: operations["getDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/tx/{tx_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deposit by its transaction hash
         * @description Several transfers may share one transaction. This returns the latest by on-chain time, then by id; the list with a `tx_id` filter returns all.
         */
        get: operations["getDepositByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gas-stations/address/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a gas station by its address */
        get: operations["getGasStationByAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gas-stations/wallet/{wallet_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a gas station by its wallet id */
        get: operations["getGasStation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gas-stations/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List gas stations
         * @description In the order of network ids unless sorted otherwise. Every filterable field may also be sent as a plain parameter.
         */
        get: operations["listGasStations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List networks and assets with their enabled status
         * @description One entry per network and asset, in the order of network ids, native coin first.
         */
        get: operations["listTenantNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network_id}/{asset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the enabled status of an asset of a network */
        get: operations["getTenantNetwork"];
        /** Enable or disable an asset of a network (the same as PATCH) */
        put: operations["replaceTenantNetwork"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Enable or disable an asset of a network
         * @description A disabled asset is refused in new payouts and transfers; a network without an enabled asset gives no wallets. Payouts that are queued go on, and deposits are still detected.
         */
        patch: operations["updateTenantNetwork"];
        trace?: never;
    };
    "/networks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List networks grouped by category
         * @description Groups without a network are left out. A network is enabled when at least one of its assets is.
         */
        get: operations["listNetworksByCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unified transactions
         * @description Deposits, payouts, refills and settlements, newest first unless sorted otherwise. Every filterable field may also be sent as a plain parameter, for example `source_id=…`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a unified transaction */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/external/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer from a wallet, by address
         * @description Sends from an assigned user wallet to any address. An absent or empty `amount` sends everything that is available when the transfer is taken up (of native coin, less the gas).
         */
        post: operations["transferFromAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/external/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer from a wallet, by id
         * @description Sends from an assigned user wallet to any address. An absent or empty `amount` sends everything that is available when the transfer is taken up (of native coin, less the gas).
         */
        post: operations["transferFromWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/internal/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer within the tenant, by address
         * @description Moves from a user wallet to a hot wallet (an address of a vault) or a gas station on the same network. It makes no deposit. An absent or empty `amount` sends everything that is available when the transfer is taken up (of native coin, less the gas).
         */
        post: operations["transferInternallyByAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/internal/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer within the tenant, by id
         * @description Moves from a user wallet to a hot wallet (an address of a vault) or a gas station on the same network. It makes no deposit. An absent or empty `amount` sends everything that is available when the transfer is taken up (of native coin, less the gas).
         */
        post: operations["transferInternallyByWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Newest first unless sorted otherwise. Every filterable field may also be sent as a plain parameter, for example `status=queued`. A `vault_id` that is no vault of yours is 404.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a payout
         * @description Exactly one of `amount` and `usd_amount`. A repeated (vault_id, reference_id) is refused with 409 and never pays twice.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/payout/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a payout */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/payout/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a payout that waits
         * @description Only a `queued` payout can be rejected; a payout is queued until its vault's address has gas and a worker takes it up. It ends as `expired`, its amount is available again, and no event is sent; its unified transaction ends as `rejected` and keeps the reason in `meta.reject_reason`.
         */
        post: operations["rejectPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/payout/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payouts of a vault that wait
         * @description Only payouts whose status is `queued`, oldest first. A `status` that is sent is ignored. A payout waits while its vault's address has no gas on the network; it is taken up when the refill from the gas station is confirmed. In the sandbox, mine by hand (mining mode `manual`) before the first payout on a network and it stays queued.
         */
        get: operations["listPendingPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/payout/usd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payout by USD amount
         * @description The amount is `usd_amount` at the current rate, rounded down to the asset's decimals. References are shared with POST /transfer/payout, and a repeated one is refused with 409.
         */
        post: operations["createPayoutByUsd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfer/vault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer from a vault
         * @description Sends from a vault to any address. There is no reference and a repeat sends again; payouts are sent once. An absent or empty `amount` sends everything that is available when the transfer is taken up (of native coin, less the gas).
         */
        post: operations["transferFromVault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uda": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List universal deposit addresses
         * @description Newest first. Filters look at the default destination and combine with AND.
         */
        get: operations["listUdas"];
        put?: never;
        /**
         * Create a universal deposit address
         * @description One per owner. Creating again for an owner returns the existing record with 200; its body is otherwise ignored.
         */
        post: operations["createUda"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uda/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a universal deposit address with its delegation status */
        get: operations["getUda"];
        /**
         * Change destination, accepted tokens or status (the same as PATCH)
         * @description Another spelling of PATCH with the same partial meaning; what is left out stays as it is.
         */
        put: operations["replaceUda"];
        post?: never;
        /**
         * Retire a universal deposit address
         * @description Future deposits no longer trigger settlements; those already confirmed run to completion. Retiring again changes nothing.
         */
        delete: operations["retireUda"];
        options?: never;
        head?: never;
        /**
         * Change destination, accepted tokens or status
         * @description At least one of the three; all of it is applied or nothing is. Addresses and owner never change, running settlements keep their destination, and a reactivated address settles what is confirmed from then on.
         */
        patch: operations["updateUda"];
        trace?: never;
    };
    "/uda/{id}/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settlements of a universal deposit address
         * @description Newest first. A retired address still lists its settlements.
         */
        get: operations["listUdaSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uda/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an indicative quote
         * @description Indicative price of a cross-chain or cross-token route. Creates nothing. Public; a valid key only selects its own rate-limit window.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uda/settlements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a settlement */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uda/settlements/by-reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settlements of a deposit transaction
         * @description Newest first, all at once. One transaction can pay several deposits and so have several settlements; an unknown one has none.
         */
        get: operations["listSettlementsByReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uda/supported-assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the networks and tokens with UDA support
         * @description One element per network. Public.
         */
        get: operations["listSupportedAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vaults
         * @description Oldest first.
         */
        get: operations["listVaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/{vault_id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses of a vault
         * @description One address per network.
         */
        get: operations["listVaultAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/{vault_id}/addresses/{network}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the address of a vault on a network */
        get: operations["getVaultAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/{vault_id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the balances of a vault
         * @description One entry per network and asset, native coin first. Filters combine with AND; an unknown network or asset gives an empty list.
         */
        get: operations["listVaultBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/{vault_id}/total": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the total value of a vault in USD
         * @description The confirmed balances of all networks and assets at their present prices, rounded once.
         */
        get: operations["getVaultTotal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assigned wallets
         * @description Newest first unless sorted otherwise. Every filterable field may also be sent as a plain parameter, for example `owner=user_8a7f3c`.
         */
        get: operations["listWallets"];
        put?: never;
        /**
         * Assign a new wallet address to an owner
         * @description The network comes from `network_id` or `network_symbol`; both must agree when both are sent. Each call assigns a new address, unless the Idempotency-Key was seen before.
         */
        post: operations["createWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet and its balances by id
         * @description Only assigned wallets. Ids of vault addresses, gas stations and deposit addresses are not found.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/address/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet and its balances by address
         * @description Only assigned wallets. Vault, gas-station, UDA and foreign addresses are not found.
         */
        get: operations["getWalletByAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/owner/{owner}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the wallets of an owner
         * @description Newest first unless sorted otherwise. An unknown owner has an empty list.
         */
        get: operations["listWalletsByOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "address.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A wallet address was assigned to an owner */
        post: operations["onAddressAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The confirmed balance of a wallet changed */
        post: operations["onBalanceUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "deposit.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A deposit reached its confirmation target */
        post: operations["onDepositConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "deposit.new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A transfer to an address of the tenant was seen */
        post: operations["onDepositNew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.broadcasted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A transaction was submitted to its chain */
        post: operations["onTransactionBroadcasted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A transaction reached the required confirmations */
        post: operations["onTransactionConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transaction failed
         * @description Also sent for a failure before broadcast and for a deposit that a reorg removed. `meta.error` holds the reason.
         */
        post: operations["onTransactionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "uda.settlement.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The destination transaction landed; funds are in the destination token */
        post: operations["onSettlementCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "uda.settlement.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The routing engine accepted a UDA deposit and began executing the route */
        post: operations["onSettlementCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "uda.settlement.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All provider attempts are exhausted; the deposit is untouched */
        post: operations["onSettlementFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddressAssignedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["AddressAssignedPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "address.assigned";
            /** @constant */
            version: "1";
        };
        AddressAssignedPayload: {
            address: components["schemas"]["EvmAddress"];
            assigned_at: components["schemas"]["DateTime"];
            id: components["schemas"]["Id"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            owner: components["schemas"]["Text"];
        };
        BalanceEntry: {
            /** @description Asset name */
            asset: components["schemas"]["Text"];
            balance: components["schemas"]["TextBalance"];
            decimal: components["schemas"]["Decimals"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            symbol: components["schemas"]["Text"];
        };
        BalanceUpdatedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["BalanceUpdatedPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "balance.updated";
            /** @constant */
            version: "1";
        };
        /**
         * @example {
         *       "wallet_id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *       "wallet_category": "user",
         *       "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *       "owner": "user_8a7f3c",
         *       "asset": "USD Coin",
         *       "symbol": "USDC",
         *       "network_id": "60",
         *       "network_symbol": "ethereum",
         *       "decimal": 6,
         *       "contract_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "previous_balance": {
         *         "amount": "0",
         *         "raw": "0",
         *         "usd": "0.00"
         *       },
         *       "balance": {
         *         "amount": "25.5",
         *         "raw": "25500000",
         *         "usd": "25.50"
         *       }
         *     }
         */
        BalanceUpdatedPayload: {
            address: components["schemas"]["EvmAddress"];
            asset: components["schemas"]["Text"];
            balance: components["schemas"]["TextBalance"];
            contract_address: components["schemas"]["EvmAddressOrEmpty"];
            decimal: components["schemas"]["Decimals"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            owner: components["schemas"]["Text"];
            previous_balance: components["schemas"]["TextBalance"];
            symbol: components["schemas"]["Text"];
            wallet_category: components["schemas"]["WalletCategory"];
            wallet_id: components["schemas"]["Id"];
        };
        BlockchainAsset: {
            /** @description Asset name */
            asset: components["schemas"]["Text"];
            /** @description The zero address is the native coin */
            contract_address: components["schemas"]["EvmAddress"];
            decimal: components["schemas"]["Decimals"];
            is_token: boolean;
            logo: components["schemas"]["Link"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            symbol: components["schemas"]["Text"];
            uda_support: boolean;
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "asset": "USD Coin",
         *           "symbol": "USDC",
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "contract_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "decimal": 6,
         *           "is_token": true,
         *           "uda_support": true,
         *           "logo": "http://localhost:4010/assets/usdc.png"
         *         }
         *       ]
         *     }
         */
        BlockchainAssetListReply: {
            data: components["schemas"]["BlockchainAsset"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "network_id": "60",
         *       "network_symbol": "ethereum",
         *       "network_name": "Ethereum",
         *       "eip155_id": "1",
         *       "category": "evm",
         *       "native_asset": {
         *         "asset": "Ether",
         *         "symbol": "ETH",
         *         "decimal": 18
         *       },
         *       "confirmations": 2,
         *       "uda_support": true,
         *       "scanner_url": "http://localhost:4010/explorer/ethereum"
         *     }
         */
        BlockchainNetwork: components["schemas"]["NetworkFields"];
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "network_name": "Ethereum",
         *           "eip155_id": "1",
         *           "category": "evm",
         *           "native_asset": {
         *             "asset": "Ether",
         *             "symbol": "ETH",
         *             "decimal": 18
         *           },
         *           "confirmations": 2,
         *           "uda_support": true,
         *           "scanner_url": "http://localhost:4010/explorer/ethereum"
         *         }
         *       ]
         *     }
         */
        BlockchainNetworkListReply: {
            data: components["schemas"]["BlockchainNetwork"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        BlockNumber: string;
        BlockNumberOrEmpty: string;
        ChainId: number;
        /**
         * @example {
         *       "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *       "asset": "USDC",
         *       "network_symbol": "base",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "reference_id": "order-12345",
         *       "amount": "10.50",
         *       "remark": "Payment for order #12345"
         *     }
         */
        CreatePayout: {
            /** @description Crypto amount as a plain decimal */
            amount?: string | null;
            /** @description Asset symbol; a contract address is taken too */
            asset: string;
            /**
             * Format: date-time
             * @description Cutoff in the future after which a payout that is not confirmed expires
             */
            expired_at?: string | null;
            /** @description Network slug */
            network_symbol: string;
            /** @description Your idempotency key, unique per vault */
            reference_id: string;
            /** @description Free-form note */
            remark?: string | null;
            to_address: components["schemas"]["EvmAddress"];
            /** @description USD amount, converted at the current rate */
            usd_amount?: string | null;
            /** @description Source vault */
            vault_id: string;
        };
        /**
         * @example {
         *       "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *       "asset": "USDC",
         *       "network_symbol": "base",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "reference_id": "order-12346",
         *       "usd_amount": "7.50"
         *     }
         */
        CreatePayoutByUsd: {
            /** @description Not taken here; null and the empty text count as absent */
            amount?: string | null;
            /** @description Asset symbol; a contract address is taken too */
            asset: string;
            /**
             * Format: date-time
             * @description Cutoff in the future after which a payout that is not confirmed expires
             */
            expired_at?: string | null;
            /** @description Network slug */
            network_symbol: string;
            /** @description Your idempotency key, unique per vault */
            reference_id: string;
            /** @description Free-form note */
            remark?: string | null;
            to_address: components["schemas"]["EvmAddress"];
            /** @description USD amount, converted at the current rate */
            usd_amount: string;
            /** @description Source vault */
            vault_id: string;
        };
        /**
         * @example {
         *       "owner": "user_8a7f3c",
         *       "destination": {
         *         "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *         "asset_symbol": "USDC",
         *         "network_id": "9001"
         *       },
         *       "accepted_tokens": [
         *         "USDC",
         *         "USDT"
         *       ]
         *     }
         */
        CreateUda: {
            /** @description Token symbols; empty or absent accepts every token */
            accepted_tokens?: string[] | null;
            /** @description Where settlements arrive */
            destination: {
                address: components["schemas"]["EvmAddress"];
                asset_symbol: string;
                network_id: string;
            };
            /** @description Your name for who this address belongs to */
            owner: string;
        };
        /**
         * @example {
         *       "owner": "user_8a7f3c",
         *       "network_symbol": "ethereum"
         *     }
         */
        CreateWallet: {
            network_id?: string | null;
            network_symbol?: string | null;
            /** @description Your name for who this wallet belongs to */
            owner: string;
        };
        /** Format: date-time */
        DateTime: string;
        /** Format: date-time */
        DateTimeOrNull: string | null;
        Decimal: string;
        DecimalOrEmpty: string;
        Decimals: number;
        /** @description How far the deposit address is set up for being swept, over all its networks: `pending` until every delegation is mined and checked (a moment after creation, an update that adds a network, or a reactivation), `delegated` then, `failed` while one is retried, `revoked` once a retired UDA's settlements have ended and its delegations were taken back. */
        DelegationStatus: "pending" | "delegated" | "failed" | "revoked" | (string & {});
        /**
         * @example {
         *       "id": "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a",
         *       "tx_id": "0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *       "asset": "USD Coin",
         *       "symbol": "USDC",
         *       "network_id": "60",
         *       "network_symbol": "ethereum",
         *       "contract_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "decimal": 6,
         *       "is_token_transfer": true,
         *       "block_number": "1042",
         *       "from_address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
         *       "to_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *       "from_wallet_category": "external",
         *       "to_wallet_category": "user",
         *       "owner": "user_8a7f3c",
         *       "balance": {
         *         "amount": 25.5,
         *         "raw": 25500000,
         *         "usd": "25.50"
         *       },
         *       "scanner_url": "http://localhost:4010/explorer/ethereum/tx/0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *       "time": "2026-05-29T11:58:40.000Z"
         *     }
         */
        Deposit: {
            /** @description Asset name */
            asset: components["schemas"]["Text"];
            /** @description The transferred value */
            balance: components["schemas"]["NumberBalance"];
            block_number: components["schemas"]["BlockNumber"];
            /** @description Token contract; empty for the native coin */
            contract_address: components["schemas"]["EvmAddressOrEmpty"];
            decimal: components["schemas"]["Decimals"];
            from_address: components["schemas"]["EvmAddress"];
            from_wallet_category: components["schemas"]["WalletCategory"];
            /** Format: uuid */
            id: string;
            is_token_transfer: boolean;
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            /** @description Owner of the receiving wallet */
            owner: components["schemas"]["Text"];
            /** @description Block explorer link */
            scanner_url: components["schemas"]["Link"];
            /** @description Asset symbol */
            symbol: components["schemas"]["Text"];
            /** @description Block timestamp */
            time: components["schemas"]["DateTime"];
            to_address: components["schemas"]["EvmAddress"];
            to_wallet_category: components["schemas"]["WalletCategory"];
            /** @description On-chain transaction id */
            tx_id: components["schemas"]["Hash"];
        };
        DepositConfirmedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["DepositConfirmedPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "deposit.confirmed";
            /** @constant */
            version: "1";
        };
        DepositConfirmedPayload: {
            /** @description Asset name */
            asset: components["schemas"]["Text"];
            /** @description The transferred value */
            balance: components["schemas"]["TextBalance"];
            block_number: components["schemas"]["BlockNumber"];
            /** @description Token contract; empty for the native coin */
            contract_address: components["schemas"]["EvmAddressOrEmpty"];
            decimal: components["schemas"]["Decimals"];
            from_address: components["schemas"]["EvmAddress"];
            from_wallet_category: components["schemas"]["WalletCategory"];
            /** Format: uuid */
            id: string;
            is_token_transfer: boolean;
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            /** @description Owner of the receiving wallet */
            owner: components["schemas"]["Text"];
            /** @description Block explorer link */
            scanner_url: components["schemas"]["Link"];
            /** @description Asset symbol */
            symbol: components["schemas"]["Text"];
            /** @description Block timestamp */
            time: components["schemas"]["DateTime"];
            to_address: components["schemas"]["EvmAddress"];
            to_wallet_category: components["schemas"]["WalletCategory"];
            /** @description On-chain transaction id */
            tx_id: components["schemas"]["Hash"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a",
         *           "tx_id": "0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *           "asset": "USD Coin",
         *           "symbol": "USDC",
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "contract_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "decimal": 6,
         *           "is_token_transfer": true,
         *           "block_number": "1042",
         *           "from_address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
         *           "to_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *           "from_wallet_category": "external",
         *           "to_wallet_category": "user",
         *           "owner": "user_8a7f3c",
         *           "balance": {
         *             "amount": 25.5,
         *             "raw": 25500000,
         *             "usd": "25.50"
         *           },
         *           "scanner_url": "http://localhost:4010/explorer/ethereum/tx/0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *           "time": "2026-05-29T11:58:40.000Z"
         *         }
         *       ],
         *       "pagination": {
         *         "page": 1,
         *         "limit": 20,
         *         "total_items": 1,
         *         "total_pages": 1,
         *         "has_next": false,
         *         "has_prev": false
         *       }
         *     }
         */
        DepositListReply: {
            data: components["schemas"]["Deposit"][];
            message: components["schemas"]["Message"];
            pagination: components["schemas"]["Pagination"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "id": "0197a300-9f8e-7d6c-8b5a-403928170605",
         *       "version": "1",
         *       "type": "deposit.new",
         *       "time": "2026-05-29 11:58:40.123456",
         *       "payload": {
         *         "id": "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a",
         *         "network_symbol": "ethereum",
         *         "tx_hash": "0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *         "amount": "25.5",
         *         "owner": "user_8a7f3c"
         *       }
         *     }
         */
        DepositNewEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["DepositNewPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "deposit.new";
            /** @constant */
            version: "1";
        };
        DepositNewPayload: {
            amount: components["schemas"]["Decimal"];
            /** Format: uuid */
            id: string;
            network_symbol: components["schemas"]["Text"];
            owner: components["schemas"]["Text"];
            tx_hash: components["schemas"]["Hash"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a",
         *         "tx_id": "0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *         "asset": "USD Coin",
         *         "symbol": "USDC",
         *         "network_id": "60",
         *         "network_symbol": "ethereum",
         *         "contract_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *         "decimal": 6,
         *         "is_token_transfer": true,
         *         "block_number": "1042",
         *         "from_address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
         *         "to_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *         "from_wallet_category": "external",
         *         "to_wallet_category": "user",
         *         "owner": "user_8a7f3c",
         *         "balance": {
         *           "amount": 25.5,
         *           "raw": 25500000,
         *           "usd": "25.50"
         *         },
         *         "scanner_url": "http://localhost:4010/explorer/ethereum/tx/0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e",
         *         "time": "2026-05-29T11:58:40.000Z"
         *       }
         *     }
         */
        DepositReply: {
            data: components["schemas"]["Deposit"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        DestinationLeg: {
            address: components["schemas"]["EvmAddress"];
            /** @description Smallest unit; 0 until completed */
            amount: components["schemas"]["Integer"];
            asset_address: components["schemas"]["EvmAddress"];
            asset_symbol: components["schemas"]["Text"];
            /** @description EIP-155 id */
            network_id: number;
            network_name: components["schemas"]["Text"];
            settled_at: components["schemas"]["DateTimeOrNull"];
            tx_hash: components["schemas"]["HashOrEmpty"];
        };
        Eip155Id: string;
        Error: {
            /** @description The HTTP status */
            code: number;
            error: string;
            /** @constant */
            success: false;
        };
        EventTime: string;
        EvmAddress: string;
        EvmAddressOrEmpty: string;
        Fee: {
            amount: number;
            raw: number;
        };
        FilterList: string[];
        FilterValue: string;
        /**
         * @example {
         *       "id": "0197a010-41d2-7c03-b5e6-7f8091a2b3c4",
         *       "address": "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc",
         *       "network_id": "60",
         *       "network_symbol": "ethereum",
         *       "balances": [
         *         {
         *           "asset": "Ether",
         *           "symbol": "ETH",
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "decimal": 18,
         *           "balance": {
         *             "amount": "1.5",
         *             "raw": "1500000000000000000",
         *             "usd": "3750.00"
         *           }
         *         }
         *       ]
         *     }
         */
        GasStation: {
            address: components["schemas"]["EvmAddress"];
            /** @description The native coin, and tokens when some are held */
            balances: components["schemas"]["BalanceEntry"][];
            id: components["schemas"]["Id"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a010-41d2-7c03-b5e6-7f8091a2b3c4",
         *           "address": "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc",
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "balances": [
         *             {
         *               "asset": "Ether",
         *               "symbol": "ETH",
         *               "network_id": "60",
         *               "network_symbol": "ethereum",
         *               "decimal": 18,
         *               "balance": {
         *                 "amount": "1.5",
         *                 "raw": "1500000000000000000",
         *                 "usd": "3750.00"
         *               }
         *             }
         *           ]
         *         }
         *       ],
         *       "pagination": {
         *         "page": 1,
         *         "limit": 20,
         *         "total_items": 1,
         *         "total_pages": 1,
         *         "has_next": false,
         *         "has_prev": false
         *       }
         *     }
         */
        GasStationListReply: {
            data: components["schemas"]["GasStation"][];
            message: components["schemas"]["Message"];
            pagination: components["schemas"]["Pagination"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a010-41d2-7c03-b5e6-7f8091a2b3c4",
         *         "address": "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc",
         *         "network_id": "60",
         *         "network_symbol": "ethereum",
         *         "balances": [
         *           {
         *             "asset": "Ether",
         *             "symbol": "ETH",
         *             "network_id": "60",
         *             "network_symbol": "ethereum",
         *             "decimal": 18,
         *             "balance": {
         *               "amount": "1.5",
         *               "raw": "1500000000000000000",
         *               "usd": "3750.00"
         *             }
         *           }
         *         ]
         *       }
         *     }
         */
        GasStationReply: {
            data: components["schemas"]["GasStation"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        Hash: string;
        HashOrEmpty: string;
        Id: string;
        Integer: string;
        /** Format: uri */
        Link: string;
        LinkOrEmpty: string;
        ListedNetwork: {
            /** @description At least one asset is enabled */
            enabled: boolean;
        } & components["schemas"]["NetworkFields"];
        /** @constant */
        Message: "operation completed successfully";
        NativeAsset: {
            /** @description Asset name */
            asset: components["schemas"]["Text"];
            decimal: components["schemas"]["Decimals"];
            symbol: components["schemas"]["Text"];
        };
        NativeCurrency: {
            address: components["schemas"]["EvmAddress"];
            decimals: components["schemas"]["Decimals"];
            logo: components["schemas"]["Link"];
            name: components["schemas"]["Text"];
            symbol: components["schemas"]["Text"];
        };
        NetworkCategory: "evm" | "tvm" | "utxo" | "svm" | (string & {});
        NetworkFields: {
            category: components["schemas"]["NetworkCategory"];
            /** @description Confirmation target */
            confirmations: number;
            eip155_id: components["schemas"]["Eip155Id"];
            native_asset: components["schemas"]["NativeAsset"];
            network_id: components["schemas"]["Text"];
            network_name: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            scanner_url: components["schemas"]["Link"];
            uda_support: boolean;
        };
        NetworkGroup: {
            category: components["schemas"]["NetworkCategory"];
            networks: components["schemas"]["ListedNetwork"][];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "category": "evm",
         *           "networks": [
         *             {
         *               "network_id": "60",
         *               "network_symbol": "ethereum",
         *               "network_name": "Ethereum",
         *               "eip155_id": "1",
         *               "category": "evm",
         *               "native_asset": {
         *                 "asset": "Ether",
         *                 "symbol": "ETH",
         *                 "decimal": 18
         *               },
         *               "confirmations": 2,
         *               "uda_support": true,
         *               "scanner_url": "http://localhost:4010/explorer/ethereum",
         *               "enabled": true
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        NetworkGroupListReply: {
            data: components["schemas"]["NetworkGroup"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        NumberBalance: {
            /** @description Human units; written with every digit */
            amount: number;
            /** @description Smallest units; written with every digit, so it may exceed what a double holds */
            raw: number;
            usd: components["schemas"]["Usd"];
        };
        /**
         * @example {
         *       "id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *       "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *       "network_id": "60",
         *       "network_symbol": "ethereum",
         *       "owner": "user_8a7f3c"
         *     }
         */
        OwnedWallet: {
            address: components["schemas"]["EvmAddress"];
            id: components["schemas"]["Id"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            /** @description Owner of the wallet */
            owner: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *           "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "owner": "user_8a7f3c"
         *         }
         *       ],
         *       "pagination": {
         *         "page": 1,
         *         "limit": 20,
         *         "total_items": 1,
         *         "total_pages": 1,
         *         "has_next": false,
         *         "has_prev": false
         *       }
         *     }
         */
        OwnedWalletListReply: {
            data: components["schemas"]["OwnedWallet"][];
            message: components["schemas"]["Message"];
            pagination: components["schemas"]["Pagination"];
            success: components["schemas"]["Success"];
        };
        /** @default 20 */
        PageLimit: number;
        /** @default 1 */
        PageNumber: number;
        Pagination: {
            has_next: boolean;
            has_prev: boolean;
            limit: number;
            page: number;
            total_items: number;
            total_pages: number;
        };
        PathId: string;
        PathOwner: string;
        /**
         * @example {
         *       "id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *       "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *       "asset": "USDT",
         *       "network_symbol": "ethereum",
         *       "amount": "100.50",
         *       "usd_amount": "100.50",
         *       "rate": "",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "reference_id": "order-12345",
         *       "remark": "Payment for order #12345",
         *       "status": "queued",
         *       "tx_id": "",
         *       "error": "",
         *       "created_at": "2026-01-01T00:00:00.000Z",
         *       "confirmed_at": null,
         *       "expired_at": null
         *     }
         */
        Payout: {
            amount: components["schemas"]["Decimal"];
            /** @description Asset symbol */
            asset: components["schemas"]["Text"];
            confirmed_at: components["schemas"]["DateTimeOrNull"];
            created_at: components["schemas"]["DateTime"];
            /** @description Failure reason when status is failed */
            error: components["schemas"]["Text"];
            expired_at: components["schemas"]["DateTimeOrNull"];
            id: components["schemas"]["Id"];
            network_symbol: components["schemas"]["Text"];
            /** @description Conversion rate applied when usd_amount was used */
            rate: components["schemas"]["DecimalOrEmpty"];
            reference_id: components["schemas"]["Text"];
            remark: components["schemas"]["Text"];
            status: components["schemas"]["PayoutStatus"];
            to_address: components["schemas"]["EvmAddress"];
            /** @description Empty until broadcast */
            tx_id: components["schemas"]["HashOrEmpty"];
            /** @description USD value at submit time */
            usd_amount: components["schemas"]["Decimal"];
            vault_id: components["schemas"]["Id"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *           "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *           "asset": "USDT",
         *           "network_symbol": "ethereum",
         *           "amount": "100.50",
         *           "usd_amount": "100.50",
         *           "rate": "",
         *           "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *           "reference_id": "order-12345",
         *           "remark": "Payment for order #12345",
         *           "status": "queued",
         *           "tx_id": "",
         *           "error": "",
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "confirmed_at": null,
         *           "expired_at": null
         *         }
         *       ],
         *       "pagination": {
         *         "page": 1,
         *         "limit": 20,
         *         "total_items": 1,
         *         "total_pages": 1,
         *         "has_next": false,
         *         "has_prev": false
         *       }
         *     }
         */
        PayoutListReply: {
            data: components["schemas"]["Payout"][];
            message: components["schemas"]["Message"];
            pagination: components["schemas"]["Pagination"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *         "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *         "asset": "USDT",
         *         "network_symbol": "ethereum",
         *         "amount": "100.50",
         *         "usd_amount": "100.50",
         *         "rate": "",
         *         "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *         "reference_id": "order-12345",
         *         "remark": "Payment for order #12345",
         *         "status": "queued",
         *         "tx_id": "",
         *         "error": "",
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "confirmed_at": null,
         *         "expired_at": null
         *       }
         *     }
         */
        PayoutReply: {
            data: components["schemas"]["Payout"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /** @enum {string} */
        PayoutStatus: "queued" | "processing" | "confirmed" | "failed" | "expired";
        Provider: "internal" | "lifi" | "relay" | (string & {});
        ProviderOrEmpty: "" | "internal" | "lifi" | "relay" | (string & {});
        Quote: {
            exchange_rate: components["schemas"]["Decimal"];
            expires_at: components["schemas"]["DateTime"];
            fees: components["schemas"]["QuoteFees"];
            from: components["schemas"]["QuoteFrom"];
            route: components["schemas"]["QuoteRoute"];
            to: components["schemas"]["QuoteTo"];
        };
        QuoteFees: {
            gas_fee: components["schemas"]["Integer"];
            /** @description Only while a price feed is switched on */
            gas_fee_usd?: components["schemas"]["Usd"];
            protocol_fee: components["schemas"]["Integer"];
            /** @description Only while a price feed is switched on */
            protocol_fee_usd?: components["schemas"]["Usd"];
            total_fee: components["schemas"]["Integer"];
            /** @description Only while a price feed is switched on */
            total_fee_usd?: components["schemas"]["Usd"];
        };
        QuoteFrom: {
            amount: components["schemas"]["Integer"];
            /** @description Only while a price feed is switched on */
            amount_usd?: components["schemas"]["Usd"];
            chain_id: number;
            token_address: components["schemas"]["EvmAddress"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "from": {
         *           "chain_id": 1,
         *           "token_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "amount": "100000000"
         *         },
         *         "to": {
         *           "chain_id": 56,
         *           "token_address": "0x55d398326f99059fF775485246999027B3197955",
         *           "amount": "99800000000000000000"
         *         },
         *         "fees": {
         *           "gas_fee": "50000",
         *           "protocol_fee": "150000",
         *           "total_fee": "200000"
         *         },
         *         "route": {
         *           "provider": "lifi",
         *           "scenario": "cross_chain_diff_token",
         *           "estimated_time_seconds": 60
         *         },
         *         "exchange_rate": "0.998",
         *         "expires_at": "2026-05-29T12:01:00.000Z"
         *       }
         *     }
         */
        QuoteReply: {
            data: components["schemas"]["Quote"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        QuoteRoute: {
            estimated_time_seconds: number;
            provider: components["schemas"]["Provider"];
            scenario: components["schemas"]["Scenario"];
        };
        QuoteTo: {
            amount: components["schemas"]["Integer"];
            /** @description Only while a price feed is switched on */
            amount_usd?: components["schemas"]["Usd"];
            chain_id: number;
            token_address: components["schemas"]["EvmAddress"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *         "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *         "asset": "USDT",
         *         "network_symbol": "ethereum",
         *         "amount": "100.50",
         *         "usd_amount": "100.50",
         *         "rate": "",
         *         "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *         "reference_id": "order-12345",
         *         "remark": "Payment for order #12345",
         *         "status": "expired",
         *         "tx_id": "",
         *         "error": "",
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "confirmed_at": null,
         *         "expired_at": null
         *       }
         *     }
         */
        RejectedPayoutReply: {
            data: components["schemas"]["Payout"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "reason": "customer cancelled"
         *     }
         */
        RejectPayout: {
            /** @description Kept in the unified transaction */
            reason?: string | null;
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "ok",
         *       "data": null
         *     }
         */
        RetireUdaReply: {
            data: null;
            /** @constant */
            message: "ok";
            success: components["schemas"]["Success"];
        };
        Scenario: "same_chain_same_token" | "same_chain_diff_token" | "cross_chain_same_token" | "cross_chain_diff_token" | (string & {});
        /**
         * @example {
         *       "id": "0197a200-6b1c-7d13-a2f0-0a1b2c3d4e5f",
         *       "uda_id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *       "status": "completed",
         *       "created_at": "2026-05-29T11:58:41.000Z",
         *       "updated_at": "2026-05-29T11:59:25.000Z",
         *       "error": "",
         *       "source": {
         *         "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *         "amount": "100000000",
         *         "asset_symbol": "USDC",
         *         "asset_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *         "network_id": 1,
         *         "network_name": "Ethereum",
         *         "tx_hash": "0x2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",
         *         "confirmed_at": "2026-05-29T11:58:40.000Z"
         *       },
         *       "destination": {
         *         "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *         "amount": "99800000",
         *         "asset_symbol": "USDC",
         *         "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *         "network_id": 42161,
         *         "network_name": "Arbitrum One",
         *         "tx_hash": "0x18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4",
         *         "settled_at": "2026-05-29T11:59:25.000Z"
         *       },
         *       "fees": {
         *         "total": "200000",
         *         "platform": "150000",
         *         "provider": "50000",
         *         "fee_amount": "200000"
         *       },
         *       "routing": {
         *         "provider": "lifi",
         *         "type": "cross_chain_same_token",
         *         "time_ms": 44000
         *       }
         *     }
         */
        Settlement: components["schemas"]["SettlementFields"];
        SettlementCompletedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["SettlementPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "uda.settlement.completed";
            /** @constant */
            version: "1";
        };
        SettlementCreatedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["SettlementPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "uda.settlement.created";
            /** @constant */
            version: "1";
        };
        SettlementFailedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["SettlementPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "uda.settlement.failed";
            /** @constant */
            version: "1";
        };
        SettlementFees: {
            /** @description Equals total */
            fee_amount: components["schemas"]["Integer"];
            platform: components["schemas"]["Integer"];
            provider: components["schemas"]["Integer"];
            total: components["schemas"]["Integer"];
        };
        SettlementFields: {
            created_at: components["schemas"]["DateTime"];
            destination: components["schemas"]["DestinationLeg"];
            /** @description Failure reason when status is failed */
            error: components["schemas"]["Text"];
            fees: components["schemas"]["SettlementFees"];
            id: components["schemas"]["Id"];
            routing: components["schemas"]["SettlementRouting"];
            source: components["schemas"]["SourceLeg"];
            status: components["schemas"]["SettlementStatus"];
            uda_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["DateTime"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "items": [
         *           {
         *             "id": "0197a200-6b1c-7d13-a2f0-0a1b2c3d4e5f",
         *             "uda_id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *             "status": "completed",
         *             "created_at": "2026-05-29T11:58:41.000Z",
         *             "updated_at": "2026-05-29T11:59:25.000Z",
         *             "error": "",
         *             "source": {
         *               "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *               "amount": "100000000",
         *               "asset_symbol": "USDC",
         *               "asset_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *               "network_id": 1,
         *               "network_name": "Ethereum",
         *               "tx_hash": "0x2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",
         *               "confirmed_at": "2026-05-29T11:58:40.000Z"
         *             },
         *             "destination": {
         *               "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *               "amount": "99800000",
         *               "asset_symbol": "USDC",
         *               "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *               "network_id": 42161,
         *               "network_name": "Arbitrum One",
         *               "tx_hash": "0x18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4",
         *               "settled_at": "2026-05-29T11:59:25.000Z"
         *             },
         *             "fees": {
         *               "total": "200000",
         *               "platform": "150000",
         *               "provider": "50000",
         *               "fee_amount": "200000"
         *             },
         *             "routing": {
         *               "provider": "lifi",
         *               "type": "cross_chain_same_token",
         *               "time_ms": 44000
         *             }
         *           }
         *         ],
         *         "count": 1,
         *         "limit": 50,
         *         "offset": 0
         *       }
         *     }
         */
        SettlementListReply: {
            data: {
                /** @description Items in this page */
                count: number;
                items: components["schemas"]["Settlement"][];
                limit: number;
                offset: number;
            };
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        SettlementPayload: {
            owner: components["schemas"]["Text"];
        } & components["schemas"]["SettlementFields"];
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a200-6b1c-7d13-a2f0-0a1b2c3d4e5f",
         *         "uda_id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *         "status": "completed",
         *         "created_at": "2026-05-29T11:58:41.000Z",
         *         "updated_at": "2026-05-29T11:59:25.000Z",
         *         "error": "",
         *         "source": {
         *           "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *           "amount": "100000000",
         *           "asset_symbol": "USDC",
         *           "asset_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "network_id": 1,
         *           "network_name": "Ethereum",
         *           "tx_hash": "0x2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",
         *           "confirmed_at": "2026-05-29T11:58:40.000Z"
         *         },
         *         "destination": {
         *           "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *           "amount": "99800000",
         *           "asset_symbol": "USDC",
         *           "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *           "network_id": 42161,
         *           "network_name": "Arbitrum One",
         *           "tx_hash": "0x18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4",
         *           "settled_at": "2026-05-29T11:59:25.000Z"
         *         },
         *         "fees": {
         *           "total": "200000",
         *           "platform": "150000",
         *           "provider": "50000",
         *           "fee_amount": "200000"
         *         },
         *         "routing": {
         *           "provider": "lifi",
         *           "type": "cross_chain_same_token",
         *           "time_ms": 44000
         *         }
         *       }
         *     }
         */
        SettlementReply: {
            data: components["schemas"]["Settlement"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        SettlementRouting: {
            provider: components["schemas"]["ProviderOrEmpty"];
            time_ms: number;
            type: components["schemas"]["Scenario"];
        };
        SettlementsByReference: {
            count: number;
            items: components["schemas"]["Settlement"][];
            /** @description As it was sent */
            reference: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "reference": "0x2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",
         *         "count": 1,
         *         "items": [
         *           {
         *             "id": "0197a200-6b1c-7d13-a2f0-0a1b2c3d4e5f",
         *             "uda_id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *             "status": "completed",
         *             "created_at": "2026-05-29T11:58:41.000Z",
         *             "updated_at": "2026-05-29T11:59:25.000Z",
         *             "error": "",
         *             "source": {
         *               "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *               "amount": "100000000",
         *               "asset_symbol": "USDC",
         *               "asset_address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *               "network_id": 1,
         *               "network_name": "Ethereum",
         *               "tx_hash": "0x2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",
         *               "confirmed_at": "2026-05-29T11:58:40.000Z"
         *             },
         *             "destination": {
         *               "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *               "amount": "99800000",
         *               "asset_symbol": "USDC",
         *               "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *               "network_id": 42161,
         *               "network_name": "Arbitrum One",
         *               "tx_hash": "0x18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4",
         *               "settled_at": "2026-05-29T11:59:25.000Z"
         *             },
         *             "fees": {
         *               "total": "200000",
         *               "platform": "150000",
         *               "provider": "50000",
         *               "fee_amount": "200000"
         *             },
         *             "routing": {
         *               "provider": "lifi",
         *               "type": "cross_chain_same_token",
         *               "time_ms": 44000
         *             }
         *           }
         *         ]
         *       }
         *     }
         */
        SettlementsByReferenceReply: {
            data: components["schemas"]["SettlementsByReference"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /** @enum {string} */
        SettlementStatus: "created" | "routing" | "completed" | "failed" | "retrying";
        SortList: string[];
        SourceLeg: {
            address: components["schemas"]["EvmAddress"];
            /** @description Smallest unit */
            amount: components["schemas"]["Integer"];
            asset_address: components["schemas"]["EvmAddress"];
            asset_symbol: components["schemas"]["Text"];
            confirmed_at: components["schemas"]["DateTime"];
            /** @description EIP-155 id */
            network_id: number;
            network_name: components["schemas"]["Text"];
            tx_hash: components["schemas"]["Hash"];
        };
        /** @constant */
        Success: true;
        SupportedAssets: {
            assets: components["schemas"]["SupportedChain"][];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "assets": [
         *           {
         *             "network_id": "60",
         *             "network_symbol": "ethereum",
         *             "network_name": "Ethereum",
         *             "eip155_id": "1",
         *             "chain_type": "EVM",
         *             "native_currency": {
         *               "symbol": "ETH",
         *               "name": "Ether",
         *               "address": "0x0000000000000000000000000000000000000000",
         *               "decimals": 18,
         *               "logo": "http://localhost:4010/assets/eth.png"
         *             },
         *             "assets": [
         *               {
         *                 "symbol": "USDC",
         *                 "name": "USD Coin",
         *                 "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *                 "decimals": 6,
         *                 "logo": "http://localhost:4010/assets/usdc.png"
         *               }
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        SupportedAssetsReply: {
            data: components["schemas"]["SupportedAssets"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        SupportedChain: {
            assets: components["schemas"]["SupportedToken"][];
            chain_type: "EVM" | (string & {});
            eip155_id: components["schemas"]["Eip155Id"];
            native_currency: components["schemas"]["NativeCurrency"];
            network_id: components["schemas"]["Text"];
            network_name: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
        };
        SupportedToken: {
            address: components["schemas"]["EvmAddress"];
            decimals: components["schemas"]["Decimals"];
            logo: components["schemas"]["Link"];
            name: components["schemas"]["Text"];
            symbol: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "network_id": "60",
         *       "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *       "enabled": true
         *     }
         */
        TenantNetwork: {
            /** @description Contract address; the zero address is the native coin */
            asset: components["schemas"]["EvmAddress"];
            enabled: boolean;
            network_id: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "network_id": "60",
         *           "asset": "0x0000000000000000000000000000000000000000",
         *           "enabled": true
         *         },
         *         {
         *           "network_id": "60",
         *           "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *           "enabled": true
         *         }
         *       ]
         *     }
         */
        TenantNetworkListReply: {
            data: components["schemas"]["TenantNetwork"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "network_id": "60",
         *         "asset": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *         "enabled": true
         *       }
         *     }
         */
        TenantNetworkReply: {
            data: components["schemas"]["TenantNetwork"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        Text: string;
        TextBalance: {
            amount: components["schemas"]["Decimal"];
            raw: components["schemas"]["Integer"];
            usd: components["schemas"]["Usd"];
        };
        TextFee: {
            amount: components["schemas"]["Decimal"];
            raw: components["schemas"]["Integer"];
        };
        TokenInput: string;
        /**
         * @example {
         *       "id": "0197a3c4-11f0-7b60-84a2-3d2c1b0a9f8e",
         *       "tenant_id": "0197a000-5a1b-7c2d-8e3f-405162738495",
         *       "owner": "",
         *       "source_id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *       "tx_id": "0x3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
         *       "type": "payout",
         *       "side": "out",
         *       "status": "confirmed",
         *       "memo": "Payment for order #12345",
         *       "meta": {
         *         "reference_id": "order-12345",
         *         "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162"
         *       },
         *       "block_number": "1050",
         *       "contract_address": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
         *       "from_address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "from_wallet_category": "vault",
         *       "to_wallet_category": "external",
         *       "scanner_url": "http://localhost:4010/explorer/ethereum/tx/0x3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
         *       "amount": {
         *         "amount": 100.5,
         *         "raw": 100500000,
         *         "usd": "100.50"
         *       },
         *       "fee": {
         *         "amount": 0.000042,
         *         "raw": 42000000000000
         *       },
         *       "network": {
         *         "asset": "Tether USD",
         *         "decimal": 6,
         *         "network_id": "60",
         *         "network_symbol": "ethereum"
         *       },
         *       "timestamps": {
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "prepared_at": "2026-01-01T00:00:01.000Z",
         *         "signed_at": "2026-01-01T00:00:01.000Z",
         *         "broadcasted_at": "2026-01-01T00:00:02.000Z",
         *         "confirmed_at": "2026-01-01T00:00:06.000Z",
         *         "failed_at": null,
         *         "rejected_at": null,
         *         "expired_at": null,
         *         "updated_at": "2026-01-01T00:00:06.000Z"
         *       }
         *     }
         */
        Transaction: {
            amount: components["schemas"]["NumberBalance"];
            block_number: components["schemas"]["BlockNumberOrEmpty"];
            contract_address: components["schemas"]["EvmAddressOrEmpty"];
            /** @description Native-coin fee actually paid */
            fee: components["schemas"]["Fee"];
            from_address: components["schemas"]["EvmAddressOrEmpty"];
            from_wallet_category: components["schemas"]["WalletCategory"];
            id: components["schemas"]["Id"];
            memo: components["schemas"]["Text"];
            /** @description Facts by type, for example `reference_id` of a payout */
            meta: {
                [key: string]: unknown;
            } | null;
            network: components["schemas"]["TransactionNetwork"];
            owner: components["schemas"]["Text"];
            scanner_url: components["schemas"]["LinkOrEmpty"];
            side: components["schemas"]["TransactionSide"];
            /** @description The record behind it: deposit, payout, settlement … */
            source_id: components["schemas"]["Text"];
            status: components["schemas"]["TransactionStatus"];
            tenant_id: components["schemas"]["Id"];
            timestamps: components["schemas"]["TransactionTimestamps"];
            to_address: components["schemas"]["EvmAddressOrEmpty"];
            to_wallet_category: components["schemas"]["WalletCategory"];
            tx_id: components["schemas"]["HashOrEmpty"];
            type: components["schemas"]["TransactionType"];
        };
        TransactionBroadcastedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["TransactionPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "transaction.broadcasted";
            /** @constant */
            version: "1";
        };
        TransactionConfirmedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["TransactionPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "transaction.confirmed";
            /** @constant */
            version: "1";
        };
        TransactionFailedEvent: {
            id: components["schemas"]["Id"];
            payload: components["schemas"]["TransactionPayload"];
            time: components["schemas"]["EventTime"];
            /** @constant */
            type: "transaction.failed";
            /** @constant */
            version: "1";
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a3c4-11f0-7b60-84a2-3d2c1b0a9f8e",
         *           "tenant_id": "0197a000-5a1b-7c2d-8e3f-405162738495",
         *           "owner": "",
         *           "source_id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *           "tx_id": "0x3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
         *           "type": "payout",
         *           "side": "out",
         *           "status": "confirmed",
         *           "memo": "Payment for order #12345",
         *           "meta": {
         *             "reference_id": "order-12345",
         *             "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162"
         *           },
         *           "block_number": "1050",
         *           "contract_address": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
         *           "from_address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
         *           "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *           "from_wallet_category": "vault",
         *           "to_wallet_category": "external",
         *           "scanner_url": "http://localhost:4010/explorer/ethereum/tx/0x3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
         *           "amount": {
         *             "amount": 100.5,
         *             "raw": 100500000,
         *             "usd": "100.50"
         *           },
         *           "fee": {
         *             "amount": 0.000042,
         *             "raw": 42000000000000
         *           },
         *           "network": {
         *             "asset": "Tether USD",
         *             "decimal": 6,
         *             "network_id": "60",
         *             "network_symbol": "ethereum"
         *           },
         *           "timestamps": {
         *             "created_at": "2026-01-01T00:00:00.000Z",
         *             "prepared_at": "2026-01-01T00:00:01.000Z",
         *             "signed_at": "2026-01-01T00:00:01.000Z",
         *             "broadcasted_at": "2026-01-01T00:00:02.000Z",
         *             "confirmed_at": "2026-01-01T00:00:06.000Z",
         *             "failed_at": null,
         *             "rejected_at": null,
         *             "expired_at": null,
         *             "updated_at": "2026-01-01T00:00:06.000Z"
         *           }
         *         }
         *       ],
         *       "pagination": {
         *         "page": 1,
         *         "limit": 20,
         *         "total_items": 1,
         *         "total_pages": 1,
         *         "has_next": false,
         *         "has_prev": false
         *       }
         *     }
         */
        TransactionListReply: {
            data: components["schemas"]["Transaction"][];
            message: components["schemas"]["Message"];
            pagination: components["schemas"]["Pagination"];
            success: components["schemas"]["Success"];
        };
        TransactionNetwork: {
            asset: components["schemas"]["Text"];
            decimal: components["schemas"]["Decimals"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
        };
        TransactionPayload: {
            amount: components["schemas"]["TextBalance"];
            block_number: components["schemas"]["BlockNumberOrEmpty"];
            contract_address: components["schemas"]["EvmAddressOrEmpty"];
            /** @description Native-coin fee actually paid */
            fee: components["schemas"]["TextFee"];
            from_address: components["schemas"]["EvmAddressOrEmpty"];
            from_wallet_category: components["schemas"]["WalletCategory"];
            id: components["schemas"]["Id"];
            memo: components["schemas"]["Text"];
            /** @description Facts by type, for example `reference_id` of a payout */
            meta: {
                [key: string]: unknown;
            } | null;
            network: components["schemas"]["TransactionNetwork"];
            owner: components["schemas"]["Text"];
            scanner_url: components["schemas"]["LinkOrEmpty"];
            side: components["schemas"]["TransactionSide"];
            /** @description The record behind it: deposit, payout, settlement … */
            source_id: components["schemas"]["Text"];
            status: components["schemas"]["TransactionStatus"];
            tenant_id: components["schemas"]["Id"];
            timestamps: components["schemas"]["TransactionTimestamps"];
            to_address: components["schemas"]["EvmAddressOrEmpty"];
            to_wallet_category: components["schemas"]["WalletCategory"];
            tx_id: components["schemas"]["HashOrEmpty"];
            type: components["schemas"]["TransactionType"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a3c4-11f0-7b60-84a2-3d2c1b0a9f8e",
         *         "tenant_id": "0197a000-5a1b-7c2d-8e3f-405162738495",
         *         "owner": "",
         *         "source_id": "0197a3c3-0a44-7f2e-b6d1-9c8b7a695847",
         *         "tx_id": "0x3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
         *         "type": "payout",
         *         "side": "out",
         *         "status": "confirmed",
         *         "memo": "Payment for order #12345",
         *         "meta": {
         *           "reference_id": "order-12345",
         *           "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162"
         *         },
         *         "block_number": "1050",
         *         "contract_address": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
         *         "from_address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
         *         "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *         "from_wallet_category": "vault",
         *         "to_wallet_category": "external",
         *         "scanner_url": "http://localhost:4010/explorer/ethereum/tx/0x3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
         *         "amount": {
         *           "amount": 100.5,
         *           "raw": 100500000,
         *           "usd": "100.50"
         *         },
         *         "fee": {
         *           "amount": 0.000042,
         *           "raw": 42000000000000
         *         },
         *         "network": {
         *           "asset": "Tether USD",
         *           "decimal": 6,
         *           "network_id": "60",
         *           "network_symbol": "ethereum"
         *         },
         *         "timestamps": {
         *           "created_at": "2026-01-01T00:00:00.000Z",
         *           "prepared_at": "2026-01-01T00:00:01.000Z",
         *           "signed_at": "2026-01-01T00:00:01.000Z",
         *           "broadcasted_at": "2026-01-01T00:00:02.000Z",
         *           "confirmed_at": "2026-01-01T00:00:06.000Z",
         *           "failed_at": null,
         *           "rejected_at": null,
         *           "expired_at": null,
         *           "updated_at": "2026-01-01T00:00:06.000Z"
         *         }
         *       }
         *     }
         */
        TransactionReply: {
            data: components["schemas"]["Transaction"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        TransactionSide: "in" | "out" | "internal" | (string & {});
        /** @enum {string} */
        TransactionSideFilter: "in" | "out" | "internal";
        TransactionStatus: "created" | "prepared" | "signed" | "broadcasted" | "confirmed" | "failed" | "rejected" | "expired" | (string & {});
        /** @enum {string} */
        TransactionStatusFilter: "created" | "prepared" | "signed" | "broadcasted" | "confirmed" | "failed" | "rejected" | "expired";
        TransactionTimestamps: {
            broadcasted_at: components["schemas"]["DateTimeOrNull"];
            confirmed_at: components["schemas"]["DateTimeOrNull"];
            created_at: components["schemas"]["DateTime"];
            expired_at: components["schemas"]["DateTimeOrNull"];
            failed_at: components["schemas"]["DateTimeOrNull"];
            prepared_at: components["schemas"]["DateTimeOrNull"];
            rejected_at: components["schemas"]["DateTimeOrNull"];
            signed_at: components["schemas"]["DateTimeOrNull"];
            updated_at: components["schemas"]["DateTime"];
        };
        TransactionType: "deposit" | "payout" | "vault_transfer" | "external_transfer" | "internal_transfer" | "refill" | "settlement" | (string & {});
        /** @enum {string} */
        TransactionTypeFilter: "deposit" | "payout" | "vault_transfer" | "external_transfer" | "internal_transfer" | "refill" | "settlement";
        /**
         * @example {
         *       "from_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "asset": "USDC",
         *       "amount": "2.5",
         *       "remark": "withdrawal"
         *     }
         */
        TransferFromAddress: {
            /** @description Plain decimal; absent or empty sends everything */
            amount?: string | null;
            /** @description Asset symbol or contract address */
            asset: string;
            /** @description Address of an assigned user wallet */
            from_address: components["schemas"]["EvmAddress"];
            /** @description Network id; the wallet's own network when absent */
            network_id?: string | null;
            /** @description Network slug; the wallet's own network when absent */
            network_symbol?: string | null;
            /** @description Free-form note; becomes the memo */
            remark?: string | null;
            /** @description Where it goes */
            to_address: components["schemas"]["EvmAddress"];
        };
        /**
         * @example {
         *       "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "asset": "USDC",
         *       "network_symbol": "base",
         *       "amount": "10"
         *     }
         */
        TransferFromVault: {
            /** @description Plain decimal; absent or empty sends everything */
            amount?: string | null;
            /** @description Asset symbol or contract address */
            asset: string;
            /** @description Network id */
            network_id?: string | null;
            /** @description Network slug */
            network_symbol?: string | null;
            /** @description Free-form note; becomes the memo */
            remark?: string | null;
            /** @description Where it goes */
            to_address: components["schemas"]["EvmAddress"];
            /** @description Source vault */
            vault_id: string;
        };
        /**
         * @example {
         *       "from_wallet_id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *       "to_address": "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B",
         *       "asset": "USDC",
         *       "amount": "2.5"
         *     }
         */
        TransferFromWallet: {
            /** @description Plain decimal; absent or empty sends everything */
            amount?: string | null;
            /** @description Asset symbol or contract address */
            asset: string;
            /** @description Id of an assigned user wallet */
            from_wallet_id: string;
            /** @description Network id; the wallet's own network when absent */
            network_id?: string | null;
            /** @description Network slug; the wallet's own network when absent */
            network_symbol?: string | null;
            /** @description Free-form note; becomes the memo */
            remark?: string | null;
            /** @description Where it goes */
            to_address: components["schemas"]["EvmAddress"];
        };
        /**
         * @example {
         *       "from_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *       "to_address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
         *       "asset": "USDC",
         *       "amount": "2.5",
         *       "remark": "gas money"
         *     }
         */
        TransferInternallyByAddress: {
            /** @description Plain decimal; absent or empty sends everything */
            amount?: string | null;
            /** @description Asset symbol or contract address */
            asset: string;
            /** @description Address of an assigned user wallet */
            from_address: components["schemas"]["EvmAddress"];
            /** @description Network id; the wallet's own network when absent */
            network_id?: string | null;
            /** @description Network slug; the wallet's own network when absent */
            network_symbol?: string | null;
            /** @description Free-form note; becomes the memo */
            remark?: string | null;
            /** @description An address of a vault, or a gas station, on the wallet's network */
            to_address: components["schemas"]["EvmAddress"];
        };
        /**
         * @example {
         *       "from_wallet_id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *       "to_wallet_id": "0197a002-08b1-7c42-8d53-6e7f80910213",
         *       "asset": "USDC",
         *       "amount": "2.5"
         *     }
         */
        TransferInternallyByWallet: {
            /** @description Plain decimal; absent or empty sends everything */
            amount?: string | null;
            /** @description Asset symbol or contract address */
            asset: string;
            /** @description Id of an assigned user wallet */
            from_wallet_id: string;
            /** @description Free-form note; becomes the memo */
            remark?: string | null;
            /** @description Id of a vault address or of a gas-station wallet, on the same network */
            to_wallet_id: string;
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": null
         *     }
         */
        TransferReply: {
            data: null;
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *       "owner": "user_8a7f3c",
         *       "status": "active",
         *       "created_at": "2026-05-20T14:03:12.000Z",
         *       "destination": {
         *         "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *         "network_id": "9001",
         *         "eip155_id": "42161",
         *         "network_name": "Arbitrum One",
         *         "token_symbol": "USDC",
         *         "token_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *         "token_decimals": 6,
         *         "asset_symbol": "USDC",
         *         "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *         "asset_decimals": 6
         *       },
         *       "deposit_addresses": [
         *         {
         *           "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *           "network_id": "60",
         *           "eip155_id": "1",
         *           "network_name": "Ethereum",
         *           "accepted_tokens": [
         *             {
         *               "symbol": "USDC",
         *               "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *               "decimals": 6,
         *               "logo": "http://localhost:4010/assets/usdc.png"
         *             }
         *           ]
         *         }
         *       ],
         *       "routing_rules": [],
         *       "source_network_id": "",
         *       "source_asset_symbol": "",
         *       "source_token_address": ""
         *     }
         */
        Uda: components["schemas"]["UdaFields"];
        UdaDepositAddress: {
            accepted_tokens: components["schemas"]["UdaToken"][];
            address: components["schemas"]["EvmAddress"];
            eip155_id: components["schemas"]["Eip155Id"];
            network_id: components["schemas"]["Text"];
            network_name: components["schemas"]["Text"];
        };
        UdaDestination: {
            address: components["schemas"]["EvmAddress"];
            asset_address: components["schemas"]["EvmAddress"];
            asset_decimals: components["schemas"]["Decimals"];
            asset_symbol: components["schemas"]["Text"];
            eip155_id: components["schemas"]["Eip155Id"];
            network_id: components["schemas"]["Text"];
            network_name: components["schemas"]["Text"];
            token_address: components["schemas"]["EvmAddress"];
            token_decimals: components["schemas"]["Decimals"];
            token_symbol: components["schemas"]["Text"];
        };
        UdaDetails: {
            delegation_status: components["schemas"]["DelegationStatus"];
        } & components["schemas"]["UdaFields"];
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *         "owner": "user_8a7f3c",
         *         "status": "active",
         *         "created_at": "2026-05-20T14:03:12.000Z",
         *         "destination": {
         *           "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *           "network_id": "9001",
         *           "eip155_id": "42161",
         *           "network_name": "Arbitrum One",
         *           "token_symbol": "USDC",
         *           "token_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *           "token_decimals": 6,
         *           "asset_symbol": "USDC",
         *           "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *           "asset_decimals": 6
         *         },
         *         "deposit_addresses": [
         *           {
         *             "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *             "network_id": "60",
         *             "eip155_id": "1",
         *             "network_name": "Ethereum",
         *             "accepted_tokens": [
         *               {
         *                 "symbol": "USDC",
         *                 "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *                 "decimals": 6,
         *                 "logo": "http://localhost:4010/assets/usdc.png"
         *               }
         *             ]
         *           }
         *         ],
         *         "routing_rules": [],
         *         "source_network_id": "",
         *         "source_asset_symbol": "",
         *         "source_token_address": "",
         *         "delegation_status": "delegated"
         *       }
         *     }
         */
        UdaDetailsReply: {
            data: components["schemas"]["UdaDetails"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        UdaFields: {
            created_at: components["schemas"]["DateTime"];
            deposit_addresses: components["schemas"]["UdaDepositAddress"][];
            destination: components["schemas"]["UdaDestination"];
            id: components["schemas"]["Id"];
            owner: components["schemas"]["Text"];
            /** @description Empty while no rules are configured */
            routing_rules: components["schemas"]["UdaRoutingRule"][];
            source_asset_symbol: components["schemas"]["Text"];
            source_network_id: components["schemas"]["Text"];
            source_token_address: components["schemas"]["EvmAddressOrEmpty"];
            status: components["schemas"]["UdaStatus"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "items": [
         *           {
         *             "id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *             "owner": "user_8a7f3c",
         *             "status": "active",
         *             "created_at": "2026-05-20T14:03:12.000Z",
         *             "destination": {
         *               "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *               "network_id": "9001",
         *               "eip155_id": "42161",
         *               "network_name": "Arbitrum One",
         *               "token_symbol": "USDC",
         *               "token_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *               "token_decimals": 6,
         *               "asset_symbol": "USDC",
         *               "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *               "asset_decimals": 6
         *             },
         *             "deposit_addresses": [
         *               {
         *                 "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *                 "network_id": "60",
         *                 "eip155_id": "1",
         *                 "network_name": "Ethereum",
         *                 "accepted_tokens": [
         *                   {
         *                     "symbol": "USDC",
         *                     "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *                     "decimals": 6,
         *                     "logo": "http://localhost:4010/assets/usdc.png"
         *                   }
         *                 ]
         *               }
         *             ],
         *             "routing_rules": [],
         *             "source_network_id": "",
         *             "source_asset_symbol": "",
         *             "source_token_address": ""
         *           }
         *         ],
         *         "count": 1,
         *         "limit": 50,
         *         "offset": 0
         *       }
         *     }
         */
        UdaListReply: {
            data: {
                /** @description Items in this page */
                count: number;
                items: components["schemas"]["Uda"][];
                limit: number;
                offset: number;
            };
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a100-3d52-7a01-8c44-5f6071829304",
         *         "owner": "user_8a7f3c",
         *         "status": "active",
         *         "created_at": "2026-05-20T14:03:12.000Z",
         *         "destination": {
         *           "address": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *           "network_id": "9001",
         *           "eip155_id": "42161",
         *           "network_name": "Arbitrum One",
         *           "token_symbol": "USDC",
         *           "token_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *           "token_decimals": 6,
         *           "asset_symbol": "USDC",
         *           "asset_address": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
         *           "asset_decimals": 6
         *         },
         *         "deposit_addresses": [
         *           {
         *             "address": "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
         *             "network_id": "60",
         *             "eip155_id": "1",
         *             "network_name": "Ethereum",
         *             "accepted_tokens": [
         *               {
         *                 "symbol": "USDC",
         *                 "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
         *                 "decimals": 6,
         *                 "logo": "http://localhost:4010/assets/usdc.png"
         *               }
         *             ]
         *           }
         *         ],
         *         "routing_rules": [],
         *         "source_network_id": "",
         *         "source_asset_symbol": "",
         *         "source_token_address": ""
         *       }
         *     }
         */
        UdaReply: {
            data: components["schemas"]["Uda"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        UdaRoutingRule: {
            destination: components["schemas"]["UdaDestination"];
            match: {
                source_asset_symbol: components["schemas"]["Text"];
                source_network_id: components["schemas"]["Text"];
                source_token_address: components["schemas"]["EvmAddressOrEmpty"];
            };
        };
        /** @enum {string} */
        UdaStatus: "active" | "retired";
        UdaToken: {
            address: components["schemas"]["EvmAddress"];
            decimals: components["schemas"]["Decimals"];
            logo: components["schemas"]["Link"];
            symbol: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "enabled": true
         *     }
         */
        UpdateTenantNetwork: {
            enabled: boolean;
        };
        /**
         * @example {
         *       "status": "active",
         *       "accepted_tokens": [
         *         "USDC"
         *       ]
         *     }
         */
        UpdateUda: {
            /** @description Token symbols; empty accepts every token */
            accepted_tokens?: string[] | null;
            /** @description Where later settlements arrive; always complete */
            destination?: {
                address: components["schemas"]["EvmAddress"];
                asset_symbol: string;
                network_id: string;
            } | null;
            /** @description May only repeat the owner of the record */
            owner?: string | null;
            /** @enum {string|null} */
            status?: "active" | "retired" | null;
        };
        Usd: string;
        Vault: {
            created_at: components["schemas"]["DateTime"];
            id: components["schemas"]["Id"];
            label: components["schemas"]["Text"];
            /** @description The same value as id */
            vault_id: components["schemas"]["Id"];
        };
        VaultAddress: {
            address: components["schemas"]["EvmAddress"];
            id: components["schemas"]["Id"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            vault_id: components["schemas"]["Id"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a002-08b1-7c42-8d53-6e7f80910213",
         *           "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *           "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
         *           "network_id": "60",
         *           "network_symbol": "ethereum"
         *         }
         *       ]
         *     }
         */
        VaultAddressListReply: {
            data: components["schemas"]["VaultAddress"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a002-08b1-7c42-8d53-6e7f80910213",
         *         "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *         "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
         *         "network_id": "60",
         *         "network_symbol": "ethereum"
         *       }
         *     }
         */
        VaultAddressReply: {
            data: components["schemas"]["VaultAddress"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        VaultBalance: {
            /** @description Asset name */
            asset: components["schemas"]["Text"];
            /** @description Balance minus what running payouts and transfers reserve */
            available: components["schemas"]["TextBalance"];
            /** @description Confirmed on-chain balance */
            balance: components["schemas"]["TextBalance"];
            contract_address: components["schemas"]["EvmAddressOrEmpty"];
            decimal: components["schemas"]["Decimals"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
            symbol: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "asset": "Tether USD",
         *           "symbol": "USDT",
         *           "network_id": "60",
         *           "network_symbol": "ethereum",
         *           "decimal": 6,
         *           "contract_address": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
         *           "balance": {
         *             "amount": "1000",
         *             "raw": "1000000000",
         *             "usd": "1000.00"
         *           },
         *           "available": {
         *             "amount": "899.5",
         *             "raw": "899500000",
         *             "usd": "899.50"
         *           }
         *         }
         *       ]
         *     }
         */
        VaultBalanceListReply: {
            data: components["schemas"]["VaultBalance"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *           "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *           "label": "hot",
         *           "created_at": "2026-01-01T00:00:00.000Z"
         *         }
         *       ]
         *     }
         */
        VaultListReply: {
            data: components["schemas"]["Vault"][];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        VaultTotal: {
            total_usd: components["schemas"]["Usd"];
            vault_id: components["schemas"]["Id"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "vault_id": "0197a001-77aa-7b02-9c03-1d2e3f405162",
         *         "total_usd": "3500.00"
         *       }
         *     }
         */
        VaultTotalReply: {
            data: components["schemas"]["VaultTotal"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *       "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *       "network_id": "60",
         *       "network_symbol": "ethereum"
         *     }
         */
        Wallet: {
            address: components["schemas"]["EvmAddress"];
            id: components["schemas"]["Id"];
            network_id: components["schemas"]["Text"];
            network_symbol: components["schemas"]["Text"];
        };
        WalletCategory: "user" | "vault" | "gas_station" | "uda" | "external" | (string & {});
        /** @enum {string} */
        WalletCategoryFilter: "user" | "vault" | "gas_station" | "uda" | "external";
        WalletDetails: {
            address: components["schemas"]["EvmAddress"];
            balances: components["schemas"]["BalanceEntry"][];
            owner: components["schemas"]["Text"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *         "owner": "user_8a7f3c",
         *         "balances": [
         *           {
         *             "asset": "Ether",
         *             "symbol": "ETH",
         *             "network_id": "60",
         *             "network_symbol": "ethereum",
         *             "decimal": 18,
         *             "balance": {
         *               "amount": "0",
         *               "raw": "0",
         *               "usd": "0.00"
         *             }
         *           },
         *           {
         *             "asset": "USD Coin",
         *             "symbol": "USDC",
         *             "network_id": "60",
         *             "network_symbol": "ethereum",
         *             "decimal": 6,
         *             "balance": {
         *               "amount": "25.5",
         *               "raw": "25500000",
         *               "usd": "25.50"
         *             }
         *           }
         *         ]
         *       }
         *     }
         */
        WalletDetailsReply: {
            data: components["schemas"]["WalletDetails"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": [
         *         {
         *           "id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *           "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *           "network_id": "60",
         *           "network_symbol": "ethereum"
         *         }
         *       ],
         *       "pagination": {
         *         "page": 1,
         *         "limit": 20,
         *         "total_items": 1,
         *         "total_pages": 1,
         *         "has_next": false,
         *         "has_prev": false
         *       }
         *     }
         */
        WalletListReply: {
            data: components["schemas"]["Wallet"][];
            message: components["schemas"]["Message"];
            pagination: components["schemas"]["Pagination"];
            success: components["schemas"]["Success"];
        };
        /**
         * @example {
         *       "success": true,
         *       "message": "operation completed successfully",
         *       "data": {
         *         "id": "0197a050-2c11-7e90-a5b4-c3d2e1f00918",
         *         "address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *         "network_id": "60",
         *         "network_symbol": "ethereum"
         *       }
         *     }
         */
        WalletReply: {
            data: components["schemas"]["Wallet"];
            message: components["schemas"]["Message"];
            success: components["schemas"]["Success"];
        };
        /** @default 50 */
        WindowLimit: number;
        /** @default 0 */
        WindowOffset: number;
    };
    responses: {
        /** @description Any 2xx answer marks the delivery successful */
        Delivered: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The vault has a payout with this reference_id */
        DuplicateReference: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Malformed path parameter */
        InvalidPath: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Malformed path or query parameter */
        InvalidPathOrQuery: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Malformed query parameter */
        InvalidQuery: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Malformed request or failed validation */
        InvalidRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No provider could produce a quote */
        NoProvider: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 102400 bytes */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such payout */
        PayoutNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limit exceeded; back off exponentially */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unexpected server error; safe to retry with backoff */
        ServerError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such settlement */
        SettlementNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such network, or no such asset on it */
        TenantNetworkNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such deposit or transaction */
        TransactionNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is malformed, the amount is no amount of this asset, the network is not enabled or the balance is too small */
        TransferRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such universal deposit address */
        UdaNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing or invalid X-API-Key */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such vault */
        VaultNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such wallet */
        WalletNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Unique event idempotency key; the envelope's id */
        WebhookId: string;
        /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
        WebhookSignature: string;
        /** @description Unix time in seconds at which this attempt was sent */
        WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: {
        /** @description `true` when this is the stored answer of an earlier request with the same Idempotency-Key */
        "Idempotent-Replayed": "true" | (string & {});
        /**
         * @description Seconds until the window ends
         * @example 17
         */
        "Retry-After": number;
        /**
         * @description Requests allowed in this window
         * @example 100
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left in this window after this one
         * @example 99
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description Unix time in seconds at which the window ends
         * @example 1780056000
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Names this request in the sandbox's log
         * @example req_000000000042
         */
        "X-Request-Id": string;
        /**
         * @description What was wrong, for developers; only this sandbox sends it
         * @example /destination/address: not an EVM address
         */
        "X-Sandbox-Error": string;
        /**
         * @description How sure the weakest part is that this call used (operation, parameters, members of the answer), with the decision behind it; missing where no operation made the answer; only this sandbox sends it
         * @example invented; decision=H-51
         */
        "X-Sandbox-Provenance": string;
        /**
         * @description What was ignored in the request (`ignored:` and up to five names), and filters on networks that do not exist (`unknown network:`), for developers; only this sandbox sends it
         * @example ignored: status
         */
        "X-Sandbox-Warning": string;
        /**
         * @description Id of the unified transaction that shows what becomes of the transfer
         * @example 0197a400-5f2d-7b3c-9e10-2a3b4c5d6e7f
         */
        "X-Transaction-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listBlockchainAssets: {
        parameters: {
            query?: {
                /** @description Network id */
                network_id?: string;
                /** @description Network slug, in any case */
                network_symbol?: string;
                /** @description Ticker, in any case */
                symbol?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All assets */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockchainAssetListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listBlockchainNetworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All networks */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockchainNetworkListReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                asset?: components["schemas"]["FilterValue"];
                block_number?: components["schemas"]["FilterValue"];
                contract_address?: components["schemas"]["FilterValue"];
                /**
                 * @description `field:value` or `field:operator:value`; operators eq, ne, gt, gte, lt, lte, in, like. Repeated filters are combined with AND.
                 * @example [
                 *       "network_symbol:base"
                 *     ]
                 */
                "filter[]"?: components["schemas"]["FilterList"];
                from_address?: components["schemas"]["FilterValue"];
                from_wallet_category?: components["schemas"]["WalletCategoryFilter"];
                id?: components["schemas"]["FilterValue"];
                is_token_transfer?: boolean;
                limit?: components["schemas"]["PageLimit"];
                network_id?: components["schemas"]["FilterValue"];
                network_symbol?: components["schemas"]["FilterValue"];
                owner?: components["schemas"]["FilterValue"];
                page?: components["schemas"]["PageNumber"];
                /**
                 * @description `field:asc` or `field:desc`; repeated sorts apply in order.
                 * @example [
                 *       "time:desc"
                 *     ]
                 */
                "sort[]"?: components["schemas"]["SortList"];
                symbol?: components["schemas"]["FilterValue"];
                time?: string;
                to_address?: components["schemas"]["FilterValue"];
                to_wallet_category?: components["schemas"]["WalletCategoryFilter"];
                /** @description Only the legs of this transaction; the same as `filter[]=tx_id:…` */
                tx_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deposits */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Deposit id
                 * @example 0197a3c2-7b1e-7c55-9d0a-1f2e3d4c5b6a
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["TransactionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getDepositByTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description On-chain transaction id, in any case
                 * @example 0x6f1c0d7be8a3f24459c1b0a6d2e97f3815c4ab60de92f7431b8ea05c7d3f9b2e
                 */
                tx_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["TransactionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getGasStationByAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Address, in any case
                 * @example 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc
                 */
                address: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gas station with its balances */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GasStationReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getGasStation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the gas-station wallet
                 * @example 0197a010-41d2-7c03-b5e6-7f8091a2b3c4
                 */
                wallet_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gas station with its balances */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GasStationReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listGasStations: {
        parameters: {
            query?: {
                address?: components["schemas"]["FilterValue"];
                /**
                 * @description `field:value` or `field:operator:value`; operators eq, ne, gt, gte, lt, lte, in, like. Repeated filters are combined with AND.
                 * @example [
                 *       "network_id:60"
                 *     ]
                 */
                "filter[]"?: components["schemas"]["FilterList"];
                id?: components["schemas"]["FilterValue"];
                limit?: components["schemas"]["PageLimit"];
                network_id?: components["schemas"]["FilterValue"];
                network_symbol?: components["schemas"]["FilterValue"];
                page?: components["schemas"]["PageNumber"];
                /**
                 * @description `field:asc` or `field:desc`; repeated sorts apply in order.
                 * @example [
                 *       "network_id:asc"
                 *     ]
                 */
                "sort[]"?: components["schemas"]["SortList"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of gas stations */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GasStationListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listTenantNetworks: {
        parameters: {
            query?: {
                /** @description Only those that are enabled, or only those that are not */
                enabled?: boolean;
                /** @description Only this network; an unknown one gives an empty list */
                network_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Networks and assets */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNetworkListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getTenantNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Contract address in any case; the zero address or `native` for the native coin
                 * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
                 */
                asset: components["schemas"]["PathId"];
                /**
                 * @description Network id
                 * @example 60
                 */
                network_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Network, asset and whether it is enabled */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNetworkReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["TenantNetworkNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    replaceTenantNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Contract address in any case; the zero address or `native` for the native coin
                 * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
                 */
                asset: components["schemas"]["PathId"];
                /**
                 * @description Network id
                 * @example 60
                 */
                network_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTenantNetwork"];
            };
        };
        responses: {
            /** @description The status after the change */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNetworkReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["TenantNetworkNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    updateTenantNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Contract address in any case; the zero address or `native` for the native coin
                 * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
                 */
                asset: components["schemas"]["PathId"];
                /**
                 * @description Network id
                 * @example 60
                 */
                network_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTenantNetwork"];
            };
        };
        responses: {
            /** @description The status after the change */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNetworkReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["TenantNetworkNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listNetworksByCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups of networks */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkGroupListReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                confirmed_at?: string;
                contract_address?: components["schemas"]["FilterValue"];
                created_at?: string;
                /**
                 * @description `field:value` or `field:operator:value`; operators eq, ne, gt, gte, lt, lte, in, like. Repeated filters are combined with AND.
                 * @example [
                 *       "type:payout"
                 *     ]
                 */
                "filter[]"?: components["schemas"]["FilterList"];
                from_address?: components["schemas"]["FilterValue"];
                from_wallet_category?: components["schemas"]["WalletCategoryFilter"];
                id?: components["schemas"]["FilterValue"];
                limit?: components["schemas"]["PageLimit"];
                memo?: components["schemas"]["FilterValue"];
                network_id?: components["schemas"]["FilterValue"];
                network_symbol?: components["schemas"]["FilterValue"];
                owner?: components["schemas"]["FilterValue"];
                page?: components["schemas"]["PageNumber"];
                side?: components["schemas"]["TransactionSideFilter"];
                /**
                 * @description `field:asc` or `field:desc`; repeated sorts apply in order.
                 * @example [
                 *       "created_at:desc"
                 *     ]
                 */
                "sort[]"?: components["schemas"]["SortList"];
                source_id?: components["schemas"]["FilterValue"];
                status?: components["schemas"]["TransactionStatusFilter"];
                symbol?: components["schemas"]["FilterValue"];
                to_address?: components["schemas"]["FilterValue"];
                to_wallet_category?: components["schemas"]["WalletCategoryFilter"];
                tx_id?: components["schemas"]["FilterValue"];
                type?: components["schemas"]["TransactionTypeFilter"];
                updated_at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the unified transaction (not of the deposit or payout behind it)
                 * @example 0197a3c4-11f0-7b60-84a2-3d2c1b0a9f8e
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["TransactionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    transferFromAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferFromAddress"];
            };
        };
        responses: {
            /** @description Accepted; what becomes of it is seen in its unified transaction */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    "X-Transaction-Id": components["headers"]["X-Transaction-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferReply"];
                };
            };
            400: components["responses"]["TransferRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    transferFromWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferFromWallet"];
            };
        };
        responses: {
            /** @description Accepted; what becomes of it is seen in its unified transaction */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    "X-Transaction-Id": components["headers"]["X-Transaction-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferReply"];
                };
            };
            400: components["responses"]["TransferRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    transferInternallyByAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferInternallyByAddress"];
            };
        };
        responses: {
            /** @description Accepted; what becomes of it is seen in its unified transaction */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    "X-Transaction-Id": components["headers"]["X-Transaction-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferReply"];
                };
            };
            400: components["responses"]["TransferRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    transferInternallyByWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferInternallyByWallet"];
            };
        };
        responses: {
            /** @description Accepted; what becomes of it is seen in its unified transaction */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    "X-Transaction-Id": components["headers"]["X-Transaction-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferReply"];
                };
            };
            400: components["responses"]["TransferRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                asset?: components["schemas"]["FilterValue"];
                confirmed_at?: string;
                created_at?: string;
                expired_at?: string;
                /**
                 * @description `field:value` or `field:operator:value`; operators eq, ne, gt, gte, lt, lte, in, like. Repeated filters are combined with AND.
                 * @example [
                 *       "status:in:queued,processing"
                 *     ]
                 */
                "filter[]"?: components["schemas"]["FilterList"];
                limit?: components["schemas"]["PageLimit"];
                network_symbol?: components["schemas"]["FilterValue"];
                page?: components["schemas"]["PageNumber"];
                reference_id?: components["schemas"]["FilterValue"];
                /**
                 * @description `field:asc` or `field:desc`; repeated sorts apply in order.
                 * @example [
                 *       "created_at:desc"
                 *     ]
                 */
                "sort[]"?: components["schemas"]["SortList"];
                status?: components["schemas"]["PayoutStatus"];
                to_address?: components["schemas"]["FilterValue"];
                tx_id?: components["schemas"]["FilterValue"];
                vault_id?: components["schemas"]["FilterValue"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payouts */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayout"];
            };
        };
        responses: {
            /** @description Accepted; the payout is queued */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutReply"];
                };
            };
            /** @description The request is malformed, the amount is no amount of this asset, the network is not enabled or the balance is too small */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            409: components["responses"]["DuplicateReference"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Payout id
                 * @example 0197a3c3-0a44-7f2e-b6d1-9c8b7a695847
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payout */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PayoutNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    rejectPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Payout id
                 * @example 0197a3c3-0a44-7f2e-b6d1-9c8b7a695847
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RejectPayout"];
            };
        };
        responses: {
            /** @description The payout, rejected */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedPayoutReply"];
                };
            };
            /** @description The id or the body is malformed, or the payout is not queued (any more) */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PayoutNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listPendingPayouts: {
        parameters: {
            query: {
                limit?: components["schemas"]["PageLimit"];
                page?: components["schemas"]["PageNumber"];
                /**
                 * @description Source vault
                 * @example 0197a001-77aa-7b02-9c03-1d2e3f405162
                 */
                vault_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payouts */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    createPayoutByUsd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayoutByUsd"];
            };
        };
        responses: {
            /** @description Accepted; the payout is queued */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutReply"];
                };
            };
            /** @description The request is malformed, the amount is no amount of this asset, the network is not enabled or the balance is too small */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            409: components["responses"]["DuplicateReference"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    transferFromVault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferFromVault"];
            };
        };
        responses: {
            /** @description Accepted; what becomes of it is seen in its unified transaction */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    "X-Transaction-Id": components["headers"]["X-Transaction-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferReply"];
                };
            };
            400: components["responses"]["TransferRefused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listUdas: {
        parameters: {
            query?: {
                /** @description Destination asset symbol, in any case; requires network_id */
                asset_symbol?: string;
                limit?: components["schemas"]["WindowLimit"];
                /** @description Destination network id */
                network_id?: string;
                offset?: components["schemas"]["WindowOffset"];
                /** @description Exact owner */
                owner?: string;
                status?: components["schemas"]["UdaStatus"];
                /** @description Destination address, in any case; requires network_id */
                to_address?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of universal deposit addresses */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UdaListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    createUda: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUda"];
            };
        };
        responses: {
            /** @description The owner has one already; this is it */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UdaReply"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UdaReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getUda: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UDA id
                 * @example 0197a100-3d52-7a01-8c44-5f6071829304
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The universal deposit address */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UdaDetailsReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["UdaNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    replaceUda: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UDA id
                 * @example 0197a100-3d52-7a01-8c44-5f6071829304
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUda"];
            };
        };
        responses: {
            /** @description The record after the change */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UdaDetailsReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["UdaNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    retireUda: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UDA id
                 * @example 0197a100-3d52-7a01-8c44-5f6071829304
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Retired */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetireUdaReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["UdaNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    updateUda: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UDA id
                 * @example 0197a100-3d52-7a01-8c44-5f6071829304
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUda"];
            };
        };
        responses: {
            /** @description The record after the change */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UdaDetailsReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["UdaNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listUdaSettlements: {
        parameters: {
            query?: {
                limit?: components["schemas"]["WindowLimit"];
                offset?: components["schemas"]["WindowOffset"];
            };
            header?: never;
            path: {
                /**
                 * @description UDA id
                 * @example 0197a100-3d52-7a01-8c44-5f6071829304
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of settlements */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementListReply"];
                };
            };
            400: components["responses"]["InvalidPathOrQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["UdaNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getQuote: {
        parameters: {
            query: {
                /**
                 * @description Integer in the smallest unit of the source token
                 * @example 100000000
                 */
                amount: string;
                /** @description Source signer address; needed for an executable quote */
                from_address?: components["schemas"]["EvmAddress"];
                /**
                 * @description EIP-155 chain id of the source
                 * @example 1
                 */
                from_chain_id: components["schemas"]["ChainId"];
                /**
                 * @description Source token contract; the zero address (or `native`) for the native coin
                 * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
                 */
                from_token: components["schemas"]["TokenInput"];
                /** @description Recipient; the provider takes from_address when absent */
                to_address?: components["schemas"]["EvmAddress"];
                /**
                 * @description EIP-155 chain id of the destination
                 * @example 56
                 */
                to_chain_id: components["schemas"]["ChainId"];
                /**
                 * @description Destination token contract
                 * @example 0x55d398326f99059fF775485246999027B3197955
                 */
                to_token: components["schemas"]["TokenInput"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best quote */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            502: components["responses"]["NoProvider"];
        };
    };
    getSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Settlement id
                 * @example 0197a200-6b1c-7d13-a2f0-0a1b2c3d4e5f
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settlement */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SettlementNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listSettlementsByReference: {
        parameters: {
            query: {
                /**
                 * @description Transaction id of the deposit on its chain, in any case
                 * @example 0x2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6
                 */
                reference: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settlements it paid for */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementsByReferenceReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listSupportedAssets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Networks with their native currency and token contracts */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportedAssetsReply"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listVaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All vaults of the tenant */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultListReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listVaultAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Vault id
                 * @example 0197a001-77aa-7b02-9c03-1d2e3f405162
                 */
                vault_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultAddressListReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getVaultAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Network id or network slug
                 * @example ethereum
                 */
                network: components["schemas"]["PathId"];
                /**
                 * @description Vault id
                 * @example 0197a001-77aa-7b02-9c03-1d2e3f405162
                 */
                vault_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultAddressReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            /** @description No such vault, no such network, or the vault has no address there */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listVaultBalances: {
        parameters: {
            query?: {
                /** @description Ticker or contract address */
                asset?: string;
                network_id?: string;
                network_symbol?: string;
                /** @description Only balances above zero */
                non_zero?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Vault id
                 * @example 0197a001-77aa-7b02-9c03-1d2e3f405162
                 */
                vault_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultBalanceListReply"];
                };
            };
            400: components["responses"]["InvalidPathOrQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getVaultTotal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Vault id
                 * @example 0197a001-77aa-7b02-9c03-1d2e3f405162
                 */
                vault_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The total */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VaultTotalReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["VaultNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listWallets: {
        parameters: {
            query?: {
                address?: components["schemas"]["FilterValue"];
                created_at?: string;
                /**
                 * @description `field:value` or `field:operator:value`; operators eq, ne, gt, gte, lt, lte, in, like. Repeated filters are combined with AND.
                 * @example [
                 *       "owner:user_8a7f3c"
                 *     ]
                 */
                "filter[]"?: components["schemas"]["FilterList"];
                id?: components["schemas"]["FilterValue"];
                limit?: components["schemas"]["PageLimit"];
                network_id?: components["schemas"]["FilterValue"];
                network_symbol?: components["schemas"]["FilterValue"];
                owner?: components["schemas"]["FilterValue"];
                page?: components["schemas"]["PageNumber"];
                /**
                 * @description `field:asc` or `field:desc`; repeated sorts apply in order.
                 * @example [
                 *       "created_at:desc"
                 *     ]
                 */
                "sort[]"?: components["schemas"]["SortList"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wallets */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedWalletListReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    createWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe. The same key with an equal body gives the stored answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWallet"];
            };
        };
        responses: {
            /** @description Assigned */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletReply"];
                };
            };
            /** @description The request is malformed, the network is not enabled or the Idempotency-Key belongs to another request */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description No such network, or its pool of addresses is empty */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Error": components["headers"]["X-Sandbox-Error"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Wallet id
                 * @example 0197a050-2c11-7e90-a5b4-c3d2e1f00918
                 */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet with its balances */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletDetailsReply"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    getWalletByAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Address, in any case
                 * @example 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC
                 */
                address: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet with its balances */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletDetailsReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WalletNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    listWalletsByOwner: {
        parameters: {
            query?: {
                address?: components["schemas"]["FilterValue"];
                created_at?: string;
                /**
                 * @description `field:value` or `field:operator:value`; operators eq, ne, gt, gte, lt, lte, in, like. Repeated filters are combined with AND.
                 * @example [
                 *       "network_id:60"
                 *     ]
                 */
                "filter[]"?: components["schemas"]["FilterList"];
                id?: components["schemas"]["FilterValue"];
                limit?: components["schemas"]["PageLimit"];
                network_id?: components["schemas"]["FilterValue"];
                network_symbol?: components["schemas"]["FilterValue"];
                page?: components["schemas"]["PageNumber"];
                /**
                 * @description `field:asc` or `field:desc`; repeated sorts apply in order.
                 * @example [
                 *       "created_at:desc"
                 *     ]
                 */
                "sort[]"?: components["schemas"]["SortList"];
            };
            header?: never;
            path: {
                /**
                 * @description Owner, compared exactly
                 * @example user_8a7f3c
                 */
                owner: components["schemas"]["PathOwner"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wallets */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Sandbox-Provenance": components["headers"]["X-Sandbox-Provenance"];
                    "X-Sandbox-Warning": components["headers"]["X-Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletListReply"];
                };
            };
            400: components["responses"]["InvalidPathOrQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
        };
    };
    onAddressAssigned: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressAssignedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onBalanceUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BalanceUpdatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onDepositConfirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositConfirmedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onDepositNew: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositNewEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onTransactionBroadcasted: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionBroadcastedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onTransactionConfirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionConfirmedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onTransactionFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionFailedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onSettlementCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettlementCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onSettlementCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettlementCreatedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
    onSettlementFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique event idempotency key; the envelope's id */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Lower-case hex of HMAC-SHA256(secret, webhook-timestamp + '.' + raw body) */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /** @description Unix time in seconds at which this attempt was sent */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettlementFailedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
        };
    };
}
