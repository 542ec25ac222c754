import { cpuOf } from "./cpu.ts";
import { origins, ports, type Running, run } from "./harness.ts";
import { type Load, type LoadRequest, sendAtOnce } from "./load.ts";
import { heading, line, loadLine, ratio, requirement } from "./report.ts";
import { codeIn, signedIn } from "./silent-sign-in.ts";

const sockets = 16;
const rounds = 3;
const requestCount = 600;

type Case = { name: string; origin: string; least: number; requests(): Promise<LoadRequest[]> };
type Side = { loads: Load[]; node: number; postgres: number };
const side = (): Side => ({ loads: [], node: 0, postgres: 0 });
const times = <Value>(value: () => Value) => Array.from({ length: requestCount }, value);

/**
 * Measures tokens and silent sign-ins against a server that reads a row and inserts a row, in
 * alternating rounds.
 */
export async function signIn(uola: Running, databaseUrl: string, clientId: string) {
  heading("sign-in: baseline = node:http doing a point select and an insert");
  const baseline = await run(
    "baseline-sign-in.ts",
    { PORT: String(ports.baseline), DATABASE_URL: databaseUrl },
    "listening",
  );
  const person = await signedIn();
  const json = { "content-type": "application/json" };
  const token = (body: object): LoadRequest => ({
    method: "POST",
    path: "/oauth2/token",
    headers: json,
    body: JSON.stringify(body),
  });
  const anonymous = token({ grantType: "anonymous", clientId });
  const visitor = await fetch(`${origins.platform}/oauth2/token`, { method: "POST", body: anonymous.body ?? "" });
  const { refresh_token: refreshToken } = (await visitor.json()) as { refresh_token: string };
  const authorize = async () => times(() => person.authorize);
  const cases: Case[] = [
    {
      name: "platform token, anonymous",
      origin: origins.platform,
      least: 0.5,
      requests: async () => times(() => anonymous),
    },
    {
      name: "platform token, refresh",
      origin: origins.platform,
      least: 0.5,
      requests: async () => times(() => token({ grantType: "refresh_token", refreshToken })),
    },
    { name: "silent /authorize", origin: origins.identity, least: 0.15, requests: authorize },
    {
      name: "/oauth/token, code exchange",
      origin: origins.identity,
      least: 0.15,
      requests: async () => {
        const { bodies } = await sendAtOnce(origins.identity, await authorize(), sockets);
        return bodies.map((page) => person.exchange(codeIn(page)));
      },
    },
  ];
  const row: LoadRequest = { method: "POST", path: "/", headers: json, body: "{}" };
  try {
    for (const one of cases) await measure(one);
  } finally {
    await baseline.stop();
  }

  async function measure({ name, origin, least, requests }: Case) {
    const [ours, limit] = [side(), side()];
    await sendAtOnce(origin, await requests(), sockets); // Warms up.
    await sendAtOnce(
      origins.baseline,
      times(() => row),
      sockets,
    );
    for (let round = 0; round < rounds; round++) {
      await measureRound(ours, origin, uola.pid, await requests());
      await measureRound(
        limit,
        origins.baseline,
        baseline.pid,
        times(() => row),
      );
    }
    const best = ({ loads }: Side) => loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    const cpu = ({ node, postgres }: Side) => ({ node: node / rounds, postgres: postgres / rounds });
    const total = ({ node, postgres }: Side) => node + postgres;
    line(name, `best of ${rounds} rounds; CPU is the mean of all`);
    loadLine("  Uola", best(ours), cpu(ours), requestCount);
    loadLine("  baseline", best(limit), cpu(limit), requestCount);
    const [speed, cost] = [ratio(best(ours).perSecond, best(limit).perSecond), ratio(total(limit), total(ours))];
    const answered = ours.loads.every(({ statuses }) => statuses.get(200) === requestCount);
    requirement(`${name}: every request answered 200`, answered);
    requirement(`${name}: throughput ${speed.toFixed(2)} of the baseline server (≥ ${least})`, speed >= least);
    requirement(`${name}: CPU per request, baseline ÷ Uola ${cost.toFixed(2)} (≥ ${least})`, cost >= least);
  }
}

async function measureRound(to: Side, origin: string, pid: number, requests: LoadRequest[]) {
  const before = { node: cpuOf(pid).node, postgres: cpuOf(process.pid).postgres };
  to.loads.push(await sendAtOnce(origin, requests, sockets));
  to.node += cpuOf(pid).node - before.node;
  to.postgres += cpuOf(process.pid).postgres - before.postgres;
}
