import type { FieldViolation, PlatformError } from "@uola/client";

/** What can be read of anything that was thrown. Everything of the site that looks into an error looks by this. */
export type Failure = {
  kind: "conflict" | "invalid" | "refused" | "busy" | "offline" | "broken";
  /** What the platform calls it; empty where nobody named it. */
  code: string;
  /** What is wrong with which field of the request. */
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
  // A script that could not be fetched is a TypeError, too.
  const noAnswer = status === 0 || error === undefined || error instanceof TypeError;
  return noAnswer ? "offline" : "broken";
}

/** Whether the same request may do better in a moment: nothing was decided. */
export const isPassing = (error: unknown): boolean => ["busy", "offline", "broken"].includes(failureOf(error).kind);

/** The last is what the data platform says of a collection. */
const missing = /(^|_)NOT_FOUND$|^WDE0025$/;

/** Whether what was asked for is not there, or cannot be there. */
export function isMissing(error: unknown): boolean {
  const { kind, code } = failureOf(error);
  return kind === "invalid" || missing.test(code);
}
