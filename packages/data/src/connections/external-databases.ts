import type { ConnectionCapabilities, ConnectionStatus, ExternalDatabaseConnection } from "@uola/contract";
import { type Context, createKeyPairs, type TtlCache, ttlCache } from "@uola/kernel";
import {
  type AdapterCall,
  legacyAdapterCall,
  type OpenConnection,
  owner,
  signedAdapterCall,
} from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type { ExternalDatabase } from "./external-database.ts";
import { type ConnectionSettings, createPost } from "./http-post.ts";
import { legacyDatabase } from "./protocol-legacy.ts";
import { legacySchemas } from "./protocol-legacy-schemas.ts";
import { protocolV3Database } from "./protocol-v3.ts";
import { protocolV3Schemas } from "./protocol-v3-collections.ts";
import { createSchemaCache, type SchemaCache, type SchemaReader } from "./schema-cache.ts";
import * as store from "./store.ts";

type Protocol = ExternalDatabase["protocol"];
type Configuration = NonNullable<ExternalDatabaseConnection["configuration"]>;
/** The current state of a connection. */
export type ConnectionProbe = {
  status: ConnectionStatus;
  capabilities: ConnectionCapabilities;
  protocol: Protocol | undefined;
};

export type ExternalDatabases = {
  /**
   * Returns the database of a connection, or undefined if there is no such connection. Aborting
   * `signal` cancels its calls.
   */
  find(name: string, signal?: AbortSignal): Promise<ExternalDatabase | undefined>;
  /**
   * Returns the databases of all connections. A database that has not responded when `signal` is
   * aborted rejects every call.
   */
  list(signal?: AbortSignal): Promise<{ name: string; database: ExternalDatabase }[]>;
  /** How long listing all collections waits for slow databases, in milliseconds. */
  listTimeoutMs?: number;
};
/** The external databases, plus the operations that only the `connections` feature needs. */
export type Connections = ExternalDatabases & {
  /** Checks the connection within seconds and caches the result briefly. Never throws. */
  probe(row: store.Row): Promise<ConnectionProbe>;
  seal(configuration: Configuration | null): Buffer | null;
  configurationOf(row: Pick<store.Row, "sealedConfiguration">): Configuration | null;
  newKeys(): Promise<{ publicKey: string; sealedPrivateKey: Buffer }>;
  settings: ConnectionSettings;
};

const defaultOperationTimeoutMs = 30_000;
const defaultListTimeoutMs = 5000;
const probeTimeoutMs = 8000;
const probeCacheMs = 10_000;
const connectionCacheMax = 200;

/** The cached state of a connection. */
type CachedConnection = {
  link(signal?: AbortSignal): AdapterCall;
  protocol: Protocol | undefined;
  schemas: Partial<Record<Protocol, SchemaCache>>;
  probe: TtlCache<"now", ConnectionProbe>;
};

