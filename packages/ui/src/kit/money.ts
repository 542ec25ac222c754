import { centsFromEuros } from "@uola/contract/cents";
import { amountForInput, decimal } from "@uola/words/formats";

/** "28.00" → "28", "28.50" → "28,50", in English "28.50" */
export const priceText = (value: string | undefined): string => decimal((value ?? "").replace(/\.00?$/, ""));

/** "28" → "28", "28,5" → "28.5"; undefined if the text is not an amount of money. */
export function parseAmount(text: string): string | undefined {
  const plain = text.trim().replace(",", ".").replace(/\s*€$/, "");
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? plain : undefined;
}

/** "28.5 €" → "28,5"; text that is not an amount of money is returned unchanged. */
export function normalizeAmount(text: string): string {
  const amount = parseAmount(text);
  return amount === undefined ? text : priceText(amount);
}

/** "28,5" → 2850; undefined if the text is not an amount of money. */
export function parseCents(text: string): number | undefined {
  const amount = parseAmount(text);
  return amount === undefined ? undefined : centsFromEuros(Number(amount));
}

/** 2850 → "28,50", in the format of an input. */
export const formatCents = (cents: number): string => amountForInput(cents);
