import { Refusal } from "./errors.ts";

/** Refuses with REVISION_MISMATCH a change by a caller who saw another revision. */
export function refuseStaleRevision({ revision }: { revision: number }, seen: string): void {
  if (Number(seen) === revision) return;
  throw new Refusal("REVISION_MISMATCH", `It was changed meanwhile. Its revision is ${revision}.`, 409, {
    revision: String(revision),
  });
}
