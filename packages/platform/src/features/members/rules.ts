import type { Account } from "@uola/accounts";
import type { Identity, StateMachineResponse } from "@uola/contract";

/** How far a person of a given status gets: blocked people nowhere, those who wait are told what for. */
export function stateOf({
  status,
  statusReasons,
}: Pick<Account, "status" | "statusReasons">): StateMachineResponse["state"] | "BLOCKED" {
  if (status === "ACTIVE") return "SUCCESS";
  if (status !== "PENDING") return "BLOCKED";
  const verifies = statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
  return verifies ? "REQUIRE_EMAIL_VERIFICATION" : "REQUIRE_OWNER_APPROVAL";
}

/** An account as the contract shows a person. */
export const identityOf = (account: Account): Identity => ({
  id: account.id,
  revision: String(account.revision),
  createdDate: account.createdDate,
  updatedDate: account.updatedDate,
  email: { address: account.email, isVerified: account.emailVerified },
  identityProfile: { firstName: account.firstName, lastName: account.lastName, language: account.language },
  status: { name: account.status, reasons: account.statusReasons as NonNullable<Identity["status"]>["reasons"] },
});
