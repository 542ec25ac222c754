import { json } from "@uola/database";
import { type Account, type Actor, nameOf, theirs } from "./account.ts";
import type { Records } from "./account-store.ts";
import { AccountRefusal } from "./refusals.ts";

/** Fields given are set, null clears, others stay. */
export type ProfilePatch = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  language?: string | null | undefined;
  /** Field by field as well. */
  profile?: Record<string, unknown> | undefined;
};

/** What people say of themselves. Errors: ACCOUNT_NOT_FOUND, REVISION_CONFLICT. */
export const createProfiles = ({ change }: Records) => ({
  updateProfile: (
    id: string,
    { firstName, lastName, language, profile = {} }: ProfilePatch,
    expectedRevision?: number,
    actor: Actor = theirs(id),
  ): Promise<Account> =>
    change(id, {
      action: "account.updateProfile",
      actor,
      set: (before) => {
        if (expectedRevision !== undefined && expectedRevision !== before.revision)
          throw new AccountRefusal("REVISION_CONFLICT", `Revision ${before.revision} is the present one.`);
        return {
          ...(firstName !== undefined && { firstName: nameOf(firstName) }),
          ...(lastName !== undefined && { lastName: nameOf(lastName) }),
          ...(language !== undefined && { language: nameOf(language) ?? "lt" }),
          profile: json(storable({ ...(before.profile as object), ...profile })),
        };
      },
    }),
});

/** A profile as a jsonb column takes it: no NUL and no half of a character in any text, and no field without a value. */
export function storable(fields: Record<string, unknown>): unknown {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return JSON.parse(JSON.stringify(Object.fromEntries(given)), (_, value) =>
    typeof value === "string"
      ? plain(value)
      : value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [plain(key), each]))
        : value,
  );
}

const plain = (text: string) => text.toWellFormed().replaceAll("\0", "");
