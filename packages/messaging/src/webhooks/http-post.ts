import * as http from "node:http";
import * as https from "node:https";
import { publicLookup, type Resolve, refusePrivateLiteral, resolveByDns } from "@uola/kernel";
import { errorLengthMax, timeoutMs } from "./rules.ts";

export type WebhookSettings = {
  /** Allows loopback and private network addresses. Default: false. */
  toPrivateAddresses?: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};
/** The result of a post. Only status 200 counts as delivered. */
export type Answer = { delivered: boolean; responseStatus: number | null; error: string | null };
type Post = (url: string, body: string) => Promise<Answer>;

/** Posts a text within the timeout, without following redirects. Errors are returned, not thrown. */
export function createPost(settings: WebhookSettings): Post {
  const { toPrivateAddresses = false, resolve = resolveByDns, timeoutMs: timeout = timeoutMs } = settings;
  return async (url, body) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const to = new URL(url);
      if (!toPrivateAddresses) refusePrivateLiteral(to);
      const response = await send(to, body, signal, toPrivateAddresses ? undefined : publicLookup(resolve));
      const responseStatus = response.statusCode ?? null;
      if (responseStatus === 200) {
        response.destroy();
        return { delivered: true, responseStatus, error: null };
      }
      const refusalText = await readStart(response).catch(() => "");
      return { delivered: false, responseStatus, error: tidy(refusalText) || null };
    } catch (error) {
      const late = signal.aborted ? `No answer within ${timeout / 1000} seconds.` : undefined;
      return { delivered: false, responseStatus: null, error: late ?? tidy(reasonOf(error)) };
    }
  };
}

function send(
  url: URL,
  body: string,
  signal: AbortSignal,
  lookup: ReturnType<typeof publicLookup> | undefined,
): Promise<http.IncomingMessage> {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Uola webhooks",
  };
  // A new connection each time: reusing one would skip the check of its address.
  const options = { method: "POST", headers, signal, agent: false, ...(lookup && { lookup }) } as const;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
}

/** Reads only as much of the response as is stored. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
    if (text.length >= errorLengthMax) break;
  }
  return text;
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message || (first instanceof Error ? first.message : error.name);
};
const tidy = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, errorLengthMax)
    .toWellFormed();
