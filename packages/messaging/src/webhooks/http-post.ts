import * as http from "node:http";
import * as https from "node:https";
import { publicLookup, type Resolve, refusePrivateLiteral, resolveByDns } from "@uola/kernel";
import { errorLengthMax, timeoutMs } from "./rules.ts";

export type WebhookSettings = {
  /** Whether this machine's and its network's addresses may be told, too; not unless told. */
  toPrivateAddresses?: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};
/** How it went: 200 and nothing else is delivered. */
export type Answer = { delivered: boolean; responseStatus: number | null; error: string | null };
type Post = (url: string, body: string) => Promise<Answer>;

/** Posts a text, within a time, without following redirects; whatever goes wrong is in the answer. */
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
      const said = await beginning(response).catch(() => "");
      return { delivered: false, responseStatus, error: tidy(said) || null };
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
  // A connection of its own each time: one that is kept would outlive the look at its address.
  const options = { method: "POST", headers, signal, agent: false, ...(lookup && { lookup }) } as const;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
}

/** No more of an answer than will be kept. */
async function beginning(response: http.IncomingMessage): Promise<string> {
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
