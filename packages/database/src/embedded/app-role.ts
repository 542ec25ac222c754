import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * The role that owns the database and that every connection uses. It is not a superuser, because superusers can run
 * programs and read files by SQL.
 */
export const appRole = "uola_app";

type Rights = { canCreateDatabases: boolean };

/**
 * Creates the role, or transfers to it everything that the superuser owns in an older database.
 * Sets a new password for this run and returns it.
 */
export async function grantToApp(superuserUrl: string, { canCreateDatabases }: Rights): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("begin");
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [appRole]);
    if (!rowCount) await client.query(`create role ${appRole} login`);
    const may = `nosuperuser nocreaterole ${canCreateDatabases ? "createdb" : "nocreatedb"}`;
    // Safe to insert unescaped: the password contains only letters, digits, - and _.
    await client.query(`alter role ${appRole} ${may} password '${password}'`);
    const { rows } = await client.query<{ statement: string }>(ownershipStatements, [appRole]);
    for (const { statement } of rows) await client.query(statement);
    await client.query("commit");
  } finally {
    await client.end();
  }
  return password;
}

/**
 * One statement per object that the superuser owns and the role should own, including the database
 * itself. Objects of extensions are left alone; sequences and types follow their table.
 */
const ownershipStatements = `
  with mine as (select oid from pg_roles where rolname = current_user),
  ours as (select oid, nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)'),
  extended as (select classid, objid from pg_depend where deptype = 'e')
  select format('alter database %I owner to %I', datname, $1::text) as statement
    from pg_database where datname = current_database() and datdba in (table mine)
  union all
  select format('alter schema %I owner to %I', nspname, $1::text) from pg_namespace
    where oid in (select oid from ours) and nspowner in (table mine)
      and (('pg_namespace'::regclass)::oid, oid) not in (table extended)
  union all
  select format('alter %s %I.%I owner to %I',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'c' then 'type' else 'table' end,
      ours.nspname, relname, $1::text)
    from pg_class join ours on ours.oid = relnamespace
    where relowner in (table mine) and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
      and (('pg_class'::regclass)::oid, pg_class.oid) not in (table extended)
      and not (relkind = 'S' and exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')))
  union all
  select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, $1::text)
    from pg_proc join ours on ours.oid = pronamespace
    where proowner in (table mine) and (('pg_proc'::regclass)::oid, pg_proc.oid) not in (table extended)
  union all
  select format('alter type %I.%I owner to %I', ours.nspname, typname, $1::text)
    from pg_type join ours on ours.oid = typnamespace
    where typowner in (table mine) and typtype in ('e', 'd')
      and (('pg_type'::regclass)::oid, pg_type.oid) not in (table extended)`;