/** Creates access to the external databases of the stored connections. */
export function createExternalDatabases(
  { db, siteId, accounts, log }: Pick<Context, "db" | "siteId" | "accounts" | "log">,
  settings: ConnectionSettings = {},
): Connections {
  const post = createPost(settings);
  const pairs = createKeyPairs(accounts, "uola external databases");
  const sealer = accounts.sealer("uola external database configuration");
  const { operationTimeoutMs = defaultOperationTimeoutMs, listTimeoutMs = defaultListTimeoutMs } = settings;
  // Keyed by connection id and revision, so that a changed connection starts with an empty cache in
  // every process.
  const cores = new Map<string, CachedConnection>();

  const configurationOf: Connections["configurationOf"] = ({ sealedConfiguration: sealed }) =>
    sealed && JSON.parse(sealer.open(sealed));

  function coreOf(row: store.Row): CachedConnection {
    const key = `${row.id} ${row.revision}`;
    const found = cores.get(key);
    if (found) return found;
    const { id, endpoint, sealedPrivateKey, type } = row;
    const openConnection: OpenConnection = {
      siteId,
      id,
      endpoint,
      configuration: configurationOf(row) ?? {},
      sealedPrivateKey,
    };
    const isSigned = type === "WIX_SPI";
    const core: CachedConnection = {
      link: (signal) =>
        isSigned
          ? signedAdapterCall({ post, openConnection, signal, pairs })
          : legacyAdapterCall({ post, openConnection, signal }),
      protocol: isSigned ? "V3" : (row.protocolVersion ?? undefined),
      schemas: {},
      probe: ttlCache(() => probeConnection(core, row), { ttlMs: probeCacheMs }),
    };
    if (cores.size >= connectionCacheMax) cores.clear();
    cores.set(key, core);
    return core;
  }

  /** Requests the protocol version from an adapter that does not use signed requests. */
  async function provision(core: CachedConnection, row: store.Row, signal?: AbortSignal): Promise<"V1" | "V2"> {
    const { protocolVersion = 1 } = await core.link(signal)("/provision", {}, { by: owner });
    if (protocolVersion !== 1 && protocolVersion !== 2) {
      throw new AdapterError(
        "BAD_ANSWER",
        `The database speaks protocol ${String(protocolVersion)} without signatures.`,
      );
    }
    const protocol = protocolVersion === 1 ? "V1" : "V2";
    core.protocol = protocol;
    if (row.protocolVersion !== protocol) await store.setProtocol(db, row, protocol);
    return protocol;
  }

  const definitionsOf = (protocol: Protocol, callAdapter: AdapterCall): SchemaReader =>
    protocol === "V3" ? protocolV3Schemas(callAdapter) : legacySchemas(callAdapter, protocol === "V1" ? 1 : 2);

  function speak(core: CachedConnection, protocol: Protocol, signal: AbortSignal): ExternalDatabase {
    // Later callers share the definitions, so aborting one caller's request must not abort the
    // read.
    core.schemas[protocol] ??= createSchemaCache(definitionsOf(protocol, core.link()));
    const schemas = core.schemas[protocol];
    const callAdapter = core.link(signal);
    return protocol === "V3"
      ? protocolV3Database(callAdapter, schemas)
      : legacyDatabase(callAdapter, schemas, protocol === "V1" ? 1 : 2);
  }

  /** Applies the timeout to every operation and converts adapter errors to platform errors. */
  function databaseOf(row: store.Row, protocol: Protocol, signal?: AbortSignal): ExternalDatabase {
    const core = coreOf(row);
    const bounded = async (name: (typeof operations)[number], args: readonly unknown[]) => {
      const late = AbortSignal.timeout(operationTimeoutMs);
      const either = signal ? AbortSignal.any([signal, late]) : late;
      try {
        const operation = speak(core, protocol, either)[name] as (...args: unknown[]) => Promise<unknown>;
        return await operation(...args);
      } catch (error) {
        throw error instanceof AdapterError ? error.refusal : error;
      }
    };
    const entries = operations.map((name) => [name, (...args: unknown[]) => bounded(name, args)]);
    const database: ExternalDatabase = { protocol, ...Object.fromEntries(entries) };
    /** The owner's permissions take precedence over the database's. */
    async function collections(ids?: readonly string[]) {
      const [found, stored] = await Promise.all([database.collections(ids), store.permissionsOf(db, row, ids)]);
      return found.map((each) => ({ ...each, permissions: stored.get(each.id) ?? each.permissions }));
    }
    return { ...database, collections };
  }

  async function probeConnection(core: CachedConnection, row: store.Row): Promise<ConnectionProbe> {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    try {
      const protocol = row.type === "WIX_SPI" ? "V3" : await provision(core, row, signal);
      // If a request contains no collection ids, an adapter may check neither its database nor our
      // secret.
      const definitions = definitionsOf(protocol, core.link(signal));
      const capabilities = await definitions.capabilities();
      const hasCollections = (await definitions.all()).length > 0 ? "YES" : "NO";
      return { status: { successful: true, causeOfFailure: "NONE", hasCollections }, capabilities, protocol };
    } catch (error) {
      if (!(error instanceof AdapterError))
        log.error({ err: error, connection: row.id }, "the connection could not be checked");
      const causeOfFailure = error instanceof AdapterError ? error.causeOfFailure : "COMMUNICATION_FAILURE";
      const status = { successful: false, causeOfFailure, hasCollections: "UNKNOWN" } as const;
      const capabilities = { collectionModificationsSupported: false, fieldTypes: [] };
      return { status, capabilities, protocol: core.protocol };
    }
  }

  async function open(row: store.Row, signal?: AbortSignal): Promise<ExternalDatabase> {
    const core = coreOf(row);
    try {
      return databaseOf(row, core.protocol ?? (await provision(core, row, signal)), signal);
    } catch (error) {
      throw error instanceof AdapterError ? error.refusal : error;
    }
  }

  return {
    settings,
    listTimeoutMs,
    configurationOf,
    seal: (configuration) => configuration && sealer.close(JSON.stringify(configuration)),
    newKeys: pairs.make,
    probe: (row) => coreOf(row).probe.get("now"),
    async find(name, signal) {
      const row = await store.find(db, siteId, name);
      return row && open(row, signal);
    },
    async list(signal) {
      const rows = await store.list(db, siteId, { limit: connectionCacheMax, offset: 0 });
      return Promise.all(
        rows.map(async (row) => ({
          name: row.name,
          database: await open(row, signal).catch(refusing),
        })),
      );
    },
  };
}

/** The database of a connection whose protocol could not be determined: rejects every call. */
const refusing = (error: unknown): ExternalDatabase => ({
  protocol: "V1",
  ...(Object.fromEntries(operations.map((name) => [name, () => Promise.reject(error)])) as unknown as Omit<
    ExternalDatabase,
    "protocol"
  >),
});

const operations = [
  "collections",
  "createCollection",
  "updateCollection",
  "deleteCollection",
  "capabilities",
  "query",
  "get",
  "count",
  "aggregate",
  "distinct",
  "insert",
  "update",
  "remove",
  "truncate",
  "queryReferenced",
  "insertReferences",
  "removeReferences",
] as const satisfies readonly (keyof ExternalDatabase)[];
