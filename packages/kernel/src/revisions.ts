import { Refusal } from "./errors.ts";

/** Refuses with REVISION_MISMATCH what somebody wants to change without having seen it as it is now. */
export function refuseStaleRevision({ revision }: { revision: number }, seen: string): void {
  if (Number(seen) === revision) return;
  throw new Refusal("REVISION_MISMATCH", `It has been changed meanwhile, to revision ${revision}.`, 409, {
    revision: String(revision),
  });
}
