import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { linkTo } from "../../loader/locale.ts";
import { useApp, usePages } from "../../loader/tree.tsx";
import { useOtherLanguage } from "../../other-language.ts";
import { useAuth } from "../../session.tsx";
import { PrimaryLink } from "../../ui/buttons.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { FindButton, FindDialog } from "../people/search.tsx";

export const Waiting = () => (
  <main id="content" className="page section" aria-busy="true">
    <h1 className="visually-hidden">{say("admin.title")}</h1>
    <Skeleton lines={6} label={say("loading")} />
  </main>
);

const tabsShown = 3;

/** What stands around every page of the admin. What each person may do is decided by the platform, not here. */
export function AdminFrame({ here, children }: { here?: string; children: ReactNode }) {
  const { user: person, signOut } = useAuth();
  const { name: gym } = useApp();
  const pages = usePages();
  const language = useOtherLanguage();
  const [isOpen, setOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  if (!person) return <Waiting />;
  const open = Object.values(pages).flatMap(({ path, team }) =>
    team && (person.role === "owner" || person.role === team.role) ? [{ path, ...team }] : [],
  );
  // What leads nowhere is told to the whole team.
  if (here === undefined ? open.length === 0 : !open.some(({ path }) => path === here)) return <Denied />;
  // What is wanted with one thumb comes first on a phone.
  const tabs = open.filter(({ onPhone }) => onPhone).slice(0, tabsShown);
  const rest = open.filter((page) => !tabs.includes(page));
  const link = ({ path, label }: (typeof open)[number]) => (
    <a key={path} href={linkTo(path)} aria-current={path === here ? "page" : undefined} onClick={() => setOpen(false)}>
      {say(label)}
    </a>
  );
  const leaving = (
    <>
      <p className="small">{say("signedInAs", { name: person.firstName || person.email })}</p>
      {language && (
        <a href={language.href} hrefLang={language.lang} lang={language.lang} onClick={language.onClick}>
          {language.label}
        </a>
      )}
      <a href={linkTo("/")}>{say("toSite")}</a>
      <button type="button" onClick={signOut}>
        {say("signOut")}
      </button>
    </>
  );
  return (
    <div className="admin">
      <header className="admin-side on-ink contoured">
        <a className="wordmark" href={linkTo("/")} aria-label={say("toSite")}>
          <Wordmark name={gym} />
        </a>
        <FindButton onClick={() => setFinding(true)} />
        <nav aria-label={say("nav")}>
          {open.map(link)}
          <span className="gap" />
          {leaving}
        </nav>
      </header>
      {children}
      <FindDialog open={isFinding} onOpen={() => setFinding(true)} onClose={() => setFinding(false)} />
      <nav className="admin-tabs on-ink" aria-label={say("nav.tabs")}>
        {tabs.map(link)}
        <button
          type="button"
          aria-haspopup="dialog"
          className={rest.some(({ path }) => path === here) ? "here" : undefined}
          onClick={() => setOpen(true)}
        >
          {say("nav.more")}
        </button>
      </nav>
      {isOpen && (
        <Overlay title={say("nav.more.title")} close={say("calendar.close")} onClose={() => setOpen(false)}>
          <nav className="admin-more" aria-label={say("nav.more.title")}>
            {rest.map(link)}
            {leaving}
          </nav>
        </Overlay>
      )}
    </div>
  );
}

/** Somebody signed in who is not of the team. */
function Denied() {
  const { name: gym } = useApp();
  return (
    <>
      <header className="site-header page on-ink">
        <a className="wordmark" href={linkTo("/")} aria-label={say("toSite")}>
          <Wordmark name={gym} />
        </a>
      </header>
      <main id="content">
        <PageHeader title={say("denied.heading")} art={{ shape: "pocket", hue: "pink" }}>
          <p className="lead">{say("denied.text")}</p>
        </PageHeader>
        <div className="page section">
          <PrimaryLink href={linkTo("/")}>{say("denied.home")}</PrimaryLink>
        </div>
      </main>
    </>
  );
}
