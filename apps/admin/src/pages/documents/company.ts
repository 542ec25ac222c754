import type { BuyerCompany } from "@uola/contract";
import { say } from "@uola/words/admin";

/** A company as typed, not validated. */
export type TypedCompany = Record<keyof BuyerCompany, string>;

/** Whether this is a VAT code such as "LT123456789"; the platform converts it to upper case. */
export const isVatCode = (typed: string): boolean => /^[A-Z]{2}[A-Z0-9]{5,13}$/i.test(typed.trim());

/** Returns the validation errors by field. */
export const wrongCompany = ({ name, code, vatCode, address }: TypedCompany): Partial<TypedCompany> => ({
  ...(!name.trim() && { name: say("documents.wrong.name") }),
  ...(!/^[\p{L}\d-]{3,20}$/u.test(code.trim()) && { code: say("documents.wrong.companyCode") }),
  ...(vatCode.trim() && !isVatCode(vatCode) && { vatCode: say("documents.wrong.vatCode") }),
  ...(address.trim().length < 3 && { address: say("documents.wrong.address") }),
});

export const companyOf = ({ name, code, vatCode, address }: TypedCompany): BuyerCompany => ({
  name: name.trim(),
  code: code.trim(),
  address: address.trim(),
  vatCode: vatCode.trim().toUpperCase() || null,
});
