/** One payment of a statement, as the bank describes it. */
export type StatementEntry = {
  bookedDate: string;
  /** In hundredths of its currency. */
  amount: number;
  currency: string;
  /** Whether the bank reverses an earlier entry. */
  reversal: boolean;
  /** Whether the bank reverses an outgoing payment, so that the reversal is incoming money. */
  returned: boolean;
  payerName: string;
  payerIban: string;
  text: string;
  reference: string;
  /** The bank's reference of the entry; empty if the bank gives none. */
  bankReference: string;
  /**
   * Set if a person has to check the amount: the payments in the entry do not add up to it, or it
   * has fractions of a cent.
   */
  toCheck: "AMOUNT_UNCLEAR" | null;
};
