import { type Database, json } from "@uola/database";
import { type Account, type Actor, nameOf, selfActor } from "./account.ts";
import type { AccountStore } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";

/** A value sets a field, null clears it, and a missing field is unchanged. */
export type ProfilePatch = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  language?: string | null | undefined;
  /** Also merged field by field with the stored profile. */
  profile?: Record<string, unknown> | undefined;
};

type ProfileChange = {
  expectedRevision?: number | undefined;
  /** Default: the owner of the profile. */
  actor?: Actor;
  /** Extra writes to run in the same transaction. */
  also?: (tx: Database) => Promise<void>;
};

/** Creates the functions that change people's own data. Errors: ACCOUNT_NOT_FOUND, REVISION_CONFLICT. */
export const createProfiles = ({ change }: AccountStore) => ({
  updateProfile: (
    id: string,
    { firstName, lastName, language, profile = {} }: ProfilePatch,
    { expectedRevision, actor = selfActor(id), also }: ProfileChange = {},
  ): Promise<Account> =>
    change(id, {
      action: "account.updateProfile",
      actor,
      ...(also && { also }),
      set: (before) => {
        if (expectedRevision !== undefined && expectedRevision !== before.revision)
          throw new AccountRefusal("REVISION_CONFLICT", `Revision ${before.revision} is the present one.`);
        return {
          ...(firstName !== undefined && { firstName: nameOf(firstName) }),
          ...(lastName !== undefined && { lastName: nameOf(lastName) }),
          ...(language !== undefined && { language: nameOf(language) ?? "lt" }),
          profile: json(toStorableProfile({ ...before.profile, ...profile })),
        };
      },
    }),
});

/**
 * Makes a profile storable in a jsonb column: removes NUL and lone surrogates from texts, and
 * fields without a value.
 */
export function toStorableProfile(fields: Record<string, unknown>): unknown {
  const presentFields = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return JSON.parse(JSON.stringify(Object.fromEntries(presentFields)), (_, value) =>
    typeof value === "string"
      ? plain(value)
      : value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [plain(key), each]))
        : value,
  );
}

const plain = (text: string) => text.toWellFormed().replaceAll("\0", "");
