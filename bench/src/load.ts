import { Agent, request as httpRequest } from "node:http";

export type LoadRequest = {
  path: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** Default: the origin passed to the load function. */
  origin?: string;
  /** The loopback address to send from, so that requests come from several networks. Default: the machine's own. */
  from?: string;
  /**
   * The follow-up request for this response. Only the last response counts, with the time since the
   * first request.
   */
  next?(status: number, text: string): LoadRequest | undefined | Promise<LoadRequest | undefined>;
};
/** The result of a load. Times are in ms. */
export type Load = {
  /** The number of responses by status; 0 stands for a broken connection. */
  statuses: Map<number, number>;
  seconds: number;
  perSecond: number;
  /**
   * The number of all responses per second. It is higher than `perSecond` if requests had follow-up
   * requests.
   */
  answersPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  bodies: string[];
};

/** Sends all requests in the same tick, over at most `sockets` connections. The times include waiting for a connection. */
export function sendAtOnce(origin: string, requests: LoadRequest[], sockets: number): Promise<Load> {
  return measure(origin, sockets, (send) => Promise.all(requests.map(send)));
}

/** Each worker sends one request after the other. The times are from sending to the end of the response. */
export function sendByWorkers(origin: string, requests: LoadRequest[], workers: number): Promise<Load> {
  const left = requests.values();
  return measure(origin, workers, async (send) => {
    const answers: Answer[] = [];
    const work = async () => {
      for (const request of left) answers.push(await send(request));
    };
    await Promise.all(Array.from({ length: workers }, work));
    return answers;
  });
}

type Answer = { ms: number; text: string };

async function measure(
  origin: string,
  sockets: number,
  all: (send: (request: LoadRequest) => Promise<Answer>) => Promise<Answer[]>,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const statuses = new Map<number, number>();
  let responses = 0;
  const began = performance.now();
  const sendOne = (request: LoadRequest, finish: (status: number, text: string) => unknown) => {
    const { path, method, headers, body, from } = request;
    const { hostname, port } = new URL(request.origin ?? origin);
    const target = from ? { hostname: "127.0.0.1", localAddress: from } : { hostname };
    const length = body ? { "content-length": String(Buffer.byteLength(body)) } : {};
    const sent = httpRequest(
      { ...target, port, path, method, agent, headers: { ...headers, ...length } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => finish(response.statusCode ?? 0, Buffer.concat(parts).toString()));
        response.on("error", (error) => finish(0, error.message));
      },
    );
    sent.on("error", (error) => finish(0, error.message));
    sent.setTimeout(60_000, () => sent.destroy(new Error("no answer within 60 s")));
    sent.end(body);
  };
  const answers = await all((first) => {
    const start = performance.now();
    return new Promise<Answer>((done) => {
      const follow = (request: LoadRequest) => {
        let answered = false;
        sendOne(request, async (status, text) => {
          if (answered) return;
          answered = true;
          responses++;
          const following = await request.next?.(status, text);
          if (following) return follow(following);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          done({ ms: performance.now() - start, text });
        });
      };
      follow(first);
    });
  });
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return loadOf({
    statuses,
    seconds,
    times: answers.map(({ ms }) => ms),
    bodies: answers.map(({ text }) => text),
    responses,
  });
}

type Measured = Pick<Load, "statuses" | "seconds" | "bodies"> & { times: number[]; responses?: number };

/** Calculates the throughput and the percentiles of all request times, in ms. */
export function loadOf({ statuses, seconds, times, bodies, responses = times.length }: Measured): Load {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    statuses,
    seconds,
    perSecond: times.length / seconds,
    answersPerSecond: responses / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bodies,
  };
}
