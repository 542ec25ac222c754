/** Nobody gave a connection back in time. The code is what PostgreSQL says itself when it has none left. */
export class NoConnection extends Error {
  override name = "NoConnection";
  readonly code = "53300";
}

// SQLSTATE: conflicts between transactions, lock and statement time-outs, no connection left, the server going away.
const busy = /^(40001|40P01|55P03|57014|53...|08...|57P0.|25P03|ECONNREFUSED|ECONNRESET)$/;
// What the driver says without a code of a connection that was lost, here or between two statements.
const lost = /^(Connection terminated|Client has encountered a connection error)/;

/** Had the database no time, no connection or no way through just now? Whoever asks again in a moment may be served. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && busy.test(String(error.code))) || lost.test(error.message);
}
