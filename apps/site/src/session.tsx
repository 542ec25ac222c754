import type { LoginState } from "@uola/client/sign-in";
import { hasPower, type Power } from "@uola/contract/roles";
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
import { type Auth, beginning, next, type User } from "./auth.ts";
import { noteCart } from "./features/cart-mark.ts";
import { chunk } from "./loader/browser/chunk.ts";
import { go } from "./loader/browser/go.ts";
import { linkTo } from "./loader/locale.ts";
import { useApp } from "./loader/tree.tsx";
import { meet, signInWith, signOutOf } from "./platform.ts";
import {
  forget,
  forgetLeaving,
  hasLeft,
  hasSignedInBefore,
  isFresh,
  isMember,
  leftKey,
  quietly,
  remember,
  remembered,
} from "./remembered.ts";
import type { Identity } from "./session-identity.ts";
import { currentEntry, type SignInError, signInErrorOf, signInErrorOfState } from "./sign-in-error.ts";
import { callbackPath, endSignInResponse, localPath, type SignInResponse, signInResponse } from "./sign-in-task.ts";
import { lastReturnTo } from "./sign-in-transactions.ts";
import { isUnsaved } from "./unsaved.ts";

type Leaving = {
  /** A path of this site; otherwise where this is called, to the letter. */
  returnTo?: string | undefined;
  /** Asks for the password, and the second step, of somebody the provider still knows. */
  again?: boolean;
  /** Shows, after a fresh sign-in, how a passkey is made; that works only on a page of the provider's own. */
  passkey?: boolean;
  /** The page that is left is not worth coming back to. */
  replace?: boolean;
};

type AuthContext = Auth & {
  /** Leaves for the sign-in page. */
  signIn(leaving?: Leaving): void;
  /** Signs in beside the page, which stays as it is. Call it from the click itself, or the window is blocked. */
  signInByPopup(): void;
  /** Goes on with a sign-in that waited for a mailed code. */
  proceed(state: LoginState, returnTo: string | undefined): Promise<void>;
  signOut(): void;
  /** Asks the platform who is here, once in a document: a name or a role may have changed since they signed in. */
  confirm(): void;
};

const Context = createContext<AuthContext | undefined>(undefined);

/** Whether somebody is signed in, who, and the ways in and out. */
export function useAuth(): AuthContext {
  const auth = useContext(Context);
  if (!auth) throw new Error("Outside of a SessionProvider.");
  return auth;
}

/** Whether the owner is here, who may do everything. */
export const useIsOwner = (): boolean => useAuth().user?.role === "owner";

/** Whether somebody is here whom the platform lets do more than others within the same operations. */
export function useHasPower(power: Power): boolean {
  const { user } = useAuth();
  return user !== undefined && hasPower(power, user);
}

