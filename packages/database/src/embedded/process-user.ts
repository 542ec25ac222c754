import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The user that PostgreSQL runs as. */
export type ProcessUser = { uid: number; gid: number };

const nobody: ProcessUser = { uid: 65534, gid: 65534 };
export const isRoot = () => process.getuid?.() === 0;

/**
 * Returns the user to run PostgreSQL as. PostgreSQL refuses to run as root, so under root it runs
 * as the owner of its data; new data belongs to `nobody`.
 */
export function processUserFor(data: string): ProcessUser {
  if (!isRoot()) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const owner = existsSync(data) ? statSync(data) : nobody;
  return owner.uid === 0 ? nobody : { uid: owner.uid, gid: owner.gid };
}

/** Whether the user can enter the folder and all its parent folders. */
export function canReach(folder: string, { uid, gid }: ProcessUser): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  const parent = dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || canReach(parent, { uid, gid }));
}
