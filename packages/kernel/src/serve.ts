import { shortNetwork } from "@uola/accounts";
import {
  type Endpoint,
  type Input,
  isReading,
  isTeam,
  mayCall,
  type Output,
  operationsWithPostForm,
  pathsOf,
} from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Logger } from "pino";
import type { Caller, CallerResolver, KeyLimits } from "./caller-resolver.ts";
import { Refusal, toErrorResponse, toViolations, Violation } from "./errors.ts";
import {
  readBody,
  readForm,
  readJson,
  readQuery,
  type Shape,
  setAt,
  shapeOf,
  type UploadedFile,
  uploadedFile,
} from "./request-body.ts";
import { jsonBody } from "./response-body.ts";
import { createRoutes, type Method, parametersOf } from "./routes.ts";
import { requestSchema, responseSchema } from "./wire-schemas.ts";

/** Context passed to a handler along with its input. */
export type Call = {
  caller: Caller;
  requestId: string;
  /** Requests with the same key are treated as one request. At most 200 characters. */
  idempotencyKey?: string;
  from: CallOrigin;
};
/**
 * Origin of a call, as far as the server can determine it. Used for lockouts and to recognise
 * devices.
 */
export type CallOrigin = {
  /** The caller's IP address; undefined for calls within the process. */
  network?: string | undefined;
  /** The `User-Agent` header, at most 300 characters. */
  userAgent?: string | undefined;
};
/** A call to an operation that requires no access token. */
export type AnonymousCall = Omit<Call, "caller"> & { caller: Caller | undefined };

/** Handlers of a contract group. A missing or wrongly typed handler does not compile. */
export type Handlers<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: (
    input: Input<Group[Name]>,
    call: (Group[Name]["access"] extends "anyone" ? AnonymousCall : Call) & Body<Group[Name]>,
  ) => Promise<Group[Name] extends { answer: "file" } ? FileResponse : Output<Group[Name]>>;
};

/** A file response that is generated while it is being sent. */
export type FileResponse = {
  type: string;
  name: string;
  body: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
};

/** Adds the uploaded file if the request body is a file. */
type Body<E extends Endpoint> = E extends { body: "file" } ? { file: UploadedFile } : unknown;

/**
 * Pages that are not part of the contract, keyed by `"GET /path"`. If an operation has the same
 * path, the page serves browser navigation.
 */
export type PageHandlers = Record<
  `${"GET" | "POST"} /${string}`,
  (request: Request, from: CallOrigin) => Response | Promise<Response>
>;

type Operation = {
  /** Name of the operation's group in the contract. */
  feature: string;
  template: string;
  endpoint: Endpoint;
  handle: (input: unknown, call: AnonymousCall & { file?: UploadedFile }) => Promise<unknown>;
  parameters: readonly (readonly string[])[];
  shape: Shape;
  /** The page served to browsers at the same path. */
  page: PageHandlers[keyof PageHandlers] | undefined;
};
type Page = { template: string; page: PageHandlers[keyof PageHandlers] };

/** A line of the request log. */
type RequestLogEntry = {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  caller: string;
  callerId?: string;
  /** Truncated IP address, so that it does not identify a household. */
  network: string | undefined;
};

/** The remote end of the connection, as reported by the server that accepted it. */
export type Peer = { network: string | undefined };

const idempotencyKeyLengthMax = 200;
const userAgentLengthMax = 300;

/** Seconds that a client rejected because of load should wait before it retries. */
const retryAfterSeconds = "2";

const json = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-wix-request-id, x-request-id, x-wix-consistent, x-uola-items, retry-after",
};
// Access tokens are sent in a header and never in a cookie, so calls from any origin are allowed.
const preflight = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "authorization, content-type, idempotency-key, x-wix-bi-gateway, wix-site-id, wix-account-id, x-wix-consistent",
  "access-control-max-age": "7200",
};

/**
 * Serves the contract: finds the operation, resolves the caller, validates the request, runs the
 * handler and encodes the response.
 */
