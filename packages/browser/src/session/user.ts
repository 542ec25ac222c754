import type { Role } from "@uola/contract/roles";
import type { SignInError } from "./sign-in-error.ts";

export type MemberRole = Exclude<Role, "visitor">;
export type User = { id: string; firstName: string; lastName: string; email: string; role: MemberRole };

/** Whether a user is signed in on the site, and the user's data. */
export type Auth = {
  /** True until the state is known, and while a sign-in window is open. */
  isLoading: boolean;
  isAuthenticated: boolean;
  /** Set slightly later than `isAuthenticated` if this browser has no stored user data. */
  user: User | undefined;
  error: SignInError | undefined;
};

export type AuthEvent =
  | { event: "initialised"; isAuthenticated: boolean; user: User | undefined }
  | { event: "popupStarted" }
  | { event: "popupCompleted" | "redirectCompleted" | "tokenRefreshed"; user: User }
  | { event: "loggedOut" }
  | { event: "failed"; error: SignInError };

export const initialAuth: Auth = { isLoading: true, isAuthenticated: false, user: undefined, error: undefined };

export function nextAuth(auth: Auth, happening: AuthEvent): Auth {
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
