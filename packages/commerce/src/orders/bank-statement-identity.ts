import { createHash } from "node:crypto";
import type { StatementEntry } from "./bank-statement-entry.ts";

/** The same entry has the same key in every file that contains it. */
export type Keyed = { entryKey: string; old: OldIdentity };

/** The form in which entries were stored while the bank's reference alone was their key. They are recognised by it. */
export type OldIdentity = Pick<
  StatementEntry,
  "bookedDate" | "amount" | "currency" | "reversal" | "payerName" | "payerIban" | "text" | "reference" | "bankReference"
> & { part: number };

/** Banks write these where there is no reference: NOTPROVIDED, NONREF, zeros, dashes. */
export const isPlaceholder = (reference: string): boolean =>
  /^(NOTPROVIDED|NOTAVAILABLE|NON?REF(ERENCE)?|NONE|NULL|NA|X*|0*)$/i.test(reference.replace(/[^\p{L}\p{N}]/gu, ""));

type Identified = StatementEntry & { identityText: string; old: OldIdentity };

/**
 * Computes the key of each entry from everything that identifies it, since banks repeat their references. Equal entries are
 * numbered, so that two equal transfers in a file are two entries. Entries with a reference are numbered for each statement,
 * because statements in one file may overlap; the others for the whole file, because it may be divided into pages.
 */
export function withKeys(iban: string, statements: readonly (readonly Identified[])[]): (StatementEntry & Keyed)[] {
  const unnamed = new Map<string, number>();
  return statements.flatMap((entries) => {
    const named = new Map<string, number>();
    return entries.map(({ identityText, ...entry }) => {
      const { bookedDate, amount, currency, reversal, returned, payerName, payerIban, reference, bankReference } =
        entry;
      const money = [bookedDate, amount, currency, reversal, returned];
      const identity = JSON.stringify([iban, bankReference, money, payerName, payerIban, identityText, reference]);
      const seen = bankReference ? named : unnamed;
      const count = (seen.get(identity) ?? 0) + 1;
      seen.set(identity, count);
      return { ...entry, entryKey: hash(`2 ${identity} ${count}`) };
    });
  });
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What a stored entry has to agree in with one of a file. */
export type Stored = Omit<OldIdentity, "bankReference" | "part"> & { entryKey: string };

/** How often a reference may be repeated in a file for its old keys to be found. */
const repeatsMax = 1000;
/** To tell that a stored entry has the same reference it is enough to look at the first of that reference. */
const differingMax = 3;

/** The key that an entry had as the n-th of its name in a file, before 0080_bank_references.sql. */
export function oldKeyOf(iban: string, entry: OldIdentity, count: number): string {
  const { bookedDate, amount, currency, payerName, payerIban, text, reference, reversal, bankReference, part } = entry;
  const content = [bookedDate, amount, currency, payerName, payerIban, text, reference, reversal];
  const name = bankReference ? `${bankReference} ${part}${reversal ? " reversed" : ""}` : JSON.stringify(content);
  return hash(`${iban} ${name} ${count}`);
}

const moneyOf = ({ bookedDate, amount, currency, reversal }: Stored | OldIdentity): string =>
  JSON.stringify([bookedDate, amount, currency, reversal]);
const wordsOf = ({ payerName, payerIban, text, reference }: Stored | OldIdentity): string =>
  JSON.stringify([payerName, payerIban, text, reference]);

/**
 * Recognises entries that were stored with an old key. Old keys depend on the order of entries in a file, so a
 * stored entry is found by its content, and its key has to be one that this entry could have had.
 */
export function createOldEntries(iban: string, stored: readonly Stored[]) {
  const byMoney = Map.groupBy(stored, moneyOf);
  const hasKey = (entry: OldIdentity, { entryKey }: Stored, max: number): boolean => {
    for (let count = 1; count <= max; count++) if (oldKeyOf(iban, entry, count) === entryKey) return true;
    return false;
  };
  const isSame = (one: Stored, entry: OldIdentity): boolean => {
    if (wordsOf(one) !== wordsOf(entry)) return false;
    const hasPlaceholder = entry.bankReference !== "" && isPlaceholder(entry.bankReference);
    return hasPlaceholder || hasKey(entry, one, repeatsMax);
  };
  return {
    /** Whether an entry is stored. Each stored entry is found once, so that a second equal transfer is another entry. */
    take(entry: OldIdentity): boolean {
      const alike = byMoney.get(moneyOf(entry)) ?? [];
      const at = alike.findIndex((one) => isSame(one, entry));
      if (at >= 0) alike.splice(at, 1);
      return at >= 0;
    },
    /** Whether an entry that was not taken agrees with this one in reference, day and amount, but not in what the payer wrote. */
    resembles: (entry: OldIdentity): boolean =>
      !isPlaceholder(entry.bankReference) &&
      (byMoney.get(moneyOf(entry)) ?? []).some((one) => hasKey(entry, one, differingMax)),
  };
}
