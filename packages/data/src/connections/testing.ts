import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Caller } from "@uola/kernel";
import { decodeJwt } from "jose";

export const owner: Caller = { role: "owner", id: "0190a000-0000-7000-8000-000000000001", kind: "apiKey" };

type Json = Record<string, unknown>;
export type RecordedCall = { path: string; body: Json; context: Json; text: string };
/** A body is answered with 200; a number with that status. */
type Reply = (asked: RecordedCall, response: ServerResponse) => Json | number | undefined;

/** A server that answers as it is told, like adapters that are not ours. Undefined: the reply was written by hand. */
export async function createStub(replies: Record<string, Reply>) {
  const asked: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const path = request.url ?? "";
    const signed = text.startsWith("ey") ? (decodeJwt(text).data as { request: Json; metadata: Json }) : undefined;
    const body = signed?.request ?? (JSON.parse(text || "{}") as Json);
    const context = signed?.metadata ?? ((body.requestContext ?? {}) as Json);
    const one = { path, body, context, text };
    asked.push(one);
    const reply = replies[path];
    const answer = reply ? reply(one, response) : 404;
    if (answer === undefined) return;
    if (typeof answer === "number") {
      // as a framework says that it does not serve a path
      response.writeHead(answer, { "content-type": "text/html" }).end(`<pre>Cannot POST ${path}</pre>`);
    } else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    to: (path: string) => asked.filter((each) => each.path === path),
    /** The body that came first to a path. */
    first: (path: string) => asked.find((each) => each.path === path)?.body as Json,
    replies,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Stub = Awaited<ReturnType<typeof createStub>>;

/** A reply with another status, or another body than JSON. */
export const stubReply =
  (status: number, body: Json | string): Reply =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return undefined;
  };
