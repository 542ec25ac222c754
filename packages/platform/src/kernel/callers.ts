import type { Access } from "@uola/contract";

/** Who is calling. A member keeps the visitor id they had before signing in, if the token carries it. */
export type Caller = {
  role: Exclude<Access, "anyone">;
  /** The member's, visitor's or key's id, whichever `kind` names. */
  id: string;
  kind: "visitor" | "member" | "apiKey";
  visitorId?: string;
  memberId?: string;
  appId?: string;
};
