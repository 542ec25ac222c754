import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Load, type LoadRequest, loadOf } from "./load.ts";

/**
 * Does the same as `sendByWorkers`, over plain sockets: client and server share two cores, and an HTTP client would take
 * much of the server's CPU time. The server has to keep connections alive and respond with a content-length or in chunks.
 * Of the bodies only the first one is stored, or the first one with a status other than 200. Throws when a connection
 * breaks.
 */
export async function sendOverSockets(origin: string, requests: LoadRequest[], workers: number): Promise<Load> {
  const { hostname, port, host } = new URL(origin);
  const messages = requests.map((request) => messageOf(request, host)).values();
  const sockets = await Promise.all(
    Array.from({ length: workers }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, "connect");
      return socket;
    }),
  );
  const statuses = new Map<number, number>();
  const times: number[] = [];
  let sample: { status: number; body: string } | undefined;
  const began = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (const message of messages) {
        const start = performance.now();
        const { status, body } = await answer(socket, message);
        times.push(performance.now() - start);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (!sample || (sample.status === 200 && status !== 200)) sample = { status, body: body() };
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.destroy();
  return loadOf({ statuses, seconds, times, bodies: [sample?.body ?? ""] });
}

function messageOf({ method, path, headers, body = "" }: LoadRequest, host: string): Buffer {
  const length = method === "GET" ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, `host: ${host}`, ...given, ...length, "", body].join("\r\n"));
}

const headEnd = "\r\n\r\n";
const lastChunk = "0\r\n\r\n";

/** Sends a message on an idle connection and waits for the whole response. */
function answer(socket: Socket, message: Buffer): Promise<{ status: number; body(): string }> {
  return new Promise((done, failed) => {
    const parts: Buffer[] = [];
    let received = 0;
    let head: { status: number; start: number; whole: number | undefined } | undefined;
    const listen = (part: Buffer) => {
      parts.push(part);
      received += part.length;
      head ??= headOf(Buffer.concat(parts));
      if (!head) return;
      const { status, start, whole } = head;
      if (whole === undefined ? !endOf(parts).equals(Buffer.from(lastChunk)) : received < whole) return;
      stop();
      done({ status, body: () => Buffer.concat(parts).subarray(start).toString() });
    };
    const broken = (error?: Error) => {
      stop();
      failed(new Error("A connection broke before its response was complete.", { cause: error }));
    };
    const stop = () => {
      socket.off("data", listen).off("error", broken).off("close", broken);
    };
    socket.on("data", listen).on("error", broken).on("close", broken);
    socket.write(message);
  });
}

/** The status, the start of the body, and the length of the response unless it is chunked. Undefined if incomplete. */
function headOf(bytes: Buffer) {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return;
  const text = bytes.subarray(0, end).toString("latin1");
  const start = end + headEnd.length;
  const length = /^content-length: *(\d+)/im.exec(text)?.[1];
  return { status: Number(text.slice(9, 12)), start, whole: length === undefined ? undefined : start + Number(length) };
}

function endOf(parts: Buffer[]): Buffer {
  const last = parts.at(-1) as Buffer;
  return (last.length < lastChunk.length ? Buffer.concat(parts) : last).subarray(-lastChunk.length);
}
