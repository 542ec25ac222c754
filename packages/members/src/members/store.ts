import type { Query } from "@uola/contract";
import type { Database } from "@uola/database";
import { invalidFilter, type Listing, page } from "@uola/kernel";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Connections } from "./rules.ts";

type SiteDatabase = { db: Database; siteId: string };

/** Returns the connections of each account by account id. */
export async function findConnections({ db, siteId }: SiteDatabase, ids: string[]): Promise<Map<string, Connections>> {
  if (ids.length === 0) return new Map();
  const passwords = db
    .selectFrom("account")
    .select(["id", "passwordExpired", (eb) => eb("passwordHash", "is not", null).as("hasPassword")])
    .where("siteId", "=", siteId)
    .where("id", "in", ids);
  const linked = db
    .selectFrom("externalIdentity")
    .innerJoin("idpConnection", (join) =>
      join
        .onRef("idpConnection.siteId", "=", "externalIdentity.siteId")
        .onRef("idpConnection.issuer", "=", "externalIdentity.issuer"),
    )
    .select(["externalIdentity.accountId", "externalIdentity.subject", "idpConnection.id"])
    .where("externalIdentity.siteId", "=", siteId)
    .where("externalIdentity.accountId", "in", ids)
    .orderBy("externalIdentity.createdDate")
    .orderBy("idpConnection.id");
  const [accounts, providers] = await Promise.all([passwords.execute(), linked.execute()]);
  return new Map(
    accounts.map(({ id, hasPassword, passwordExpired }) => {
      const own = providers.filter(({ accountId }) => accountId === id);
      const password = !hasPassword ? "none" : passwordExpired ? "expired" : "good";
      return [id, { password, providers: own.map((each) => ({ id: each.id, userId: each.subject })) }];
    }),
  );
}

const phoneDigits = sql`regexp_replace(concat_ws(' ', account.profile ->> 'phones',
  jsonb_path_query_array(account.profile, '$.phonesV2[*].phone')), '[^0-9",]', '', 'g')`;
const searched = sql`plain_text(concat_ws(' ', account.first_name, account.last_name, account.email))`;
const searchMax = 100;
/** The prefixes of a Lithuanian phone number, national and international. */
const dialled = /^(370|8|0)(?=\d{4})/;

/**
 * Matches part of a phone number, or words that all occur in the name or the e-mail address.
 * Errors: INVALID_FILTER.
 */
function searchFilter(path: string, operand: unknown): Expression<SqlBool> {
  if (typeof operand !== "string" || operand.length > searchMax) {
    throw invalidFilter(path, `a text of at most ${searchMax} characters is expected`);
  }
  const escaped = (part: string) => `%${part.replace(/[\\%_]/g, "\\$&")}%`;
  const words = operand.normalize("NFC").split(/\s+/).filter(Boolean);
  const named = words.map((word) => sql`${searched} like plain_text(${escaped(word)}::text)`);
  const all = sql<SqlBool>`(${sql.join([sql`true`, ...named], sql` and `)})`;
  const digits = /^[\d\s+()./-]+$/.test(operand) ? operand.replace(/\D/g, "") : "";
  if (digits.length < 3) return all;
  return sql<SqlBool>`(${all} or ${phoneDigits} like ${escaped(digits.replace(dialled, ""))}::text)`;
}

const listing: Listing = {
  fields: {
    id: { column: sql.ref("account.id"), type: "uuid" },
    email: { column: sql.ref("account.email"), type: "text" },
    emailVerified: { column: sql.ref("account.email_verified"), type: "boolean" },
    firstName: { column: sql.ref("account.first_name"), type: "text" },
    lastName: { column: sql.ref("account.last_name"), type: "text" },
    name: { column: sql`concat_ws(' ', account.first_name, account.last_name)`, type: "text" },
    $search: { column: searched, type: "text", match: searchFilter },
    role: { column: sql.ref("account.role"), type: "text" },
    status: { column: sql.ref("account.status"), type: "text" },
    statusReasons: { column: sql.ref("account.status_reasons"), type: "textArray" },
    createdDate: { column: sql.ref("account.created_date"), type: "date" },
    updatedDate: { column: sql.ref("account.updated_date"), type: "date" },
  },
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "offset",
};

/** Returns one page of members, without deleted ones. Errors: the same as `page`. */
export async function queryMembers({ db, siteId }: SiteDatabase, query: Query | null | undefined) {
  const base = db
    .selectFrom("account")
    .selectAll("account")
    .where("account.siteId", "=", siteId)
    .where("account.status", "<>", "DELETED");
  const { rows, pagingMetadata } = await page(base, query, listing);
  const members = rows.map(({ siteId: _, passwordHash: __, ...account }) => account);
  return { members, pagingMetadata };
}
