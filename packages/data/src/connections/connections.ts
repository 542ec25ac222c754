import type { ConnectionInput, contract, ExternalDatabaseConnection } from "@uola/contract";
import { newId } from "@uola/database";
import {
  AddressNotAllowed,
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  refusePrivate,
  resolveByDns,
  transact,
  Violation,
} from "@uola/kernel";
import type { z } from "zod";
import type { Connections } from "./external-databases.ts";
import * as store from "./store.ts";

export { refusalOf } from "./adapter-error.ts";
export type {
  AggregateQuery,
  DistinctQuery,
  ExternalCollection,
  ExternalDatabase,
  ExternalDefinition,
  Failed,
  Filter,
  Item,
  ItemsQuery,
  Operation,
  Outcome,
  Reference,
  ReferencedQuery,
  ReferenceOutcome,
  Requester,
} from "./external-database.ts";
export { type Connections, createExternalDatabases, type ExternalDatabases } from "./external-databases.ts";
export type { ConnectionSettings } from "./http-post.ts";
export { forgetPermissions, storePermissions } from "./store.ts";

type ConnectionFields = z.output<typeof ConnectionInput>;

const connectionsMax = 50;
const defaultLimit = 100;
const entity = "external_database_connection";

/** Connections to external databases, managed by the owner. */
export function connections(
  { db, siteId, now }: Pick<Context, "db" | "siteId" | "now">,
  databases: Connections,
): Handlers<typeof contract.connections> {
  const { settings } = databases;

  async function refuseEndpoint(endpoint: string): Promise<void> {
    const url = new URL(endpoint);
    const refuse = (description: string) =>
      new Violation([{ field: "externalDatabaseConnection.endpoint", description }]);
    if (url.username || url.password) throw refuse("must not contain a user or a password");
    if (url.search || url.hash) throw refuse("must not contain a query or a fragment");
    if (settings.toPrivateAddresses) return;
    if (url.protocol !== "https:") throw refuse("must begin with https://, because secrets are sent there");
    await refusePrivate(url, settings.resolve ?? resolveByDns).catch((error) => {
      throw error instanceof AddressNotAllowed ? new Refusal("ADDRESS_NOT_ALLOWED", error.message) : error;
    });
  }

  /** The connection as returned to the owner. */
  async function shown(row: store.Row): Promise<ExternalDatabaseConnection> {
    const { status, capabilities, protocol } = await databases.probe(row);
    return {
      ...publicShape(row),
      configuration: databases.configurationOf(row),
      connectionStatus: status,
      capabilities,
      protocolVersion: protocol ?? "UNKNOWN_PROTOCOL_VERSION",
    };
  }

  /** Connection data for the audit trail: the names of configuration values, without the values. */
  const auditShape = (row: store.Row) => {
    const names = Object.keys(databases.configurationOf(row) ?? {});
    const configuration = Object.fromEntries(names.map((name) => [name, "hidden"]));
    return { ...publicShape(row), configuration };
  };

  return {
    async get({ name }) {
      const row = await store.find(db, siteId, name);
      if (!row) throw notFound(name);
      return { externalDatabaseConnection: await shown(row) };
    },

    async list({ paging }) {
      const limit = paging?.limit ?? defaultLimit;
      const offset = paging?.offset ?? 0;
      const [rows, total] = await Promise.all([store.list(db, siteId, { limit, offset }), store.count(db, siteId)]);
      const externalDatabaseConnections = await Promise.all(rows.map(shown));
      return {
        externalDatabaseConnections,
        pagingMetadata: { count: rows.length, offset, total, tooManyToCount: false },
      };
    },

    async create({ externalDatabaseConnection: input, connectionType: type }, { caller }) {
      if (type === "UNKNOWN_CONNECTION_TYPE") {
        throw new Violation([{ field: "connectionType", description: "must be STANDALONE or WIX_SPI" }]);
      }
      needsEndpoint(type, input);
      if (input.endpoint) await refuseEndpoint(input.endpoint);
      const keys = type === "WIX_SPI" ? await databases.newKeys() : undefined;
      const row = await transact({ db }, async (tx) => {
        await store.lockConnectionCreation(tx, siteId);
        if (await store.find(tx, siteId, input.name)) {
          throw new Refusal("CONNECTION_ALREADY_EXISTS", `The connection "${input.name}" already exists.`);
        }
        if ((await store.count(tx, siteId)) >= connectionsMax) {
          throw new Refusal("TOO_MANY_CONNECTIONS", `A site has at most ${connectionsMax} connections.`);
        }
        const at = now();
        const dates = { createdDate: at, updatedDate: at };
        const added = await store.insert(tx, { siteId, id: newId(), type, ...rowOf(input), ...keys, ...dates });
        await recordChange(tx, {
          siteId,
          at,
          entity,
          entityId: added.id,
          audit: { actor: caller, action: "connection.create", after: auditShape(added) },
          event: { slug: "created", sequence: added.revision, body: { createdEvent: { entity: publicShape(added) } } },
        });
        return added;
      });
      return { externalDatabaseConnection: await shown(row) };
    },

    async update({ externalDatabaseConnection: input }, { caller }) {
      const existing = await store.find(db, siteId, input.name);
      if (!existing) throw notFound(input.name);
      needsEndpoint(existing.type, input);
      if (input.endpoint) await refuseEndpoint(input.endpoint);
      const row = await transact({ db }, async (tx) => {
        const before = await store.lock(tx, siteId, input.name);
        if (!before) throw notFound(input.name);
        needsEndpoint(before.type, input);
        const at = now();
        // The server at the new endpoint may use another protocol version.
        const changed = await store.change(tx, siteId, input.name, {
          ...rowOf(input),
          protocolVersion: null,
          updatedDate: at,
        });
        await recordChange(tx, {
          siteId,
          at,
          entity,
          entityId: changed.id,
          audit: { actor: caller, action: "connection.update", before: auditShape(before), after: auditShape(changed) },
          event: {
            slug: "updated",
            sequence: changed.revision,
            body: { updatedEvent: { currentEntity: publicShape(changed) } },
          },
        });
        return changed;
      });
      return { externalDatabaseConnection: await shown(row) };
    },

    async delete({ name }, { caller }) {
      await transact({ db }, async (tx) => {
        const before = await store.lock(tx, siteId, name);
        if (!before) throw notFound(name);
        await store.remove(tx, siteId, name);
        await recordChange(tx, {
          siteId,
          at: now(),
          entity,
          entityId: before.id,
          audit: { actor: caller, action: "connection.delete", before: auditShape(before) },
          event: {
            slug: "deleted",
            sequence: before.revision + 1,
            body: { deletedEvent: { deletedEntity: publicShape(before) } },
          },
        });
      });
      return {};
    },
  };

  function rowOf({ name, endpoint, configuration }: ConnectionFields) {
    return { name, endpoint: endpoint ?? null, sealedConfiguration: databases.seal(configuration ?? null) };
  }
}

const notFound = (name: string) => new Refusal("CONNECTION_NOT_FOUND", `No connection "${name}".`, 404);

function needsEndpoint(type: string, { endpoint }: ConnectionFields): void {
  if (type !== "STANDALONE" || endpoint) return;
  const description = "is required: only connections of the type WIX_SPI may set it later";
  throw new Violation([{ field: "externalDatabaseConnection.endpoint", description }]);
}

/** The connection without secrets, because events are sent to webhooks. */
const publicShape = ({ name, endpoint, publicKey, id, type }: store.Row): ExternalDatabaseConnection => ({
  name,
  endpoint,
  ...(type === "WIX_SPI" && { publicKey, applicationId: id }),
});
