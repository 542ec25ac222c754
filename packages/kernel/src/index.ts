export {
  AddressNotAllowed,
  isPublic,
  publicLookup,
  type Resolve,
  refusePrivate,
  refusePrivateLiteral,
  resolveByDns,
} from "./addresses.ts";
export { type Background, type BackgroundTask, createBackground, type TaskReport } from "./background.ts";
export { type Caller, createCallers } from "./callers.ts";
export { type Changes, createChanges, type Topic } from "./changes.ts";
export {
  type BackgroundService,
  type Context,
  type ContextOptions,
  createContext,
  type MailTransport,
  type Urls,
} from "./context.ts";
export { documentation } from "./documentation.ts";
export { answer, printable, Refusal, Violation, type Wrong } from "./errors.ts";
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
  fieldOf,
  InvalidFilter,
  invalidFilter,
  isArray,
  isObject,
  list,
  not,
  type OwnOperators,
  type Problem,
  readText,
  scalarOf,
} from "./filters.ts";
export { gathering } from "./gathering.ts";
export { health } from "./health.ts";
export { identityTokens, isTokensFault, provedDateOf, toleranceSeconds } from "./identity-tokens.ts";
export { type JsonPlace, jsonField, type ValueType } from "./json-values.ts";
export { algorithm, createKeyPairs, type KeyPairs } from "./key-pairs.ts";
export { createKeyring, type KeyPlace, type ListedKey, listKeyrings, rotateKeyrings, sealKeys } from "./keyring.ts";
export { linkKeys, namedKeys } from "./link-keys.ts";
export { describe, type JsonSchema } from "./openapi.ts";
export {
  between,
  beyond,
  type Cursor,
  decodeCursor,
  invalidCursor,
  type Listing,
  orderable,
  orderOf,
  page,
  placeOf,
  readCursor,
  type Sort,
} from "./paging.ts";
export {
  openPlatform,
  type Platform,
  type PlatformHandlers,
  type PlatformOptions,
  type PlatformPart,
} from "./platform.ts";
export { bodySizeMax, hasPrototypeKey, isDeep, type SentFile } from "./received.ts";
export { type Recent, recent } from "./recent.ts";
export { mustBeCurrent } from "./revisions.ts";
export { issueSecret, readSecret, rememberSecret, sha256, sweepSecrets, useSecret } from "./secrets.ts";
export {
  type Call,
  type FileAnswer,
  type From,
  type Handlers,
  type OpenCall,
  type Pages,
  type Peer,
  serve,
} from "./serve.ts";
export { type Claims, createSigner } from "./signing.ts";
export { type Change, recordChange } from "./trail.ts";
export { LookUpOutdated, transact } from "./transact.ts";
