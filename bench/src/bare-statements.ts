import { createHash, randomUUID } from "node:crypto";
import { createAccounts } from "@uola/accounts";
import { deliver, type Message, type ProviderSimulators } from "@uola/commerce/provider-simulators";
import { partsOn, urls, visitor } from "@uola/commerce/testing";
import { type Connection, openDatabase } from "@uola/database";
import { createContext } from "@uola/kernel";
import { secret } from "./harness.ts";
import { type Load, loadOf } from "./load.ts";
import type { Bookable } from "./sessions.ts";

/** `counted`: indexes of the parameters that increase with each execution, such as a document number. */
type Statement = { text: string; values: unknown[]; counted?: ReadonlySet<number> };
/** The statements of each transaction. */
type Transactions = Statement[][];
/** The ids of a filled cart in the database. */
export type FilledCart = { visitorId: string; cartId: string; holdId: string; sessionId: string };
type Recorded = FilledCart & { order: Transactions; start: Transactions; pay: Transactions };

/**
 * Records the SQL statements of the transactions in which the platform orders a cart, starts its
 * payment and processes the payment message. Replaying them measures PostgreSQL's share of the
 * work, without HTTP, business rules and look-ups. Two carts are recorded; values that differ
 * between them are specific to a cart.
 */
export async function recordStatements(
  { url }: Connection,
  { siteId, banks, sessions }: { siteId: string; banks: ProviderSimulators; sessions: readonly [Bookable, Bookable] },
): Promise<{ made: Recorded; own: ReadonlySet<string> }> {
  const connection = openDatabase({ url, max: 1 });
  const recorded: Transactions = [];
  let open: Statement[] | undefined;
  connection.pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((asked: string | Statement, ...more: unknown[]) => {
      const { text, values } = typeof asked === "string" ? { text: asked, values: more[0] as unknown[] } : asked;
      const word = text.toLowerCase();
      if (word.startsWith("begin") || word.startsWith("start transaction")) open = [];
      else if (word === "commit" && open) recorded.push(open);
      else if (word === "commit" || word === "rollback") open = undefined;
      else open?.push({ text, values: values ?? [] });
      return query(asked, ...more);
    }) as typeof client.query;
  });
  const now = () => new Date();
  const accounts = createAccounts({ db: connection.db, siteId, now, secret });
  const context = createContext({ connection, siteId, accounts, urls, now, demo: true });
  const { handlers, pages } = partsOn(context, { providerUrls: banks.providerUrls }).commerce;
  const { carts, orders, payments } = handlers;
  const during = async <Result>(work: () => Promise<Result>): Promise<[Result, Transactions]> => {
    recorded.length = 0;
    const result = await work();
    return [result, recorded.splice(0).filter((statements) => statements.length > 0)];
  };

  async function record({ id: sessionId, serviceId, scheduleId }: Bookable): Promise<Recorded> {
    const call = visitor();
    const slot = { sessionId, serviceId, scheduleId };
    const { cart } = await carts.add({ booking: { slot, totalParticipants: 1 } }, call);
    const [filled] = await filledCarts(connection, siteId, call.caller.id);
    const buyer = { firstName: "Pirkėja", lastName: "Rytinė", email: `${randomUUID()}@uola.example` };
    const consents = [{ kind: "TERMS" as const, version: "2026-09" }];
    const asked = { requestId: randomUUID(), buyer, consents, way: "MONTONIO", language: "lt" } as const;
    const [{ key }, order] = await during(() =>
      orders.place({ ...asked, consents: [...consents], expectedToPay: cart.toPay }, call),
    );
    const [{ redirectUrl }, start] = await during(() => payments.start({ key, way: "MONTONIO" }, call));
    const payment = banks.of.MONTONIO.paymentAt(redirectUrl as string);
    const message = (await banks.of.MONTONIO.says(payment, "paid")) as Message;
    const [, pay] = await during(() => deliver(pages, message));
    return { ...(filled as FilledCart), order, start, pay };
  }
  try {
    // The first recording only fills the caches.
    await record(sessions[0]);
    const made = await record(sessions[0]);
    const other = await record(sessions[1]);
    for (const phase of ["order", "start", "pay"] as const) markCounted(made[phase], other[phase]);
    const others = wordsIn(other);
    return { made, own: new Set([...wordsIn(made)].filter((word) => !others.has(word))) };
  } finally {
    await connection.close();
  }
}

