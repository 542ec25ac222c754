import { cpuOf } from "./cpu.ts";
import { origins, ports, type Running, run } from "./harness.ts";
import { type Load, rush as send, type Wish } from "./load.ts";
import { demand, heading, line, loadLine, ratio } from "./report.ts";
import { codeIn, signedIn } from "./silent.ts";

const sockets = 16;
const rounds = 3;
const requests = 600;

type Case = { name: string; origin: string; least: number; wishes(): Promise<Wish[]> };
type Side = { loads: Load[]; node: number; postgres: number };
const side = (): Side => ({ loads: [], node: 0, postgres: 0 });
const times = <Value>(value: () => Value) => Array.from({ length: requests }, value);

/** Tokens and silent sign-ins, each beside a bare server that reads a row and writes a row, turn by turn. */
export async function signIn(uola: Running, databaseUrl: string, clientId: string) {
  heading("sign-in: limit = bare node:http doing a point select and an insert");
  const bare = await run("bare-sign-in.ts", { PORT: String(ports.bare), DATABASE_URL: databaseUrl }, "listening");
  const person = await signedIn();
  const json = { "content-type": "application/json" };
  const token = (body: object): Wish => ({
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
      wishes: async () => times(() => anonymous),
    },
    {
      name: "platform token, refresh",
      origin: origins.platform,
      least: 0.5,
      wishes: async () => times(() => token({ grantType: "refresh_token", refreshToken })),
    },
    { name: "silent /authorize", origin: origins.identity, least: 0.15, wishes: authorize },
    {
      name: "/oauth/token, code exchange",
      origin: origins.identity,
      least: 0.15,
      wishes: async () => {
        const { bodies } = await send(origins.identity, await authorize(), sockets);
        return bodies.map((page) => person.exchange(codeIn(page)));
      },
    },
  ];
  const row: Wish = { method: "POST", path: "/", headers: json, body: "{}" };
  try {
    for (const one of cases) await measure(one);
  } finally {
    await bare.stop();
  }

  async function measure({ name, origin, least, wishes }: Case) {
    const [ours, limit] = [side(), side()];
    await send(origin, await wishes(), sockets); // warm both up
    await send(
      origins.bare,
      times(() => row),
      sockets,
    );
    for (let round = 0; round < rounds; round++) {
      await turn(ours, origin, uola.pid, await wishes());
      await turn(
        limit,
        origins.bare,
        bare.pid,
        times(() => row),
      );
    }
    const best = ({ loads }: Side) => loads.toSorted((a, b) => b.perSecond - a.perSecond)[0] as Load;
    const cpu = ({ node, postgres }: Side) => ({ node: node / rounds, postgres: postgres / rounds });
    const total = ({ node, postgres }: Side) => node + postgres;
    line(name, `best of ${rounds} rounds; CPU is the mean of all`);
    loadLine("  Uola", best(ours), cpu(ours), requests);
    loadLine("  bare", best(limit), cpu(limit), requests);
    const [speed, cost] = [ratio(best(ours).perSecond, best(limit).perSecond), ratio(total(limit), total(ours))];
    const answered = ours.loads.every(({ statuses }) => statuses.get(200) === requests);
    demand(`${name}: every request answered 200`, answered);
    demand(`${name}: throughput ${speed.toFixed(2)} of the bare server (≥ ${least})`, speed >= least);
    demand(`${name}: CPU per request, bare ÷ Uola ${cost.toFixed(2)} (≥ ${least})`, cost >= least);
  }
}

async function turn(to: Side, origin: string, pid: number, wishes: Wish[]) {
  const before = { node: cpuOf(pid).node, postgres: cpuOf(process.pid).postgres };
  to.loads.push(await send(origin, wishes, sockets));
  to.node += cpuOf(pid).node - before.node;
  to.postgres += cpuOf(process.pid).postgres - before.postgres;
}
