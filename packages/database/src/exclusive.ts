import pg from "pg";

/**
 * Runs work unless another process is running it; then returns undefined. The lock is held by a connection outside of
 * the pool, so that work which uses the pool cannot wait for itself. A process that dies or loses its connection loses
 * the lock.
 */
export async function exclusive<Result>(
  { url }: { url: string },
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "uola lock" });
  // A broken connection loses the lock, but the work continues.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as locked", [name]);
    return rows[0]?.locked ? await work() : undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
