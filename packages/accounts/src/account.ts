import type { Schema } from "@uola/database";
import type { Selectable } from "kysely";

export type Row = Selectable<Schema["account"]>;

/** An account as exposed to other packages: without the password and its hash. */
export type Account = Omit<Row, "siteId" | "passwordHash">;

declare module "@uola/database/columns" {
  interface ColumnTypes {
    /** The fields of the contract's `IdentityProfile`, except first name, last name and language. */
    "account.profile": Record<string, unknown>;
  }
}

/** The author of a change, as recorded in the audit entry. */
export type Actor = { kind: string; id: string };

export const systemActor: Actor = { kind: "system", id: "accounts" };
export const selfActor = (id: string): Actor => ({ kind: "member", id });

export const needsVerification = "PENDING_EMAIL_VERIFICATION_REQUIRED";
export const needsApproval = "PENDING_ADMIN_APPROVAL_REQUIRED";

export const publicAccount = ({ siteId: _, passwordHash: __, ...rest }: Row): Account => rest;

// PostgreSQL cannot store NUL in text.
export const isStorable = (text: string): boolean => !text.includes("\0");

/** Normalizes a name for storage: one line, no control characters, at most a hundred characters. */
export function nameOf(text: string | null | undefined): string | null {
  const line = (text ?? "").normalize("NFC").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ");
  return [...line.trim()].slice(0, 100).join("") || null;
}

/**
 * Returns the status after one reason for a pending status is removed. An account without remaining
 * reasons becomes active.
 */
export function withoutStatusReason(
  reason: string,
  { status, statusReasons }: Pick<Row, "status" | "statusReasons">,
): Partial<Pick<Row, "status" | "statusReasons">> {
  if (status !== "PENDING") return {};
  const left = statusReasons.filter((each) => each !== reason);
  return { statusReasons: left, status: left.length === 0 ? "ACTIVE" : "PENDING" };
}
