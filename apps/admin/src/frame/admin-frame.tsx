import { useOtherLanguage } from "@uola/browser/other-language.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import type { MemberRole } from "@uola/browser/session/user.ts";
import { hasPower, type Power } from "@uola/contract/roles";
import { linkTo } from "@uola/page-loader/locale.ts";
import { teamGroups } from "@uola/page-loader/page.ts";
import { useApp, usePages } from "@uola/page-loader/tree.tsx";
import { PrimaryLink } from "@uola/ui/buttons.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { Wordmark } from "@uola/ui/wordmark.tsx";
import { say } from "@uola/words/admin";
import { Fragment, type ReactNode, useState } from "react";
import { type OpenPage, openPages } from "./open-pages.ts";
import { PaletteButton, PaletteOpener } from "./palette-opener.tsx";

export const Waiting = () => (
  <main id="content" className="page section" aria-busy="true">
    <h1 className="visually-hidden">{say("admin.title")}</h1>
    <Skeleton lines={6} label={say("loading")} />
  </main>
);

const tabsShown = 3;

type FrameProps = {
  /** The path of the menu page that this page is or belongs to. */
  here?: string;
  /** The permission this page requires, if more people may open it than the menu page. */
  needs?: Power;
  children: ReactNode;
};

/** Frame around every admin page. Permissions are enforced by the platform, not here. */
export function AdminFrame({ here, needs, children }: FrameProps) {
  const { user: person, signOut } = useAuth();
  const { name: gym } = useApp();
  const open = openPages(usePages(), person?.role);
  const language = useOtherLanguage();
  const [isOpen, setOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  if (!person) return <Waiting />;
  const [first] = open;
  if (!first) return <Denied />;
  // Without `here`, as on the not-found page, the page is shown to the whole team.
  const isHere = needs ? hasPower(needs, person) : here === undefined || open.some(({ path }) => path === here);
  // On a phone, the pages used most on the move come first.
  const tabs = open.filter(({ onPhone }) => onPhone).slice(0, tabsShown);
  const rest = open.filter((page) => !tabs.includes(page));
  const link = ({ path, label }: (typeof open)[number]) => (
    <a key={path} href={linkTo(path)} aria-current={path === here ? "page" : undefined} onClick={() => setOpen(false)}>
      {say(label)}
    </a>
  );
  const groups = (draw: typeof link, shown = open) =>
    teamGroups.map((group) => {
      const within = shown.filter((page) => page.group === group);
      return (
        within.length > 0 && (
          <Fragment key={group}>
            <p className="menu-group small">{say(`nav.group.${group}`)}</p>
            {within.map(draw)}
          </Fragment>
        )
      );
    });
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
        <PaletteButton onClick={() => setFinding(true)} />
        <nav aria-label={say("nav")}>
          {groups(link)}
          <span className="gap" />
          {leaving}
        </nav>
      </header>
      {isHere ? children : <NotYours role={person.role} first={first} />}
      <PaletteOpener open={isFinding} pages={open} onOpen={() => setFinding(true)} onClose={() => setFinding(false)} />
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
            {groups(link, rest)}
            {leaving}
          </nav>
        </Overlay>
      )}
    </div>
  );
}

/** Shown to a team member whose role may not open the page. */
function NotYours({ role, first }: { role: MemberRole; first: OpenPage }) {
  return (
    <AdminPage title={say("denied.team.heading")}>
      <p className="lead mb-6">{say("denied.team.text", { role: say(`members.role.${role}`) })}</p>
      <PrimaryLink href={linkTo(first.path)}>{say("denied.team.open", { page: say(first.label) })}</PrimaryLink>
    </AdminPage>
  );
}

/** Shown to a signed-in user who is not a team member. */
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
