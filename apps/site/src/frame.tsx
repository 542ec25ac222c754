import { useOtherLanguage } from "@uola/browser/other-language.ts";
import { SessionProvider, useAuth } from "@uola/browser/session/session.tsx";
import { currentEntry } from "@uola/browser/session/sign-in-error.ts";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo, withoutLocale } from "@uola/page-loader/locale.ts";
import { part } from "@uola/page-loader/part.tsx";
import { useApp, useRoute, useSlice } from "@uola/page-loader/tree.tsx";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Footer } from "@uola/ui/footer.tsx";
import { Header } from "@uola/ui/header.tsx";
import { PreviewBar } from "@uola/ui/preview-bar.tsx";
import { ThemeSwitch } from "@uola/ui/theme-switch.tsx";
import { say } from "@uola/words/site";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { TagManager } from "./features/consent.ts";
import { ConsentChange } from "./features/consent-change.tsx";
import type { FrameData } from "./pages/business.data.ts";
import type { MenuData } from "./pages/menu.data.ts";

/** Landmarks on the footer's map around the demo gym. For any other gym only the address is shown. */
const neighbourhood = { stop: "Skardis", river: "Neris" };

const homeOf = (name: string) => ({ href: linkTo("/"), label: name });

/** The frame around every page; the admin has its own. */
export function Frame({ children }: { children: ReactNode }) {
  const path = withoutLocale(useRoute().path);
  const isAdmin = path.startsWith("/admin/");
  const isPersonal = isAdmin || path.startsWith("/account/");
  return (
    <SessionProvider>
      {!isPersonal && <Consent />}
      <Previewed />
      <Untranslated />
      {!isAdmin && <Top />}
      {isPersonal && <WithoutScripts />}
      {children}
      {!isAdmin && <Bottom />}
    </SessionProvider>
  );
}

/** Shows the consent banner if the owner has configured third-party scripts. */
function Consent() {
  const { tagManager } = useApp();
  const [Bar, setBar] = useState<ComponentType<{ tags: TagManager }>>();
  useEffect(() => {
    if (tagManager) void chunk(() => import("./features/consent-bar.tsx")).then((it) => setBar(() => it.ConsentBar));
  }, [tagManager]);
  return Bar && tagManager && <Bar tags={tagManager} />;
}

/** Labels a page that shows drafts, and links to the published version. */
function Previewed() {
  const { preview, path } = useRoute();
  if (!preview) return null;
  // The browser holds the drafts; the published version must be loaded from the server.
  const end = { label: say("preview.end"), href: path, onClick: () => go(path, { load: true }) };
  return <PreviewBar end={end}>{say(preview === "drafts" ? "preview.drafts" : "preview.over")}</PreviewBar>;
}

/** Informs the reader that a part of the page is in a different language from the rest. */
function Untranslated() {
  const { untranslated } = useRoute();
  return (
    untranslated && (
      <aside className="page py-2 small text-muted">
        <p role="note">{say("translation.missing")}</p>
      </aside>
    )
  );
}

/** Message shown without JavaScript on pages that are rendered in the browser. */
function WithoutScripts() {
  const { phone, email } = useSlice<FrameData>("business");
  return (
    <noscript>
      <div className="page section">
        <p className="error-summary">{say("account.script", { phone: phone.label, address: email })}</p>
      </div>
    </noscript>
  );
}

function Top() {
  const { name } = useApp();
  const { path } = useRoute();
  const { signIn } = useAuth();
  const { phone, hours } = useSlice<FrameData>("business");
  const { HEADER, MORE } = useSlice<MenuData>("menu");
  const language = useOtherLanguage();
  return (
    <Header
      home={homeOf(name)}
      links={HEADER}
      menu={{
        links: MORE,
        call: { href: phone.href, label: say("menu.call", { phone: phone.label }) },
        hours: { heading: say("hours.heading"), rows: hours },
      }}
      path={path}
      language={language}
      account={{ href: linkTo("/account/"), label: say("page.account") }}
      signIn={{ label: say("action.signIn"), onClick: () => signIn() }}
      cart={{ href: linkTo("/order/"), label: say("order.cart") }}
      search={{ href: linkTo("/search/"), label: say("search.head") }}
      book={{ href: linkTo("/booking/"), label: say("action.book") }}
      words={{ skip: say("skip"), menu: say("menu.open"), menuOf: say("menu.main"), close: say("menu.close") }}
    />
  );
}

function Bottom() {
  const { name } = useApp();
  const { address, reached, map, hours, demo, year } = useSlice<FrameData>("business");
  const [street = address] = address.split(",");
  const { FOOTER_FIRST, FOOTER_SECOND, DOCUMENTS } = useSlice<MenuData>("menu");
  return (
    <Footer
      home={homeOf(name)}
      map={{
        ...(demo
          ? {
              label: say("footer.map", neighbourhood),
              stop: say("footer.stop", neighbourhood),
              river: neighbourhood.river,
            }
          : { label: address || name }),
        hall: street,
      }}
      address={address}
      reached={reached}
      directions={map ? { href: map, label: say("action.directions") } : undefined}
      hours={{ heading: say("hours.heading"), rows: hours }}
      links={[FOOTER_FIRST, FOOTER_SECOND]}
      linksLabel={say("menu.footer")}
      documents={DOCUMENTS}
      print={[demo && say("footer.demo"), say("footer.copyright", { year, name })].filter(Boolean).join(" ")}
    >
      <ConsentChange />
      <ThemeSwitch
        label={say("theme.label")}
        words={{ auto: say("theme.auto"), light: say("theme.light"), dark: say("theme.dark") }}
      />
    </Footer>
  );
}

const SignInFailed = part(async () => (await import("./sign-in-failed.tsx")).SignInFailed);

/**
 * Renders its children for a signed-in user. Redirects to sign-in once it is clear that the user is
 * not signed in.
 */
export function Guard({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const { isLoading, isAuthenticated, error, signIn, confirm } = useAuth();
  // An error on an earlier page does not prevent an attempt on this one.
  const failed = error?.entry === currentEntry() ? error : undefined;
  const stranger = !isLoading && !isAuthenticated && !failed;
  useEffect(() => {
    if (stranger) signIn({ replace: true });
  }, [stranger, signIn]);
  useEffect(() => {
    if (isAuthenticated) confirm();
  }, [isAuthenticated, confirm]);
  // The error view is preloaded so that it can be shown when the connection is lost.
  useEffect(() => SignInFailed.ahead(), []);
  if (isAuthenticated) return children;
  return failed ? <SignInFailed error={failed} /> : waiting;
}

/** Shown instead of a view that failed in the browser. */
export function Failed() {
  return (
    <main id="content" className="page section">
      <h1>{say("state.error")}</h1>
      <p>{say("error.broken")}</p>
      <TextButton onClick={() => location.reload()}>{say("action.retry")}</TextButton>
    </main>
  );
}
