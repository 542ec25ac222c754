import type { BuyerCompany } from "@uola/contract";

/** A number, and the list that it is of: its code among the schemes of Peppol. */
type Numbered<Scheme = string> = { scheme: Scheme; number: string };

/** The list of Lithuanian companies' numbers. */
const lithuanian = "0200";
/** The lists of VAT numbers, by country (Peppol's code list of electronic addresses). */
const vatSchemes: Readonly<Record<string, string>> = {
  ...{ AT: "9914", BE: "9925", BG: "9926", CY: "9928", CZ: "9929", DE: "9930", DK: "0198", EE: "9931", ES: "9920" },
  ...{ FI: "0213", FR: "9957", GB: "9932", GR: "9933", HR: "9934", HU: "9910", IE: "9935", IT: "0211", LU: "9938" },
  ...{ LV: "9939", MT: "9943", NL: "9944", PL: "9945", PT: "9946", RO: "9947", SE: "9955", SI: "9949", SK: "9950" },
};

/** By the first letters of a VAT number, which are those of ISO 3166 but for Greece. Without one it is of Lithuania. */
const countryOf = (vatCode: BuyerCompany["vatCode"]): string => vatCode?.slice(0, 2).replace("EL", "GR") ?? "LT";

/**
 * What a company is known by: the number of its register, and its electronic address. A Lithuanian one has the same number for both,
 * as digits, however it was typed; another one's register is in no list that we know, and its address is its VAT number.
 */
export function numbersOf({ code, vatCode }: Pick<BuyerCompany, "code" | "vatCode">): {
  country: string;
  endpoint: Numbered | undefined;
  registered: Numbered<string | undefined>;
} {
  const country = countryOf(vatCode);
  if (country === "LT") {
    const registered = { scheme: lithuanian, number: code.replace(/\s/g, "") };
    return { country, endpoint: registered, registered };
  }
  const scheme = vatSchemes[country];
  return {
    country,
    endpoint: scheme && vatCode ? { scheme, number: vatCode } : undefined,
    registered: { scheme: undefined, number: code },
  };
}
