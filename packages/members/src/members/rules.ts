import type { Account } from "@uola/accounts";
import { type Identity, IdentityProfile, type StateMachineResponse } from "@uola/contract";
import { z } from "zod";

/** How far a person of a given status gets: blocked people nowhere, those who wait are told what for. */
export function stateOf({
  status,
  statusReasons,
}: Pick<Account, "status" | "statusReasons">): StateMachineResponse["state"] | "BLOCKED" {
  if (status === "ACTIVE") return "SUCCESS";
  // Away for a while: nobody is turned off for good, so it can be looked at again.
  if (status === "OFFLINE") return "STATUS_CHECK";
  if (status !== "PENDING") return "BLOCKED";
  const verifies = statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
  return verifies ? "REQUIRE_EMAIL_VERIFICATION" : "REQUIRE_OWNER_APPROVAL";
}

/** The ways of signing in a person has, beside what second factors there are. */
export type Connections = { password: "none" | "good" | "expired"; providers: { id: string; userId: string }[] };

/** An account as the contract shows a person of the site `siteId`. */
export function identityOf(account: Account, { password, providers }: Connections, siteId: string): Identity {
  const { id, email, emailVerified, revision, createdDate, updatedDate, status, statusReasons } = account;
  const byProvider = providers.map(({ id: idpConnectionId, userId: idpUserId }) => ({
    idpConnection: { idpConnectionId, idpUserId },
  }));
  // one authenticator for everybody of the site: e-mail and password
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

/** What a profile's fields are to be kept as; fields that were not given are left out, null clears. */
export type ProfilePatch = {
  firstName?: string | null;
  lastName?: string | null;
  language?: string | null;
  profile: Record<string, unknown>;
};

/** A profile as the account keeps it: dates within custom fields are text again. */
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
  return { firstName, lastName, language, ...z.decode(StoredProfile, profile as z.input<typeof StoredProfile>) };
}
