/**
 * No connection became free in time. The code is the one PostgreSQL uses when it has no connections
 * left.
 */
export class NoConnection extends Error {
  override name = "NoConnection";
  readonly code = "53300";
}

// SQLSTATE codes: transaction conflicts, lock and statement timeouts, idle transaction timeout.
const conflict = /^(40001|40P01|55P03|57014|25P03)$/;
// No connection is available or could be made, or the server is shutting down.
const unreachable = /^(53...|08...|57P0.|ECONNREFUSED|ECONNRESET)$/;
// The driver reports a lost connection without a code.
const lost = /^(Connection terminated|Client has encountered a connection error)/;

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** Whether the database could not be reached, so that further queries would fail as well. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (unreachable.test(codeOf(error)) || lost.test(error.message));

/**
 * Whether the database was busy or unreachable, so that the same request may succeed shortly
 * afterwards.
 */
export const isBusy = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && conflict.test(codeOf(error)));
