import { z } from "zod";
import { FieldType } from "./collections.ts";
import { endpoint } from "./endpoint.ts";
import { maybe, PagingMetadata } from "./wire.ts";

/** STANDALONE: an adapter of protocol 1 or 2, detected from its response. WIX_SPI: protocol 3. */
export const ConnectionType = z.enum(["UNKNOWN_CONNECTION_TYPE", "STANDALONE", "WIX_SPI"]);
export const CauseOfFailure = z.enum([
  "NONE",
  "COMMUNICATION_FAILURE",
  "DESTINATION_HOST_UNREACHABLE",
  "UNAUTHORIZED",
  "DESTINATION_ENDPOINT_NOT_DEFINED",
]);
export type CauseOfFailure = z.infer<typeof CauseOfFailure>;
const CollectionsFound = z.enum(["UNKNOWN", "YES", "NO"]);
const ProtocolVersion = z.enum(["UNKNOWN_PROTOCOL_VERSION", "V1", "V2", "V3"]);

/** Characters that need no encoding in a path. The name comes before the slash in `name/collection`. */
const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!\.{1,2}$)[^/\\?#%\s\p{Cc}]+( [^/\\?#%\s\p{Cc}]+)*$/u, "must be a name without / \\ ? # %");

export const ConnectionStatus = z.object({
  successful: z.boolean(),
  causeOfFailure: CauseOfFailure,
  hasCollections: CollectionsFound,
});
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

export const ConnectionCapabilities = z.object({
  collectionModificationsSupported: z.boolean(),
  fieldTypes: z.array(FieldType).max(255),
});
export type ConnectionCapabilities = z.infer<typeof ConnectionCapabilities>;

/** The settings of a connection. An update replaces all of them except the name. */
export const ConnectionInput = z.object({
  name,
  /** The adapter's base URL. A WIX_SPI connection may receive it later. */
  endpoint: maybe(z.url({ protocol: /^https?$/ }).max(2000)),
  /** Sent with each request. The key `secretKey` is the convention of protocols 1 and 2. */
  configuration: maybe(z.record(z.string().max(200), z.json())),
});

export const ExternalDatabaseConnection = ConnectionInput.extend({
  connectionStatus: maybe(ConnectionStatus),
  capabilities: maybe(ConnectionCapabilities),
  protocolVersion: maybe(ProtocolVersion),
  /**
   * The public key (SPKI in PEM) with which an adapter of protocol 3 verifies requests, and the
   * audience that the adapter expects in them.
   */
  publicKey: maybe(z.string()),
  applicationId: maybe(z.string()),
}).meta({ id: "ExternalDatabaseConnection" });
export type ExternalDatabaseConnection = z.infer<typeof ExternalDatabaseConnection>;

const common = { access: "owner", gateways: ["/wix-data"] } as const;
const output = z.object({ externalDatabaseConnection: ExternalDatabaseConnection });
const path = "/v1/external-database-connections";

export const connections = {
  get: endpoint({
    method: "GET",
    path: `${path}/{name}`,
    ...common,
    input: z.object({ name: z.string().min(1).max(255) }),
    output,
    errors: ["CONNECTION_NOT_FOUND"],
    summary: "Read a connection to somebody else's database, and whether it works.",
  }),
  list: endpoint({
    method: "GET",
    path,
    ...common,
    input: z.object({
      paging: maybe(z.object({ limit: maybe(z.int().min(0).max(100)), offset: maybe(z.int().min(0).max(1_000_000)) })),
    }),
    output: z.object({
      externalDatabaseConnections: z.array(ExternalDatabaseConnection),
      pagingMetadata: PagingMetadata,
    }),
    errors: [],
    summary: "List connections by name, each with whether it works.",
  }),
  create: endpoint({
    method: "POST",
    path,
    ...common,
    input: z.object({ externalDatabaseConnection: ConnectionInput, connectionType: ConnectionType }),
    output,
    errors: ["CONNECTION_ALREADY_EXISTS", "ADDRESS_NOT_ALLOWED", "TOO_MANY_CONNECTIONS"],
    summary: "Connect a database through its adapter: its collections become `name/collection`.",
  }),
  update: endpoint({
    method: "PUT",
    path: `${path}/{externalDatabaseConnection.name}`,
    ...common,
    input: z.object({ externalDatabaseConnection: ConnectionInput }),
    output,
    errors: ["CONNECTION_NOT_FOUND", "ADDRESS_NOT_ALLOWED"],
    summary: "Replace a connection's address and configuration; its name and type stay.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: `${path}/{name}`,
    ...common,
    input: z.object({ name: z.string().min(1).max(255) }),
    output: z.object({}),
    errors: ["CONNECTION_NOT_FOUND"],
    summary: "Disconnect a database. Nothing in it changes.",
  }),
};
