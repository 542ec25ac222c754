import type { MemberRole } from "@uola/browser/session/user.ts";
import { type Page, teamGroups } from "@uola/page-loader/page.ts";

/** Returns the menu pages that a role may open, in groups. */
export function openPages(pages: Record<string, Page>, role: MemberRole | undefined) {
  const open = Object.values(pages).flatMap(({ path, team }) =>
    team && role && (role === "owner" || team.roles?.some((each) => each === role)) ? [{ path, ...team }] : [],
  );
  return teamGroups.flatMap((group) => open.filter((page) => page.group === group));
}
export type OpenPage = ReturnType<typeof openPages>[number];
