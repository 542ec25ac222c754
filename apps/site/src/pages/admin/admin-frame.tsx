import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { words } from "@uola/words/admin";
import type { ReactNode } from "react";
import { useSession } from "../../session.tsx";
import { Headline } from "../../ui/headline.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TapeLink } from "../../ui/tape.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

const say = words("lt");
const queries = new QueryClient({ defaultOptions: { queries: { retry: 2, staleTime: 5_000 } } });

export const Waiting = () => (
  <main id="content" className="page section" aria-busy="true">
    <h1 className="visually-hidden">{say("admin.title")}</h1>
    <Skeleton lines={6} label={say("loading")} />
  </main>
);

/** Where, called what, and from which role on. */
const pages = [
  ["/admin/", "today.heading", "owner"],
  ["/admin/calendar/", "calendar.heading", "trainer"],
  ["/admin/attendance/", "attendance.heading", "trainer"],
  ["/admin/content/", "content.heading", "trainer"],
  ["/admin/media/", "media.heading", "owner"],
  ["/admin/services/", "services.heading", "owner"],
  ["/admin/members/", "members.heading", "owner"],
  ["/admin/staff/", "staff.heading", "owner"],
  ["/admin/rules/", "rules.heading", "owner"],
  ["/admin/gym/", "gym.heading", "owner"],
  ["/admin/webhooks/", "webhooks.heading", "owner"],
] as const;

/** What stands around every page of the admin. What each person may do is decided by the platform, not here. */
export function AdminFrame({ here, children }: { here: (typeof pages)[number][0]; children: ReactNode }) {
  const { person, signOut } = useSession();
  if (!person) return <Waiting />;
  const open = pages.filter(([, , role]) => person.role === "owner" || person.role === role);
  if (!open.some(([path]) => path === here)) {
    return (
      <main id="content" className="denied">
        <Headline level={1}>{say("denied.heading")}</Headline>
        <p className="lead">{say("denied.text")}</p>
        <TapeLink href="/">{say("denied.home")}</TapeLink>
      </main>
    );
  }
  return (
    <QueryClientProvider client={queries}>
      <div className="admin">
        <nav className="admin-side on-ink contoured" aria-label={say("nav")}>
          <a className="wordmark" href="/" aria-label={say("toSite")}>
            <Wordmark />
          </a>
          {open.map(([path, name]) => (
            <a key={path} href={path} aria-current={path === here ? "page" : undefined}>
              {say(name)}
            </a>
          ))}
          <span className="gap" />
          <p className="small">{say("signedInAs", { name: person.firstName || person.email })}</p>
          <a href="/">{say("toSite")}</a>
          <button type="button" onClick={signOut}>
            {say("signOut")}
          </button>
        </nav>
        {children}
      </div>
    </QueryClientProvider>
  );
}
