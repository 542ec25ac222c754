import { SearchDetails } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Field, type Fields, type FieldType, invalidFilter, transact } from "@uola/kernel";
import { type Expression, type SqlBool, sql } from "kysely";
import { seesHidden } from "./rules.ts";

type Condition = Expression<SqlBool>;

/**
 * The base query for finding, counting and sorting services. The displayed details are read
 * afterwards by id.
 */
const findServices = (db: Database, siteId: string) =>
  db
    .selectFrom("service")
    // PostgreSQL removes the join if no column of the category is used.
    .leftJoin("category", (join) =>
      join.onRef("category.siteId", "=", "service.siteId").onRef("category.id", "=", "service.categoryId"),
    )
    .where("service.siteId", "=", siteId)
    .where("service.deletedDate", "is", null);

/** Selects the services visible to a caller. */
export const visibleServices = (db: Database, siteId: string, { role }: Pick<Caller, "role">) =>
  findServices(db, siteId).$if(!seesHidden(role), (found) => found.where("service.hidden", "=", false));
export type FoundServices = ReturnType<typeof findServices>;

const count = async (found: FoundServices): Promise<number> =>
  (await found.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow()).count;
export const countMatching = (db: Database, siteId: string, condition: Condition): Promise<number> =>
  count(findServices(db, siteId).where(condition));
export const countVisible = (db: Database, siteId: string, caller: Pick<Caller, "role">, condition: Condition) =>
  count(visibleServices(db, siteId, caller).where(condition));

/** Returns service ids in order, after a given id or from the beginning. */
export const servicesAfter = async (
  db: Database,
  siteId: string,
  condition: Condition,
  { position, limit }: { position: string | null; limit: number },
): Promise<string[]> => {
  const found = findServices(db, siteId).where(condition).select("service.id").orderBy("service.id").limit(limit);
  const rows = await (position === null ? found : found.where("service.id", ">", position)).execute();
  return rows.map(({ id }) => id);
};

const of = (name: string, type: FieldType): Field => ({ column: sql.ref(name), type });
const always = (name: string, type: FieldType): Field => ({ ...of(name, type), required: true });
/** A field within a jsonb column. The path must never come from user input. */
const within = (column: string, path: string, type: "text" | "decimal" | "boolean" | "uuid" = "text"): Field => {
  const value = sql`${sql.ref(column)} #>> ${sql.lit(`{${path.replaceAll(".", ",")}}`)}`;
  const cast = { text: sql``, decimal: sql`::numeric`, boolean: sql`::boolean`, uuid: sql`::uuid` }[type];
  return { column: sql`(${value})${cast}`, type };
};
const amongLocations = (path: string, type: "text" | "uuid"): Field => ({
  column: sql`array(select distinct (location #>> ${sql.lit(`{${path}}`)})::${sql.raw(type)}
    from jsonb_array_elements(service.locations) location where location #>> ${sql.lit(`{${path}}`)} is not null)`,
  type: `${type}Array`,
});
const ofSessions = (column: "start_date" | "end_date", direction: "asc" | "desc") => sql`(select ${sql.raw(column)}
  from session where session.site_id = service.site_id and session.schedule_id = service.schedule_id
    and session.status = 'CONFIRMED' order by start_date ${sql.raw(direction)} limit 1)`;

