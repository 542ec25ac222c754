import { createServer, type IncomingMessage, type Server } from "node:http";
import { ZodError } from "zod";
import { Problem } from "./problem.ts";

/** Handlers by path; every call is a POST. */
export type Calls = Record<string, (body: unknown) => Promise<object>>;

type Protocol = {
  calls: Calls;
  /** Authenticates the body and returns the call that it contains. Throws Problem. */
  open(body: string, path: string): unknown;
  /** The error response of the protocol. */
  describe(problem: Problem): object;
};

const bodySizeMax = 6 * 1024 * 1024;

export function serveCalls({ calls, open, describe }: Protocol, log: (error: unknown) => void): Server {
  return createServer((request, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

    async function answer(): Promise<object> {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
      if (!call || request.method !== "POST") throw new Problem(404, "NOT_FOUND", `Cannot ${request.method} ${path}`);
      return call(await open(await read(request), path));
    }
    answer().then(
      (body) => reply(200, body),
      (error) => {
        const problem = known(error);
        if (problem.status >= 500) log(error);
        reply(problem.status, describe(problem));
      },
    );
  });
}

function known(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ZodError) return new Problem(400, "BAD_REQUEST", error.issues[0]?.message ?? "", {});
  if (error instanceof SyntaxError) return new Problem(400, "BAD_REQUEST", "The body is no JSON.");
  return new Problem(500, "UNKNOWN_ERROR", "Something went wrong.");
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodySizeMax) throw new Problem(413, "BAD_REQUEST", `A body has at most ${bodySizeMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
