import type { LoginState } from "@uola/client/sign-in";
import { hasPower, type Power } from "@uola/contract/roles";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { say } from "@uola/words/site";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
} from "react";
import { noteCart } from "../gym/cart-mark.ts";
import { fetchCurrentUser, signInWith, signOutOf } from "../platform.ts";
import {
  clearOnSignOut,
  forget,
  hasSignedInBefore,
  hasSignedOut,
  isFresh,
  isMember,
  quietly,
  remember,
  remembered,
  signedOutKey,
} from "../stored-user.ts";
import { hasUnsavedInput } from "../unsaved.ts";
import type { Identity } from "./session-identity.ts";
import { currentEntry, type SignInError, signInErrorOf, signInErrorOfState } from "./sign-in-error.ts";
import {
  callbackPath,
  clearSignInResponse,
  localPath,
  type SignInResponse,
  signInResponse,
} from "./sign-in-response.ts";
import { lastReturnTo } from "./sign-in-transactions.ts";
import { type Auth, initialAuth, nextAuth, type User } from "./user.ts";

type SignInOptions = {
  /** A path on this site; defaults to the exact current URL. */
  returnTo?: string | undefined;
  /** Asks for the password and the second factor even if the provider still has a session. */
  again?: boolean;
  /**
   * Opens the passkey setup after a fresh sign-in; it works only on a page of the provider's own
   * origin.
   */
  passkey?: boolean;
  /** Replaces the current history entry, because the page is not worth returning to. */
  replace?: boolean;
};

type AuthContext = Auth & {
  /** Redirects to the sign-in page. */
  signIn(leaving?: SignInOptions): void;
  /**
   * Signs in through a popup, leaving the page unchanged. Must be called from the click handler
   * itself, or the browser blocks the popup.
   */
  signInByPopup(): void;
  /** Continues a sign-in that was waiting for an emailed code. */
  proceed(state: LoginState, returnTo: string | undefined): Promise<void>;
  signOut(): void;
  /**
   * Fetches the current user from the platform, once per document, because the user's name or role
   * may have changed since the sign-in.
   */
  confirm(): void;
};

const Context = createContext<AuthContext | undefined>(undefined);

/** Returns the authentication state, the user, and the functions to sign in and out. */
export function useAuth(): AuthContext {
  const auth = useContext(Context);
  if (!auth) throw new Error("Outside of a SessionProvider.");
  return auth;
}

/** Whether the owner, who has every permission, is signed in. */
export const useIsOwner = (): boolean => useAuth().user?.role === "owner";

/**
 * Whether the signed-in user has the given power. A power adds rights within operations that other
 * users may call too.
 */
export function useHasPower(power: Power): boolean {
  const { user } = useAuth();
  return user !== undefined && hasPower(power, user);
}

