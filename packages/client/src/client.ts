import type { Contract, Endpoint, ErrorEnvelope, Input, Output } from "@uola/contract";
import { errorOf, systemError } from "./errors.ts";
import { each, type Operation, parseDates } from "./operation.ts";
import { operations } from "./operations.ts";
import { requestOf } from "./request.ts";

export type CallOptions = {
  /** A request repeated with the same key takes effect only once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
};
/** The file of an upload operation is passed separately from the input. */
type FileCallOptions = CallOptions & { file: Blob };
type Arguments<E extends Endpoint> = E extends { body: "file" }
  ? [input: Input<E>, options: FileCallOptions]
  : Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions];
/** If the response is a file, the caller reads it, without a timeout. */
type Answer<E extends Endpoint> = E extends { answer: "file" } ? Response : Output<E>;
type Calls<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: (...given: Arguments<Group[Name]>) => Promise<Answer<Group[Name]>>;
};
/**
 * One call per operation: `client.bookings.create({ booking })`. Rejects with `PlatformError`, or
 * with the abort reason of `signal`.
 */
export type Client = { [Feature in keyof Contract]: Calls<Contract[Feature]> };

/** The source of a client's access tokens. */
export type AccessTokens = {
  /**
   * Returns a token that is valid for at least another minute. Fetches or renews the token when
   * needed, with a single request for concurrent callers.
   */
  access(): Promise<string>;
  /** Returns a new token to replace a rejected one. */
  renewed(refused: string): Promise<string>;
};
export type Fetch = (request: Request) => Promise<Response>;
export type ClientOptions = {
  /** The platform's origin. */
  url: string;
  fetch?: Fetch;
  /** A source of access tokens, or an API key. Without either, only open operations succeed. */
  tokens?: AccessTokens | string;
  timeoutMs?: number;
  /**
   * The language of the pages the program shows, such as `en`. Mails about actions on these pages
   * are written in it.
   */
  language?: string;
};

const defaultTimeoutMs = 10_000;
// Long enough to upload a video over a slow connection.
const fileTimeoutMs = 900_000;

/**
 * Creates a client with a typed call for every operation of the contract. Runs in browsers and in
 * Node.js.
 */
export function createClient({ url, fetch: given, tokens, timeoutMs, language }: ClientOptions): Client {
  if (!given && !globalThis.fetch) console.error("Node.js v18+ is required");
  const fetch = given ?? ((request) => globalThis.fetch(request));
  const base = url.replace(/\/$/, "");

  function call(feature: string, name: string, operation: Operation) {
    const gateway = `environment=js-sdk,package-name=@uola/client,method-fqn=uola.${feature}.${name},entity=uola.${feature}`;
    const operationTimeoutMs = operation.body === "file" ? fileTimeoutMs : (timeoutMs ?? defaultTimeoutMs);
    return async (input: object = {}, options: CallOptions & { file?: Blob } = {}): Promise<unknown> => {
      const { url, init } = requestOf(base, operation, input, options.file);
      const { signal, ended, release } = abortAfter(options.timeoutMs ?? operationTimeoutMs, options.signal);
      const send = (token: string | undefined) => {
        const headers = new Headers(init.headers);
        headers.set("x-wix-bi-gateway", gateway);
        if (language) headers.set("accept-language", language);
        if (token) headers.set("authorization", token);
        if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
        // A custom `fetch` may ignore the signal, so the timeout is enforced here too.
        return Promise.race([fetch(new Request(url, { ...init, headers, signal })), ended]);
      };
      try {
        // Also sent for open operations, so that the platform can identify the caller.
        const token = typeof tokens === "object" ? await tokens.access() : tokens;
        let response = await send(token);
        if (token && typeof tokens === "object" && (await isTokenRejected(response))) {
          // The token was revoked early. The platform has not executed anything yet, so the call
          // may be repeated.
          response = await send(await tokens.renewed(token));
        }
        return await read(response, operation);
      } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        throw error instanceof Error && error.name === "PlatformError" ? error : systemError({ cause: error });
      } finally {
        release();
      }
    };
  }

  return each(operations, (group, feature) =>
    each(group, (operation, name) => call(feature, name, operation)),
  ) as unknown as Client;
}

/**
 * Uses its own timer, because a signal referenced only by a request may be garbage-collected before
 * it fires.
 */
function abortAfter(ms: number, given: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("The call took too long.", "TimeoutError")), ms);
  const giveUp = () => controller.abort(given?.reason);
  if (given?.aborted) giveUp();
  else given?.addEventListener("abort", giveUp, { once: true });
  const release = () => {
    clearTimeout(timer);
    given?.removeEventListener("abort", giveUp);
  };
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
    if (controller.signal.aborted) reject(controller.signal.reason);
  });
  ended.catch(() => {});
  return { signal: controller.signal, ended, release };
}

/** Whether a token was rejected. A wrong password also causes the status 401, but must not be retried. */
async function isTokenRejected(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: Partial<ErrorEnvelope> | undefined = await response
    .clone()
    .json()
    .catch(() => undefined);
  return body?.details?.applicationError?.code === "UNAUTHENTICATED";
}

async function read(response: Response, { moments, answer }: Operation): Promise<unknown> {
  if (answer === "file" && response.status === 200) return response;
  const body = await response.json().catch((cause: unknown) => {
    if (response.status === 200) throw cause;
    return undefined;
  });
  if (response.status !== 200) throw errorOf(response, body);
  if (body === null || typeof body !== "object" || Array.isArray(body)) throw new TypeError("The answer is no object.");
  return parseDates(body, moments);
}
