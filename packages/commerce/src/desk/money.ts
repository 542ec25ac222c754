import type { DeskMoneyKind, PaymentKind, PaymentMethod } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import type { Actor } from "@uola/kernel";
import * as store from "./store.ts";

type Taken = {
  siteId: string;
  at: Date;
  kind: Exclude<DeskMoneyKind, "MARK">;
  /** How it was paid; only cash and cards are the desk's. */
  method: PaymentKind | PaymentMethod;
  /** Less than nothing where it is paid out. */
  amount: number;
  receiptNumber?: string | null | undefined;
  /** The number of what it is for. */
  about: string;
  actor: Actor;
};

const who = ({ kind, id }: Actor) => ({ kind, id });

/** Notes money at the desk, in the transaction that takes it or pays it out. The next close counts it. */
export async function noteDeskMoney(
  tx: Database,
  { at, method, amount, receiptNumber = null, actor, ...taken }: Taken,
): Promise<void> {
  if ((method !== "CASH" && method !== "CARD") || amount === 0) return;
  await store.insertMoney(tx, {
    ...{ ...taken, id: newId(), method, amount, receiptNumber, actor: who(actor), createdDate: at },
  });
}

/** Notes that a booking was marked as paid at the desk, or that the mark was taken back. Nobody typed a sum. */
export async function noteDeskMark(
  tx: Database,
  {
    at,
    method,
    received,
    actor,
    ...mark
  }: Pick<Taken, "siteId" | "at" | "about" | "actor"> & { method: PaymentMethod; received: boolean },
): Promise<void> {
  if (method === "TRANSFER") return;
  await store.insertMoney(tx, {
    ...{ ...mark, id: newId(), kind: "MARK", method, amount: 0, mark: received ? 1 : -1 },
    ...{ actor: who(actor), createdDate: at },
  });
}