function markCounted(made: Transactions, other: Transactions) {
  const following = other.flat().map(({ values }) => values);
  made.flat().forEach((statement, index) => {
    const counted = statement.values.flatMap((value, at) =>
      typeof value === "number" && value !== following[index]?.[at] ? [at] : [],
    );
    statement.counted = new Set(counted);
  });
}

/** Matches ids and order numbers. */
const words = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|UOLA-[A-Z0-9]{6}/g;
const wordsIn = ({ order, start, pay }: Recorded): Set<string> =>
  new Set(JSON.stringify([order, start, pay]).match(words) ?? []);

/** Returns carts with one place each. */
export async function filledCarts({ pool }: Pick<Connection, "pool">, siteId: string, visitorId?: string) {
  const { rows } = await pool.query<FilledCart>(
    `select split_part(holder, ' ', 2) as "visitorId", cart.id as "cartId", hold_id as "holdId",
       detail -> 'slot' ->> 'sessionId' as "sessionId"
     from cart join cart_line on cart_id = cart.id
     where cart.site_id = $1 and hold_id is not null and ($2::text is null or holder = $2)`,
    [siteId, visitorId ? `visitor ${visitorId}` : null],
  );
  return rows;
}

let numbers = 0;
/** Order numbers of the platform contain no zeros, so these cannot collide with them. */
const anotherNumber = () => `UOLA-${String(numbers++).padStart(6, "0")}`;
const nameOf = (text: string) => createHash("sha1").update(text).digest("hex");

/**
 * Replays the recorded statements for other carts, all at once, over as many connections as the
 * platform uses.
 */
export async function replay(
  { url }: Connection,
  { made, own }: Awaited<ReturnType<typeof recordStatements>>,
  carts: readonly FilledCart[],
): Promise<{ orders: Load; starts: Load; payments: Load }> {
  const connection = openDatabase({ url, waitMs: 600_000 });
  const mappings = carts.map((cart) => {
    const mapping = new Map<string, string>(
      (["visitorId", "cartId", "holdId", "sessionId"] as const).map((name) => [made[name], cart[name]]),
    );
    for (const word of own) {
      if (!mapping.has(word)) mapping.set(word, word.startsWith("UOLA") ? anotherNumber() : randomUUID());
    }
    return mapping;
  });

  async function all(transactions: Transactions): Promise<Load> {
    const began = performance.now();
    const statuses = new Map<number, number>();
    const times = await Promise.all(
      mappings.map(async (mapping, index) => {
        const client = await connection.pool.connect();
        const status = await carryOut(client, transactions, mapping, index).then(
          () => 200,
          async (error: Error) => {
            await client.query("rollback");
            if (!statuses.has(500)) console.error(error.message);
            return 500;
          },
        );
        client.release();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        return performance.now() - began;
      }),
    );
    return loadOf({ statuses, seconds: (performance.now() - began) / 1000, times, bodies: [] });
  }
  try {
    const orders = await all(made.order);
    const starts = await all(made.start);
    return { orders, starts, payments: await all(made.pay) };
  } finally {
    await connection.close();
  }
}

async function carryOut(
  client: { query(asked: object | string): Promise<unknown> },
  transactions: Transactions,
  mapping: ReadonlyMap<string, string>,
  index: number,
) {
  for (const statements of transactions) {
    await client.query("begin");
    for (const { text, values, counted } of statements) {
      // The next number was used by the second recording, so start at the one after it.
      const own = values.map((value, at) =>
        counted?.has(at) ? (value as number) + 2 + index : mapped(value, mapping),
      );
      await client.query({ name: nameOf(text), text, values: own });
    }
    await client.query("commit");
  }
}

const mapped = (value: unknown, mapping: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return value.replace(words, (word) => mapping.get(word) ?? word);
  return Array.isArray(value) ? value.map((each) => mapped(each, mapping)) : value;
};