export function serve(
  contract: Record<string, Record<string, Endpoint>>,
  // biome-ignore lint/suspicious/noExplicitAny: what each handler takes was checked where the groups were written.
  handlers: Record<string, Record<string, (input: any, call: any) => Promise<unknown>>>,
  {
    pages,
    callerResolver,
    log,
  }: { pages: PageHandlers; callerResolver: Pick<CallerResolver, "callerOf">; log: Logger },
): (request: Request, peer?: Peer) => Promise<Response> {
  const routes = createRoutes<Operation | Page>();
  const otherPages = new Map(Object.entries(pages));
  const found: { method: Method; path: string; operation: Operation }[] = [];
  const withPostForm = operationsWithPostForm(contract);
  for (const [feature, group] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const handle = handlers[feature]?.[name];
      if (!handle) throw new Error(`Nothing implements ${feature}.${name}.`);
      const { path: template, method } = endpoint;
      const parameters = parametersOf(template).map((parameter) => parameter.split("."));
      const shape = shapeOf(endpoint.input);
      const page = otherPages.get(`${method} ${template}`);
      otherPages.delete(`${method} ${template}`);
      const operation = { feature, template, endpoint, handle, parameters, shape, page };
      for (const path of pathsOf(endpoint)) {
        found.push({ method, path, operation });
        if (withPostForm.has(endpoint)) found.push({ method: "POST", path, operation });
      }
    }
  }
  // Literal paths take precedence over parameters: `/members/me` before `/members/{memberId}`.
  const parameterCount = ({ path }: { path: string }) => parametersOf(path).length;
  for (const { method, path, operation } of found.toSorted((a, b) => parameterCount(a) - parameterCount(b))) {
    routes.add(method, path, operation);
  }
  for (const [name, page] of otherPages) {
    const [method, template] = name.split(" ") as [Method, string];
    routes.add(method, template, { template, page });
  }

  return async function fetch(request, peer) {
    const began = performance.now();
    const { method, url } = request;
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: preflight });
    const requestId = crypto.randomUUID();
    const pathStart = url.indexOf("/", 8);
    const queryStart = url.indexOf("?", pathStart);
    const path = url.slice(pathStart, queryStart < 0 ? undefined : queryStart);
    const network = peer?.network === undefined ? undefined : shortNetwork(peer.network);
    const handled: RequestLogEntry = { requestId, method, route: "none", status: 200, ms: 0, caller: "none", network };
    const userAgent = request.headers.get("user-agent")?.slice(0, userAgentLengthMax);
    const from: CallOrigin = { network: peer?.network, userAgent };
    let response: Response;
    try {
      const match = routes.match(method === "HEAD" ? "GET" : method, path);
      if (!match) throw methodNotAllowedOrNotFound(method, routes.allowed(path));
      const { target, values } = match;
      handled.route = target.template;
      if (!("endpoint" in target)) response = await target.page(request, from);
      else if (target.page && isNavigation(request)) response = await target.page(request, from);
      else {
        const query = queryStart < 0 ? "" : url.slice(queryStart + 1);
        const output = await run(target, request, query, values, { requestId, from }, handled);
        const isFile = target.endpoint.answer === "file";
        response = isFile ? fileReply(output as FileResponse, requestId) : reply(200, output, requestId);
      }
      handled.status = response.status;
    } catch (error) {
      const { status, body, unexpected } = toErrorResponse(error, requestId);
      handled.status = status;
      handled.ms = elapsedMs(began);
      if (unexpected) log.error({ ...handled, err: error }, "operation failed");
      else if (status === 503) log.warn({ ...handled, err: error }, "operation refused because of load");
      response = reply(status, body, requestId);
    }
    handled.ms = elapsedMs(began);
    log.info(handled);
    return response;
  };

  async function run(
    { feature, endpoint, handle, parameters, shape }: Operation,
    request: Request,
    query: string,
    values: readonly string[],
    origin: Pick<Call, "requestId" | "from">,
    handled: RequestLogEntry,
  ): Promise<unknown> {
    const { headers, method } = request;
    const authorization = headers.get("authorization");
    const known = authorization === null ? undefined : await callerResolver.callerOf(authorization);
    const language = languageOf(headers);
    const caller = known && language ? { ...known, language } : known;
    if (caller) [handled.caller, handled.callerId] = [caller.kind, caller.id];
    requirePermission(endpoint, caller);
    if (caller?.limits) enforceKeyLimits(feature, endpoint, caller.limits);
    const idempotencyKey = headers.get("idempotency-key") || undefined;
    if (idempotencyKey !== undefined && idempotencyKey.length > idempotencyKeyLengthMax) {
      const description = `must have at most ${idempotencyKeyLengthMax} characters`;
      throw new Violation([{ field: "Idempotency-Key", description }]);
    }

    const bodyMax = bodyMaxOf(endpoint, caller);
    const asQuery = method === "GET" || method === "HEAD" || method === "DELETE" || endpoint.body === "file";
    const message = asQuery ? readQuery(query, shape) : parseBody(endpoint, await readBody(request, bodyMax), headers);
    for (const [i, name] of parameters.entries()) setAt(message, name, required(values[i], "path parameter"), shape);
    rejectOverlongList(endpoint, message);
    const input = requestSchema(endpoint.input).safeParse(message);
    if (!input.success) throw toViolations(input.error.issues);
    const output = endpoint.answer === "file" ? passThrough : responseSchema(endpoint.output);
    const call = { ...origin, caller, ...(idempotencyKey && { idempotencyKey }) };
    if (endpoint.body !== "file") return output.parse(await handle(input.data, call));
    const file = uploadedFile(request, bodyMax);
    try {
      return output.parse(await handle(input.data, { ...call, file }));
    } finally {
      file.discardRest();
    }
  }
}

