// Deposits: their invariant queries.
import { changedIds, eventPerTransition, type Query, sameTenant } from "./query.ts";

export const DEPOSIT_QUERIES: readonly Query[] = [
  {
    id: "I-13",
    sql: `select 'deposit ' || d.id || ' has no movement of ' || d.raw || ' into ' || d.to_address || ' on ' || d.network as what
          from deposit d where d.id in ${changedIds("deposit")} and d.state <> 'orphaned' and not exists (
            select 1 from movement m where m.tx_hash = d.tx_hash and m.network = d.network and m.address_id = d.address_id
              and m.kind = 'in' and m.ordinal = d.ordinal and m.asset = d.asset and m.raw = d.raw and m.state <> 'orphaned')`,
  },
  {
    id: "I-14",
    sql: `select 'deposits ' || d.id || ' and ' || o.id || ' are both leg ' || d.ordinal || ' of ' || d.network || ' ' || d.tx_hash as what
          from deposit d join deposit o on o.network = d.network and o.tx_hash = d.tx_hash and o.ordinal = d.ordinal
          where d.id in ${changedIds("deposit")} and o.id > d.id and d.state <> 'orphaned' and o.state <> 'orphaned'`,
  },
  {
    id: "I-15",
    sql: `select 'deposit ' || d.id || ' is confirmed, and ' || d.network || ' has no block ' || d.block_hash || ' at ' || d.block_height as what
          from deposit d left join chain_tail t on t.network = d.network and t.height = d.block_height
          where d.id in ${changedIds("deposit")} and d.state = 'confirmed' and (t.hash is null or t.hash <> d.block_hash)
            and not exists (select 1 from block b where b.network = d.network and b.hash = d.block_hash and b.state = 'orphaned')`,
  },
  {
    id: "I-15",
    sql: `select 'deposit ' || d.id || ' in block ' || d.block_height || ' of ' || d.network || ' has '
            || (h.head - d.block_height + 1) || ' confirmations of ' || s.confirmations || ', and is not confirmed' as what
          from deposit d join network_setting s on s.network = d.network
            join (select n.network, (select max(height) from chain_tail t where t.network = n.network) as head
              from network_setting n) h on h.network = d.network
          where d.state = 'seen' and d.block_height >= 0 and h.head - d.block_height + 1 >= s.confirmations`,
  },
  {
    id: "I-16",
    sql: `select 'deposit ' || d.id || ' is orphaned, and movement ' || m.id || ' of it counts' as what
          from deposit d join movement m on m.tx_hash = d.tx_hash and m.network = d.network and m.address_id = d.address_id
          where d.id in ${changedIds("deposit")} and d.state = 'orphaned' and m.kind = 'in' and m.ordinal = d.ordinal
            and m.asset = d.asset and m.raw = d.raw and m.state <> 'orphaned'`,
  },
  {
    id: "I-16",
    sql: `select 'deposit ' || d.id || ' is orphaned, and was announced as confirmed' as what from deposit d
          where d.id in ${changedIds("deposit")} and d.state = 'orphaned'
            and exists (select 1 from event e where e.resource_id = d.id and +e.type = 'deposit.confirmed' and e.test = 0)`,
  },
  ...eventPerTransition("deposit", "", "deposit.new"),
  ...eventPerTransition("deposit", "confirm", "deposit.confirmed"),
  ...sameTenant("deposit", { address: "address_id", transaction_record: "transaction_id", uda: "uda_id" }),
];