/** Who is here. Costs nothing until somebody signs in or has been before: the identity SDK comes when it is needed. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const app = useApp();
  const [auth, dispatch] = useReducer(next, beginning);
  // The page is left in a moment: nothing may begin another sign-in meanwhile.
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

  /** From the provider's word to a member of the platform. */
  const arrive = useCallback(
    async (idToken: string) => {
      const state = await signInWith(idToken, app);
      if (state.loginState !== "SUCCESS") throw new Waiting(signInErrorOfState(state));
      return remember(await meet(app));
    },
    [app],
  );

  /** Another tab has signed out. A guarded page that went to sign in by itself might meet the provider before that tab has left it. */
  const end = useCallback(() => {
    dispatch({ event: "loggedOut" });
    dispatch({ event: "failed", error: { code: "login_required", entry: currentEntry() } });
  }, []);

  const confirm = useCallback(() => {
    if (confirmed.current) return;
    confirmed.current = true;
    meet(app)
      .then((user) => {
        // Somebody who has left meanwhile stays away.
        if (isMember() && !leaving.current) dispatch({ event: "tokenRefreshed", user: remember(user) });
      })
      .catch(() => {
        confirmed.current = false;
        // A token that is no longer good has by now been replaced by a visitor's.
        if (isMember()) return;
        forget();
        dispatch({ event: "loggedOut" });
      });
  }, [app]);

  /** Shows where the person was going. A response may arrive at that page itself. */
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
      dispatch({ event: "redirectCompleted", user: await arrive(completed.idToken) });
    } catch (thrown) {
      const error = { ...(returnTo && { returnTo }), ...errorOf(thrown) };
      const user = isForgotten(error) ? await signedInMeanwhile() : undefined;
      if (!user) return fail(error);
      dispatch({ event: "redirectCompleted", user });
    }
    goBack(returnTo);
  });

  /** Returns the member who signed in while this tab waited, in another tab or at the provider. */
  const signedInMeanwhile = useEffectEvent(async (): Promise<User | undefined> => {
    try {
      return isMember() ? remember(await meet(app)) : await arrive(await (await identity()).restore());
    } catch {
      return undefined;
    }
  });

  const begin = useEffectEvent(async () => {
    const response = signInResponse();
    if (response) return complete(response).finally(endSignInResponse);
    if (isMember()) {
      const known = remembered();
      dispatch({ event: "initialised", isAuthenticated: true, user: known });
      if (known && !isFresh(known)) confirm();
      return;
    }
    forget();
    // They were a member when the page came (`head-script.ts`), and are none now that it is alive.
    if (document.documentElement.dataset.session === "member") return end();
    if (!hasSignedInBefore(app.identityClientId)) {
      return dispatch({ event: "initialised", isAuthenticated: false, user: undefined });
    }
    try {
      const user = await arrive(await (await identity()).restore());
      dispatch({ event: "initialised", isAuthenticated: true, user });
    } catch (thrown) {
      dispatch({ event: "initialised", isAuthenticated: false, user: undefined });
      const error = errorOf(thrown, "token_failed");
      // That nobody is signed in there either is an answer, not a failure.
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

  // Another tab may have signed in or out, or the stay may have been ended.
  const lookAgain = useEffectEvent(() => {
    if (isLoading || leaving.current) return;
    const known = remembered();
    if (isMember() === isAuthenticated && (!known || !user || known.id === user.id)) return;
    if (isMember()) dispatch({ event: "initialised", isAuthenticated: true, user: known });
    // Nobody has signed out, the stay is over: who looks away for a moment still finds what they typed, to copy it.
    else if (hasLeft() || !isUnsaved()) end();
  });
  const hear = useEffectEvent(({ key, newValue }: StorageEvent) => {
    // The cookie of whoever signs out may still seem to be there in this tab.
    if (key === leftKey && newValue !== null && isAuthenticated && !leaving.current) end();
    else lookAgain();
  });
  const comeBack = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    leaving.current = false;
    lookAgain();
  });
  useEffect(() => {
    document.addEventListener("visibilitychange", lookAgain);
    addEventListener("storage", hear);
    addEventListener("pageshow", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", lookAgain);
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
    ({ returnTo, again = false, passkey = false, replace = false }: Leaving = {}) => {
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
      .then(arrive)
      .then((user) => dispatch({ event: "popupCompleted", user }))
      .catch((thrown) => {
        opened.close();
        fail(errorOf(thrown));
      });
  }, [identity, arrive, fail]);

  const proceed = useCallback(
    async (state: LoginState, returnTo: string | undefined) => {
      if (state.loginState !== "SUCCESS") return fail(signInErrorOfState(state));
      dispatch({ event: "redirectCompleted", user: remember(await meet(app)) });
      if (location.pathname === callbackPath()) go(returnTo ?? linkTo("/"), { replace: true });
    },
    [app, fail],
  );

  const signOut = useCallback(() => {
    if (leaving.current) return;
    leaving.current = true;
    dispatch({ event: "loggedOut" });
    // The platform first, while there is somebody to say who leaves. Whether it heard or not, the tokens are forgotten.
    void signOutOf(app)
      .catch(() => {})
      .then(() => {
        forgetLeaving();
        // What was typed in this tab goes with who typed it.
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

/** A sign-in that was answered, but not with a yes. */
class Waiting extends Error {
  readonly why: SignInError;
  constructor(why: SignInError) {
    super(why.code);
    this.why = why;
  }
}
const errorOf = (thrown: unknown, fallback?: "token_failed") =>
  thrown instanceof Waiting ? thrown.why : signInErrorOf(thrown, fallback);

/** The response belongs to a sign-in that this browser does not know, or knows no more. */
const isForgotten = ({ code }: SignInError) => code === "state_mismatch" || code === "missing_transaction";

/** The provider's page is fetched into it as soon as the SDK is here. */
function openPopup(): Window | null {
  const [width, height] = [400, 600];
  const left = screenX + (innerWidth - width) / 2;
  const top = screenY + (innerHeight - height) / 2;
  const popup = open("", "uola.sign-in", `popup,width=${width},height=${height},left=${left},top=${top}`);
  // A window of that name may be there already, at the provider: nobody can write into that.
  quietly(() => popup && Object.assign(popup.document, { title: say("signIn.working") }));
  return popup;
}