/**
 * Returns the `Accept-Language` header if it is a single language tag, as API clients send it. A
 * browser sends a list with regions and weights by default, which does not show the language of the
 * page being read.
 */
function languageOf(headers: Headers): string | undefined {
  const tag = headers.get("accept-language") ?? "";
  return /^[a-z]{2,3}$/.test(tag) ? tag : undefined;
}

const passThrough = { parse: (answer: unknown) => answer };

/**
 * Whether a browser is navigating. Browsers then accept HTML, while API clients accept JSON or
 * anything.
 */
const isNavigation = ({ headers }: Request) => headers.get("accept")?.includes("text/html") === true;

const elapsedMs = (began: number) => Math.round((performance.now() - began) * 100) / 100;

/**
 * Parses the body as JSON, regardless of its content type. Forms are accepted where the contract
 * allows them.
 */
function parseBody({ form }: Endpoint, text: string, headers: Headers): Record<string, unknown> {
  const isForm =
    form && headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") && !text.startsWith("{");
  return isForm ? readForm(text) : readJson(text);
}

function bodyMaxOf({ bodyMax, bodyMaxForTeam = bodyMax }: Endpoint, caller: Caller | undefined): number | undefined {
  return caller && isTeam(caller.role) ? bodyMaxForTeam : bodyMax;
}

/** Rejects a list that is too long before its elements are parsed. */
function rejectOverlongList({ listLimit: most }: Endpoint, message: Record<string, unknown>): void {
  const list = most && message[most.list];
  if (!most || !Array.isArray(list) || list.length <= most.count) return;
  throw new Refusal(most.code, `A call has at most ${most.count} of ${most.list}.`, 400);
}

function requirePermission({ access, also }: Endpoint, caller: Caller | undefined): void {
  if (access === "anyone") return;
  if (!caller) throw new Refusal("UNAUTHENTICATED", "A valid access token or API key is required.", 401);
  if (!mayCall(caller.role, { access, also })) {
    throw new Refusal("PERMISSION_DENIED", `This operation requires the role: ${access}.`, 403);
  }
}

/**
 * Rejects a call that exceeds the limits of its API key. Also checks operations without an access
 * token, because one of them signs members in with a key.
 */
function enforceKeyLimits(feature: string, endpoint: Endpoint, { readOnly, features }: KeyLimits): void {
  const only = readOnly && (!isReading(endpoint) || endpoint.exposesCodes === true);
  const isRefused = only || (features && !features.includes(feature));
  if (isRefused) throw new Refusal("PERMISSION_DENIED", "This key does not allow this operation.", 403);
}

function methodNotAllowedOrNotFound(method: string, allowed: Method[]): Refusal {
  if (allowed.length === 0) return new Refusal("NOT_FOUND", "Nothing is served at this path.", 404);
  return new Refusal("METHOD_NOT_ALLOWED", `${method} is not served at this path.`, 405, { allowed });
}

const reply = (status: number, body: unknown, requestId: string) =>
  new Response(jsonBody(body), {
    status,
    headers: {
      ...json,
      "x-wix-request-id": requestId,
      "x-request-id": requestId,
      ...(status === 503 && { "retry-after": retryAfterSeconds }),
    },
  });

const fileReply = ({ type, name, body, headers }: FileResponse, requestId: string) =>
  new Response(body, {
    headers: {
      ...json,
      "content-type": type,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "x-wix-request-id": requestId,
      "x-request-id": requestId,
      ...headers,
    },
  });
