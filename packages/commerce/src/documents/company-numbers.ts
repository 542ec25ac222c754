import type { BuyerCompany } from "@uola/contract";

/** A number with its identifier scheme: the scheme's code in the Peppol code lists. */
type Numbered<Scheme = string> = { scheme: Scheme; number: string };

/** The Peppol scheme of Lithuanian company codes. */
const lithuanian = "0200";
/** The Peppol schemes of VAT numbers by country (Peppol's code list of electronic addresses). */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: "9914",
  BE: "9925",
  BG: "9926",
  CY: "9928",
  CZ: "9929",
  DE: "9930",
  DK: "0198",
  EE: "9931",
  ES: "9920",
  FI: "0213",
  FR: "9957",
  GB: "9932",
  GR: "9933",
  HR: "9934",
  HU: "9910",
  IE: "9935",
  IT: "0211",
  LU: "9938",
  LV: "9939",
  MT: "9943",
  NL: "9944",
  PL: "9945",
  PT: "9946",
  RO: "9947",
  SE: "9955",
  SI: "9949",
  SK: "9950",
};

/**
 * Country by the prefix of a VAT number, which is the ISO 3166 code except for Greece. Lithuania if
 * there is no VAT number.
 */
const countryOf = (vatCode: BuyerCompany["vatCode"]): string => vatCode?.slice(0, 2).replace("EL", "GR") ?? "LT";

/**
 * Returns the identifiers of a company: its registration number and electronic address. A
 * Lithuanian company uses its company code, without spaces, for both. A foreign registration number
 * has no known scheme, so the electronic address is the VAT number.
 */
export function companyIdentifiers({ code, vatCode }: Pick<BuyerCompany, "code" | "vatCode">): {
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
