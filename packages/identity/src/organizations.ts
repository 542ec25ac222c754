import { randomBytes } from "node:crypto";
import type { Database, Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { organizationOfGrant, rememberOrganizationOfGrant } from "./storage.ts";

export type Organization = Omit<Selectable<Schema["organization"]>, "siteId">;
export type Organizations = ReturnType<typeof createOrganizations>;

/** Thrown for a name that is invalid or taken, or a person who cannot become a member. */
export class OrganizationError extends Error {}

const shape = /^[a-z0-9][a-z0-9_-]{0,49}$/;

/**
 * Manages organizations, such as companies and clubs, whose people sign in as members of the
 * organization.
 */
export function createOrganizations(db: Database, siteId: string, now: () => Date) {
  const ofSite = () =>
    db.selectFrom("organization").select(["id", "name", "displayName", "createdDate"]).where("siteId", "=", siteId);

  /** Finds an organization by its id (`org_…`) or its name. */
  const find = async (named: string): Promise<Organization | undefined> =>
    /^[\w-]{1,100}$/.test(named)
      ? ofSite()
          .where((eb) => eb.or([eb("id", "=", named), eb("name", "=", named.toLowerCase())]))
          .orderBy((eb) => eb("id", "=", named), "desc")
          .limit(1)
          .executeTakeFirst()
      : undefined;

  return {
    find,

    list: () => ofSite().orderBy("name").execute(),

    /** Adds an organization. Errors: OrganizationError. */
    async add({ name, displayName }: { name: string; displayName: string }): Promise<Organization> {
      if (!shape.test(name) || name.startsWith("org_"))
        throw new OrganizationError(
          `${name}: a name is lower-case letters, digits, - and _, and does not begin with org_.`,
        );
      const row = {
        id: `org_${randomBytes(12).toString("base64url").replace(/[-_]/g, "0")}`,
        name,
        displayName,
        createdDate: now(),
      };
      const added = await db
        .insertInto("organization")
        .values({ siteId, ...row })
        .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
        .executeTakeFirst();
      if (!added.numInsertedOrUpdatedRows) throw new OrganizationError(`There is an organization ${name} already.`);
      return row;
    },

    /**
     * Adds a member. Adding the same member again changes nothing. Errors: OrganizationError (no
     * such organization).
     */
    async addMember(named: string, accountId: string): Promise<void> {
      const organization = await find(named);
      if (!organization) throw new OrganizationError(`There is no organization ${named}.`);
      await db
        .insertInto("organizationMember")
        .values({ siteId, organizationId: organization.id, accountId, createdDate: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async isMember(organizationId: string, accountId: string): Promise<boolean> {
      const one = db.selectFrom("organizationMember").select("accountId").where("siteId", "=", siteId);
      const found = await one
        .where("organizationId", "=", organizationId)
        .where("accountId", "=", accountId)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Restricts a grant to this organization. */
    async nameGrant(grantId: string, { id, name }: Organization): Promise<void> {
      const row = { siteId, grantId, organizationId: id, createdDate: now() };
      await db
        .insertInto("identityGrantOrganization")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      rememberOrganizationOfGrant(grantId, { id, name, isMember: true });
    },

    /**
     * Deletes the organization entries of deleted grants, except very recent entries, whose grants
     * may not have been written yet.
     */
    async sweep(): Promise<void> {
      const before = new Date(now().getTime() - 3_600_000);
      await sql`
        delete from identity_grant_organization g where site_id = ${siteId} and created_date < ${before} and not exists (
          select 1 from identity_payload p
          where p.site_id = g.site_id and p.model = 'Grant' and p.id_hash = sha256(convert_to(g.grant_id, 'UTF8')))`.execute(
        db,
      );
    },
  };
}

/** Validates that the organization in the `organization` parameter of `/authorize` exists. */
export const checkOrganization =
  (organizations: Organizations) =>
  async (_ctx: KoaContextWithOIDC, named: string | undefined): Promise<void> => {
    if (named !== undefined && !(await organizations.find(named)))
      throw new errors.InvalidRequest("unknown organization");
  };

/**
 * Returns the organization claims of tokens: both id and name, because clients check one or the
 * other.
 */
export function organizationClaims(grantId: string | undefined): { org_id?: string; org_name?: string } {
  const organization = grantId === undefined ? undefined : organizationOfGrant(grantId);
  return organization ? { org_id: organization.id, org_name: organization.name } : {};
}

/** Whether the person of this grant has left the grant's organization. */
export const hasLeftOrganization = (grantId: string): boolean => organizationOfGrant(grantId)?.isMember === false;
