import type { FieldViolation, PlatformError } from "@uola/client";

/** The uniform representation of any thrown value. All site code that inspects an error uses it. */
export type Failure = {
  kind: "conflict" | "invalid" | "refused" | "busy" | "offline" | "broken";
  /** The platform's error code; empty if there is none. */
  code: string;
  /** The violations, by request field. */
  violations: readonly FieldViolation[];
  data: Record<string, unknown>;
};

export function failureOf(error: unknown): Failure {
  const thrown = (error ?? {}) as Partial<PlatformError>;
  const { code = "", data = {}, fieldViolations: violations = [] } = thrown;
  return { kind: kindOf(error, thrown), code, violations, data };
}

function kindOf(error: unknown, { kind, code, status }: Partial<PlatformError>): Failure["kind"] {
  if (code === "REVISION_MISMATCH") return "conflict";
  if (kind === "validation") return "invalid";
  if (status === 429 || status === 503) return "busy";
  if (kind === "application" || (status !== undefined && status >= 400 && status < 500)) return "refused";
  // A failed script download is a TypeError, too.
  const noAnswer = status === 0 || error === undefined || error instanceof TypeError;
  return noAnswer ? "offline" : "broken";
}

/** Whether a retry of the same request may succeed: the platform has not rejected it. */
export const isTemporary = (error: unknown): boolean => ["busy", "offline", "broken"].includes(failureOf(error).kind);

/** WDE0025 is the code for a missing collection. */
const missing = /(^|_)NOT_FOUND$|^WDE0025$/;

/** Whether the requested item does not exist or cannot exist. */
export function isMissing(error: unknown): boolean {
  const { kind, code } = failureOf(error);
  return kind === "invalid" || missing.test(code);
}

/**
 * Reports an error that a page has handled if it comes from our own code: the platform logs its own
 * errors, and a lost connection is no error.
 */
export function reportUnexpected(error: unknown): void {
  const isOfPlatform = typeof error === "object" && error !== null && "status" in error;
  if (!isOfPlatform && failureOf(error).kind === "broken") globalThis.reportError?.(error);
}
