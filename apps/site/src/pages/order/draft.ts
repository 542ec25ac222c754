import { isEmail } from "@uola/browser/gym/email-address.ts";
import type { Cart, OrderPaymentMethod } from "@uola/contract";
import { mayBeMinor } from "@uola/contract/age-range";
import { parsePhone } from "@uola/contract/phone";
import { localDate } from "@uola/words/formats";

export type ChosenWay = Exclude<OrderPaymentMethod, "ZERO">;
export type Offered = { way: OrderPaymentMethod; banks: readonly { code: string; name: string }[] };

/** The checkout form. Its values stay in the tab until the order is placed. */
export type Draft = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Whether the invoice is issued to a company. */
  forCompany: boolean;
  company: string;
  companyCode: string;
  vatCode: string;
  address: string;
  way: ChosenWay | "";
  bank: string;
  /** Whether to pay by instalments, if offered. */
  inParts: boolean;
};

export const emptyDraft: Draft = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  forCompany: false,
  company: "",
  companyCode: "",
  vatCode: "",
  address: "",
  way: "",
  bank: "",
  inParts: false,
};

export type FieldName = Exclude<keyof Draft, "forCompany" | "inParts"> | "terms";
export type Problem = { field: FieldName; what: "missing" | "wrong" };

export const longest = { firstName: 100, lastName: 100, email: 254, phone: 40, company: 200, address: 300 } as const;

/** Whether a participant may be a child; a phone number is then required. */
export const needsPhone = ({ lines }: Pick<Cart, "lines">): boolean =>
  lines.some(({ booking, startDate }) =>
    booking?.participants?.some(
      ({ birthYear }) =>
        birthYear != null && mayBeMinor(birthYear, Number(localDate(startDate ?? new Date()).slice(0, 4))),
    ),
  );

type Asked = { cart: Pick<Cart, "toPay" | "lines">; ways: readonly Offered[]; terms: boolean };

/** Returns the problems that prevent placing the order, in the order of the page. */
export function checkoutErrors(draft: Draft, { cart, ways, terms }: Asked): Problem[] {
  const problems: Problem[] = [];
  const add = (field: FieldName, what: Problem["what"] = "missing") => problems.push({ field, what });
  const typed = (field: Exclude<keyof Draft, "forCompany" | "inParts">) => draft[field].trim();
  if (!typed("firstName")) add("firstName");
  if (!typed("lastName")) add("lastName");
  if (!typed("email")) add("email");
  else if (!isEmail(typed("email"))) add("email", "wrong");
  if (!typed("phone")) {
    if (needsPhone(cart)) add("phone");
  } else if (!parsePhone(draft.phone)) add("phone", "wrong");
  if (draft.forCompany) problems.push(...companyProblemsOf(draft));
  if (cart.toPay > 0) {
    const chosen = ways.find(({ way }) => way === draft.way);
    if (!chosen) add("way");
    else if (chosen.banks.length > 0 && !chosen.banks.some(({ code }) => code === draft.bank)) add("bank");
  }
  if (!terms) add("terms");
  return problems;
}

export type CompanyDraft = Pick<Draft, "company" | "companyCode" | "vatCode" | "address">;
export type CompanyProblem = { field: keyof CompanyDraft; what: Problem["what"] };

export const noCompany: CompanyDraft = { company: "", companyCode: "", vatCode: "", address: "" };

/** Returns the problems with the company details for an invoice. */
export function companyProblemsOf(draft: CompanyDraft): CompanyProblem[] {
  const problems: CompanyProblem[] = [];
  const code = draft.companyCode.trim();
  if (!draft.company.trim()) problems.push({ field: "company", what: "missing" });
  if (!/^\d{7,9}$/.test(code)) problems.push({ field: "companyCode", what: code ? "wrong" : "missing" });
  if (draft.vatCode.trim() && !/^[A-Z]{2}[A-Z0-9]{5,13}$/.test(vatCodeOf(draft))) {
    problems.push({ field: "vatCode", what: "wrong" });
  }
  if (!draft.address.trim()) problems.push({ field: "address", what: "missing" });
  return problems;
}

/** Returns the company in the form used on documents. */
export function companyOf(draft: CompanyDraft) {
  const vatCode = vatCodeOf(draft);
  return {
    name: draft.company.trim(),
    code: draft.companyCode.trim(),
    address: draft.address.trim(),
    ...(vatCode && { vatCode }),
  };
}

/** VAT codes may be typed with spaces and in lower case. */
const vatCodeOf = ({ vatCode }: Pick<Draft, "vatCode">) => vatCode.replace(/\s/g, "").toUpperCase();

export type Order = ReturnType<typeof orderOf>;

/**
 * Builds the order request. If nothing is left to pay, the payment method is ignored, so any method
 * can be sent.
 */
export function orderOf(
  draft: Draft,
  {
    cart,
    ways,
    requestId,
    terms,
    language,
  }: {
    cart: Pick<Cart, "toPay" | "parts">;
    ways: readonly Offered[];
    requestId: string;
    terms: string;
    language: "lt" | "en";
  },
) {
  const phone = parsePhone(draft.phone);
  return {
    requestId,
    buyer: {
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      email: draft.email.trim(),
      ...(phone && { phone }),
    },
    ...(draft.forCompany && { company: companyOf(draft) }),
    consents: [{ kind: "TERMS" as const, version: terms }],
    way: (draft.way || ways[0]?.way || "AT_DESK") as ChosenWay,
    language,
    expectedToPay: cart.toPay,
    ...(draft.inParts && cart.parts && { parts: cart.parts.map(({ amount }) => amount) }),
  };
}

/**
 * The request id of an order: it stays the same for a cart until the order is placed, so that two
 * clicks or a reload create one order. Another cart or total gets another id.
 */
export type Sent = { requestId: string; cart: string };
export const sentOf = (
  kept: Sent | null,
  { revision, toPay }: Pick<Cart, "revision" | "toPay">,
  make: () => string,
): Sent => {
  const cart = `${revision} ${toPay}`;
  return kept?.cart === cart ? kept : { requestId: make(), cart };
};

/** Fills the empty fields with known values. */
export const withDefaults = (draft: Draft, known: Partial<Draft>): Draft => ({
  ...draft,
  firstName: draft.firstName || known.firstName || "",
  lastName: draft.lastName || known.lastName || "",
  email: draft.email || known.email || "",
  phone: draft.phone || known.phone || "",
});
