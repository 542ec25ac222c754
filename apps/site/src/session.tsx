import {
  createContext,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { go } from "./loader/browser/go.ts";
import { useApp } from "./loader/tree.tsx";
import { type MemberRole, platform, signInWith, signOutOf } from "./platform.ts";
import { type IdentityProps, localPath, type Outcome, type SignInFailure, type Task } from "./sign-in-task.ts";

export type Person = { firstName: string; email: string; role: MemberRole };

export type Session = {
  /** `unknown` on the server and until the browser has looked: the header then follows `data-session` on `<html>`. */
  status: "unknown" | "visitor" | "member";
  /** Known a moment after the status. */
  person: Person | undefined;
  failure: SignInFailure | undefined;
  /** Leaves for the sign-in page; comes back to `returnTo`, or to where this was called. */
  signIn(returnTo?: string): void;
  /** Takes over what the sign-in page sent back. Only /callback/ calls it. */
  completeSignIn(): void;
  signOut(): void;
};

/** When the SDK cannot be fetched, that is an outcome like any other. */
const Unreachable: FunctionComponent<IdentityProps> = ({ onOutcome }) => {
  useEffect(() => {
    onOutcome({ kind: "failed", failure: "slow" });
  }, [onOutcome]);
  return null;
};
const Identity = lazy<FunctionComponent<IdentityProps>>(() =>
  import("./session-identity.tsx").catch(() => ({ default: Unreachable })),
);
const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("Outside of a SessionProvider.");
  return session;
}

/** Who is here. Costs nothing until somebody signs in or has been before: the identity SDK comes when it is needed. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const app = useApp();
  const [status, setStatus] = useState<Session["status"]>("unknown");
  const [person, setPerson] = useState<Person>();
  const [failure, setFailure] = useState<SignInFailure>();
  const [task, setTask] = useState<Task>();

  const settle = useCallback((next: "visitor" | "member") => {
    document.documentElement.dataset.session = next;
    if (next === "visitor") remember(undefined);
    setStatus(next);
    setPerson(next === "member" ? remembered() : undefined);
  }, []);

  useEffect(() => {
    if (isMember()) settle("member");
    else if (hasSignedInBefore(app.identityClientId) && location.pathname !== "/callback/")
      setTask({ kind: "restore" });
    else settle("visitor");
  }, [app.identityClientId, settle]);

  // Another tab may have signed in or out meanwhile.
  const lookAgain = useEffectEvent(() => {
    if (status !== "unknown" && isMember() !== (status === "member")) settle(isMember() ? "member" : "visitor");
  });
  useEffect(() => {
    document.addEventListener("visibilitychange", lookAgain);
    return () => document.removeEventListener("visibilitychange", lookAgain);
  }, []);

  useEffect(() => {
    if (status !== "member" || person) return;
    const meet = async () => {
      const { members } = await platform(app);
      const { identity, role } = await members.me({});
      const met = { firstName: identity.identityProfile?.firstName ?? "", email: identity.email?.address ?? "", role };
      remember(met);
      setPerson(met);
    };
    meet().catch(() => {
      // A token that is no longer good has by now been replaced by a visitor's.
      if (!isMember()) settle("visitor");
    });
  }, [app, status, person, settle]);

  const onOutcome = useCallback(
    async (outcome: Outcome) => {
      setTask(undefined);
      if (outcome.kind === "nobody") return settle("visitor");
      if (outcome.kind === "failed") {
        settle(isMember() ? "member" : "visitor");
        return setFailure(outcome.failure);
      }
      try {
        await signInWith(outcome.idToken, app);
        remember(undefined);
        settle("member");
        if (outcome.returnTo) go(outcome.returnTo, { replace: true });
      } catch (error) {
        settle("visitor");
        setFailure((error as { code?: string }).code === "MEMBER_BLOCKED" ? "blocked" : "other");
      }
    },
    [app, settle],
  );

  const session = useMemo<Session>(
    () => ({
      status,
      person,
      failure,
      signIn: (returnTo) => {
        setFailure(undefined);
        setTask({ kind: "signIn", returnTo: localPath(returnTo) ?? location.pathname + location.search });
      },
      completeSignIn: () => setTask({ kind: "complete" }),
      signOut: () => {
        // Whether the platform heard of it or not, the tokens are forgotten here.
        void signOutOf(app)
          .catch(() => {})
          .then(() => {
            // The page is left in a moment. Calling them a visitor now would make a guarded page sign them in again.
            remember(undefined);
            setTask({ kind: "signOut" });
          });
      },
    }),
    [app, status, person, failure],
  );
  return (
    <SessionContext value={session}>
      {children}
      {task && (
        <Suspense>
          <Identity app={app} task={task} onOutcome={onOutcome} />
        </Suspense>
      )}
    </SessionContext>
  );
}

const cookie = (name: string) =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The site's own cookie holds a refresh token and whose it is, as JSON. */
function isMember(): boolean {
  try {
    return JSON.parse(decodeURIComponent(cookie("wrefreshToken") ?? "{}")).role === "member";
  } catch {
    return false;
  }
}

/** Left by the identity SDK for a day: its session may still be there though ours is not. */
const hasSignedInBefore = (clientId: string) => cookie(`auth0.${clientId}.is.authenticated`) === "true";

const personKey = "uola.person";

function remember(person: Person | undefined): void {
  try {
    if (person) localStorage.setItem(personKey, JSON.stringify(person));
    else localStorage.removeItem(personKey);
  } catch {
    // A browser that keeps nothing asks the platform again.
  }
}

function remembered(): Person | undefined {
  try {
    return JSON.parse(localStorage.getItem(personKey) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
