import { Auth0Provider, useAuth0 } from "@auth0/auth0-react";
import { useEffect, useRef } from "react";
import { type IdentityProps, localPath, type Outcome, type SignInFailure } from "./sign-in-task.ts";

/** The identity SDK, brought in for one task. A hosted provider can stand in for ours by settings alone. */
export default function Identity({ app, task, onOutcome }: IdentityProps) {
  const returnTo = useRef<string | undefined>(undefined);
  return (
    <Auth0Provider
      key={task.kind}
      domain={app.identityUrl}
      clientId={app.identityClientId}
      authorizationParams={{ redirect_uri: new URL("/callback/", app.siteUrl).href, scope: "openid profile email" }}
      cacheLocation="memory"
      useRefreshTokens
      useRefreshTokensFallback
      useCookiesForTransactions
      legacySameSiteCookie={false}
      skipRedirectCallback={task.kind !== "complete"}
      onRedirectCallback={(state) => {
        returnTo.current = localPath(state?.returnTo) ?? "/";
      }}
    >
      <Doing app={app} task={task} onOutcome={onOutcome} returnTo={returnTo} />
    </Auth0Provider>
  );
}

function Doing({ app, task, onOutcome, returnTo }: IdentityProps & { returnTo: { current: string | undefined } }) {
  const { isLoading, isAuthenticated, error, loginWithRedirect, logout, getIdTokenClaims } = useAuth0();
  const begun = useRef(false);
  useEffect(() => {
    if (isLoading || begun.current) return;
    begun.current = true;
    const act = async (): Promise<Outcome | undefined> => {
      if (task.kind === "signOut") {
        await logout({ logoutParams: { returnTo: new URL("/", app.siteUrl).href } });
        return undefined;
      }
      if (isAuthenticated) {
        const idToken = (await getIdTokenClaims())?.__raw;
        if (!idToken) return { kind: "failed", failure: "other" };
        return { kind: "signedIn", idToken, returnTo: task.kind === "signIn" ? task.returnTo : returnTo.current };
      }
      if (task.kind === "complete") return { kind: "failed", failure: error ? failureOf(error) : "expired" };
      if (task.kind === "restore") return { kind: "nobody" };
      await loginWithRedirect({ appState: { returnTo: task.returnTo } });
      return undefined;
    };
    void act()
      .catch((thrown): Outcome => ({ kind: "failed", failure: failureOf(thrown) }))
      .then((outcome) => outcome && onOutcome(outcome));
  }, [app, task, isLoading, isAuthenticated, error, loginWithRedirect, logout, getIdTokenClaims, onOutcome, returnTo]);
  return null;
}

/** The SDK's many errors as the few a person can do something about. */
export function failureOf(error: unknown): SignInFailure {
  const { error: code, message = "" } = error as { error?: string; message?: string };
  if (code === "access_denied" || code === "cancelled") return "cancelled";
  if (code === "missing_transaction" || code === "state_mismatch" || code === "invalid_grant") return "expired";
  if (code === "timeout" || /timeout|failed to fetch|network/i.test(message)) return "slow";
  return /blocked/i.test(message) ? "blocked" : "other";
}
