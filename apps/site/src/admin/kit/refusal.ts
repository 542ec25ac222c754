/** Why the platform did not do it, as far as the admin's pages tell it apart. */
export type Refusal = {
  kind: "conflict" | "invalid" | "offline" | "refused" | "other";
  code?: string | undefined;
  /** Where it is wrong, such as `service.payment.fixed.price`. */
  paths: string[];
};

type Failed = { kind?: string; code?: string; status?: number; fieldViolations?: readonly { field: string }[] };

export function refusalOf(error: unknown): Refusal {
  const { kind, code, status, fieldViolations = [] } = (error ?? {}) as Failed;
  if (code === "REVISION_MISMATCH") return { kind: "conflict", code, paths: [] };
  if (kind === "validation") return { kind: "invalid", paths: fieldViolations.map(({ field }) => field) };
  if (kind === "application") return { kind: "refused", code, paths: [] };
  return { kind: status === 0 ? "offline" : "other", paths: [] };
}
