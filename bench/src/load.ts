import { Agent, request } from "node:http";

export type Wish = {
  path: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** Another server than the one the load is for. */
  origin?: string;
  /** The loopback address it comes from; by default the machine's own. */
  from?: string;
  /** What is asked next, if anything: only the last answer counts, and the time until it. */
  next?(status: number, text: string): Wish | undefined;
};
export type Load = {
  /** How many answers came with each status; 0 stands for a broken connection. */
  statuses: Map<number, number>;
  seconds: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  bodies: string[];
};

/** Send every wish in the same tick, over at most `sockets` connections, and wait for every answer. Times in ms include queueing. */
export function rush(origin: string, wishes: Wish[], sockets: number): Promise<Load> {
  return measure(origin, sockets, (send) => Promise.all(wishes.map(send)));
}

/** Send wishes one after the other from each of so many workers. Times in ms are from sending to the whole answer. */
export function paced(origin: string, wishes: Wish[], workers: number): Promise<Load> {
  const left = wishes.values();
  return measure(origin, workers, async (send) => {
    const answers: Answer[] = [];
    const work = async () => {
      for (const wish of left) answers.push(await send(wish));
    };
    await Promise.all(Array.from({ length: workers }, work));
    return answers;
  });
}

type Answer = { ms: number; text: string };

async function measure(
  origin: string,
  sockets: number,
  all: (send: (wish: Wish) => Promise<Answer>) => Promise<Answer[]>,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const statuses = new Map<number, number>();
  const began = performance.now();
  const ask = (wish: Wish, finish: (status: number, text: string) => void) => {
    const { path, method, headers, body, from } = wish;
    const { hostname, port } = new URL(wish.origin ?? origin);
    const way = from ? { hostname: "127.0.0.1", localAddress: from } : { hostname };
    const length = body ? { "content-length": String(Buffer.byteLength(body)) } : {};
    const sent = request({ ...way, port, path, method, agent, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => finish(response.statusCode ?? 0, Buffer.concat(parts).toString()));
      response.on("error", (error) => finish(0, error.message));
    });
    sent.on("error", (error) => finish(0, error.message));
    sent.setTimeout(60_000, () => sent.destroy(new Error("no answer within 60 s")));
    sent.end(body);
  };
  const answers = await all((first) => {
    const asked = performance.now();
    return new Promise<Answer>((done) => {
      const follow = (wish: Wish) => {
        let answered = false;
        ask(wish, (status, text) => {
          if (answered) return;
          answered = true;
          const following = wish.next?.(status, text);
          if (following) return follow(following);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          done({ ms: performance.now() - asked, text });
        });
      };
      follow(first);
    });
  });
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    statuses,
    seconds,
    perSecond: answers.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bodies: answers.map(({ text }) => text),
  };
}
