import { type Reason, reasonOf } from "@uola/browser/error-messages.ts";
import { failureOf } from "@uola/browser/errors.ts";

/** Why a change was rejected; the texts are `security.refusal.*`. */
export type Refusal = {
  kind: Reason<"security"> | "email";
  /** The field that the error is about, if any. */
  field?: "currentPassword" | "newPassword" | "email" | "code";
};

const fields: Partial<Record<Refusal["kind"], NonNullable<Refusal["field"]>>> = {
  wrongPassword: "currentPassword",
  wrongCode: "code",
  tooShort: "newPassword",
  tooLong: "newPassword",
  tooCommon: "newPassword",
  email: "email",
};

/** Converts a failed platform call to the reason shown to the member. */
export function refusalOf(error: unknown): Refusal {
  const reason = reasonOf(error, "security");
  const isAddress = reason === "broken" && failureOf(error).violations[0]?.field === "email";
  const kind = isAddress ? "email" : reason;
  return { kind, ...(fields[kind] && { field: fields[kind] }) };
}
