// The field of the overview that the palette leads to.

/** Of the receiver of a payment. */
export const PAY_ID = "pay-receiver";
