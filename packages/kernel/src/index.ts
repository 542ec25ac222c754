export { dayMs, hourMs, minuteMs, secondMs } from "@uola/contract/durations";
export { documentation } from "./api-docs.ts";
export {
  type Background,
  type BackgroundTask,
  createBackground,
  processItems as workOnEach,
  type TaskReport,
} from "./background.ts";
export { batched } from "./batching.ts";
export type { Caller } from "./caller-resolver.ts";
export { type Changes, createChanges, type Topic } from "./changes.ts";
export {
  type BackgroundService,
  type Context,
  type ContextOptions,
  createContext,
  type MailTransport,
} from "./context.ts";
export { entity } from "./entity.ts";
export {
  errorSerializers,
  type FieldError,
  Refusal,
  redacted,
  redactedText,
  toErrorResponse,
  toViolations,
  Violation,
} from "./errors.ts";
export { createEventRegistry, type DomainEvent, defineEvent, type EventRegistry } from "./events.ts";
export {
  all,
  any,
  type Condition,
  compileFilter,
  type Field,
  type FieldSource,
  type Fields,
  type FieldType,
  type FilterProblem,
  fieldOf,
  InvalidFilter,
  invalidFilter,
  isArray,
  isObject,
  not,
  type OwnOperators,
  operandList,
  readText,
  scalarOf,
} from "./filters.ts";
export { health } from "./health.ts";
export { authenticatedAt, identityTokens, isTokenError, toleranceSeconds } from "./identity-tokens.ts";
export { type JsonPath, jsonField, type ValueType } from "./json-values.ts";
export { algorithm, createKeyPairs, type KeyPairs } from "./key-pairs.ts";
export { createKeyring, type KeyStore, type ListedKey, listKeyrings, rotateKeyrings } from "./keyring.ts";
export { limitConcurrency } from "./limit-concurrency.ts";
export { linkKeys, selfContainedLinkKeys as namedKeys } from "./link-keys.ts";
export {
  issueSecret,
  readSecret,
  recordForeignSecret as rememberSecret,
  sha256,
  sweepSecrets,
  useSecret,
} from "./one-time-secrets.ts";
export { describe, type JsonSchema } from "./openapi.ts";
export {
  afterPosition,
  type Cursor,
  decodeCursor,
  invalidCursor,
  type Listing,
  orderable,
  orderOf,
  page,
  positionOf,
  readCursor,
  type Sort,
  splitPage as between,
} from "./paging.ts";
export {
  openPlatform,
  type Platform,
  type PlatformHandlers,
  type PlatformOptions,
  type PlatformPart,
} from "./platform.ts";
export {
  AddressNotAllowed,
  isPublic,
  publicLookup,
  type Resolve,
  refusePrivate,
  refusePrivateLiteral,
  resolveByDns,
} from "./public-addresses.ts";
export { type Actor, type AuditedChange, recordChange } from "./record-change.ts";
export { bodySizeMax, hasPrototypeKey, isDeep, readBody, readJson, type UploadedFile } from "./request-body.ts";
export { refuseStaleRevision } from "./revisions.ts";
export { runInWorker, WorkerLimitExceeded } from "./run-in-worker.ts";
export {
  type AnonymousCall,
  type Call,
  type CallOrigin,
  type FileResponse as FileAnswer,
  type Handlers,
  type PageHandlers,
  serve,
} from "./serve.ts";
export { escapeCsvFormula as asCellText, unescapeCsvFormula as fromCellText } from "./spreadsheet-text.ts";
export type { Claims } from "./token-signer.ts";
export { LookUpOutdated, transact } from "./transact.ts";
export { type TtlCache, ttlCache } from "./ttl-cache.ts";
