import type { Contract, Endpoint, ErrorEnvelope, Input, Output } from "@uola/contract";
import { errorOf, systemError } from "./errors.ts";
import { each, type Operation, withDates } from "./operation.ts";
import { operations } from "./operations.ts";
import { requestOf } from "./request.ts";

export type CallOptions = {
  /** The same wish sent again with the same key is one wish. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
};
/** Where an operation takes a file, it stands beside the input. */
type FileCallOptions = CallOptions & { file: Blob };
type Arguments<E extends Endpoint> = E extends { body: "file" }
  ? [input: Input<E>, options: FileCallOptions]
  : Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions];
/** A file is read by who asked for it, for as long as that takes. */
type Answer<E extends Endpoint> = E extends { answer: "file" } ? Response : Output<E>;
type Calls<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: (...given: Arguments<Group[Name]>) => Promise<Answer<Group[Name]>>;
};
/** A call per operation: `client.bookings.create({ booking })`. Rejects with `PlatformError` only, or as `signal` aborts. */
export type Client = { [Feature in keyof Contract]: Calls<Contract[Feature]> };

/** Where a client gets its access tokens from. */
export type AccessTokens = {
  /** A token that is valid for another minute. It is fetched or renewed when needed, once for all callers who wait for it. */
  access(): Promise<string>;
  /** A new token in place of one that was refused. */
  renewed(refused: string): Promise<string>;
};
export type Fetch = (request: Request) => Promise<Response>;
export type ClientOptions = {
  /** The platform's origin. */
  url: string;
  fetch?: Fetch;
  /** Where access tokens come from, or a key that never changes; without either only open operations succeed. */
  tokens?: AccessTokens | string;
  timeoutMs?: number;
};

const timeoutMsUsual = 10_000;
// What a video takes on a slow line.
const timeoutMsOfFiles = 900_000;

/** A typed call for every operation of the contract. Runs in browsers and in Node. */
export function createClient({ url, fetch: given, tokens, timeoutMs }: ClientOptions): Client {
  if (!given && !globalThis.fetch) console.error("Node.js v18+ is required");
  const fetch = given ?? ((request) => globalThis.fetch(request));
  const base = url.replace(/\/$/, "");

  function call(feature: string, name: string, operation: Operation) {
    const gateway = `environment=js-sdk,package-name=@uola/client,method-fqn=uola.${feature}.${name},entity=uola.${feature}`;
    const timeoutMsOwn = operation.body === "file" ? timeoutMsOfFiles : (timeoutMs ?? timeoutMsUsual);
    return async (input: object = {}, options: CallOptions & { file?: Blob } = {}): Promise<unknown> => {
      const { url, init } = requestOf(base, operation, input, options.file);
      const { signal, ended, release } = endingAfter(options.timeoutMs ?? timeoutMsOwn, options.signal);
      const send = (token: string | undefined) => {
        const headers = new Headers(init.headers);
        headers.set("x-wix-bi-gateway", gateway);
        if (token) headers.set("authorization", token);
        if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
        // Whoever answers may not listen to the signal, so the wait ends by itself.
        return Promise.race([fetch(new Request(url, { ...init, headers, signal })), ended]);
      };
      try {
        // Open operations too: whoever has a token is somebody there.
        const token = typeof tokens === "object" ? await tokens.access() : tokens;
        let response = await send(token);
        if (token && typeof tokens === "object" && (await isEnded(response))) {
          // The token was ended before its time. Nothing has been done yet, so the call may be made again.
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

/** A timer of our own: a signal that only a request refers to can be collected before it fires. */
function endingAfter(ms: number, given: AbortSignal | undefined) {
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

/** Whether a token was refused; a wrong password is answered 401 too, and must not be tried twice. */
async function isEnded(response: Response): Promise<boolean> {
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
  if (response.status !== 200) throw errorOf(response, body as Partial<ErrorEnvelope> | undefined);
  if (body === null || typeof body !== "object" || Array.isArray(body)) throw new TypeError("The answer is no object.");
  return withDates(body, moments);
}
