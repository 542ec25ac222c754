import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Load, Wish } from "./load.ts";

/**
 * As `paced` does, at a small part of what an HTTP client costs: where client and server share two cores, what one spends
 * is taken from the other. For servers known to answer with a content-length or in chunks, and to keep connections.
 * Of the bodies only that of the first answer is kept, or of the first that was not 200. Throws when a connection breaks.
 */
export async function lean(origin: string, wishes: Wish[], workers: number): Promise<Load> {
  const { hostname, port, host } = new URL(origin);
  const messages = wishes.map((wish) => messageOf(wish, host)).values();
  const sockets = await Promise.all(
    Array.from({ length: workers }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, "connect");
      return socket;
    }),
  );
  const statuses = new Map<number, number>();
  const times: number[] = [];
  let shown: { status: number; body: string } | undefined;
  const began = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (const message of messages) {
        const asked = performance.now();
        const { status, body } = await answer(socket, message);
        times.push(performance.now() - asked);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (!shown || (shown.status === 200 && status !== 200)) shown = { status, body: body() };
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    statuses,
    seconds,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bodies: [shown?.body ?? ""],
  };
}

function messageOf({ method, path, headers, body = "" }: Wish, host: string): Buffer {
  const length = method === "GET" ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, `host: ${host}`, ...given, ...length, "", body].join("\r\n"));
}

const headEnd = "\r\n\r\n";
const lastChunk = "0\r\n\r\n";

/** Asks on a connection that is free and waits for the whole answer. */
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
      failed(new Error("A connection broke before its answer was there.", { cause: error }));
    };
    const stop = () => {
      socket.off("data", listen).off("error", broken).off("close", broken);
    };
    socket.on("data", listen).on("error", broken).on("close", broken);
    socket.write(message);
  });
}

/** Status, where the body starts, and how long the whole answer is unless it comes in chunks; nothing while it is cut. */
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
