/** One payment of a statement, as the bank describes it. */
export type StatementEntry = {
  bookedDate: string;
  /** In hundredths of its currency. */
  amount: number;
  currency: string;
  /** The bank reverses an earlier entry. */
  reversal: boolean;
  /** The bank reverses a payment out, so the reversal brings money. */
  returned: boolean;
  payerName: string;
  payerIban: string;
  text: string;
  reference: string;
  /** The bank's reference of the entry; empty where it gives none. */
  bankReference: string;
  /** A person has to check the amount: the payments in the entry do not add up to it, or it has fractions of a cent. */
  toCheck: "AMOUNT_UNCLEAR" | null;
};
