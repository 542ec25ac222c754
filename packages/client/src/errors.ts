import type { ErrorEnvelope } from "@uola/contract";

type Details = ErrorEnvelope["details"];
export type FieldViolation = NonNullable<Details["validationError"]>["fieldViolations"][number];

/**
 * The error of every failed call. `validation`: fields are invalid, see `fieldViolations`.
 * `application`: refused, see `code`. `system`: a platform failure, or no response at all (`status`
 * 0, reason in `cause`).
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly kind: "validation" | "application" | "system";
  readonly status: number;
  readonly code: string | undefined;
  readonly data: Record<string, unknown>;
  readonly fieldViolations: readonly FieldViolation[];
  readonly requestId: string | undefined;

  constructor(message: string, facts: Partial<Omit<PlatformError, "name" | "message">> & Pick<PlatformError, "kind">) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = facts.kind;
    this.status = facts.status ?? 0;
    this.code = facts.code;
    this.data = facts.data ?? {};
    this.fieldViolations = facts.fieldViolations ?? [];
    this.requestId = facts.requestId;
  }
}

/** Returns the error for a response whose status is not 200. */
export function errorOf(response: Response, body: Partial<ErrorEnvelope> | undefined): PlatformError {
  const { status, statusText } = response;
  const requestId = response.headers.get("x-wix-request-id") ?? undefined;
  const { validationError, applicationError } = body?.details ?? {};
  if (validationError) {
    const fieldViolations = specific(validationError.fieldViolations);
    const list = fieldViolations.map(({ field, description }) => `"${field}" ${description}`).join(", ");
    return new PlatformError(`INVALID_ARGUMENT: ${list}`, { kind: "validation", status, requestId, fieldViolations });
  }
  if (status >= 500) return systemError({ status, requestId, code: applicationError?.code });
  if (applicationError) {
    const { code, description, data } = applicationError;
    return new PlatformError(description, { kind: "application", status, requestId, code, data });
  }
  if (status < 400) return systemError({ status, requestId });
  const code = statusText ? statusText.toUpperCase().replace(/[^A-Z0-9]+/g, "_") : `HTTP_${status}`;
  return new PlatformError(body?.message ?? statusText, { kind: "application", status, requestId, code });
}

export function systemError(facts: Partial<Omit<PlatformError, "kind" | "name" | "message">>): PlatformError {
  const { requestId } = facts;
  const message = requestId ? `System error occurred, request-id: ${requestId}` : "System error occurred";
  return new PlatformError(message, { ...facts, kind: "system" });
}

/** Sorts violations by field and drops a field when another violation has a longer path below it. */
const specific = (violations: readonly FieldViolation[]) =>
  violations
    .filter(({ field }) => !violations.some((other) => other.field.startsWith(`${field}.`)))
    .toSorted((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
