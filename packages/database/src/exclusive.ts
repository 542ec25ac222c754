import pg from "pg";

/**
 * Does something unless another process is doing it: then nothing is done, and undefined comes back. The lock belongs to a
 * connection outside of the pool, so that who holds it and asks the pool never waits for itself. A process that dies, or
 * whose connection breaks, loses it.
 */
export async function exclusive<Result>(
  { url }: { url: string },
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "uola lock" });
  // One that breaks meanwhile loses the lock; the work goes on, as it would have without one.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as locked", [name]);
    return rows[0]?.locked ? await work() : undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
