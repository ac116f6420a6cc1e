-- How close a network comes to the real one, if somebody asks for it: how old a block is before it is `safe` and `finalized`
-- (ms; null: with the confirmed height), how the base fee moves, and the price of L1 gas that receipts show (null: not at all).
alter table network_setting add column safe_lag_ms integer check (safe_lag_ms >= 0);
alter table network_setting add column finalized_lag_ms integer check (finalized_lag_ms >= safe_lag_ms);
alter table network_setting add column l1_gas_price text check (l1_gas_price not glob '*[^0-9]*' and l1_gas_price <> '');
alter table next_block add column mode text not null default 'fixed' check (mode in ('fixed', 'dynamic'));
