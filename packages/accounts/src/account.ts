import type { Schema } from "@uola/database";
import type { Selectable } from "kysely";

export type Row = Selectable<Schema["account"]>;

/** A person as other packages see them: without the password, even without its hash. */
export type Account = Omit<Row, "siteId" | "passwordHash" | "role" | "status" | "profile"> & {
  role: "member" | "trainer" | "desk" | "editor" | "accountant" | "owner";
  status: "PENDING" | "ACTIVE" | "DELETED" | "BLOCKED" | "OFFLINE";
  /** The fields of the contract's `IdentityProfile`, except first name, last name and language. */
  profile: Record<string, unknown>;
};

/** Who makes a change, as the audit names them. */
export type Actor = { kind: string; id: string };

export const systemActor: Actor = { kind: "system", id: "accounts" };
export const selfActor = (id: string): Actor => ({ kind: "member", id });

export const needsVerification = "PENDING_EMAIL_VERIFICATION_REQUIRED";
export const needsApproval = "PENDING_ADMIN_APPROVAL_REQUIRED";

export const publicAccount = ({ siteId: _, passwordHash: __, ...rest }: Row): Account => rest as Account;

// PostgreSQL cannot store NUL in text.
export const isStorable = (text: string): boolean => !text.includes("\0");

/** A name as it is stored: one line, no control characters, at most a hundred characters. */
export function nameOf(text: string | null | undefined): string | null {
  const line = (text ?? "").normalize("NFC").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ");
  return [...line.trim()].slice(0, 100).join("") || null;
}

/** The status after one reason to wait is gone. An account with no reason left becomes active. */
export function withoutStatusReason(reason: string, { status, statusReasons }: Pick<Row, "status" | "statusReasons">) {
  if (status !== "PENDING") return {};
  const left = statusReasons.filter((each) => each !== reason);
  return { statusReasons: left, status: left.length === 0 ? "ACTIVE" : "PENDING" };
}
