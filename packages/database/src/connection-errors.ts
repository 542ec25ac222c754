/** No connection became free in time. The code is PostgreSQL's for having none left. */
export class NoConnection extends Error {
  override name = "NoConnection";
  readonly code = "53300";
}

// SQLSTATE: transaction conflicts, lock and statement time-outs, no connection left, server shutting down.
const busy = /^(40001|40P01|55P03|57014|53...|08...|57P0.|25P03|ECONNREFUSED|ECONNRESET)$/;
// The driver reports a lost connection without a code.
const lost = /^(Connection terminated|Client has encountered a connection error)/;

/** The database was busy or unreachable, so the same request may succeed shortly after. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && busy.test(String(error.code))) || lost.test(error.message);
}
