import { all, type Element, notAStatement } from "./xml.ts";

/**
 * An amount with its currency. It is exact, in hundred-thousandths of the currency unit: ISO 20022
 * allows five decimal places and 18 digits in all, which exceeds the precision of a number.
 */
export type Money = { units: bigint; currency: string };

const unitsPerHundredth = 1000n;
const hundredthsMax = 10n ** 15n;

/** Parses an amount in the forms that xs:decimal allows: "000149.87", ".50", "12." and "+1.00". */
export function moneyOf(element: Element | undefined): Money | undefined {
  if (!element) return undefined;
  const text = element["#text"]?.trim() ?? "";
  const [, whole = "", decimals = ""] = /^\+?(\d{0,40})(?:\.(\d{0,40}))?$/.exec(text) ?? [];
  if (!whole && !decimals) throw notAStatement(`"${text}" is not an amount`);
  const [shown, rest] = [decimals.slice(0, 5).padEnd(5, "0"), decimals.slice(5)];
  if (/[^0]/.test(rest)) throw notAStatement(`"${text}" is not an amount`);
  const units = BigInt(`${whole}${shown}`);
  if (units >= hundredthsMax * unitsPerHundredth) throw notAStatement(`"${text}" is too large an amount`);
  return { units, currency: (element["@Ccy"] ?? "").trim().toUpperCase().slice(0, 3) };
}

export function amountOf(element: Element): Money {
  const money = moneyOf(all(element, "Amt")[0]);
  if (!money) throw notAStatement("an amount is missing");
  return money;
}

/** The amount in hundredths of the currency unit, rounded. */
export const hundredths = ({ units }: Money): number => Number((units + unitsPerHundredth / 2n) / unitsPerHundredth);

export const isWholeHundredths = ({ units }: Money): boolean => units % unitsPerHundredth === 0n;
