import { Auth0Provider, useAuth0, withAuthenticationRequired } from "@auth0/auth0-react";
import * as auth0 from "@auth0/auth0-spa-js";
import { createClient, OAuthStrategy } from "@wix/sdk";
import { useState } from "react";
import { createRoot } from "react-dom/client";

/** A test sets `settings` before the page's script runs: the platform's URL, and the parts to show. */
declare global {
  interface Window {
    settings?: { platform?: string; react?: { domain: string; clientId: string; organization?: string } };
    auth0: typeof auth0;
    wix: { createClient: typeof createClient; OAuthStrategy: typeof OAuthStrategy };
    client: auth0.Auth0Client;
  }
}

const host = "https://www.wixapis.com";
const { platform, react } = window.settings ?? {};
if (platform) {
  // Only the host of the SDK's requests is changed.
  const send = window.fetch.bind(window);
  window.fetch = (to, init) => send(typeof to === "string" ? to.replace(host, platform) : to, init);
}
window.auth0 = auth0;
window.wix = { createClient, OAuthStrategy };

function State() {
  const { isLoading, isAuthenticated, user, error, ...session } = useAuth0();
  const [result, setResult] = useState("");
  const act = (work: Promise<unknown>) =>
    work.then(
      (value) => setResult(JSON.stringify(value) ?? "done"),
      (thrown) => setResult(`${thrown.error ?? thrown.name}: ${thrown.message}`),
    );
  return (
    <>
      <output id="state">
        {JSON.stringify({ isLoading, isAuthenticated, email: user?.email, error: error?.message })}
      </output>
      <output id="result">{result}</output>
      <button type="button" onClick={() => act(session.loginWithRedirect({ appState: { returnTo: "/back?here=1" } }))}>
        redirect
      </button>
      <button type="button" onClick={() => act(session.loginWithPopup())}>
        popup
      </button>
      <button type="button" onClick={() => act(session.getAccessTokenSilently({ cacheMode: "off" }))}>
        token
      </button>
      <button
        type="button"
        onClick={() => act(Promise.resolve(session.logout({ logoutParams: { returnTo: `${location.origin}/` } })))}
      >
        logout
      </button>
    </>
  );
}
const Guarded = withAuthenticationRequired(() => <p id="guarded">inside</p>);

function Site({ domain, clientId }: { domain: string; clientId: string }) {
  const [path, setPath] = useState(location.pathname);
  const goBack = (to = "/") => {
    history.replaceState(null, "", to);
    setPath(location.pathname);
  };
  return (
    <Auth0Provider
      domain={domain}
      clientId={clientId}
      authorizationParams={{ redirect_uri: `${location.origin}/callback` }}
      onRedirectCallback={(state) => goBack(state?.returnTo)}
    >
      {path === "/guarded" ? <Guarded /> : <State />}
    </Auth0Provider>
  );
}

if (react) createRoot(document.querySelector("#app") as HTMLElement).render(<Site {...react} />);
document.documentElement.dataset.ready = "";
