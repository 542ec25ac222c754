import { createHash } from "node:crypto";
import type { StatementEntry } from "./entry.ts";

/** An entry with its key, which is the same in every file that contains the entry. */
export type Keyed = { entryKey: string; old: OldIdentity };

/**
 * The form in which entries were stored while the bank's reference alone was their key. Used to
 * recognise those entries.
 */
export type OldIdentity = Pick<
  StatementEntry,
  "bookedDate" | "amount" | "currency" | "reversal" | "payerName" | "payerIban" | "text" | "reference" | "bankReference"
> & { part: number };

/**
 * Whether a reference is one of the placeholders that banks use for a missing reference:
 * NOTPROVIDED, NONREF, zeros, dashes.
 */
export const isPlaceholder = (reference: string): boolean =>
  /^(NOTPROVIDED|NOTAVAILABLE|NON?REF(ERENCE)?|NONE|NULL|NA|X*|0*)$/i.test(reference.replace(/[^\p{L}\p{N}]/gu, ""));

type Identified = StatementEntry & { identityText: string; old: OldIdentity };

/**
 * Computes the key of each entry from all of its identifying data, since banks repeat their
 * references. Equal entries are numbered, so that two equal transfers in a file are two entries.
 * Entries with a reference are numbered per statement, because statements in one file may overlap;
 * entries without one are numbered per file, because a file may be divided into pages.
 */
export function assignEntryKeys(
  iban: string,
  statements: readonly (readonly Identified[])[],
): (StatementEntry & Keyed)[] {
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

/** The fields in which a stored entry must agree with an entry of a file. */
export type Stored = Omit<OldIdentity, "bankReference" | "part"> & { entryKey: string };

/**
 * The largest number of entries with the same reference in a file for which stored entries are
 * still found by their old keys.
 */
const repeatsMax = 1000;
/**
 * The number of old keys to try when checking whether a stored entry has the same reference; the
 * first ones are enough.
 */
const differingMax = 3;

/** Returns the key that the n-th entry with its name in a file had before 0080_bank_references.sql. */
function oldKeyOf(iban: string, entry: OldIdentity, count: number): string {
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
 * Recognises entries that were stored with an old key. Old keys depend on the order of entries in a
 * file, so a stored entry is found by its content, and its key has to be one that the new entry
 * could have had.
 */
export function createOldEntryMatcher(iban: string, stored: readonly Stored[]) {
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
    /**
     * Returns whether an entry is already stored. Each stored entry is matched only once, so a
     * second equal transfer counts as a new entry.
     */
    take(entry: OldIdentity): boolean {
      const alike = byMoney.get(moneyOf(entry)) ?? [];
      const at = alike.findIndex((one) => isSame(one, entry));
      if (at >= 0) alike.splice(at, 1);
      return at >= 0;
    },
    /**
     * Whether a stored entry that has not been matched agrees with this one in reference, day and
     * amount, but not in the payer's text.
     */
    resembles: (entry: OldIdentity): boolean =>
      !isPlaceholder(entry.bankReference) &&
      (byMoney.get(moneyOf(entry)) ?? []).some((one) => hasKey(entry, one, differingMax)),
  };
}
