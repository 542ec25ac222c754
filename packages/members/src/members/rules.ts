import type { Account } from "@uola/accounts";
import { type Identity, IdentityProfile, type StateMachineResponse } from "@uola/contract";
import { z } from "zod";

/** Returns the state of a sign-in for the account's status: success, the pending step, or blocked. */
export function signInStateOf({
  status,
  statusReasons,
}: Pick<Account, "status" | "statusReasons">): StateMachineResponse["state"] | "BLOCKED" {
  if (status === "ACTIVE") return "SUCCESS";
  // Accounts can be offline temporarily, so clients should check the status again later.
  if (status === "OFFLINE") return "STATUS_CHECK";
  if (status !== "PENDING") return "BLOCKED";
  const verifies = statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
  return verifies ? "REQUIRE_EMAIL_VERIFICATION" : "REQUIRE_OWNER_APPROVAL";
}

/** A person's first factors: the password, and accounts at identity providers. */
export type Connections = { password: "none" | "good" | "expired"; providers: { id: string; userId: string }[] };

/** Converts an account to the contract's identity. */
export function identityOf(account: Account, { password, providers }: Connections, siteId: string): Identity {
  const { id, email, emailVerified, revision, createdDate, updatedDate, status, statusReasons } = account;
  const byProvider = providers.map(({ id: idpConnectionId, userId: idpUserId }) => ({
    idpConnection: { idpConnectionId, idpUserId },
  }));
  // All people of a site share one authenticator: e-mail and password.
  const byPassword = { authenticatorConnectionId: siteId, reEnrollmentRequired: password === "expired" };
  return {
    id,
    identifiers: [{ email }],
    revision: String(revision),
    createdDate,
    updatedDate,
    connections: [...byProvider, ...(password === "none" ? [] : [{ authenticatorConnection: byPassword }])],
    identityProfile: profileOf(account),
    metadata: { tags: [] },
    email: { address: email, isVerified: emailVerified },
    status: { name: status, reasons: statusReasons as NonNullable<Identity["status"]>["reasons"] },
    tenant: { id: siteId, type: "SITE" },
  };
}

const columns = { firstName: true, lastName: true, language: true } as const;
const StoredProfile = IdentityProfile.omit(columns);

/** Missing fields stay unchanged. null clears a field. */
export type ProfilePatch = {
  firstName?: string | null;
  lastName?: string | null;
  language?: string | null;
  profile: Record<string, unknown>;
};

/** Converts a profile to its stored form: dates in custom fields become text. */
export function toStoredProfile(given: IdentityProfile): ProfilePatch {
  const { firstName, lastName, language, ...rest } = given;
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(language !== undefined && { language }),
    profile: z.encode(StoredProfile, rest),
  };
}

function profileOf({ firstName, lastName, language, profile }: Account): IdentityProfile {
  return { firstName, lastName, language, ...z.decode(StoredProfile, profile) };
}
