import type { Role } from "@uola/contract/roles";
import type { SignInError } from "./sign-in-error.ts";

export type MemberRole = Exclude<Role, "visitor">;
export type User = { id: string; firstName: string; lastName: string; email: string; role: MemberRole };

/** Whether somebody is signed in on the site, and who. */
export type Auth = {
  /** True until it is known, and while a sign-in window is open. */
  isLoading: boolean;
  isAuthenticated: boolean;
  /** A moment later than `isAuthenticated` where this browser kept nothing of them. */
  user: User | undefined;
  error: SignInError | undefined;
};

export type Happening =
  | { event: "initialised"; isAuthenticated: boolean; user: User | undefined }
  | { event: "popupStarted" }
  | { event: "popupCompleted" | "redirectCompleted" | "tokenRefreshed"; user: User }
  | { event: "loggedOut" }
  | { event: "failed"; error: SignInError };

export const beginning: Auth = { isLoading: true, isAuthenticated: false, user: undefined, error: undefined };

export function next(auth: Auth, happening: Happening): Auth {
  switch (happening.event) {
    case "initialised": {
      const { isAuthenticated, user } = happening;
      return { isLoading: false, isAuthenticated, user, error: undefined };
    }
    case "popupStarted":
      return { ...auth, isLoading: true, error: undefined };
    case "popupCompleted":
    case "redirectCompleted":
      return { isLoading: false, isAuthenticated: true, user: happening.user, error: undefined };
    case "tokenRefreshed":
      return { ...auth, isAuthenticated: true, user: happening.user };
    case "loggedOut":
      return { ...auth, isAuthenticated: false, user: undefined };
    case "failed":
      return { ...auth, isLoading: false, error: happening.error };
  }
}
