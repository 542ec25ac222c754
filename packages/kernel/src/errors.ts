import type { ErrorEnvelope } from "@uola/contract";
import { isBusy } from "@uola/database";
import type { z } from "zod";

type FieldViolation = NonNullable<NonNullable<ErrorEnvelope["details"]["validationError"]>["fieldViolations"]>[number];
/** An error in one field; `field` is the field's dotted path in the request. */
export type FieldError = { field: string; description: string; ruleName?: string; data?: FieldViolation["data"] };
type ErrorData = NonNullable<NonNullable<ErrorEnvelope["details"]["applicationError"]>["data"]>;

/**
 * An expected error with a code that its operation declares. Any other thrown error is a bug and
 * results in a 500 response.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 428 | 429 | 502 | 503 | 504;
  readonly data: ErrorData;
  constructor(code: string, message: string, status: Refusal["status"] = 409, data: ErrorData = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** Invalid input; reports all invalid fields at once. */
export class Violation extends Error {
  readonly errors: readonly FieldError[];
  constructor(errors: readonly FieldError[]) {
    super(`INVALID_ARGUMENT: ${errors.map(({ field, description }) => `"${field}" ${description}`).join(", ")}`);
    this.errors = errors;
  }
}

const violationsMax = 50;
/** Converts the errors of a schema, which may contain input of any length. */
export const toViolations = (issues: readonly z.core.$ZodIssue[]) =>
  new Violation(
    issues.slice(0, violationsMax).map(({ path, message, code, ...more }) => ({
      field: path.map(String).join(".").slice(0, 500),
      description: message.slice(0, 500),
      ruleName: code.toUpperCase(),
      // Existing clients recognise an invalid e-mail address by this value.
      ...("format" in more && more.format === "email" && { data: { type: "EMAIL" } }),
    })),
  );

const internal = (status: number, code: string, message: string) => ({
  status,
  body: { message, details: { applicationError: { code, description: message, data: {} } } } satisfies ErrorEnvelope,
});

/** Returns the HTTP status and body for an error. `unexpected` marks bugs. */
export function toErrorResponse(
  error: unknown,
  requestId: string,
): { status: number; body: ErrorEnvelope; unexpected?: true } {
  if (error instanceof Violation) {
    const fieldViolations = error.errors.map(({ field, description, ruleName, data = {} }) => ({
      field,
      description,
      violatedRule: "OTHER",
      ...(ruleName ? { ruleName } : {}),
      data,
    }));
    // Existing clients read the code of a failed sign-in without checking that it exists.
    const applicationError = { code: "INVALID_ARGUMENT", description: error.message, data: {} };
    const details = { validationError: { fieldViolations }, applicationError };
    return { status: 400, body: { message: error.message, details } };
  }
  if (error instanceof Refusal) {
    const applicationError = { code: error.code, description: error.message, data: error.data };
    return { status: error.status, body: { message: error.message, details: { applicationError } } };
  }
  const sqlState = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (isBusy(error)) return internal(503, "UNAVAILABLE", "The server is too busy. Try again.");
  if (sqlState === "23505") return internal(409, "ALREADY_EXISTS", "This already exists.");
  if (unstorable.test(sqlState)) return internal(400, "INVALID_ARGUMENT", "A value in the request cannot be stored.");
  return { ...internal(500, "INTERNAL", `System error occurred, request-id: ${requestId}`), unexpected: true };
}

// SQLSTATE codes for values that PostgreSQL cannot store in a column or index.
const unstorable = /^(22P02|22P05|22003|22007|22008|22021|54000)$/;

const secrets = /[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]{20,}\.[\w.-]{20,}|\buola_[\w-]+/g;
/** Removes e-mail addresses, tokens and keys from a text for the log. */
export const redactedText = (text: string): string => text.replace(secrets, "[hidden]");
/** Properties that show the origin of an error. All others may contain requests, rows or credentials. */
const loggedKeys = ["code", "syscall", "constraint", "table", "column", "routine"] as const;
/** The maximum depth of nested causes that are logged; an error may be its own cause. */
const causesMax = 5;

/**
 * Returns the loggable form of an error: where it happened, without e-mail addresses, tokens, keys,
 * rows or requests. The logger applies it to every error, so callers pass the error itself.
 */
export function redacted(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" };
  const { name, message, stack = "", cause } = error;
  const picked: Record<string, unknown> = { name, message: redactedText(message), stack: redactedText(stack) };
  for (const key of loggedKeys) {
    const value = (error as unknown as Record<string, unknown>)[key];
    if (typeof value === "string") picked[key] = redactedText(value);
  }
  if (depth >= causesMax) return picked;
  if (cause !== undefined) picked.cause = redacted(cause, depth + 1);
  if (error instanceof AggregateError) {
    picked.errors = error.errors.slice(0, causesMax).map((each) => redacted(each, depth + 1));
  }
  return picked;
}

/**
 * Serializers for every logger: they omit the parts of errors that may contain requests, rows or
 * credentials.
 */
export const errorSerializers = {
  err: (error: unknown) => redacted(error),
  error: (error: unknown) => redacted(error),
};
