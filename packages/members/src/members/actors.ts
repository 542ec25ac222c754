import { fullName } from "@uola/accounts";
import type { Database } from "@uola/database";

const kinds: ReadonlySet<string> = new Set(["visitor", "member", "apiKey"]);
export type Actor = { kind: "visitor" | "member" | "apiKey" | "system"; id: string };

/**
 * Returns the actor of an audit entry. Any actor that is neither a person nor a key counts as the
 * system.
 */
export function actorOf(audited: unknown): Actor {
  const { kind, id } = audited as { kind: string; id: string };
  return { kind: kinds.has(kind) ? (kind as Actor["kind"]) : "system", id };
}

/**
 * Returns the names of members and keys by id. A member without a name is listed with the e-mail
 * address.
 */
export async function namesOf(
  db: Database,
  siteId: string,
  actors: readonly { kind: string; id: string }[],
): Promise<Map<string, string>> {
  const ids = (kind: string) => [...new Set(actors.filter((actor) => actor.kind === kind).map(({ id }) => id))];
  const [members, apiKeys] = [ids("member"), ids("apiKey")];
  const [people, keys] = await Promise.all([
    members.length === 0
      ? []
      : db
          .selectFrom("account")
          .select(["id", "firstName", "lastName", "email"])
          .where("siteId", "=", siteId)
          .where("id", "in", members)
          .execute(),
    apiKeys.length === 0
      ? []
      : db
          .selectFrom("apiKey")
          .select(["id", "name"])
          .where("siteId", "=", siteId)
          .where("id", "in", apiKeys)
          .execute(),
  ]);
  return new Map([
    ...people.map(({ id, firstName, lastName, email }): [string, string] => {
      return [id, fullName({ firstName, lastName }) || email];
    }),
    ...keys.map(({ id, name }): [string, string] => [id, name]),
  ]);
}
