import type { BuyerCompany } from "@uola/contract";
import * as field from "@uola/ui/kit/fields.tsx";
import { say } from "@uola/words/admin";

/** Matches a VAT code such as "LT123456789"; the platform converts it to upper case. */
export const vatCodePattern = /^[A-Z]{2}[A-Z0-9]{5,13}$/i;

/** The form fields for a company as the buyer. */
export const companyFields = (company: BuyerCompany | null | undefined) => ({
  name: field.text(company?.name, {
    maxLength: 200,
    autoComplete: "organization",
    check: field.required(say("documents.wrong.name")),
  }),
  code: field.text(company?.code, {
    maxLength: 20,
    inputMode: "numeric",
    check: (code) => !/^[\p{L}\d-]{3,20}$/u.test(code.trim()) && say("documents.wrong.companyCode"),
  }),
  vatCode: {
    ...field.text(company?.vatCode, {
      maxLength: 15,
      optional: true,
      autoCapitalize: "characters",
      check: field.matches(vatCodePattern, say("documents.wrong.vatCode")),
    }),
    sent: (typed: string) => typed.trim().toUpperCase() || null,
  },
  address: field.text(company?.address, {
    maxLength: 300,
    check: (address) => address.trim().length < 3 && say("documents.wrong.address"),
  }),
});