/**
 * Provides the signed-in user. Loads nothing until somebody signs in or has signed in before: the
 * identity SDK is loaded on demand.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const app = useApp();
  const [auth, dispatch] = useReducer(nextAuth, initialAuth);
  // Set while a redirect is about to leave the page. No other sign-in may start in the meantime.
  const leaving = useRef(false);
  const popup = useRef<Window | null>(null);
  const confirmed = useRef(false);

  const identity = useCallback(
    async (): Promise<Identity> => (await chunk(() => import("./session-identity.ts"))).identityOf(app),
    [app],
  );

  const fail = useCallback((error: SignInError) => {
    if (isMember()) dispatch({ event: "initialised", isAuthenticated: true, user: remembered() });
    dispatch({ event: "failed", error: { ...error, entry: currentEntry() } });
  }, []);

  /** Exchanges the provider's ID token for a member session of the platform. */
  const signInToPlatform = useCallback(
    async (idToken: string) => {
      const state = await signInWith(idToken, app);
      if (state.loginState !== "SUCCESS") throw new SignInIncomplete(signInErrorOfState(state));
      return remember(await fetchCurrentUser(app));
    },
    [app],
  );

  /**
   * Ends the login session after another tab has signed out. Shows an error instead of redirecting
   * to the sign-in page, because a redirect might reach the provider before the other tab has
   * signed out there.
   */
  const end = useCallback(() => {
    dispatch({ event: "loggedOut" });
    dispatch({ event: "failed", error: { code: "login_required", entry: currentEntry() } });
  }, []);

  const confirm = useCallback(() => {
    if (confirmed.current) return;
    confirmed.current = true;
    fetchCurrentUser(app)
      .then((user) => {
        // If the user has signed out meanwhile, they stay signed out.
        if (isMember() && !leaving.current) dispatch({ event: "tokenRefreshed", user: remember(user) });
      })
      .catch(() => {
        confirmed.current = false;
        // By now an invalid member token has been replaced by a visitor token.
        if (isMember()) return;
        forget();
        dispatch({ event: "loggedOut" });
      });
  }, [app]);

  /**
   * Shows the page that the person was going to. The sign-in response may already arrive at that
   * page.
   */
  const goBack = useCallback((returnTo: string | undefined) => {
    const { pathname, search, hash } = location;
    const to = returnTo ?? (pathname === callbackPath() ? linkTo("/") : undefined);
    if (to !== undefined && to !== pathname + search + hash) go(to, { replace: true });
  }, []);

  const complete = useEffectEvent(async (response: SignInResponse) => {
    let returnTo = localPath(lastReturnTo());
    try {
      const completed = await (await identity()).complete(response);
      returnTo = localPath(completed.returnTo) ?? returnTo;
      dispatch({ event: "redirectCompleted", user: await signInToPlatform(completed.idToken) });
    } catch (thrown) {
      const error = { ...(returnTo && { returnTo }), ...errorOf(thrown) };
      const user = isUnknownSignIn(error) ? await signedInMeanwhile() : undefined;
      if (!user) return fail(error);
      dispatch({ event: "redirectCompleted", user });
    }
    goBack(returnTo);
  });

  /** Returns the member who signed in while this tab waited, in another tab or at the provider. */
  const signedInMeanwhile = useEffectEvent(async (): Promise<User | undefined> => {
    try {
      return isMember()
        ? remember(await fetchCurrentUser(app))
        : await signInToPlatform(await (await identity()).restore());
    } catch {
      return undefined;
    }
  });

  const begin = useEffectEvent(async () => {
    const response = signInResponse();
    if (response) return complete(response).finally(clearSignInResponse);
    if (isMember()) {
      const known = remembered();
      dispatch({ event: "initialised", isAuthenticated: true, user: known });
      if (known && !isFresh(known)) confirm();
      return;
    }
    forget();
    // The user was a member when the page loaded (`head-script.ts`), but no longer is after
    // hydration.
    if (document.documentElement.dataset.session === "member") return end();
    if (!hasSignedInBefore(app.identityClientId)) {
      return dispatch({ event: "initialised", isAuthenticated: false, user: undefined });
    }
    try {
      const user = await signInToPlatform(await (await identity()).restore());
      dispatch({ event: "initialised", isAuthenticated: true, user });
    } catch (thrown) {
      dispatch({ event: "initialised", isAuthenticated: false, user: undefined });
      const error = errorOf(thrown, "token_failed");
      // If nobody is signed in at the provider, that is a valid result and not a failure.
      if (error.code !== "login_required") fail(error);
    }
  });
  useEffect(() => void begin(), []);

  const { isLoading, isAuthenticated, user } = auth;
  useEffect(() => {
    if (!isLoading) document.documentElement.dataset.session = isAuthenticated ? "member" : "visitor";
  }, [isLoading, isAuthenticated]);

  useEffect(() => {
    if (user || !isAuthenticated) return;
    confirmed.current = false;
    confirm();
  }, [confirm, isAuthenticated, user]);

  // Another tab may have signed in or out, or the login session may have been ended.
  const syncWithOtherTabs = useEffectEvent(() => {
    if (isLoading || leaving.current) return;
    const known = remembered();
    if (isMember() === isAuthenticated && (!known || !user || known.id === user.id)) return;
    if (isMember()) dispatch({ event: "initialised", isAuthenticated: true, user: known });
    // The login session has ended without a sign-out: unsaved input stays on the page, so that a
    // user who looked away for a moment can still copy it.
    else if (hasSignedOut() || !hasUnsavedInput()) end();
  });
  const hear = useEffectEvent(({ key, newValue }: StorageEvent) => {
    // The session cookie of a user who has signed out elsewhere may still be visible in this tab.
    if (key === signedOutKey && newValue !== null && isAuthenticated && !leaving.current) end();
    else syncWithOtherTabs();
  });
  const comeBack = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    leaving.current = false;
    syncWithOtherTabs();
  });
  useEffect(() => {
    document.addEventListener("visibilitychange", syncWithOtherTabs);
    addEventListener("storage", hear);
    addEventListener("pageshow", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", syncWithOtherTabs);
      removeEventListener("storage", hear);
      removeEventListener("pageshow", comeBack);
    };
  }, []);

  const leave = useCallback(
    (act: (identity: Identity) => Promise<void>) => {
      if (leaving.current) return;
      leaving.current = true;
      identity()
        .then(act)
        .catch((thrown) => {
          leaving.current = false;
          fail(errorOf(thrown));
        });
    },
    [identity, fail],
  );

  const signIn = useCallback(
    ({ returnTo, again = false, passkey = false, replace = false }: SignInOptions = {}) => {
      const { pathname, search, hash } = location;
      const here = pathname === callbackPath() ? (localPath(lastReturnTo()) ?? linkTo("/")) : pathname + search + hash;
      if (!navigator.onLine) return fail({ code: "offline", returnTo: localPath(returnTo) ?? here });
      leave((identity) => identity.leave({ returnTo: localPath(returnTo) ?? here, again, passkey, replace }));
    },
    [leave, fail],
  );

  const signInByPopup = useCallback(() => {
    if (popup.current && !popup.current.closed) return popup.current.focus();
    const opened = openPopup();
    popup.current = opened;
    if (!opened) return fail({ code: "popup_blocked" });
    dispatch({ event: "popupStarted" });
    identity()
      .then((identity) => identity.popup(opened))
      .then(signInToPlatform)
      .then((user) => dispatch({ event: "popupCompleted", user }))
      .catch((thrown) => {
        opened.close();
        fail(errorOf(thrown));
      });
  }, [identity, signInToPlatform, fail]);

  const proceed = useCallback(
    async (state: LoginState, returnTo: string | undefined) => {
      if (state.loginState !== "SUCCESS") return fail(signInErrorOfState(state));
      dispatch({ event: "redirectCompleted", user: remember(await fetchCurrentUser(app)) });
      if (location.pathname === callbackPath()) go(returnTo ?? linkTo("/"), { replace: true });
    },
    [app, fail],
  );

  const signOut = useCallback(() => {
    if (leaving.current) return;
    leaving.current = true;
    dispatch({ event: "loggedOut" });
    // Signs out of the platform first, while the request can still be authenticated. The tokens are
    // discarded whether or not that succeeds.
    void signOutOf(app)
      .catch(() => {})
      .then(() => {
        clearOnSignOut();
        // Input stored in this tab is removed together with the user who typed it.
        quietly(() => sessionStorage.clear());
        noteCart({ lines: [] });
        leaving.current = false;
        leave((identity) => identity.logout());
      });
  }, [app, leave]);

  const context = useMemo<AuthContext>(
    () => ({ ...auth, signIn, signInByPopup, proceed, signOut, confirm }),
    [auth, signIn, signInByPopup, proceed, signOut, confirm],
  );
  return <Context value={context}>{children}</Context>;
}

/** A sign-in that got a response but did not succeed. */
class SignInIncomplete extends Error {
  readonly why: SignInError;
  constructor(why: SignInError) {
    super(why.code);
    this.why = why;
  }
}
const errorOf = (thrown: unknown, fallback?: "token_failed") =>
  thrown instanceof SignInIncomplete ? thrown.why : signInErrorOf(thrown, fallback);

/** The response belongs to a sign-in that this browser never started or no longer remembers. */
const isUnknownSignIn = ({ code }: SignInError) => code === "state_mismatch" || code === "missing_transaction";

/** Opens an empty popup; the provider's page is loaded into it as soon as the SDK has loaded. */
function openPopup(): Window | null {
  const [width, height] = [400, 600];
  const left = screenX + (innerWidth - width) / 2;
  const top = screenY + (innerHeight - height) / 2;
  const popup = open("", "uola.sign-in", `popup,width=${width},height=${height},left=${left},top=${top}`);
  // A window of that name may already be open at the provider; a cross-origin document cannot be
  // changed.
  quietly(() => popup && Object.assign(popup.document, { title: say("signIn.working") }));
  return popup;
}
