import type { AppData } from "./loader/page.ts";

/** Why nobody was signed in. The texts are `signIn.failed.*`. */
export type SignInFailure = "cancelled" | "expired" | "slow" | "blocked" | "other";

/** What the identity SDK is brought in for. */
export type Task =
  | { kind: "signIn"; returnTo: string }
  | { kind: "complete" }
  | { kind: "restore" }
  | { kind: "signOut" };

/** Where a task ended. */
export type Outcome =
  | { kind: "signedIn"; idToken: string; returnTo: string | undefined }
  | { kind: "nobody" }
  | { kind: "failed"; failure: SignInFailure };

export type IdentityProps = { app: AppData; task: Task; onOutcome: (outcome: Outcome) => void };

/** A path on this site and nothing else: one leading slash, no host, no scheme. */
export const localPath = (path: unknown): string | undefined =>
  typeof path === "string" && /^\/(?![/\\])/.test(path) ? path : undefined;