/** The fields by which services can be filtered, sorted and aggregated. */
export const fields: Fields = {
  id: always("service.id", "uuid"),
  type: always("service.type", "text"),
  name: always("service.name", "text"),
  description: of("service.description", "text"),
  tagLine: of("service.tagLine", "text"),
  defaultCapacity: always("service.defaultCapacity", "number"),
  sortOrder: always("service.sortOrder", "number"),
  hidden: always("service.hidden", "boolean"),
  revision: always("service.revision", "number"),
  "category.id": of("service.categoryId", "uuid"),
  "category.name": of("category.name", "text"),
  "category.kind": of("category.kind", "text"),
  "category.sortOrder": of("category.sortOrder", "number"),
  "bookingPolicy.id": always("service.policyId", "uuid"),
  role: within("service.extra", "role"),
  "form.id": within("service.extra", "form.id", "uuid"),
  "conferencing.enabled": within("service.extra", "conferencing.enabled", "boolean"),
  "schedule.id": always("service.scheduleId", "uuid"),
  "schedule.firstSessionStart": { column: ofSessions("start_date", "asc"), type: "date" },
  // Only a course has a last session; a class has no end.
  "schedule.lastSessionEnd": {
    column: sql`(case when service.type = 'COURSE' then ${ofSessions("end_date", "desc")} end)`,
    type: "date",
  },
  staffMemberIds: of("service.staffIds", "uuidArray"),
  "payment.rateType": within("service.payment", "rateType"),
  "payment.fixed.price.value": within("service.payment", "fixed.price.value", "decimal"),
  "payment.fixed.price.currency": within("service.payment", "fixed.price.currency"),
  "payment.varied.defaultPrice.value": within("service.payment", "varied.defaultPrice.value", "decimal"),
  "payment.varied.minPrice.value": within("service.payment", "varied.minPrice.value", "decimal"),
  "payment.varied.maxPrice.value": within("service.payment", "varied.maxPrice.value", "decimal"),
  "payment.custom.description": within("service.payment", "custom.description"),
  "payment.options.online": within("service.payment", "options.online", "boolean"),
  "payment.options.inPerson": within("service.payment", "options.inPerson", "boolean"),
  "payment.options.deposit": within("service.payment", "options.deposit", "boolean"),
  "payment.options.pricingPlan": within("service.payment", "options.pricingPlan", "boolean"),
  "payment.pricingPlanIds": {
    column: sql`array(select jsonb_array_elements_text(service.payment -> 'pricingPlanIds')::uuid)`,
    type: "uuidArray",
  },
  "onlineBooking.enabled": within("service.onlineBooking", "enabled", "boolean"),
  "onlineBooking.requireManualApproval": within("service.onlineBooking", "requireManualApproval", "boolean"),
  "onlineBooking.allowMultipleRequests": within("service.onlineBooking", "allowMultipleRequests", "boolean"),
  "locations.type": amongLocations("type", "text"),
  "locations.business.id": amongLocations("business,id", "uuid"),
  "locations.business.name": amongLocations("business,name", "text"),
  "mainSlug.name": { column: sql`(service.slugs -> -1 ->> 'name')`, type: "text" },
  "supportedSlugs.name": { column: sql`slug_names(service.slugs)`, type: "textArray" },
  createdDate: always("service.createdDate", "date"),
  updatedDate: always("service.updatedDate", "date"),
};

/** The searchable fields. The default ones are stored together in the indexed column `search_text`. */
const defaultFields = ["name", "tagLine", "description"];
const searched: Record<string, Expression<unknown>> = {
  name: sql`service.name`,
  tagLine: sql`service.tag_line`,
  description: sql`service.description`,
  "category.name": sql`category.name`,
  "mainSlug.name": sql`(service.slugs -> -1 ->> 'name')`,
  "payment.custom.description": sql`(service.payment #>> '{custom,description}')`,
};

/** The minimum trigram similarity of words; it allows one wrong letter in six. */
const likeness = 0.5;

/**
 * Returns the condition that matches the words of a search. Text without letters or digits matches
 * nothing.
 */
function matching(path: string, input: unknown): Condition {
  const details = SearchDetails.safeParse(input);
  if (!details.success) throw invalidFilter(path, "words to look for are expected");
  const { mode, expression, fields: requested, fuzzy } = details.data;
  const names = requested?.length ? [...new Set(requested)] : defaultFields;
  for (const name of names) {
    if (!Object.hasOwn(searched, name)) throw invalidFilter(name.slice(0, 200), "no such field to search in");
  }
  if (!expression?.trim()) return sql`true`;
  const words = new Set(
    expression
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  );
  if (words.size === 0) return sql`false`;
  const conditions = [...words].map((word) => {
    const plain = sql`plain_text(${word}::text)`;
    const isIn = (text: Expression<unknown>) =>
      fuzzy
        ? sql`(${text} like '%' || ${plain} || '%' or ${plain} <% ${text})`
        : sql`${text} like '%' || ${plain} || '%'`;
    const indexed = names.filter((name) => defaultFields.includes(name));
    const inOne = (some: string[]) =>
      sql.join(
        some.map((name) => isIn(sql`plain_text(${searched[name]})`)),
        sql` or `,
      );
    const others = names.filter((name) => !defaultFields.includes(name));
    const anywhere = isIn(sql`service.search_text`);
    return sql`(${sql.join(
      [
        ...(indexed.length === defaultFields.length
          ? [anywhere]
          : indexed.length > 0
            ? [sql`(${anywhere} and (${inOne(indexed)}))`]
            : []),
        ...(others.length > 0 ? [inOne(others)] : []),
      ],
      sql` or `,
    )})`;
  });
  return sql`(${sql.join(conditions, mode === "AND" ? sql` and ` : sql` or `)})`;
}

/** Runs a statement with the similarity threshold for fuzzy word matches. */
export const withSimilarity = <Result>(db: Database, run: (tx: Database) => Promise<Result>): Promise<Result> =>
  transact({ db }, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(tx);
    return run(tx);
  });

/** The fields above plus the search words, so that a cursor contains both. */
export const searchFields: Fields = {
  ...fields,
  $search: { column: sql`service.search_text`, type: "text", match: matching },
};
