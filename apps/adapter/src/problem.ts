/** An adapter error with its protocol 3 code; the older protocols send its status and message. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown>;
  constructor(status: number, code: string, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

export const badRequest = (message: string) => new Problem(400, "BAD_REQUEST", message);

/** Converts a PostgreSQL error that the request caused; returns any other error unchanged. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  const { code, message } = error;
  if (code === "23505") return new Problem(409, "ITEM_ALREADY_EXISTS", "Item already exists.");
  if (code === "42P07") return new Problem(409, "COLLECTION_ALREADY_EXISTS", "Collection already exists.");
  // Values that do not fit their columns: data exceptions, violated constraints, types that cannot be compared.
  if (/^(22|23|42804|42883)/.test(code)) return new Problem(400, "VALIDATION_ERROR", message, { violations: [] });
  return error;
}
