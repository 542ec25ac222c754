import { failureOf } from "../../errors.ts";
import { type Reason, reasonOf } from "../../reasons.ts";

/** Why nothing was changed; the texts are `security.refusal.*`. */
export type Refusal = {
  kind: Reason<"security"> | "email";
  /** The field it is about, if one. */
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

/** What a call of the platform that failed means to a person. */
export function refusalOf(error: unknown): Refusal {
  const reason = reasonOf(error, "security");
  const isAddress = reason === "broken" && failureOf(error).violations[0]?.field === "email";
  const kind = isAddress ? "email" : reason;
  return { kind, ...(fields[kind] && { field: fields[kind] }) };
}
