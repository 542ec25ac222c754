import { Refusal } from "./errors.ts";

/** Throws REVISION_MISMATCH if the caller's revision is outdated. */
export function refuseStaleRevision({ revision }: { revision: number }, seen: string): void {
  if (Number(seen) === revision) return;
  throw new Refusal("REVISION_MISMATCH", `It was changed meanwhile. Its revision is ${revision}.`, 409, {
    revision: String(revision),
  });
}
