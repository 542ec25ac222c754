import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Caller } from "@uola/kernel";
import { decodeJwt } from "jose";

export const owner: Caller = { role: "owner", id: "0190a000-0000-7000-8000-000000000001", kind: "apiKey" };

type Json = Record<string, unknown>;
export type RecordedCall = { path: string; body: Json; context: Json; text: string };
/** A scripted reply. An object is sent as JSON with status 200; a number is sent as the status. */
type Reply = (call: RecordedCall, response: ServerResponse) => Json | number | undefined;

/**
 * Starts a server with scripted responses that imitates third-party adapters. A reply of undefined
 * means that the handler wrote the response itself.
 */
export async function createStub(replies: Record<string, Reply>) {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const path = request.url ?? "";
    const signed = text.startsWith("ey") ? (decodeJwt(text).data as { request: Json; metadata: Json }) : undefined;
    const body = signed?.request ?? (JSON.parse(text || "{}") as Json);
    const context = signed?.metadata ?? ((body.requestContext ?? {}) as Json);
    const one = { path, body, context, text };
    calls.push(one);
    const reply = replies[path];
    const answer = reply ? reply(one, response) : 404;
    if (answer === undefined) return;
    if (typeof answer === "number") {
      // The response of a typical web framework to an unknown path.
      response.writeHead(answer, { "content-type": "text/html" }).end(`<pre>Cannot POST ${path}</pre>`);
    } else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    to: (path: string) => calls.filter((each) => each.path === path),
    /** Returns the body of the first call to a path. */
    first: (path: string) => calls.find((each) => each.path === path)?.body as Json,
    replies,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Stub = Awaited<ReturnType<typeof createStub>>;

/** Returns a reply with a status and any body. */
export const stubReply =
  (status: number, body: Json | string): Reply =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return undefined;
  };
