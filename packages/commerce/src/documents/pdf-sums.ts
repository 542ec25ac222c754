import type { DocumentKind } from "@uola/contract";
import type { DocumentWords } from "@uola/words/document";
import { money } from "@uola/words/formats";
import { hasVat, type Snapshot } from "./rules.ts";

type Facts = { kind: DocumentKind; say: DocumentWords; snapshot: Snapshot; gross: number };
type Row = { label: string; amount: string };

/**
 * Returns the sums below a document's lines: rows and the main total, which for a proforma is the
 * amount to pay.
 */
export function sumsOf({ kind, say, snapshot, gross }: Facts): {
  rows: Row[];
  label: string;
  below: string | undefined;
  sum: number;
} {
  const { language, taxes, paid, dueDate, toPay = gross } = snapshot;
  const isVat = hasVat(taxes);
  const rows = isVat ? taxes.flatMap((tax) => taxRows(tax, say, language)) : [];
  const label = isVat ? say("total.withVat") : say("total.plain");
  const due = paid ? say("total.paid") : dueDate ? say("total.due", { date: dueDate }) : undefined;
  const below = kind === "CREDIT" ? say("total.credited") : due;
  if (toPay === gross) return { rows, label, below, sum: gross };
  const before = [
    { label, amount: money(gross, language) },
    { label: say("total.before"), amount: money(toPay - gross, language) },
  ];
  return { rows: [...rows, ...before], label: say("total.left"), below, sum: toPay };
}

function taxRows(
  { code, rate, net, vat, citation }: Snapshot["taxes"][number],
  say: DocumentWords,
  language: "lt" | "en",
): { label: string; amount: string }[] {
  if (rate !== null) {
    return [
      { label: say("total.taxable", { rate: percent(rate) }), amount: money(net, language) },
      { label: say("total.vat", { rate: percent(rate) }), amount: money(vat, language) },
    ];
  }
  const label = code === null ? say("total.outOfScope") : say("total.exempt", { citation: citation?.[language] ?? "" });
  return [{ label, amount: money(net, language) }];
}

/** Formats a rate as "21 %" or "5,5 %". */
export const percent = (rate: number): string => `${String(rate / 100).replace(".", ",")}\u00a0%`;
