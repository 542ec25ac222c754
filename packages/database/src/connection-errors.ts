/** No connection became free in time. The code is PostgreSQL's for having none left. */
export class NoConnection extends Error {
  override name = "NoConnection";
  readonly code = "53300";
}

// SQLSTATE: transaction conflicts, lock and statement time-outs, an idle transaction.
const conflict = /^(40001|40P01|55P03|57014|25P03)$/;
// No connection left, none made, server shutting down.
const unreachable = /^(53...|08...|57P0.|ECONNREFUSED|ECONNRESET)$/;
// The driver reports a lost connection without a code.
const lost = /^(Connection terminated|Client has encountered a connection error)/;

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** There was no connection to the database, so whatever is asked next waits in vain, too. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (unreachable.test(codeOf(error)) || lost.test(error.message));

/** The database was busy or unreachable, so the same request may succeed shortly after. */
export const isBusy = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && conflict.test(codeOf(error)));
