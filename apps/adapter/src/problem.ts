/** A "no" of the adapter, as protocol 3 calls it; the older protocols send its status and message. */
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

/** What PostgreSQL refused, in the words of the protocols; what is nobody's fault but ours stays what it is. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  const { code, message } = error;
  if (code === "23505") return new Problem(409, "ITEM_ALREADY_EXISTS", "Item already exists.");
  if (code === "42P07") return new Problem(409, "COLLECTION_ALREADY_EXISTS", "Collection already exists.");
  // values that do not fit their columns: data exceptions, broken constraints, types that do not compare
  if (/^(22|23|42804|42883)/.test(code)) return new Problem(400, "VALIDATION_ERROR", message, { violations: [] });
  return error;
}
