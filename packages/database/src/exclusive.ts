import pg from "pg";

/**
 * Runs the work under a named lock. Returns undefined without running it if another process holds
 * the lock. The lock is held by a connection outside the pool, so that it never takes a connection
 * that the work needs. A process that dies or loses its connection loses the lock.
 */
export async function withExclusiveLock<Result>(
  { url }: { url: string },
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "uola lock" });
  // If the connection breaks, the lock is lost but the work continues.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as locked", [name]);
    return rows[0]?.locked ? await work() : undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
