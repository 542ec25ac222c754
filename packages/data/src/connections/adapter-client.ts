import { algorithm, hasPrototypeKey, isDeep, type KeyPairs } from "@uola/kernel";
import { SignJWT } from "jose";
import { AdapterError, type Kind } from "./adapter-error.ts";
import type { Requester } from "./external-database.ts";
import type { HttpAnswer, Post } from "./http-post.ts";

export type Json = Record<string, unknown>;
/** A call to an adapter. A call with `changes` is never retried. Throws AdapterError. */
export type AdapterCall = (path: string, body: Json, how: { by: Requester; changes?: boolean }) => Promise<Json>;

/** A stored connection with its secrets decrypted. */
export type OpenConnection = {
  siteId: string;
  id: string;
  endpoint: string | null;
  configuration: Json;
  sealedPrivateKey: Buffer | null;
};
type AdapterLink = { post: Post; openConnection: OpenConnection; signal?: AbortSignal | undefined };

/** The requester used when the platform itself reads definitions. */
export const owner: Requester = { kind: "system", id: "connections.owner" };

const tokenLifetimeSeconds = 300;

function addressOf({ endpoint }: OpenConnection, path: string): URL {
  if (!endpoint) throw new AdapterError("NO_ENDPOINT", "The connection has no endpoint.");
  return new URL(endpoint.replace(/\/+$/, "") + path);
}

/** Protocols 1 and 2: the secret and the requester are part of the body. */
export const legacyAdapterCall =
  ({ post, openConnection, signal }: AdapterLink): AdapterCall =>
  async (path, body, { by, changes = false }) => {
    const { siteId, id, configuration } = openConnection;
    const requestContext = {
      settings: configuration,
      instanceId: siteId,
      installationId: id,
      ...("memberId" in by && by.memberId && { memberId: by.memberId }),
      role: roleOf(by),
    };
    const text = JSON.stringify({ requestContext, ...body });
    const how = { contentType: "application/json", repeatable: !changes, signal };
    return readAnswer(await post(addressOf(openConnection, path), text, how), (refused) => legacyKind(path, refused));
  };

function roleOf(by: Requester): "OWNER" | "BACKEND_CODE" | "MEMBER" | "VISITOR" {
  if (by.kind === "system") return by === owner ? "OWNER" : "BACKEND_CODE";
  if (by.role === "owner") return "OWNER";
  return by.kind === "visitor" ? "VISITOR" : "MEMBER";
}

/** Protocol 3: the body is a token signed with the connection's key, with the request as a claim. */
export const signedAdapterCall =
  ({ post, openConnection, signal, pairs }: AdapterLink & { pairs: KeyPairs }): AdapterCall =>
  async (path, request, { by, changes = false }) => {
    const { siteId, id, configuration, sealedPrivateKey } = openConnection;
    const address = addressOf(openConnection, path);
    if (!sealedPrivateKey) throw new Error(`Connection ${id} has no key.`);
    const metadata = {
      requestId: crypto.randomUUID(),
      identity: identityOf(by),
      languages: [],
      instanceId: siteId,
      appExtensionType: "EXTERNAL_DATABASE_PROVIDER",
      functionName: path.slice("/v3/".length),
      ...(Object.keys(configuration).length > 0 && { settings: configuration }),
    };
    // The adapter checks the time against its own clock, so the test clock is not used.
    const at = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ data: { request, metadata } })
      .setProtectedHeader({ alg: algorithm, kid: id })
      .setIssuer("wix.com")
      .setAudience(id)
      .setIssuedAt(at)
      .setExpirationTime(at + tokenLifetimeSeconds)
      .sign(await pairs.privateKey(sealedPrivateKey));
    const how = { contentType: "text/plain; charset=utf-8", repeatable: !changes, signal };
    return readAnswer(await post(address, token, how), signedKind);
  };

function identityOf(by: Requester): Json {
  if (by.kind === "visitor") return { identityType: "ANONYMOUS_VISITOR", anonymousVisitorId: by.id };
  if (by.kind === "member") {
    return by.role === "owner"
      ? { identityType: "WIX_USER", wixUserId: by.id }
      : { identityType: "MEMBER", memberId: by.id };
  }
  return by.kind === "apiKey" ? { identityType: "APP", appId: by.id } : { identityType: "UNKNOWN" };
}

