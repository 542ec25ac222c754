import * as http from "node:http";
import * as https from "node:https";
import { AddressNotAllowed, publicLookup, type Resolve, refusePrivateLiteral, resolveByDns } from "@uola/kernel";
import { AdapterError } from "./adapter-error.ts";

export type ConnectionSettings = {
  /**
   * Allows databases on this machine or its local network, and connections without encryption.
   * Default: false.
   */
  toPrivateAddresses?: boolean;
  resolve?: Resolve;
  connectTimeoutMs?: number;
  /** The timeout of one call, up to the last byte of the response. */
  callTimeoutMs?: number;
  /** The timeout of all calls of one platform operation together. */
  operationTimeoutMs?: number;
  /** The timeout of listing all collections; slower databases are left out. */
  listTimeoutMs?: number;
};

export type HttpAnswer = { status: number; text: string };
/**
 * `repeatable`: the call changes nothing, so it is retried if a reused connection turns out to be
 * closed.
 */
export type Post = (
  url: URL,
  body: string,
  how: { contentType: string; repeatable: boolean; signal?: AbortSignal | undefined },
) => Promise<HttpAnswer>;

const answerSizeMax = 8 * 1024 * 1024;
const connectionsPerHost = 32;
const noRoute = /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT)$/;

class ConnectTimeout extends Error {}
class TooLarge extends Error {}

/**
 * Posts a text and reads the response, with time and size limits and without following redirects.
 * Throws AdapterError.
 */
export function createPost(settings: ConnectionSettings): Post {
  const { toPrivateAddresses = false, resolve = resolveByDns } = settings;
  const { connectTimeoutMs = 5000, callTimeoutMs = 15_000 } = settings;
  // The address is checked when a connection is opened. A reused connection keeps the checked
  // address.
  const lookup = toPrivateAddresses ? undefined : publicLookup(resolve);
  const options = { keepAlive: true, maxSockets: connectionsPerHost, maxFreeSockets: 4, timeout: callTimeoutMs };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };

  function send(url: URL, body: string, contentType: string, signal: AbortSignal) {
    const secure = url.protocol === "https:";
    return new Promise<HttpAnswer>((done, failed) => {
      const headers = {
        "content-type": contentType,
        "content-length": Buffer.byteLength(body),
        accept: "application/json",
        "user-agent": "Uola external databases",
      };
      const request = (secure ? https : http).request(
        url,
        { method: "POST", agent: secure ? agents.https : agents.http, headers, signal, ...(lookup && { lookup }) },
        (response) => {
          read(response).then((text) => done({ status: response.statusCode ?? 0, text }), failed);
        },
      );
      request.on("socket", (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(() => request.destroy(new ConnectTimeout()), connectTimeoutMs);
        for (const end of [secure ? "secureConnect" : "connect", "close"]) socket.once(end, () => clearTimeout(timer));
      });
      request.on("error", (error) => {
        const stale = request.reusedSocket && "code" in error && error.code === "ECONNRESET";
        failed(stale ? new StaleConnection(error) : error);
      });
      request.end(body);
    });
  }

  return async function post(url, body, { contentType, repeatable, signal }) {
    const late = AbortSignal.timeout(callTimeoutMs);
    const either = signal ? AbortSignal.any([signal, late]) : late;
    const attempt = () => send(url, body, contentType, either);
    try {
      if (!toPrivateAddresses) refusePrivateLiteral(url);
      const answer = await attempt().catch((error) => {
        if (error instanceof StaleConnection && repeatable) return attempt();
        throw error;
      });
      if (answer.status >= 300 && answer.status < 400) {
        throw new AdapterError("BAD_ANSWER", "The database leads elsewhere, and redirects are not followed.");
      }
      return answer;
    } catch (error) {
      throw failureOf(error, either);
    }
  };
}

class StaleConnection extends Error {
  constructor(cause: Error) {
    super("The connection was closed.", { cause });
  }
}

async function read(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerSizeMax) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function failureOf(error: unknown, { aborted, reason }: AbortSignal): AdapterError {
  if (error instanceof AdapterError) return error;
  if (aborted) {
    const late = reason instanceof Error && reason.name === "TimeoutError";
    return new AdapterError("LATE", late ? "The database did not respond in time." : "The caller has stopped waiting.");
  }
  if (error instanceof TooLarge) {
    return new AdapterError("BAD_ANSWER", `The response has more than ${answerSizeMax} bytes.`);
  }
  if (error instanceof ConnectTimeout) return new AdapterError("UNREACHABLE", "The database's host does not respond.");
  if (error instanceof AddressNotAllowed) return new AdapterError("UNREACHABLE", error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return noRoute.test(code)
    ? new AdapterError("UNREACHABLE", `The database's host cannot be reached (${code}).`)
    : new AdapterError("BROKEN", `The connection to the database broke${code ? ` (${code})` : ""}.`);
}
