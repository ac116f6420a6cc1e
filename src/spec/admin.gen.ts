// Types of spec/admin.yaml: written by `npm run generate`, never by hand.
export interface paths {
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make several calls of this API in one request
         * @description The calls are made one after the other, each as if it had been sent alone: with a frozen clock the next one begins when the work that
         *     the last one caused is done. The first refusal ends the batch. Its status and message are the answer, which names the call, and
         *     `details` holds the number of the call (from 0) and the answers before it; what those did stays done. The request log and recordings
         *     show each call. Streams, files, the export of the world, waiting for an event, scenarios and batches are not possible.
         */
        post: operations["runBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream what changes as server-sent events
         * @description Messages say what to fetch again, not what it is now. `hello` comes first: `{version, world, revision, clock}`. `change` is
         *     `{revision, clock, topics, ids?}`: at most ten a second, which merge what happened meanwhile. `ids` names, by topic, the records
         *     that are new or came into another state, and new events; a topic with more than 50 of them, or whose records are not followed, has
         *     none there. `restart` is `{why, world, revision, clock, snapshot}` after a reset or restore: nothing that was fetched before holds.
         *     `world` counts the timelines of the process. Nothing is sent twice: a client that reconnects fetches all again, unless `world` and
         *     `revision` of `hello` are the last that it saw. Comments and limits are those of `GET /events/stream`, with which it shares the 100
         *     streams.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers that have no unified transaction
         * @description Sweeps of settled amounts to providers, newest first, and after them delegations of deposit addresses, which keep no time and which a
         *     time range leaves out; oldest first, the other way round. A page looks at 10,000 rows of each at most; the list has ended when the
         *     cursor of its order is null.
         */
        get: operations["listClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the time and the work that is due next */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock
         * @description All work that becomes due on the way is done in order, each job at its own time. What webhook handlers ask of the sandbox before they answer is done meanwhile, except other time travels, snapshots, exports and new tenants. Give exactly one of `by`, `to` and `next`; at most ten years. `next` stops early when nothing more is planned.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the clock */
        post: operations["freezeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the clock run from its current time */
        post: operations["resumeClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the contract report
         * @description What the client called since the start or the last DELETE, what it did wrong, what it has never met, and what could not be judged and
         *     why. Calls of the sandbox's own clients (the header `X-Sandbox-Client`) and of `/admin` are not counted. It belongs to the process: a
         *     reset, a restore and an import leave it.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        /** Begin the contract report anew */
        delete: operations["resetContract"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract/ambiguity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which readings hold
         * @description Without `tenant_id`, what holds for every tenant without a choice of its own.
         */
        get: operations["getAmbiguity"];
        /**
         * Read the specification otherwise
         * @description Members are names of readings (`GET /admin/contract/readings`), with one of their values or null for the default; what is not named stays.
         *     Without `tenant_id` it is set for all tenants, and a choice of a single tenant comes before it. Readings belong to the process: a reset, a
         *     restore and an import leave them, and no snapshot or export holds them. Webhooks that are already written stay as they are.
         */
        put: operations["setAmbiguity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how the specification can be read where it leaves something open
         * @description Each reading with its values, the default first. `met` counts the answers and webhooks that really carried a value.
         */
        get: operations["listReadings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract/reads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note what the client read of answers and webhooks
         * @description What cannot be seen over HTTP: `trackReads` of the test library tells it, and the contract report shows it as `touched`. Each entry names
         *     an operation or a type of webhook, and JSON pointers into its bodies, in which `*` stands for any entry of a list. Without `tenant_id` it
         *     holds for every tenant. 20,000 pointers are kept, and `dropped` counts those that found no room.
         */
        post: operations["noteReads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract/receiver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grade a webhook receiver
         * @description Sends thirty genuine, forged, old, repeated and odd webhooks to `url`, from this sandbox, and judges the answers; see
         *     [guides/webhooks.md](guides/webhooks.md). It takes seconds, at most two minutes, and one battery runs at a time. With `tenant_id` the
         *     webhooks are events of that tenant under new ids, else recorded ones. `probe_url` is read by GET before and after: it shows what your
         *     app believes, such as its credits. `judged` is false when the first genuine webhook was not taken. Nothing in this sandbox changes.
         */
        post: operations["gradeReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the contract report as a file
         * @description Without the envelope of other answers. It holds no bodies and no secrets. `pact` is a Pact V4 file of what was called with a 2xx answer and
         *     of the webhooks that were delivered, made of the examples of the document: documented members only, with `type` matchers, of these the
         *     `touched` ones where they were recorded, each interaction `pending`. It needs `consumer`.
         */
        get: operations["getContractReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract/strict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what strict mode leaves out
         * @description Without `tenant_id`, what holds for every tenant without a setting of its own. `left_out` counts since the start or the last reset of the report.
         */
        get: operations["getStrictMode"];
        /**
         * Leave out what the specification does not show
         * @description Members of answers and webhooks are left out, and operations answer 501, with the decision behind them in `X-Sandbox-Error`. `level`
         *     takes all that is `invented`, or `inferred` as well; `without` names single ones by their JSON pointers into `/openapi.json`, such as
         *     `/components/schemas/Vault/properties/label` or `/paths/~1uda~1{id}/put`. With neither, the level is `invented`. What holds a whole
         *     answer, and ids that calls need, stays. Without `tenant_id` it is set for all, and settings of single tenants end. It belongs to the
         *     process: a reset, a restore and an import leave it. Webhooks that are already written stay as they are.
         */
        put: operations["setStrictMode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries with their attempts in either order
         * @description As for events. Those of one event or record, open and dead ones are found however many others there are.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one delivery, and whether each of its attempts verifies */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description With the same `webhook-id` and body and a new timestamp. A dead or delivered one starts the retry schedule again; one that is due
         *     makes its next attempt now.
         */
        post: operations["redeliverDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all matching deliveries again
         * @description Dead and delivered ones of active endpoints, oldest first. `from` and `to` are times of their events, `to` is exclusive. Each one
         *     starts the retry schedule again.
         */
        post: operations["redeliverDeliveries"];
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
         * List deposits of all tenants, including orphaned ones, newest first
         * @description A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
         */
        get: operations["listDeposits"];
        put?: never;
        /**
         * Pay an address of a tenant from an external account
         * @description A real transfer from a funded payer. Give exactly one of `owner` and `to_address`. `owner` selects the wallet or the universal
         *     deposit address of the owner on the network, within `tenant_id` (default: the default tenant). If there are several, the response is
         *     400 with the candidates in `details`.
         *
         *     With `legs` one transaction holds several transfers, in their order, all or none: then amounts and recipients stand in the legs, and
         *     `asset` is that of the legs which name none. Multicall3 makes them. Tokens come from the payer, who approves exactly their sum in a
         *     transaction before; native coin comes from the address of Multicall3, as from any contract.
         */
        post: operations["createDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events in either order
         * @description `sequence` is the cursor, so paging misses no event. With `order=newest` a page looks at 4,000 events at most, so it can hold fewer than
         *     `limit`; the oldest are reached when `next_before` is null.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one event with its exact body and its deliveries */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events as server-sent events
         * @description Each message is one event: its `id` is the sequence, and its `data` is the event as in `GET /events`. The stream begins with the
         *     existing events after `after` (default: all of them) and continues with new ones. A client that reconnects sends `Last-Event-ID`,
         *     which takes precedence over `after`: it misses no event and gets none twice. A comment is sent every 15 seconds of real time. After
         *     a reset or restore, a message of the type `restart` contains `{why, sequence}`, and the stream continues with the events of the
         *     restored world. A client that reads nothing for a minute is disconnected. At most 100 streams can be open.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for the first matching event
         * @description Without `after`, past events match too. The time-out is real time.
         */
        get: operations["waitForEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole world as one JSON file
         * @description `start --import FILE` opens it: the complete response, or only its `data`. It contains the seed (and so every key of this world),
         *     the signing secrets of webhook endpoints and the bodies of pending webhooks.
         */
        get: operations["exportWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faucet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give coins or tokens to any address
         * @description A real transfer or mint. Answers after what it causes is visible (manual mining, once it is in the pool). `asset` also
         *     takes the address of a token that is on the network and that the service does not know (USDC.e, DAI, wrapped coins;
         *     docs/networks.md): sent to a wallet it makes no deposit.
         */
        post: operations["useFaucet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the faults with their hits */
        get: operations["listFaults"];
        put?: never;
        /**
         * Let something go wrong
         * @description Faults are counted, never random. The first `after` matching calls succeed, then `times` of them fail (`null`: all that follow).
         */
        post: operations["createFault"];
        /** Take all faults away */
        delete: operations["deleteFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take one fault away */
        delete: operations["deleteFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the gates with their conditions and effects */
        get: operations["getFaultCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gas-stations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the gas stations of all tenants, newest first
         * @description `amount` is the native coin that the books have. `q` is the start of an id or an address. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
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
    "/invariants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the invariants now
         * @description All invariants are checked from scratch, after all work that is due is done. A violation is a bug of the sandbox, or the data was
         *     changed from outside. The log names the records that do not agree, `/healthz` answers 503 until the violation is repaired, and `GET
         *     /status` lists it. `exemptions` are differences with a known reason, such as a forced reorg below confirmed records.
         */
        get: operations["getInvariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show in one answer what an app's books have to agree with
         * @description All deposits and settlements of the owners, in every state, and what is newer than `after`: payouts and dead deliveries of the tenant.
         *     `cursors` is what to send as `after` the next time. At most 1,000 records of each kind; `cut` names the kinds of which there are more.
         */
        post: operations["judgeOwners"];
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
        /** List the networks with head, mining mode and number of confirmations */
        get: operations["listNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/base-fee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the base fee from the next block on, and whether it moves with the load
         * @description `fixed` (default): every block has the fee that was set. `dynamic`: it follows the load by the rule of EIP-1559, up to an eighth more
         *     after a block that used more than half of its gas limit, less after any other, never below the network's initial fee; `gwei` then
         *     sets the fee of the next block, from which it moves on. A reorg keeps the fees of the blocks that it replaces.
         *
         *     Transactions with a lower fee wait in the pool until it falls. Fee estimates of the RPC server and of the platform follow at once.
         *     Unless the mining mode is `manual`, a block is mined, so that the head shows the new fee.
         */
        put: operations["setBaseFee"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blocks of a network with their records, newest first
         * @description Blocks that a reorg removed stay in the list: they follow the canonical block of their number, the latest removal first. The list
         *     ends with block 1. `records` are those of the first 20 transactions of a block, and of 200 in a page; `more_records` says that there
         *     may be others.
         */
        get: operations["listBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the number of confirmations, including the transfer's own block
         * @description Applies to transfers that are not confirmed yet.
         */
        put: operations["setConfirmations"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/finality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose which blocks the tags `safe` and `finalized` name
         * @description `confirmed` (default): both name the last block with enough confirmations. `real`: the last block that is as old as a block of the
         *     real network usually is when it gets the tag (`docs/networks.md`). Or ages of your own, in virtual time. Only the answers of the
         *     JSON-RPC server change: deposits and payouts are confirmed as before, by the number of confirmations.
         */
        put: operations["setFinality"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/l1-fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose whether receipts of a layer-2 network carry its members about L1
         * @description `off` (default): no such members. `simulated`: receipts of Base have `l1Fee`, `l1GasPrice`, `l1GasUsed`, `l1BaseFeeScalar`,
         *     `l1BlobBaseFee` and `l1BlobBaseFeeScalar`, those of Arbitrum `gasUsedForL1` and `l1BlockNumber` (the block of the sandbox's own
         *     `ethereum` at that time), also those of older transactions. `gwei` is the price of L1 gas that they show, 0 by default.
         *
         *     The members are shown and never charged: balances, ledger and the fee oracles know no L1 fee. With the price 0 a client's sum is what
         *     was paid. With another price `l1Fee` comes on top of what was really paid; `gasUsedForL1` is a part of `gasUsed`, as on Arbitrum.
         */
        put: operations["setL1Fees"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mine blocks now
         * @description The first block takes the transactions of the pool. The response is sent once the effects of the blocks are visible.
         */
        post: operations["mineBlocks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/mining": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose when blocks are mined
         * @description `instant`: each transaction is mined at once; a block that touches records of the sandbox gets its confirmation blocks, and so does
         *     any block while the clock is frozen. While it runs, transactions that wait share the next block that is owed. Switching to this mode mines waiting transactions. `interval`: a block every `block_time` of the
         *     virtual clock while transactions wait, and for `empty_blocks` slots after the mode was set and after each block with transactions; then
         *     none, however far the clock moves. `manual`: only on request.
         *
         *     While the clock runs, a client that waits for confirmations after a receipt gets further blocks: with its polls (`instant`), or one at
         *     the next slot (`interval`). With a frozen clock it gets none: `POST /admin/networks/{network}/mine` or `evm_mine` mines them.
         *     A head whose time is old is no sign of a fault. `docs/rpc.md` has the whole table.
         */
        put: operations["setMining"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/pool": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions that wait for a block of a network
         * @description In the order of arrival; `total` counts all. `purpose` and `records` are those of transactions that the platform sent. `since` is
         *     virtual time; null where nobody knows any more when a client sent it.
         */
        get: operations["listWaitingTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/reorg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reorganise the last blocks
         * @description `keep` mines the transactions of the removed blocks again at once, `drop` discards them, and `delay` puts them back into the pool
         *     for a later block. A reorg that would remove confirmed records is refused unless `force` is set.
         */
        post: operations["reorgNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/tokens/{asset}/blacklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blacklist an account of a token
         * @description Each transfer of the token from or to the address reverts.
         */
        post: operations["blacklistAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/tokens/{asset}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a token
         * @description Until it is unpaused, each transfer of it reverts. If it is already paused, the call is refused.
         */
        post: operations["pauseToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/tokens/{asset}/unblacklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an account from the blacklist of a token
         * @description If the address is not blacklisted, nothing changes.
         */
        post: operations["unblacklistAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/tokens/{asset}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpause a token
         * @description If it is not paused, the call is refused.
         */
        post: operations["unpauseToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{network}/transactions/{hash}/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop a waiting transaction from the pool
         * @description As if every node had dropped it. The platform sends the bytes of its own transactions again within a minute of virtual time. For an
         *     unknown transaction, the response lists those that wait. A transaction that is in a block cannot be dropped.
         */
        post: operations["dropTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payouts of all tenants, newest first
         * @description A payout has no owner; `q` also takes the start of its `reference_id`. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
         */
        get: operations["listPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/price-feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switch the USD members of quotes on or off */
        put: operations["setPriceFeed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rate-limit/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset all rate-limit windows
         * @description Those of all keys, and those of clients without a key, which are counted by address
         */
        post: operations["resetAllRateLimits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The price table */
        get: operations["getRates"];
        /**
         * Set prices
         * @description Tickers that are omitted keep their price.
         */
        put: operations["setRates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show one record of any kind and tenant
         * @description `record` is its row, with times in milliseconds and amounts in base units, `wire` what `/v1` shows of it (null where it shows none: an
         *     orphaned deposit, a claim). `related` lists what belongs to it, of a holder the newest 20.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}/money": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what left, what arrived, fees and gas of a record
         * @description Of a deposit, transaction, payout, settlement or claim with those that its story is about: each side of each transaction, from the books
         *     where the sandbox watches the address and from the record where it does not. What was mined and is not orphaned adds up to zero in each asset.
         *     Records of other kinds move nothing and have no items.
         */
        get: operations["getMoney"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what happened to a record and what is planned
         * @description A deposit, transaction, settlement, payout or claim is shown together with those that its story is about. Oldest first, at virtual times;
         *     what happened at one instant stands in the order of causes. Of more than 1,000 items the newest are shown and `truncated` is true.
         *     Requests are there for as long as the request log holds them. `held_back` are the reasons that hold it back now.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last requests, newest first
         * @description Every finished request of `/v1`, `/admin` and `/rpc` (one row for each call of a batch), with what was answered and why. A ring in memory
         *     for each surface holds the last 1,000 (`start --request-log N`), 16 MiB in all; calls that read this log are left out. It belongs
         *     to the process: a reset, a restore and an import leave it. Keys are shown as their last four characters, secrets not at all.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /** Forget the requests */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a request with headers and bodies
         * @description 404 when it fell out of the log. Of a body 16 KiB are kept. The headers that CORS adds are left out.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the requests as a HAR file
         * @description HAR 1.2 without the envelope of other answers, in the order of arrival. Keys and secrets are hidden as in the list.
         */
        get: operations["exportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset to the initial world
         * @description Same seed and same ids. Time returns to the start. Snapshots are kept. A sandbox that was started with `--import` returns to the imported world.
         */
        post: operations["resetWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/run-until-idle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do all work that is due
         * @description With `advance` the clock also moves to each planned job in turn, until nothing is planned within `limit`. Requests of the service that a fault delays arrive first, if that takes less than ten seconds of real time. A test needs no sleep after this call.
         */
        post: operations["runUntilIdle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the built-in scenarios, and what each one shows */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scenarios/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far the running scenario has come
         * @description The scenario that runs now, step by step while it runs; afterwards the last one that ran. `title` is null before the first. It belongs to
         *     the process. The change stream names the topic `scenarios` with each step.
         */
        get: operations["getScenarioRun"];
        put?: never;
        /**
         * Run a scenario and check its expectations
         * @description Give exactly one of `name` (a built-in scenario) and `scenario` (see `spec/scenario.schema.json`; an invalid one is refused, and
         *     `details` says where). The scenario gets its own tenant and webhook receiver. It shares time, blocks and mining with everything
         *     else: the clock is frozen and moves as the scenario says, and at the end faults, mining and clock mode are restored. Scenarios run
         *     one after the other. The response is 200 even if the scenario fails: see `outcome`. A scenario about an app (`options.app`, and steps
         *     that act on it) starts programs and is refused here: `cpsandbox run FILE` plays it in a sandbox of its own.
         */
        post: operations["runScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what has this id or begins with this text
         * @description What has exactly this id or number comes alone. Otherwise records of every kind by the start of an id (eight characters or more), a hash
         *     or an address (four or more), an owner, a label or a reference; tenants by name; events, blocks and requests by the start of their id or
         *     hash. `path` is the call, or the page of the explorer, that shows it.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settlements of all tenants, newest first
         * @description Network, amount, address and hash are those of the source. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
         */
        get: operations["listSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed settlement
         * @description Its error and its number of attempts are cleared, and every provider is asked again. The run ends with its own terminal event. Over
         *     all runs, the destination is paid at most once. Returns the settlement at the start of the run.
         */
        post: operations["retrySettlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signature/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name the mistake in a signature check
         * @description Send what your receiver got and, optionally, the signature that it computed. This call changes nothing. Without `secret` the secrets
         *     of the endpoints are tried, first those that got this event. The age is measured at `received_at`, or now.
         */
        post: operations["explainSignature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots
         * @description Oldest first. Snapshots belong to the sandbox, so restoring one does not delete the others.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Create a snapshot of the whole world
         * @description Contains the database, all chains, clock, deliveries, faults and random state. It is taken once running delivery attempts have ended. At most 100 snapshots and 1 GiB are stored.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a snapshot */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the world of a snapshot as one JSON file
         * @description As `GET /export`, of the world as it was when the snapshot was taken; the present world stays as it is.
         */
        get: operations["exportSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a snapshot
         * @description A snapshot can be restored any number of times. Time goes back, and ids repeat. WebSockets of `/rpc` are closed, event streams get a
         *     message, and running requests to the previous world get 503.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/solvers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of the providers that pay at destinations, with their balances
         * @description The balances are read from the chains. `internal` has no account: its settlements are paid from the deposit address.
         */
        get: operations["listSolvers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/solvers/{provider}/refill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a solver stock
         * @description Real transfers and mints to the solver's address. Without `network`, on every network; without `asset`, of every asset. Without
         *     `amount`, a balance is raised to its value at block 0; a balance that is not lower gets nothing. The response is sent once the
         *     effects are visible (with manual mining, once the transactions are in the pool).
         */
        post: operations["refillSolver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the status of the sandbox */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tenants */
        get: operations["listTenants"];
        put?: never;
        /**
         * Create a tenant with key, vault, gas stations and wallet pools
         * @description Use one tenant per test suite to isolate it. The key is shown once.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a tenant with its money, pools, endpoints and keys
         * @description Without secrets. `window` is the rate limit of this minute: `remaining` of the key that has used most of it. Balances are human
         *     decimals: `books` are confirmed, of which `held` is reserved, `on_chain` is the present balance of the address.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Delete a tenant
         * @description Its keys and webhook endpoints are deleted too. Its balances stay on the chains.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        /**
         * Change name, tier or rate limit of a tenant
         * @description Members that are omitted keep their value; another `tier` comes with its own rate limit unless `rate_limit` is given. It holds from the next request on.
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/tenants/{tenant_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys, without the keys themselves */
        get: operations["listTenantKeys"];
        put?: never;
        /** Issue another API key */
        post: operations["createTenantKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key, from the next request on */
        delete: operations["deleteTenantKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}/rate-limit/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reset the tenant's rate-limit window */
        post: operations["resetRateLimit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}/wallet-pool": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set how many wallets can still be assigned on a network */
        put: operations["setWalletPool"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhook endpoints, without their secrets */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /** Register a webhook endpoint */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook endpoint and end its pending retries */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Members that are omitted keep their value. Deactivating an endpoint ends its pending retries. Activating it clears `switched_off`.
         *     Deliveries that were skipped in the meantime are dead; send them with `POST /admin/deliveries/redeliver`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/tenants/{tenant_id}/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret of a webhook endpoint
         * @description From now on the new secret is used to sign. During the overlap (virtual time) a receiver should accept both. With `sign_with_both`,
         *     the header contains both signatures during the overlap, separated by a space, the new one first.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant_id}/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook endpoint a test event
         * @description Sent to this endpoint only, signed and retried like any other event. The body is valid for its type, with placeholder values: every
         *     id in its payload is `00000000-0000-7000-8000-000000000000`, hashes and amounts are zero. The event is not in the list of events.
         */
        post: operations["testWebhookEndpoint"];
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
         * List the unified transactions of all tenants, newest first
         * @description `created_at` of a deposit is the time of its block. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
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
    "/udas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the universal deposit addresses of all tenants, newest first
         * @description `network` and `symbol` are those of the destination, `address` is the deposit address. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
         */
        get: operations["listUdas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the vaults of all tenants, newest first
         * @description `q` is the start of an id or a label. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
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
    "/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the wallets of all tenants, newest first
         * @description A wallet has no state: it is assigned for good. A page looks at 10,000 rows at most, so it can hold fewer than `limit`; the list has ended when `next_before` is null.
         */
        get: operations["listWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description EVM address; if it is mixed-case, with a valid checksum */
        Address: string;
        AdvanceReply: {
            data: {
                from: components["schemas"]["Time"];
                /** @description The work that was done on the way, in order */
                ran: components["schemas"]["Due"][];
                summary: components["schemas"]["TravelSummary"];
                to: components["schemas"]["Time"];
            };
            message: string;
            /** @constant */
            success: true;
        };
        Ambiguity: {
            /** @description null: for all */
            tenant_id: string | null;
        } & {
            [key: string]: string | null;
        };
        AmbiguityReply: {
            data: components["schemas"]["Ambiguity"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @description Decimal string, such as `25.5` */
        Amount: string;
        AnyRecord: {
            /** @description Of a settlement: the providers that were asked for a route and those that were not, in the order of asking; null for all others */
            asked: components["schemas"]["ProviderAnswer"][] | null;
            id: string;
            kind: components["schemas"]["RecordKind"];
            machine: components["schemas"]["StateMachine"] | null;
            /** @description The row behind it */
            record: {
                [key: string]: unknown;
            };
            related: {
                id: string;
                kind: components["schemas"]["RecordKind"];
                /**
                 * @description What it is to the record
                 * @enum {string}
                 */
                relation: "transaction" | "deposit" | "settlement" | "claim" | "payout" | "uda" | "wallet" | "vault" | "refill";
                state: string | null;
            }[];
            state: string | null;
            tenant_id: string;
            /** @description The record as the service answers it */
            wire: {
                [key: string]: unknown;
            } | null;
        };
        AnyRecordReply: {
            data: components["schemas"]["AnyRecord"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @description Ticker, contract address, or `native` */
        AssetName: string;
        /** @description What a receiver finds that checks the signature when the attempt is made */
        AttemptVerification: {
            ok: boolean;
            /** @enum {string|null} */
            reason: "not-sent" | "missing-header" | "malformed-timestamp" | "signature-mismatch" | "timestamp-too-old" | "timestamp-too-new" | "body-cut-off" | null;
            /**
             * @description The secret of the endpoint that signed it; none for a wrong secret, and for one before the last two
             * @enum {string}
             */
            signed_by: "current" | "previous" | "none";
        };
        /** @enum {string} */
        BaseFeeMode: "fixed" | "dynamic";
        BatchReply: {
            data: {
                results: {
                    /** @description `data` of the answer */
                    data: unknown;
                    status: number;
                }[];
            };
            message: string;
            /** @constant */
            success: true;
        };
        Block: {
            base_fee_gwei: string;
            hash: string;
            /** @description Not all transactions of the block were looked into */
            more_records: boolean;
            number: number;
            parent_hash: string;
            records: components["schemas"]["BlockRecord"][];
            /** @enum {string} */
            state: "canonical" | "orphaned";
            /** Format: date-time */
            time: string;
            /** @description How many it holds */
            transactions: number;
        };
        BlockListReply: {
            data: {
                items: components["schemas"]["Block"][];
                next_before: string | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @description A record that a transaction is about, in its present state: after a reorg it may be in another block */
        BlockRecord: {
            id: string;
            kind: components["schemas"]["RecordKind"];
            state: string | null;
            title: string;
            tx_id: string;
        };
        BookedBalance: {
            address: string;
            books: string;
            held: string;
            network: string;
            on_chain: string;
            symbol: string;
        };
        Breach: {
            /** @description The records that do not agree */
            breach: string;
            id: string;
        };
        /** @description The event that a delivery carries */
        CarriedEvent: {
            resource_id: string;
            sequence: number;
            tenant_id: string;
            time: components["schemas"]["Time"];
            type: components["schemas"]["DeliveredType"];
        };
        Claim: {
            /** @description The sum of its payments; null for a delegation */
            amount: string | null;
            /** @description Contract address; native coin = zero address */
            asset: string | null;
            /** @description Null for a delegation */
            created_at: components["schemas"]["TimeOrNull"];
            error: string;
            id: string;
            /** @enum {string} */
            kind: "sweep" | "delegation" | "revocation";
            network: string;
            owner: string | null;
            payments: {
                amount: string;
                raw: string;
                to_address: string;
            }[];
            raw: string | null;
            settlement_id: string | null;
            /** @enum {string} */
            state: "pending" | "sent" | "confirmed" | "failed";
            symbol: string | null;
            tenant_id: string;
            /** @description Failed tries */
            tries: number;
            tx_id: string;
            uda_id: string;
        };
        ClaimListReply: {
            data: {
                items: components["schemas"]["Claim"][];
                /** @description With `order=oldest`, the cursor for the next page; null after the last one */
                next_after: string | null;
                /** @description The cursor for the next page; null after the last one, and with `order=oldest` */
                next_before: string | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        Clock: {
            /** @enum {string} */
            mode: "running" | "frozen";
            next_due: components["schemas"]["Due"][];
            now: components["schemas"]["Time"];
            /** @description How far virtual time is ahead of real time. For a frozen clock: the value when it was stopped (0 if it never ran) plus every move since */
            offset_ms: number;
        };
        ClockReply: {
            data: components["schemas"]["Clock"];
            message: string;
            /** @constant */
            success: true;
        };
        ContractByProvenance: {
            inferred: string[];
            invented: string[];
        };
        ContractFinding: {
            count: number;
            decision: string | null;
            evidence: string;
            first: components["schemas"]["ContractPlace"];
            /** @description Rule, operation and pointer: equal from run to run */
            id: string;
            last: components["schemas"]["ContractPlace"];
            /** @enum {string} */
            level: "error" | "warning" | "note";
            operation_id: string | null;
            pointer: string | null;
            rule: string;
            /** @description null: without a valid key */
            tenant_id: string | null;
            title: string;
            what_to_do: string;
        };
        ContractOperation: {
            calls: number;
            members: {
                /** @enum {string} */
                in: "query" | "header" | "body";
                name: string;
                provenance: components["schemas"]["ProvenanceOrNull"];
                sent: number;
            }[];
            method: string;
            never: {
                members: string[];
                statuses: number[];
            };
            operation_id: string;
            path: string;
            provenance: components["schemas"]["Provenance"];
            statuses: {
                calls: number;
                /** @description Of these, how many a fault made */
                injected: number;
                provenance: components["schemas"]["ProvenanceOrNull"];
                /** @description null: the connection was closed */
                status: number | null;
            }[];
            /** @description Members of answers that the client read, where that was recorded */
            touched: string[] | null;
        };
        ContractPlace: {
            /**
             * Format: date-time
             * @description Wall time
             */
            at: string;
            /**
             * Format: date-time
             * @description Virtual time
             */
            clock: string | null;
            delivery_id?: number;
            request_id?: string;
        };
        ContractReport: {
            events: {
                /** @description Events */
                announced: number;
                /** @description Attempts with a 2xx */
                delivered: number;
                /** @description Attempts that met a fault */
                faulted: number;
                /** @description Attempts with another answer or none */
                refused: number;
                /** @description Members of these webhooks that the client read, where that was recorded */
                touched: string[] | null;
                type: string;
            }[];
            findings: components["schemas"]["ContractFinding"][];
            /** @description How many found no room among the 500 that are kept */
            findings_dropped: number;
            never_called: string[];
            never_delivered: string[];
            not_judged: {
                rule: string;
                why: string;
            }[];
            operations: components["schemas"]["ContractOperation"][];
            /** @description Those that are not the default */
            readings: {
                [key: string]: string;
            };
            reliance: {
                operations: components["schemas"]["ContractByProvenance"];
                parameters: components["schemas"]["ContractByProvenance"];
            };
            requests: number;
            /**
             * Format: date-time
             * @description Wall time
             */
            since: string;
            /** @description Since the start and of all tenants, also where the report was begun anew: what contract run judges a run by */
            since_start: {
                /** @description How many answers and webhooks carried a value that is not the default, by name=value */
                met: {
                    [key: string]: number;
                };
                requests: number;
                /** @description Attempts with a 2xx */
                webhooks: number;
            };
            /** @description What strict mode leaves out */
            strict: Record<string, never> | null;
        };
        ContractReportReply: {
            data: components["schemas"]["ContractReport"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @description How much is open or went wrong, of all tenants */
        Counts: {
            deliveries_dead: number;
            /** @description Webhook deliveries that wait for an attempt, or whose attempt is under way */
            deliveries_due: number;
            /** @description Not confirmed yet */
            deposits_seen: number;
            /** @description In the contract report */
            findings: number;
            /** @description Queued or processing */
            payouts_open: number;
            /** @description In the request log */
            requests: number;
            /** @description Created, routing or retrying */
            settlements_open: number;
        };
        DeadDelivery: {
            attempts: number;
            endpoint_id: string;
            event_id: string;
            id: number;
            reason: string;
            resource_id: string;
            type: components["schemas"]["EventType"];
        };
        /**
         * @description A type of the service, or `notice.added_later`, which the reading `open_values=new` adds
         * @enum {string}
         */
        DeliveredType: "deposit.new" | "deposit.confirmed" | "address.assigned" | "transaction.broadcasted" | "transaction.confirmed" | "transaction.failed" | "balance.updated" | "uda.settlement.created" | "uda.settlement.completed" | "uda.settlement.failed" | "notice.added_later";
        Delivery: {
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description The body of its requests, byte for byte; null until the event is announced */
            body: string | null;
            endpoint_id: string;
            event: components["schemas"]["CarriedEvent"];
            event_id: string;
            /**
             * @description The fault that delays its next attempt
             * @enum {string|null}
             */
            held_by: "delay" | "reorder" | null;
            /** @description The cursor */
            id: number;
            next_attempt_at: components["schemas"]["TimeOrNull"];
            /** @description Why it is dead */
            reason: string | null;
            /** @description The record that the event is about */
            resource_id: string;
            state: components["schemas"]["DeliveryState"];
            tenant_id: string;
            type: components["schemas"]["DeliveredType"];
            url: string;
        };
        DeliveryAttempt: {
            at: components["schemas"]["Time"];
            duration_ms: number | null;
            error: string;
            /** @description The effect of the gate `webhook.delivery` that was applied to it */
            fault: string | null;
            /** @description The fault with this effect, also once it is deleted; null for what a reading of the specification did */
            fault_id: string | null;
            headers: {
                [key: string]: string;
            };
            number: number;
            /** @description The first kilobyte of the receiver's response */
            response: string;
            status: number | null;
            /** @description Only of a delivery that is asked for alone */
            verification?: components["schemas"]["AttemptVerification"];
        };
        DeliveryListReply: {
            data: {
                items: components["schemas"]["Delivery"][];
                /** @description The cursor for the next page */
                next_after: number;
                /** @description With `order=newest`, the cursor for the next page; null after the last one */
                next_before: number | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        DeliveryReply: {
            data: components["schemas"]["Delivery"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @enum {string} */
        DeliveryState: "due" | "sending" | "delivered" | "dead";
        Deposit: {
            amount: string;
            /** @description Contract address; native coin = zero address */
            asset: string;
            block_hash: string;
            block_number: number;
            block_time: components["schemas"]["Time"];
            /** @description The record as the service answers it; null while it is orphaned, since the service then has none */
            body: {
                [key: string]: unknown;
            } | null;
            confirmed_at: components["schemas"]["TimeOrNull"];
            created_at: components["schemas"]["Time"];
            from_address: string;
            id: string;
            /** @enum {string} */
            kind: "deposit";
            network: string;
            /** @description Its position within the transaction */
            ordinal: number;
            owner: string;
            raw: string;
            /** @description The `resource_id` of the events about it: its id */
            resource_id: string;
            state: components["schemas"]["DepositState"];
            symbol: string;
            tenant_id: string;
            to_address: string;
            to_category: string;
            /** @description The id of its unified transaction */
            transaction_id: string;
            tx_id: string;
            type: components["schemas"]["DepositType"];
            uda_id: string | null;
            updated_at: components["schemas"]["Time"];
        };
        DepositListReply: {
            data: {
                items: components["schemas"]["Deposit"][];
                /** @description With `order=oldest`, the cursor for the next page; null after the last one */
                next_after: string | null;
                /** @description The cursor for the next page; null after the last one, and with `order=oldest` */
                next_before: string | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @enum {string} */
        DepositState: "seen" | "confirmed" | "orphaned";
        /** @enum {string} */
        DepositType: "native" | "token";
        /** @description Deactivated after this number of dead deliveries in a row; 0 (the default): never */
        DisableAfter: number;
        DoneReply: {
            data: null;
            message: string;
            /** @constant */
            success: true;
        };
        DroppedTransactionReply: {
            data: {
                from: string;
                hash: string;
                network: string;
                nonce: number;
                /** @description Its purpose for the platform; null: it does not belong to the platform */
                purpose: string | null;
                /** @description When the platform sends the same bytes again; null: the sender has to send it again */
                sent_again_at: components["schemas"]["TimeOrNull"];
            };
            message: string;
            /** @constant */
            success: true;
        };
        Due: {
            at: components["schemas"]["Time"];
            ref: string;
            /** @description The same in words */
            title: string;
            /** @description The job, `block`, or `event` with its type */
            what: string;
        };
        Duration: string | number;
        Endpoint: {
            active: boolean;
            created_at: components["schemas"]["Time"];
            disable_after: components["schemas"]["DisableAfter"];
            event_types: string[];
            heed_gone: components["schemas"]["HeedGone"];
            heed_retry_after: components["schemas"]["HeedRetryAfter"];
            id: string;
            previous_secret_until: components["schemas"]["TimeOrNull"];
            /** @description Why its policy deactivated it; null if it did not */
            switched_off: string | null;
            tenant_id: string;
            url: string;
        };
        EndpointListReply: {
            data: {
                items: components["schemas"]["Endpoint"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        EndpointReply: {
            data: components["schemas"]["Endpoint"];
            message: string;
            /** @constant */
            success: true;
        };
        EndpointUrl: string;
        /**
         * @example {
         *       "success": false,
         *       "code": 400,
         *       "error": "Invalid request: there is no network \"bas\": use one of details.known",
         *       "details": {
         *         "known": [
         *           "ethereum",
         *           "base"
         *         ]
         *       }
         *     }
         */
        ErrorReply: {
            /** @description The HTTP status */
            code: number;
            /** @description The valid names, or the candidates */
            details?: unknown;
            /** @description What is wrong and what to do next */
            error: string;
            /** @constant */
            success: false;
        };
        Event: {
            about?: components["schemas"]["EventAmount"];
            /** @description Only in a list that asks for them; none where nobody listens */
            deliveries?: components["schemas"]["EventDelivery"][];
            /** @description The `webhook-id` of its deliveries */
            id: string;
            payload: {
                [key: string]: unknown;
            };
            resource_id: string;
            sequence: number;
            tenant_id: string;
            /** @description As in the envelope */
            time: string;
            type: components["schemas"]["EventType"];
        };
        /** @description How much the record is about, of a settlement its source; null where it has no amount. Only in a list that asks for `deliveries` */
        EventAmount: {
            amount: string;
            symbol: string;
        } | null;
        EventDelivery: {
            /** @description How many were made */
            attempts: number;
            endpoint_id: string;
            id: number;
            state: components["schemas"]["DeliveryState"];
        };
        EventListReply: {
            data: {
                items: components["schemas"]["Event"][];
                /** @description The cursor for the next page */
                next_after: number;
                /** @description With `order=newest`, the cursor for the next page; null after the last one */
                next_before: number | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        EventReply: {
            data: components["schemas"]["Event"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @enum {string} */
        EventType: "deposit.new" | "deposit.confirmed" | "address.assigned" | "transaction.broadcasted" | "transaction.confirmed" | "transaction.failed" | "balance.updated" | "uda.settlement.created" | "uda.settlement.completed" | "uda.settlement.failed";
        Exemption: {
            id: string;
            reason: string;
            what: string;
        };
        Explanation: {
            explanation: string;
            /** @description The effect of the gate `webhook.delivery` that was applied to this attempt */
            fault: string | null;
            /** @description The mistake, `several`, or null if none was found */
            mistake: string | null;
            mistakes: components["schemas"]["SignatureMistake"][];
            /** @description The endpoint whose secret signed the received webhook */
            signed_by: {
                endpoint_id: string;
                /** @description Signed with the secret before the last rotation */
                previous: boolean;
                tenant_id: string;
            } | null;
            /** @enum {string} */
            verdict: "valid" | "mistake" | "unexplained";
            what_to_do: string;
        };
        ExplanationReply: {
            data: components["schemas"]["Explanation"];
            message: string;
            /** @constant */
            success: true;
        };
        FaucetReply: {
            data: {
                tx_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        Fault: {
            after: number;
            effect: string;
            gate: string;
            /** @description How often it fired */
            hits: number;
            id: string;
            match: {
                [key: string]: string;
            };
            params: {
                [key: string]: unknown;
            };
            /** @description Passages that matched */
            seen: number;
            times: number | null;
        };
        FaultCatalogueReply: {
            data: {
                gates: {
                    about: string;
                    effects: {
                        about: string;
                        effect: string;
                        params: string[];
                    }[];
                    gate: string;
                    match: string[];
                }[];
            };
            message: string;
            /** @constant */
            success: true;
        };
        FaultListReply: {
            data: {
                items: components["schemas"]["Fault"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        FaultReply: {
            data: components["schemas"]["Fault"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @description Which blocks `safe` and `finalized` name */
        Finality: {
            finalized_ms: number | null;
            /** @enum {string} */
            preset: "confirmed" | "real" | "custom";
            /** @description How old a block is before it is safe, in virtual time; null: the confirmed block */
            safe_ms: number | null;
        };
        /** @description A preset, or both ages */
        FinalityInput: {
            /** @description At least `safe` */
            finalized?: components["schemas"]["Duration"];
            /** @enum {string} */
            preset?: "confirmed" | "real";
            safe?: components["schemas"]["Duration"];
        };
        FullEvent: {
            /** @description What its deliveries send, byte for byte */
            body: string;
            deliveries: components["schemas"]["Delivery"][];
            /** @description The `webhook-id` of its deliveries */
            id: string;
            payload: {
                [key: string]: unknown;
            };
            resource_id: string;
            sequence: number;
            tenant_id: string;
            /** @description As in the envelope */
            time: string;
            type: components["schemas"]["DeliveredType"];
        };
        FullEventReply: {
            data: components["schemas"]["FullEvent"];
            message: string;
            /** @constant */
            success: true;
        };
        FullRequest: {
            /**
             * Format: date-time
             * @description Wall time of its arrival
             */
            at: string;
            /** @description A client of the sandbox itself (`X-Sandbox-Client`) */
            client: string | null;
            /**
             * Format: date-time
             * @description Virtual time; null when it reached no world
             */
            clock: string | null;
            /**
             * @description Closed by a fault before the work or after it, or by the client, which did not wait
             * @enum {string|null}
             */
            cut: "now" | "instead-of-reply" | "by-client" | null;
            duration_ms: number;
            fault_ids: string[];
            /** @description What the contract report found in it */
            hints: {
                rule: string;
                text: string;
            }[];
            /** @description A fault made or changed the answer */
            injected: boolean;
            key_id: string | null;
            /** @description `WS` for a call over a WebSocket */
            method: string;
            /** @description The operation, or the method of `/rpc` */
            operation_id: string | null;
            path: string;
            /** @description The header `X-Sandbox-Provenance` of the answer */
            provenance: string | null;
            query: string;
            /** @description Ids in its path and bodies */
            record_ids: string[];
            refusal: {
                /** @description The status, or the code of a JSON-RPC error */
                code: number;
                detail: string;
            } | null;
            /** @description Answered again for its `Idempotency-Key` */
            replayed: boolean;
            request: components["schemas"]["RequestPart"];
            request_id: string;
            response: components["schemas"]["RequestPart"];
            /** @description Counts requests of all surfaces, in the order of their ends */
            sequence: number;
            /** @description null: the connection was closed instead */
            status: number | null;
            surface: components["schemas"]["Surface"];
            tenant_id: string | null;
        };
        /** @description Gwei per gas as a decimal string or an integer; from one wei to a million gwei */
        Gwei: string | number;
        /** @description If true, a 410 deactivates the endpoint */
        HeedGone: boolean;
        /** @description If true, `Retry-After` of a failed response delays the next attempt, by at most a day */
        HeedRetryAfter: boolean;
        HeldBack: {
            /**
             * Format: date-time
             * @description When it is checked again
             */
            at?: string;
            /** @description For people; ends with the next step if there is one */
            message: string;
            network?: string;
            /** @description The call that helps */
            next: string | null;
            /** @enum {string} */
            reason: "halted-chain" | "dry-gas-station" | "paused-token" | "wrong-network" | "manual-mining" | "missing-confirmations" | "no-answer" | "stuck-transaction" | "waiting-for-gas" | "paused-payment" | "provider-outage" | "retrying-sweep" | "retrying-delivery" | "armed-fault" | "frozen-clock" | "not-due-yet" | "came-before" | "nothing-pending";
            /** @description The subject: a record, a transaction, a fault */
            ref?: string;
        };
        Incident: {
            at: components["schemas"]["Time"];
            detail: string;
            /**
             * @description A nonce of the platform was used by another transaction; a balance on a chain is lower than in the ledger; after a forced reorg a final transaction was mined with another result, or lost its nonce; money for a customer arrived on a network where the address is not assigned; a token is paused by its issuer
             * @enum {string}
             */
            kind: "foreign-nonce" | "shortage" | "changed-receipt" | "wrong-network" | "paused-token";
            network: string;
            /** @description The subject: a unified transaction, or network:sender:nonce; of a transfer network:block:hash:receiver:asset:base units, of a token network:symbol */
            ref: string;
        };
        Invariant: {
            /** @description The records that do not agree; only if `ok` is false */
            breach?: string;
            id: string;
            ok: boolean;
            statement: string;
            /**
             * @description After every step, or when no work is due
             * @enum {string}
             */
            when: "always" | "quiet";
        };
        InvariantsReply: {
            data: {
                exemptions: components["schemas"]["Exemption"][];
                invariants: components["schemas"]["Invariant"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        JudgeCursors: {
            /** @description Id of the newest delivery */
            delivery: number;
            /** @description Sequence of the newest event */
            event: number;
            /** @description Id of the newest payout; empty before the first */
            payout: string;
            /** @description Sequence of the newest entry of the request log */
            request: number;
        };
        JudgedAmount: {
            address: string;
            amount: string;
            asset: string;
            network: string;
            raw: string;
            symbol: string;
            /** @description Empty before there is a transaction */
            tx_id: string;
        };
        JudgedDeposit: {
            amount: string;
            /** @description Contract address; native coin = zero address */
            asset: string;
            id: string;
            network: string;
            /** @description Its position within the transaction */
            ordinal: number;
            owner: string;
            raw: string;
            symbol: string;
            to_address: string;
            tx_id: string;
            uda_id: string | null;
        };
        JudgedPayout: {
            amount: string;
            asset: string;
            error: string;
            id: string;
            network: string;
            raw: string;
            reference_id: string;
            /** @enum {string} */
            status: "queued" | "processing" | "confirmed" | "failed" | "expired";
            symbol: string;
            to_address: string;
            tx_id: string;
            vault_id: string;
        };
        JudgedSettlement: {
            deposit_id: string;
            /** @description What arrived; the amount is 0 until the settlement is completed */
            destination: components["schemas"]["JudgedAmount"];
            error: string;
            id: string;
            owner: string;
            source: components["schemas"]["JudgedAmount"];
            /** @enum {string} */
            status: "created" | "routing" | "completed" | "failed" | "retrying";
            uda_id: string;
        };
        JudgeReply: {
            data: {
                cursors: components["schemas"]["JudgeCursors"];
                cut: ("deposits" | "settlements" | "payouts" | "dead_deliveries")[];
                dead_deliveries: components["schemas"]["DeadDelivery"][];
                deposits: {
                    confirmed: components["schemas"]["JudgedDeposit"][];
                    orphaned: components["schemas"]["JudgedDeposit"][];
                    seen: components["schemas"]["JudgedDeposit"][];
                };
                now: components["schemas"]["Time"];
                /** @description Deliveries of the tenant that have not ended */
                open_deliveries: number;
                payouts: components["schemas"]["JudgedPayout"][];
                settlements: components["schemas"]["JudgedSettlement"][];
                tenant_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        KeyListReply: {
            data: {
                items: {
                    created_at: components["schemas"]["Time"];
                    key_id: string;
                    revoked_at: components["schemas"]["TimeOrNull"];
                }[];
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @description What receipts of a layer-2 network say about L1; null for other networks */
        L1Fees: {
            /** @description Price of L1 gas that they show */
            gwei: string | null;
            /** @enum {string} */
            mode: "off" | "simulated";
        } | null;
        LoggedRequest: {
            /**
             * Format: date-time
             * @description Wall time of its arrival
             */
            at: string;
            /** @description A client of the sandbox itself (`X-Sandbox-Client`) */
            client: string | null;
            /**
             * Format: date-time
             * @description Virtual time; null when it reached no world
             */
            clock: string | null;
            /**
             * @description Closed by a fault before the work or after it, or by the client, which did not wait
             * @enum {string|null}
             */
            cut: "now" | "instead-of-reply" | "by-client" | null;
            duration_ms: number;
            fault_ids: string[];
            /** @description What the contract report found in it */
            hints: {
                rule: string;
                text: string;
            }[];
            /** @description A fault made or changed the answer */
            injected: boolean;
            key_id: string | null;
            /** @description `WS` for a call over a WebSocket */
            method: string;
            /** @description The operation, or the method of `/rpc` */
            operation_id: string | null;
            path: string;
            /** @description The header `X-Sandbox-Provenance` of the answer */
            provenance: string | null;
            query: string;
            /** @description Ids in its path and bodies */
            record_ids: string[];
            refusal: {
                /** @description The status, or the code of a JSON-RPC error */
                code: number;
                detail: string;
            } | null;
            /** @description Answered again for its `Idempotency-Key` */
            replayed: boolean;
            request_id: string;
            /** @description Counts requests of all surfaces, in the order of their ends */
            sequence: number;
            /** @description null: the connection was closed instead */
            status: number | null;
            surface: components["schemas"]["Surface"];
            tenant_id: string | null;
        };
        /** @enum {string} */
        MiningMode: "instant" | "interval" | "manual";
        /** @description What one place lost (below zero) or got by one transaction */
        MoneyLine: {
            address: string | null;
            /** @description With its sign, digit for digit */
            amount: string;
            network: string;
            /** @description Whose it is in a few words */
            place: string;
            /** @description The amount in base units */
            raw: string;
            /**
             * @description `books`: a movement of an address that the sandbox watches; `record`: the other side, which it does not watch
             * @enum {string}
             */
            source: "books" | "record";
            /**
             * @description An orphaned one counts in no sum
             * @enum {string}
             */
            state: "pending" | "confirmed" | "orphaned";
            symbol: string;
            tx_id: string;
            /** @enum {string} */
            what: "value" | "fee" | "gas";
        };
        MoneyReply: {
            data: components["schemas"]["MoneyView"];
            message: string;
            /** @constant */
            success: true;
        };
        MoneyView: {
            /** @description What a settlement was charged, of its source amount */
            fees: {
                amount: string;
                symbol: string;
                /** @enum {string} */
                what: "platform" | "provider";
            }[];
            items: components["schemas"]["MoneyLine"][];
            /** @description Of each asset; zero where everything that left arrived */
            sums: {
                amount: string;
                network: string;
                raw: string;
                symbol: string;
            }[];
            /** @description The invariants that watch these sums */
            watched_by: {
                id: string;
                /** @description As of the last check */
                ok: boolean;
                statement: string;
            }[];
        };
        Name: string;
        Network: {
            /** @description Base fee of the next block */
            base_fee_gwei: string;
            base_fee_mode: components["schemas"]["BaseFeeMode"];
            block_time_ms: number;
            confirmations: number;
            /** @description How many blocks can be replaced now */
            deepest_reorg: number;
            eip155_id: number;
            /** @description With interval mining: how many slots after a block with transactions get an empty block */
            empty_blocks: number;
            finality: components["schemas"]["Finality"];
            head: {
                hash: string;
                number: number;
                time: components["schemas"]["Time"];
            };
            l1_fees: components["schemas"]["L1Fees"];
            mining: components["schemas"]["MiningMode"];
            name: string;
            /** @description Symbol */
            network: string;
            network_id: string;
            /** @description Transactions that the next block would include */
            waiting_transactions: number;
        };
        NetworkListReply: {
            data: {
                items: components["schemas"]["Network"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @description Symbol or EIP-155 id */
        NetworkName: string | number;
        NetworkReply: {
            data: components["schemas"]["Network"];
            message: string;
            /** @constant */
            success: true;
        };
        NewDepositReply: {
            data: {
                /** @description With `legs` that of the first one */
                to_address: string;
                /** @description With `legs` alone; the recipient of each */
                to_addresses?: string[];
                tx_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        NewEndpointReply: {
            data: {
                active: boolean;
                created_at: components["schemas"]["Time"];
                disable_after: components["schemas"]["DisableAfter"];
                event_types: string[];
                heed_gone: components["schemas"]["HeedGone"];
                heed_retry_after: components["schemas"]["HeedRetryAfter"];
                id: string;
                previous_secret_until: components["schemas"]["TimeOrNull"];
                /** @description Signs the deliveries; used exactly as displayed */
                secret: string;
                switched_off: string | null;
                tenant_id: string;
                url: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        NewKeyReply: {
            data: {
                /** @description Shown once */
                api_key: string;
                key_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        NewTenantReply: {
            data: {
                /** @description Shown once */
                api_key: string;
                name: string;
                rate_limit: number;
                tenant_id: string;
                /** @enum {string} */
                tier: "standard" | "pro" | "enterprise";
                vault_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        NotedReadsReply: {
            data: {
                dropped: number;
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @description An empty object, or no body at all */
        Nothing: Record<string, never>;
        NothingReply: {
            data: components["schemas"]["Nothing"];
            message: string;
            /** @constant */
            success: true;
        };
        PathId: string;
        PendingCounts: {
            /** @description True while an event has no deliveries yet */
            events_to_announce: boolean;
            /** @description What is blocked and why, with the call that helps */
            held_back: components["schemas"]["HeldBack"][];
            /** @description Number of planned jobs, by kind */
            planned: {
                [key: string]: number;
            };
            /** @description Transactions in the pools of all networks */
            waiting_transactions: number;
        };
        PriceFeedReply: {
            data: {
                enabled: boolean;
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @enum {string} */
        Provenance: "documented" | "inferred" | "invented";
        /** @enum {string|null} */
        ProvenanceOrNull: "documented" | "inferred" | "invented" | null;
        ProviderAnswer: {
            /**
             * @description `failed`: it accepted, and the route came to nothing
             * @enum {string}
             */
            answer: "accepted" | "refused" | "failed" | "not_asked";
            /**
             * Format: date-time
             * @description Virtual; null for one that was not asked
             */
            at: string | null;
            provider: string;
            reason: string | null;
            /** @description Every provider is asked once in a round */
            round: number;
            /** @description Counts from 1; each retry of the settlement begins another one */
            run: number;
        };
        Rates: {
            [key: string]: string;
        };
        RatesReply: {
            data: components["schemas"]["Rates"];
            message: string;
            /** @constant */
            success: true;
        };
        Reading: {
            about: string;
            /**
             * @description The specification says that both occur, a newer version of the same API may do it, or it says nothing
             * @enum {string}
             */
            class: "stated" | "growth" | "silent";
            decision: string[];
            events: string[];
            /** @description What a test has to do so that an answer or webhook carries another value than the default */
            met_by: string;
            name: string;
            operations: string[];
            statement: string[];
            values: {
                about: string;
                default: boolean;
                /** @description How many answers and webhooks really carried it; a webhook counts when it is sent. Not counted for a default */
                met: number;
                value: string;
            }[];
        };
        ReadingListReply: {
            data: {
                items: components["schemas"]["Reading"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        ReceiverReport: {
            /**
             * @description Recorded webhooks, or events of a tenant
             * @enum {string}
             */
            bodies: "story" | "sandbox";
            counts: {
                fail: number;
                not_judged: number;
                pass: number;
                warning: number;
            };
            /** @description False when the first genuine webhook was not taken */
            judged: boolean;
            probe_reads: number;
            /** @description Scheme, host and port; path and query may be secrets */
            receiver: string;
            results: components["schemas"]["ReceiverResult"][];
            /** @description Why it could not be judged and what to do; empty when it could */
            why: string;
        };
        ReceiverReportReply: {
            data: components["schemas"]["ReceiverReport"];
            message: string;
            /** @constant */
            success: true;
        };
        ReceiverResult: {
            answered: {
                body_excerpt: string;
                ms: number;
                /** @description null: no answer came */
                status: number | null;
            } | null;
            /** @description W-01 to W-30 */
            case: string;
            /** @enum {string} */
            level: "must" | "should" | "note";
            /** @description A shell line that sends it again; it reads RECEIVER_URL and SANDBOX_WEBHOOK_SECRET */
            repeat: string | null;
            /** @enum {string} */
            result: "pass" | "fail" | "warning" | "not_judged";
            sent: {
                body_excerpt: string;
                headers: {
                    [key: string]: string;
                };
                method: string;
            } | null;
            /** @description What is sent */
            title: string;
            /** @description Empty for a case that passed */
            what_to_do: string;
            why: string;
        };
        /** @description A record of any kind. A member is null where the kind has none, or where it is not known yet. */
        RecordItem: {
            address: string | null;
            amount: string | null;
            created_at: components["schemas"]["Time"];
            error: string | null;
            id: string;
            /** @enum {string} */
            kind: "wallet" | "uda" | "settlement" | "payout" | "transaction" | "vault" | "gas_station";
            label: string | null;
            network: string | null;
            owner: string | null;
            /** @description The amount in base units */
            raw: string | null;
            reference_id: string | null;
            state: string | null;
            symbol: string | null;
            tenant_id: string;
            tx_id: string | null;
            /** @description Of its last change of state */
            updated_at: components["schemas"]["Time"];
        };
        /** @enum {string} */
        RecordKind: "deposit" | "wallet" | "uda" | "settlement" | "payout" | "transaction" | "vault" | "claim" | "gas_station";
        RecordListReply: {
            data: {
                items: components["schemas"]["RecordItem"][];
                /** @description With `order=oldest`, the cursor for the next page; null after the last one */
                next_after: string | null;
                /** @description The cursor for the next page; null after the last one, and with `order=oldest` */
                next_before: string | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        RedeliveredReply: {
            data: {
                ids: number[];
                next_after: number;
            };
            message: string;
            /** @constant */
            success: true;
        };
        RemovedReply: {
            data: {
                removed: number;
            };
            message: string;
            /** @constant */
            success: true;
        };
        ReorgReply: {
            data: {
                added: string[];
                /** @description Deposits of the removed blocks that stay confirmed; only with `force` */
                confirmed_deposits: string[];
                /** @description Transactions of the platform in the removed blocks that stay final; only with `force` */
                confirmed_transactions: string[];
                removed: string[];
            };
            message: string;
            /** @constant */
            success: true;
        };
        RequestListReply: {
            data: {
                items: components["schemas"]["LoggedRequest"][];
                /** @description With `order=oldest`, the cursor for the next page; null after the last one */
                next_after: number | null;
                /** @description The cursor for the next page; null after the last one, and with `order=oldest` */
                next_before: number | null;
            };
            message: string;
            /** @constant */
            success: true;
        };
        RequestPart: {
            /** @description As text; null when there was none, or nobody read it */
            body: string | null;
            /** @description Bytes of the whole body */
            bytes: number;
            headers: {
                name: string;
                value: string;
            }[];
            truncated: boolean;
        };
        RequestReply: {
            data: components["schemas"]["FullRequest"];
            message: string;
            /** @constant */
            success: true;
        };
        RunUntilIdleReply: {
            data: {
                clock: components["schemas"]["Clock"];
                /** @description Work that is planned for later */
                pending: components["schemas"]["Due"][];
                /** @description Number of completed jobs */
                steps: number;
                summary: components["schemas"]["TravelSummary"];
            };
            message: string;
            /** @constant */
            success: true;
        };
        ScenarioListReply: {
            data: {
                items: {
                    /** @description What it teaches */
                    about: string;
                    name: string;
                    /** @description Options that it needs */
                    options: {
                        [key: string]: unknown;
                    };
                    steps: number;
                    title: string;
                }[];
            };
            message: string;
            /** @constant */
            success: true;
        };
        ScenarioOutcome: {
            /** @enum {string} */
            outcome: "passed" | "failed";
            steps: components["schemas"]["ScenarioStep"][];
            /** @description The tenant of the scenario. It is kept, so you can inspect it */
            tenant_id: string;
            title: string;
        };
        ScenarioOutcomeReply: {
            data: components["schemas"]["ScenarioOutcome"];
            message: string;
            /** @constant */
            success: true;
        };
        ScenarioRun: {
            /** @description How many steps it has */
            of: number;
            running: boolean;
            /** @description Those that are done */
            steps: components["schemas"]["ScenarioStep"][];
            title: string | null;
        };
        ScenarioRunReply: {
            data: components["schemas"]["ScenarioRun"];
            message: string;
            /** @constant */
            success: true;
        };
        ScenarioStep: {
            differences: {
                at: string;
                expected: string;
                seen: string;
            }[];
            /** @enum {string} */
            kind: "call" | "pay" | "travel" | "mine" | "reorg" | "fault" | "heal" | "replay" | "together" | "receiver" | "act" | "restart" | "expect";
            /** @description Why the step did nothing, or what the app answered that was no success */
            note?: string;
            /** @description From 1 */
            number: number;
            /** @enum {string} */
            outcome: "passed" | "failed" | "not run";
            /** @description Ids, addresses and hashes that the step saved */
            saved: {
                [key: string]: unknown;
            };
            title: string;
        };
        SearchItem: {
            id: string;
            /** @enum {string} */
            kind: "deposit" | "wallet" | "uda" | "settlement" | "payout" | "transaction" | "vault" | "claim" | "gas_station" | "tenant" | "event" | "delivery" | "block" | "request";
            network: string | null;
            path: string;
            state: string | null;
            tenant_id: string | null;
            title: string;
        };
        SearchReply: {
            data: {
                items: components["schemas"]["SearchItem"][];
                /** @description There are more */
                truncated: boolean;
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @description Used as it is. Default: a generated one */
        Secret: string;
        Settlement: {
            /** @description Providers that failed in this run */
            attempts: number;
            created_at: components["schemas"]["Time"];
            deposit_id: string;
            error: string;
            id: string;
            /** @enum {string} */
            status: "created" | "routing" | "completed" | "failed" | "retrying";
            tenant_id: string;
            uda_id: string;
            updated_at: components["schemas"]["Time"];
        };
        SettlementReply: {
            data: components["schemas"]["Settlement"];
            message: string;
            /** @constant */
            success: true;
        };
        SignatureMistake: {
            explanation: string;
            /** @description One of a fixed list: `id-included`, `body-reserialised`, `base64`, … */
            id: string;
            what_to_do: string;
        };
        Snapshot: {
            /** @description What it takes in memory */
            bytes: number;
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description Virtual time at which it was taken
             */
            time: string;
        };
        SnapshotReply: {
            data: components["schemas"]["Snapshot"];
            message: string;
            /** @constant */
            success: true;
        };
        SnapshotsReply: {
            data: {
                items: components["schemas"]["Snapshot"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        Solver: {
            address: string;
            provider: string;
            stock: components["schemas"]["Stock"][];
        };
        SolverListReply: {
            data: {
                items: components["schemas"]["Solver"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        SolverRefill: {
            address: string;
            provider: string;
            transfers: {
                amount: string;
                /** @description Contract address; native coin = zero address */
                asset: string;
                network: string;
                raw: string;
                symbol: string;
                tx_id: string;
            }[];
        };
        SolverRefillReply: {
            data: components["schemas"]["SolverRefill"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @description The table of transitions that the sandbox itself uses; null for a kind without one */
        StateMachine: {
            /** @description States of new records */
            initial: string[];
            moves: {
                /** @description The event that comes with it */
                emits: string | null;
                from: string[];
                name: string;
                to: string;
            }[];
            states: string[];
        };
        Status: {
            /** @description Invariants that are known to be violated; `GET /invariants` checks all of them */
            breaches: components["schemas"]["Breach"][];
            clock: components["schemas"]["Clock"];
            counts: components["schemas"]["Counts"];
            /** @enum {string} */
            environment: "sandbox" | "production";
            faults: components["schemas"]["Fault"][];
            /** @description Cases in which the records and a chain did not agree, newest first */
            incidents: components["schemas"]["Incident"][];
            networks: components["schemas"]["Network"][];
            /** @description Funded addresses that POST /admin/deposits can pay from */
            payers: string[];
            pending: components["schemas"]["PendingCounts"];
            seed: number;
            tenants: components["schemas"]["Tenant"][];
            version: string;
        };
        StatusReply: {
            data: components["schemas"]["Status"];
            message: string;
            /** @constant */
            success: true;
        };
        Stock: {
            amount: string;
            /** @description Contract address; native coin = zero address */
            asset: string;
            network: string;
            raw: string;
            symbol: string;
        };
        StrictMode: {
            enabled: boolean;
            /** @description What an answer or webhook would have held, or which operation was refused, and how often */
            left_out: {
                count: number;
                decision: string;
                pointer: string;
                /** @enum {string} */
                provenance: "inferred" | "invented";
            }[];
            /** @enum {string|null} */
            level: "invented" | "inferred" | null;
            /** @description null: for all */
            tenant_id: string | null;
            without: string[];
        };
        StrictModeReply: {
            data: components["schemas"]["StrictMode"];
            message: string;
            /** @constant */
            success: true;
        };
        /** @description Exact event types, or `*` */
        Subscriptions: string[];
        /** @enum {string} */
        Surface: "v1" | "admin" | "rpc";
        Tenant: {
            created_at: components["schemas"]["Time"];
            name: string;
            /** @description Requests a minute */
            rate_limit: number;
            tenant_id: string;
            /** @enum {string} */
            tier: "standard" | "pro" | "enterprise";
        };
        TenantDetail: {
            created_at: components["schemas"]["Time"];
            endpoints: components["schemas"]["Endpoint"][];
            gas_stations: components["schemas"]["BookedBalance"][];
            keys: {
                created_at: components["schemas"]["Time"];
                key_id: string;
                /** @description Requests of this minute that are left; null once it is revoked */
                remaining: number | null;
                /** Format: date-time */
                revoked_at: string | null;
            }[];
            name: string;
            /** @description Requests a minute */
            rate_limit: number;
            tenant_id: string;
            /** @enum {string} */
            tier: "standard" | "pro" | "enterprise";
            vaults: {
                balances: components["schemas"]["BookedBalance"][];
                label: string;
                vault_id: string;
            }[];
            wallet_pools: {
                network: string;
                remaining: number;
            }[];
            /** @description Null without a key that is valid */
            window: {
                remaining: number;
                /**
                 * Format: date-time
                 * @description Real time
                 */
                reset_at: string;
            } | null;
        };
        TenantDetailReply: {
            data: components["schemas"]["TenantDetail"];
            message: string;
            /** @constant */
            success: true;
        };
        TenantListReply: {
            data: {
                items: components["schemas"]["Tenant"][];
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** Format: date-time */
        Time: string;
        Timeline: {
            held_back: components["schemas"]["HeldBack"][];
            items: components["schemas"]["TimelineItem"][];
            /** @description Older items are left out */
            truncated: boolean;
        };
        /** @description One mark on the time axis. Members that do not apply are left out. */
        TimelineItem: {
            at: components["schemas"]["Time"];
            /** @description Number of the attempt, of a delivery or of a transaction */
            attempt?: number;
            block_hash?: string;
            block_number?: number;
            delivery_id?: number;
            /** @description Why */
            detail: string | null;
            event_id?: string;
            fault_id?: string;
            /** @enum {string} */
            lane: "request" | "state" | "chain" | "event" | "webhook" | "fault" | "plan";
            network?: string;
            /** @description What the item is about */
            ref: {
                id: string;
                /** @enum {string} */
                kind: "deposit" | "wallet" | "uda" | "settlement" | "payout" | "transaction" | "vault" | "claim" | "gas_station" | "block" | "attempt" | "event" | "delivery" | "request" | "fault" | "job";
            };
            request_id?: string;
            state?: string;
            /** @description A sentence */
            title: string;
            tx_id?: string;
            /** @description The operation, transition, event type, effect of a fault, or job */
            what: string;
        };
        TimelineReply: {
            data: components["schemas"]["Timeline"];
            message: string;
            /** @constant */
            success: true;
        };
        /** Format: date-time */
        TimeOrNull: string | null;
        TokenActReply: {
            data: {
                /** @description Ticker */
                asset: string;
                /** @description Symbol */
                network: string;
                tx_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        /** @description What happened on the way, in numbers */
        TravelSummary: {
            /** @description New blocks, of all networks */
            blocks: number;
            deposits_confirmed: number;
            payouts_confirmed: number;
            /** @description Failed, rejected or expired */
            payouts_failed: number;
            settlements_completed: number;
            settlements_failed: number;
            /** @description Failed attempts, those after which a delivery is dead too */
            webhook_attempts_failed: number;
            /** @description Deliveries that ran out of attempts */
            webhooks_dead: number;
            webhooks_delivered: number;
        };
        WaitingListReply: {
            data: {
                items: components["schemas"]["WaitingTransaction"][];
                total: number;
            };
            message: string;
            /** @constant */
            success: true;
        };
        WaitingTransaction: {
            gas_limit: number;
            hash: string;
            max_fee_gwei: string;
            nonce: number;
            /**
             * @description Null for a transaction of a client
             * @enum {string|null}
             */
            purpose: "payout" | "transfer" | "refill" | "sweep" | "fill" | "delegate" | null;
            records: components["schemas"]["BlockRecord"][];
            sender: string;
            /** Format: date-time */
            since: string | null;
            /** @description Null for the creation of a contract */
            to: string | null;
            /** @description Native coins */
            value: string;
            /** @enum {string} */
            waits_for: "next_block" | "lower_base_fee" | "earlier_nonce";
        };
        WalletPoolReply: {
            data: {
                network: string;
                remaining: number;
                tenant_id: string;
            };
            message: string;
            /** @constant */
            success: true;
        };
        WorldFile: {
            counters: {
                [key: string]: number;
            };
            /** @description The chain engine that produced its block hashes */
            engine: string;
            /** @enum {unknown} */
            environment: "sandbox" | "production";
            /** @constant */
            format: "crypto-payment-sandbox-world";
            schema: number;
            seed: string;
            tables: {
                [key: string]: {
                    columns: string[];
                    rows: (string | number | null)[][];
                };
            };
            /** @constant */
            version: 1;
            /** @description What the file gives away */
            warning: string;
        };
        WorldFileReply: {
            data: components["schemas"]["WorldFile"];
            message: string;
            /** @constant */
            success: true;
        };
    };
    responses: {
        /** @description Done */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DoneReply"];
            };
        };
        /** @description The Host or Origin header is not allowed */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description The world was replaced or stopped in the meantime */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description The request is not right */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description There is no such thing */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description The body is not application/json */
        NotJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description A bug of the sandbox; see its log */
        OurMistake: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description The body is longer than 100 KiB */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description The admin token is missing or wrong */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
    };
    parameters: {
        /** @description Only records after this cursor */
        After: number;
        /** @description Only newer than the one with this id: `next_after` of the page before */
        AfterRecord: components["schemas"]["PathId"];
        /** @description Only older than the one with this id: `next_before` of the page before */
        Before: components["schemas"]["PathId"];
        /** @description Only records before this cursor: `next_before` of the page before */
        BeforeCursor: number;
        /** @description Only those that the sandbox made at this virtual time or later */
        From: string;
        /** @description How many at most */
        Limit: number;
        /** @description How many at most */
        ListLimit: number;
        /**
         * @description Symbol or EIP-155 id
         * @example base
         */
        Network: components["schemas"]["PathId"];
        /** @description Which come first */
        NewestOrder: "newest" | "oldest";
        /** @description Only of this owner */
        OfOwner: string;
        /** @description Only about this record */
        OfResource: components["schemas"]["PathId"];
        /** @description Only of this tenant */
        OfTenant: components["schemas"]["PathId"];
        /** @description Only of this type */
        OfType: components["schemas"]["EventType"];
        /** @description Only on this network, by symbol or EIP-155 id */
        OnNetwork: string;
        /** @description Which come first */
        Order: "oldest" | "newest";
        /** @description Id of a record */
        RecordId: components["schemas"]["PathId"];
        /** @description Only those of which an id, hash, address, owner or reference begins with this text */
        Start: string;
        /** @description Tenant id */
        TenantId: components["schemas"]["PathId"];
        /** @description Only those that the sandbox made before this virtual time */
        To: string;
        /**
         * @description Ticker or contract address of a token
         * @example USDC
         */
        Token: components["schemas"]["PathId"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    runBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calls": [
                 *         {
                 *           "method": "DELETE",
                 *           "path": "/admin/faults"
                 *         },
                 *         {
                 *           "method": "POST",
                 *           "path": "/admin/run-until-idle",
                 *           "body": {
                 *             "advance": true
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    calls: {
                        body?: {
                            [key: string]: unknown;
                        };
                        /** @enum {string} */
                        method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                        /** @description With query, percent-encoded */
                        path: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer of every call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The path of a call takes another method */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            /** @description A call does not fit to what is there */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
            503: components["responses"]["Gone"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description Only these, separated by commas: clock, networks, tenants, webhook_endpoints, wallets, vaults, udas, deposits, settlements, claims, payouts, transactions, events, deliveries, faults, rates, snapshots, requests, contract, invariants, scenarios */
                topics?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: change
                     *     data: {"revision":431,"clock":{"now":"2026-01-01T00:00:06.000Z","mode":"frozen","offset_ms":6000},"topics":["deposits","events"]}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
            /** @description Too many streams are open, or the world was replaced or stopped in the meantime */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
        };
    };
    listClaims: {
        parameters: {
            query?: {
                /** @description Only those above it: `next_after` of the page before */
                after?: string;
                /** @description Only those below this one in the list of the newest: `next_before` of the page before */
                before?: string;
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only of this owner */
                owner?: components["parameters"]["OfOwner"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only in this state */
                state?: "pending" | "sent" | "confirmed" | "failed";
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sweeps and delegations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    getClock: {
        parameters: {
            query?: {
                /** @description How much of the planned work */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "10m"
                 *     }
                 */
                "application/json": {
                    by?: components["schemas"]["Duration"];
                    /** @description To the instant of this work of `next_due`: 1 is what is due next, and what is due at one instant counts once */
                    next?: number;
                    /**
                     * Format: date-time
                     * @description RFC 3339 with an offset
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The time travel and the work that was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvanceReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    freezeClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    resumeClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The clock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    getContract: {
        parameters: {
            query?: {
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractReportReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    resetContract: {
        parameters: {
            query?: {
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    getAmbiguity: {
        parameters: {
            query?: {
                /** @description Only this tenant */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value of every reading */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AmbiguityReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    setAmbiguity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "record": "top-level",
                 *       "absent_time": "omitted"
                 *     }
                 */
                "application/json": {
                    tenant_id?: string | null;
                } & {
                    [key: string]: string | null;
                };
            };
        };
        responses: {
            /** @description The value of every reading */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AmbiguityReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listReadings: {
        parameters: {
            query?: {
                /** @description Only this tenant */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The readings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    noteReads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reads": [
                 *         {
                 *           "operation_id": "listWallets",
                 *           "pointers": [
                 *             "/data",
                 *             "/data/*\/id"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    reads: {
                        event_type?: string;
                        operation_id?: string;
                        pointers: string[];
                    }[];
                    tenant_id?: string | null;
                };
            };
        };
        responses: {
            /** @description How many found no room */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotedReadsReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    gradeReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:4999/hooks",
                 *       "secret": "whsec_mine",
                 *       "cases": [
                 *         "W-01"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Only these, such as `W-17`; W-01 always comes first */
                    cases?: string[];
                    /** @description Somebody whom your app knows */
                    owner?: string;
                    probe_url?: string;
                    /** @description The secret that it verifies with; no answer holds it */
                    secret: string;
                    tenant_id?: string;
                    /** @description Of your receiver */
                    url: string;
                };
            };
        };
        responses: {
            /** @description What was sent and answered in each case */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverReportReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Another battery is under way */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    getContractReport: {
        parameters: {
            query?: {
                /** @description Your app, for `format=pact` */
                consumer?: string;
                /** @description The form */
                format?: "json" | "junit" | "html" | "markdown" | "pact";
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "application/xml": string;
                    "text/html": string;
                    "text/markdown": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    getStrictMode: {
        parameters: {
            query?: {
                /** @description Only this tenant */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrictModeReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    setStrictMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "level": "invented"
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                    /** @description `invented` or `inferred`, which includes `invented` */
                    level?: string | null;
                    tenant_id?: string | null;
                    /** @description JSON pointers */
                    without?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The new setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrictModeReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only records after this cursor */
                after?: components["parameters"]["After"];
                /** @description Only records before this cursor: `next_before` of the page before */
                before?: components["parameters"]["BeforeCursor"];
                /** @description Only to this endpoint */
                endpoint_id?: components["schemas"]["PathId"];
                /** @description Only of this event */
                event_id?: components["schemas"]["PathId"];
                /** @description Only of events at this virtual time or later */
                from?: string;
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Which come first */
                order?: components["parameters"]["Order"];
                /** @description Only where the id of the event or of the record that it is about begins with this text */
                q?: string;
                /** @description Only about this record */
                resource_id?: components["schemas"]["PathId"];
                /** @description Only in this state */
                state?: components["schemas"]["DeliveryState"];
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
                /** @description Only of events before this virtual time */
                to?: string;
                /** @description Only of events of this type */
                type?: components["schemas"]["DeliveredType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Delivery id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    redeliverDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Delivery id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description It is being sent or waits for an earlier one, or its endpoint is not active */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    redeliverDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "type": "deposit.confirmed",
                 *       "from": "2026-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @default 0 */
                    after?: number;
                    endpoint_id?: components["schemas"]["PathId"];
                    event_id?: components["schemas"]["PathId"];
                    /** Format: date-time */
                    from?: string;
                    /** @default 100 */
                    limit?: number;
                    resource_id?: components["schemas"]["PathId"];
                    /**
                     * @default dead
                     * @enum {string}
                     */
                    state?: "dead" | "delivered";
                    tenant_id?: components["schemas"]["PathId"];
                    /** Format: date-time */
                    to?: string;
                    type?: components["schemas"]["EventType"];
                };
            };
        };
        responses: {
            /** @description Their ids, and the cursor for the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveredReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: string;
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only of this owner */
                owner?: string;
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only this deposit, by the id that its events carry */
                resource_id?: components["schemas"]["PathId"];
                /** @description Only in this state */
                state?: components["schemas"]["DepositState"];
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
                /** @description Only to this address */
                to_address?: components["schemas"]["Address"];
                /** @description Only of this transaction hash */
                tx_id?: components["schemas"]["PathId"];
                /** @description Only transfers of the native coin or of tokens */
                type?: components["schemas"]["DepositType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepositListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    createDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "network": "base",
                 *       "asset": "USDC",
                 *       "amount": "25.5",
                 *       "owner": "user_8a7f3c"
                 *     }
                 */
                "application/json": {
                    amount?: components["schemas"]["Amount"];
                    asset?: components["schemas"]["AssetName"];
                    /** @description One of the payers of the sandbox (`payers` of GET /admin/status). Default: the first one */
                    from_address?: components["schemas"]["Address"];
                    /** @description Several transfers in one transaction */
                    legs?: {
                        amount: components["schemas"]["Amount"];
                        asset?: components["schemas"]["AssetName"];
                        owner?: string;
                        to_address?: components["schemas"]["Address"];
                    }[];
                    network: components["schemas"]["NetworkName"];
                    owner?: string;
                    tenant_id?: components["schemas"]["PathId"];
                    to_address?: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The transaction */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewDepositReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only records after this cursor */
                after?: components["parameters"]["After"];
                /** @description Only records before this cursor: `next_before` of the page before */
                before?: components["parameters"]["BeforeCursor"];
                /** @description With the state of each delivery, as the page shows them */
                deliveries?: "true" | "false";
                /** @description Only of events at this virtual time or later */
                from?: string;
                /** @description How many at most */
                limit?: components["parameters"]["Limit"];
                /** @description Which come first */
                order?: components["parameters"]["Order"];
                /** @description Only where the id of the event or of the record that it is about begins with this text */
                q?: string;
                /** @description Only about this record */
                resource_id?: components["parameters"]["OfResource"];
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only of events before this virtual time */
                to?: string;
                /** @description Only of this type */
                type?: components["parameters"]["OfType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or sequence of an event */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullEventReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only records after this cursor */
                after?: components["parameters"]["After"];
                /** @description Only about this record */
                resource_id?: components["parameters"]["OfResource"];
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only of this type */
                type?: components["parameters"]["OfType"];
            };
            header?: {
                /** @description The id of the last message that was received */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 7
                     *     data: {"sequence":7,"type":"deposit.new"}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
            /** @description Too many streams are open, or the world was replaced or stopped in the meantime */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
        };
    };
    waitForEvent: {
        parameters: {
            query?: {
                /** @description Only records after this cursor */
                after?: components["parameters"]["After"];
                /** @description Only about this record */
                resource_id?: components["parameters"]["OfResource"];
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Maximum time to wait, as a duration (`30s`) or in milliseconds, up to five minutes */
                timeout?: string;
                /** @description Only of this type */
                type?: components["parameters"]["OfType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such event in time. `details.held_back` says why, with the call that helps, and `details.pending` lists planned work */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            500: components["responses"]["OurMistake"];
            503: components["responses"]["Gone"];
        };
    };
    exportWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldFileReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    useFaucet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "network": "base",
                 *       "asset": "USDC",
                 *       "to_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
                 *       "amount": "100"
                 *     }
                 */
                "application/json": {
                    amount: components["schemas"]["Amount"];
                    asset: components["schemas"]["AssetName"];
                    network: components["schemas"]["NetworkName"];
                    to_address: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The transaction */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaucetReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    createFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gate": "routing.provider",
                 *       "effect": "refuse",
                 *       "match": {
                 *         "provider": "relay"
                 *       },
                 *       "times": 2
                 *     }
                 */
                "application/json": {
                    /** @default 0 */
                    after?: number;
                    /** @description One of the gate's effects */
                    effect: string;
                    /** @description One of the catalogue */
                    gate: string;
                    /** @description Conditions that the call must meet. Default: none, so every call matches */
                    match?: {
                        [key: string]: string | number;
                    };
                    /** @description What the effect reads */
                    params?: {
                        [key: string]: unknown;
                    };
                    /** @default 1 */
                    times?: number | null;
                };
            };
        };
        responses: {
            /** @description The fault */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    deleteFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    deleteFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Fault id */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    getFaultCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultCatalogueReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    listGasStations: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    getInvariants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All invariants */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvariantsReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
            503: components["responses"]["Gone"];
        };
    };
    judgeOwners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "owners": [
                 *         "user_8a7f3c"
                 *       ]
                 *     }
                 */
                "application/json": {
                    after?: components["schemas"]["JudgeCursors"];
                    owners: string[];
                    /** @description Default: the default tenant */
                    tenant_id?: components["schemas"]["PathId"];
                };
            };
        };
        responses: {
            /** @description What is true */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listNetworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The networks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    setBaseFee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gwei": "250.5",
                 *       "mode": "dynamic"
                 *     }
                 */
                "application/json": {
                    /** @description Default: the fee of the next block as it is */
                    gwei?: components["schemas"]["Gwei"];
                    /** @description Default: the present mode */
                    mode?: components["schemas"]["BaseFeeMode"];
                };
            };
        };
        responses: {
            /** @description The network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listBlocks: {
        parameters: {
            query?: {
                /** @description Only older than this: `next_before` of the page before, or the number of a block */
                before?: string;
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blocks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    setConfirmations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "blocks": 12
                 *     }
                 */
                "application/json": {
                    blocks: number;
                };
            };
        };
        responses: {
            /** @description The network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    setFinality: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "safe": "8m",
                 *       "finalized": "16m"
                 *     }
                 */
                "application/json": components["schemas"]["FinalityInput"];
            };
        };
        responses: {
            /** @description The network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    setL1Fees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "simulated",
                 *       "gwei": "0.5"
                 *     }
                 */
                "application/json": {
                    /** @description Default: 0 */
                    gwei?: components["schemas"]["Gwei"];
                    /** @enum {string} */
                    mode: "off" | "simulated";
                };
            };
        };
        responses: {
            /** @description The network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    mineBlocks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "blocks": 3
                 *     }
                 */
                "application/json": {
                    /** @default 1 */
                    blocks?: number;
                };
            };
        };
        responses: {
            /** @description The network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    setMining: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "interval",
                 *       "block_time": "2s"
                 *     }
                 */
                "application/json": {
                    /** @description Default: the current block time. At least one second */
                    block_time?: components["schemas"]["Duration"];
                    /** @description For `interval`: how many slots get an empty block. Default: the current value, 64 in a new world */
                    empty_blocks?: number;
                    mode: components["schemas"]["MiningMode"];
                };
            };
        };
        responses: {
            /** @description The network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listWaitingTransactions: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    reorgNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "depth": 1,
                 *       "transactions": "drop"
                 *     }
                 */
                "application/json": {
                    depth: number;
                    /** @default false */
                    force?: boolean;
                    /**
                     * @default keep
                     * @enum {string}
                     */
                    transactions?: "keep" | "drop" | "delay";
                };
            };
        };
        responses: {
            /** @description The removed and the new blocks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReorgReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    blacklistAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Ticker or contract address of a token
                 * @example USDC
                 */
                asset: components["parameters"]["Token"];
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0x8f4a91f2c1b0d6fc2a7b6f3e5d7c0b1a2e3f4d6e"
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The transaction of the token's owner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenActReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    pauseToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Ticker or contract address of a token
                 * @example USDC
                 */
                asset: components["parameters"]["Token"];
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The transaction of the token's owner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenActReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    unblacklistAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Ticker or contract address of a token
                 * @example USDC
                 */
                asset: components["parameters"]["Token"];
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0x8f4a91f2c1b0d6fc2a7b6f3e5d7c0b1a2e3f4d6e"
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The transaction of the token's owner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenActReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    unpauseToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Ticker or contract address of a token
                 * @example USDC
                 */
                asset: components["parameters"]["Token"];
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The transaction of the token's owner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenActReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    dropTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of a transaction in the pool */
                hash: string;
                /**
                 * @description Symbol or EIP-155 id
                 * @example base
                 */
                network: components["parameters"]["Network"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was dropped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DroppedTransactionReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only in this state */
                state?: "queued" | "processing" | "confirmed" | "failed" | "expired";
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    setPriceFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The switch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceFeedReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    resetAllRateLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NothingReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    getRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description USD per whole unit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatesReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    setRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "USDC": "1.00",
                 *       "ETH": "2500.00"
                 *     }
                 */
                "application/json": components["schemas"]["Rates"];
            };
        };
        responses: {
            /** @description The whole table */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatesReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a record */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyRecordReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    getMoney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a record */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The two sides */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoneyReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    getTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a record */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only newer than this `sequence` */
                after?: number;
                /** @description Only older than this `sequence` */
                before?: number;
                /** @description Only those that met this fault */
                fault?: components["schemas"]["PathId"];
                /** @description How many at most */
                limit?: number;
                /** @description Only this operation, or this method of `/rpc` */
                operation_id?: string;
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only with this text in path, headers or bodies, in any case */
                q?: string;
                /** @description Only those with this id in their path or bodies */
                record_id?: components["schemas"]["PathId"];
                /** @description Only with this status (`404`), of this class (`4xx`), or `cut` for connections that were closed instead */
                status?: string;
                /** @description Only of this surface */
                surface?: components["schemas"]["Surface"];
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    clearRequests: {
        parameters: {
            query?: {
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its `X-Request-Id`, or `rpc_…` */
                request_id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    exportRequests: {
        parameters: {
            query?: {
                /** @description The form */
                format?: "har";
                /** @description Only of this surface */
                surface?: components["schemas"]["Surface"];
                /** @description Only of this tenant */
                tenant_id?: components["schemas"]["PathId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    resetWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The new world */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A file of the initial world is missing or damaged */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    runUntilIdle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "advance": true,
                 *       "limit": "1h"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Move the clock to planned work
                     * @default false
                     */
                    advance?: boolean;
                    /**
                     * @description How far the clock may go
                     * @default 1h
                     */
                    limit?: components["schemas"]["Duration"];
                };
            };
        };
        responses: {
            /** @description The completed and the remaining work */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunUntilIdleReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    getScenarioRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioRunReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    runScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "happy-path"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    scenario?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioOutcomeReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description How many at most */
                limit?: number;
                /**
                 * @description The text
                 * @example order-1
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    listSettlements: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only of this owner */
                owner?: components["parameters"]["OfOwner"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only in this state */
                state?: "created" | "routing" | "completed" | "failed" | "retrying";
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    retrySettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The settlement */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettlementReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    explainSignature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "{\"id\":\"…\"}",
                 *       "headers": {
                 *         "webhook-id": "…",
                 *         "webhook-timestamp": "1767225600",
                 *         "webhook-signature": "…"
                 *       },
                 *       "computed": "vR6…="
                 *     }
                 */
                "application/json": {
                    /** @description The body as it was received */
                    body: string;
                    /** @description The signature that your receiver computed */
                    computed?: string;
                    /** @description The headers as they were received, in any case */
                    headers: {
                        [key: string]: string | string[];
                    };
                    /**
                     * Format: date-time
                     * @description When it arrived, by your clock
                     */
                    received_at?: string;
                    /** @description The secret that your receiver uses */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description The verdict and the mistakes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotsReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    createSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "before the payout"
                 *     }
                 */
                "application/json": {
                    /** @description Default: the id. Names need not be unique */
                    name?: components["schemas"]["Name"];
                };
            };
        };
        responses: {
            /** @description The snapshot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The limit of snapshots is reached */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Snapshot id */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    exportSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Snapshot id */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldFileReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The database of the snapshot is missing or damaged */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            500: components["responses"]["OurMistake"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Snapshot id */
                id: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The restored world */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The database of the snapshot is missing or damaged */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listSolvers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The solvers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SolverListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    refillSolver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["schemas"]["PathId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "network": "arbitrum",
                 *       "asset": "USDC",
                 *       "amount": "5000"
                 *     }
                 */
                "application/json": {
                    amount?: components["schemas"]["Amount"];
                    asset?: components["schemas"]["AssetName"];
                    network?: components["schemas"]["NetworkName"];
                };
            };
        };
        responses: {
            /** @description What was sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SolverRefillReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    listTenants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All tenants */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "checkout tests",
                 *       "tier": "pro"
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
                    /** @description Requests per minute. Default: 100, 1,000 or 100,000, depending on the tier */
                    rate_limit?: number;
                    /**
                     * @default enterprise
                     * @enum {string}
                     */
                    tier?: "standard" | "pro" | "enterprise";
                };
            };
        };
        responses: {
            /** @description The tenant and its key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTenantReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDetailReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tier": "standard"
                 *     }
                 */
                "application/json": {
                    name?: components["schemas"]["Name"];
                    /** @description Requests per minute */
                    rate_limit?: number;
                    /** @enum {string} */
                    tier?: "standard" | "pro" | "enterprise";
                };
            };
        };
        responses: {
            /** @description The tenant */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDetailReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listTenantKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    createTenantKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The key, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKeyReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    deleteTenantKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id */
                key_id: components["schemas"]["PathId"];
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    resetRateLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    setWalletPool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "network": "base",
                 *       "remaining": 0
                 *     }
                 */
                "application/json": {
                    network: components["schemas"]["NetworkName"];
                    remaining: number;
                };
            };
        };
        responses: {
            /** @description The pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletPoolReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:8080/hooks",
                 *       "event_types": [
                 *         "deposit.confirmed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @default true */
                    active?: boolean;
                    disable_after?: components["schemas"]["DisableAfter"];
                    /**
                     * @default [
                     *       "*"
                     *     ]
                     */
                    event_types?: components["schemas"]["Subscriptions"];
                    heed_gone?: components["schemas"]["HeedGone"];
                    heed_retry_after?: components["schemas"]["HeedRetryAfter"];
                    secret?: components["schemas"]["Secret"];
                    url: components["schemas"]["EndpointUrl"];
                };
            };
        };
        responses: {
            /** @description The endpoint with its signing secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewEndpointReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Endpoint id */
                id: components["schemas"]["PathId"];
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["OurMistake"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Endpoint id */
                id: components["schemas"]["PathId"];
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "active": false
                 *     }
                 */
                "application/json": {
                    active?: boolean;
                    disable_after?: components["schemas"]["DisableAfter"];
                    event_types?: components["schemas"]["Subscriptions"];
                    heed_gone?: components["schemas"]["HeedGone"];
                    heed_retry_after?: components["schemas"]["HeedRetryAfter"];
                    url?: components["schemas"]["EndpointUrl"];
                };
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Endpoint id */
                id: components["schemas"]["PathId"];
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap": "1h",
                 *       "sign_with_both": true
                 *     }
                 */
                "application/json": {
                    /** @description At most 30 days. Default: 24 hours. 0: the old secret expires at once */
                    overlap?: components["schemas"]["Duration"];
                    secret?: components["schemas"]["Secret"];
                    /** @default false */
                    sign_with_both?: boolean;
                };
            };
        };
        responses: {
            /** @description The endpoint with its new signing secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewEndpointReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Endpoint id */
                id: components["schemas"]["PathId"];
                /** @description Tenant id */
                tenant_id: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "deposit.confirmed"
                 *     }
                 */
                "application/json": {
                    type: components["schemas"]["EventType"];
                };
            };
        };
        responses: {
            /** @description Its delivery */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The endpoint is inactive or not subscribed to this type */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorReply"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["NotJson"];
            500: components["responses"]["OurMistake"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only of this owner */
                owner?: components["parameters"]["OfOwner"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only in this state */
                state?: "created" | "prepared" | "signed" | "broadcasted" | "confirmed" | "failed" | "rejected" | "expired";
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    listUdas: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only of this owner */
                owner?: components["parameters"]["OfOwner"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only in this state */
                state?: "active" | "retired";
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    listVaults: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
    listWallets: {
        parameters: {
            query?: {
                /** @description Only newer than the one with this id: `next_after` of the page before */
                after?: components["parameters"]["AfterRecord"];
                /** @description Only older than the one with this id: `next_before` of the page before */
                before?: components["parameters"]["Before"];
                /** @description Only those that the sandbox made at this virtual time or later */
                from?: components["parameters"]["From"];
                /** @description How many at most */
                limit?: components["parameters"]["ListLimit"];
                /** @description Only on this network, by symbol or EIP-155 id */
                network?: components["parameters"]["OnNetwork"];
                /** @description Which come first */
                order?: components["parameters"]["NewestOrder"];
                /** @description Only of this owner */
                owner?: components["parameters"]["OfOwner"];
                /** @description Only those of which an id, hash, address, owner or reference begins with this text */
                q?: components["parameters"]["Start"];
                /** @description Only of this tenant */
                tenant_id?: components["parameters"]["OfTenant"];
                /** @description Only those that the sandbox made before this virtual time */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordListReply"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["OurMistake"];
        };
    };
}