type Refused = { status: number; body: Json | undefined; text: string };
type AdapterErrorFacts = { kind: Kind; message?: string | undefined; data?: Json | undefined };

/** Returns the JSON of a successful response. Some responses have no body, which is treated as {}. */
function readAnswer({ status, text }: HttpAnswer, kindOf: (refused: Refused) => AdapterErrorFacts): Json {
  const body = text.trim() === "" ? {} : parsed(text);
  if (status === 200) {
    if (body) return body;
    throw new AdapterError("BAD_ANSWER", "The response is not a JSON object.");
  }
  const { kind, message, data } = kindOf({ status, body: text.trim() === "" ? undefined : body, text });
  throw new AdapterError(kind, message || `The database responded with status ${status}.`, data);
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): Json | undefined {
  if (isDeep(text)) return undefined;
  try {
    const value = JSON.parse(text);
    return isObject(value) && !hasPrototypeKey(text, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const mandatory = /^\/(data\/(get|find|count)|schemas\/(list|find)|provision)$/;

function legacyKind(path: string, { status, body, text }: Refused): AdapterErrorFacts {
  const message = typeof body?.message === "string" ? body.message : undefined;
  const errorFacts = (kind: Kind): AdapterErrorFacts => ({ kind, message });
  if (status === 404) {
    // Older adapters return errors as HTML pages, so HTML alone does not mean that the path is unknown.
    const missing = /cannot post/i.test(text) || (!body && !mandatory.test(path));
    if (missing) return errorFacts("UNSUPPORTED");
    return errorFacts(path === "/data/get" ? "ITEM_NOT_FOUND" : "COLLECTION_NOT_FOUND");
  }
  const exists = status === 409 || (status === 400 && /already exists/i.test(message ?? text));
  if (exists && path === "/schemas/create") return errorFacts("COLLECTION_EXISTS");
  if (exists) return errorFacts(path.startsWith("/schemas/") ? "UNSUPPORTED" : "ITEM_EXISTS");
  return errorFacts(byStatus(status));
}

function byStatus(status: number): Kind {
  if (status === 401 || status === 403) return "UNAUTHORIZED";
  if (status === 405) return "UNSUPPORTED";
  if (status === 408) return "LATE";
  return status >= 400 && status < 500 && status !== 429 ? "INVALID" : "BAD_ANSWER";
}

const codes: Record<string, Kind> = {
  ITEM_NOT_FOUND: "ITEM_NOT_FOUND",
  ITEM_ALREADY_EXISTS: "ITEM_EXISTS",
  COLLECTION_NOT_FOUND: "COLLECTION_NOT_FOUND",
  COLLECTION_ALREADY_EXISTS: "COLLECTION_EXISTS",
  REFERENCE_NOT_FOUND: "REFERENCE_NOT_FOUND",
  REFERENCE_ALREADY_EXISTS: "REFERENCE_EXISTS",
  VALIDATION_ERROR: "INVALID",
  BAD_REQUEST: "INVALID",
  FIELD_DOESNT_EXIST: "INVALID",
  COLLECTION_CHANGE_NOT_SUPPORTED: "UNSUPPORTED",
  FIELD_ALREADY_EXISTS: "UNSUPPORTED",
  UNSUPPORTED_OPERATION: "UNSUPPORTED",
  UNAUTHORIZED: "UNAUTHORIZED",
  UNKNOWN_ERROR: "BAD_ANSWER",
};

/** Reads an error of protocol 3, for a whole call or for one item. */
export function errorFactsOfV3(error: Json, otherwise: Kind): AdapterErrorFacts {
  const { errorCode, code = errorCode, errorMessage, description = errorMessage, data } = error;
  const details = isObject(data) ? data : {};
  const message = [description, details.description].find((text) => typeof text === "string");
  const kind = (typeof code === "string" ? codes[code] : undefined) ?? otherwise;
  return { kind, message: message ?? (typeof code === "string" ? code : undefined), data: details };
}

function signedKind({ status, body }: Refused): AdapterErrorFacts {
  const details = isObject(body?.details) ? body.details : body;
  const error = isObject(details?.applicationError) ? details.applicationError : (body ?? {});
  // A missing item has a specific code, so a 404 without a code means an unknown path.
  return errorFactsOfV3(error, status === 404 ? "UNSUPPORTED" : byStatus(status));
}
