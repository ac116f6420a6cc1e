// All mistakes for `examples/shop-with-books`.
import { DEPOSIT_MISTAKES } from "./deposits.ts";
import { FURTHER_MISTAKES } from "./further.ts";
import { ORDER_MISTAKES } from "./orders.ts";
import { PAYOUT_MISTAKES } from "./payouts.ts";
import { type Mistake, SHOP_MISTAKES } from "./shop.ts";

export const ALL_SHOP_MISTAKES: readonly Mistake[] = [
  ...SHOP_MISTAKES,
  ...FURTHER_MISTAKES,
  ...DEPOSIT_MISTAKES,
  ...PAYOUT_MISTAKES,
  ...ORDER_MISTAKES,
];
