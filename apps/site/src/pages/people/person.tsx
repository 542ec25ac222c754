import type { Person as Known } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dateLong, phone } from "@uola/words/formats";
import { useFeedback } from "../../admin/kit/feedback.tsx";
import { isMissing } from "../../errors.ts";
import { linkTo } from "../../loader/locale.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { useSession } from "../../session.tsx";
import { TextButton, TextLink } from "../../ui/buttons.tsx";
import { Headline } from "../../ui/headline.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AdminFrame } from "../admin/admin-frame.tsx";
import { Bookings } from "./bookings.tsx";
import { Notes } from "./notes.tsx";
import { nameOf } from "./search.tsx";
import { usePerson } from "./use-person.ts";

export { Waiting } from "../admin/admin-frame.tsx";
export const head = (): Head => ({ title: `${say("people.heading")} – Uola`, hidden: true });

export default function PersonPage({ params, search }: PageProps) {
  const isOwner = useSession().person?.role === "owner";
  return (
    <AdminFrame here={isOwner ? "/admin/members/" : "/admin/calendar/"}>
      <One id={params.id ?? ""} isOfBooking={search.get("of") === "booking"} />
    </AdminFrame>
  );
}

function One({ id, isOfBooking }: { id: string; isOfBooking: boolean }) {
  const { data, isPending, error, refetch } = usePerson(id, isOfBooking);
  if (data) return <Whole key={data.id} person={data} />;
  const isGone = isMissing(error);
  return (
    <main id="content">
      <Headline level={1}>{say("people.heading")}</Headline>
      {isPending && <Skeleton lines={8} label={say("loading")} />}
      <Notice urgent>{error && say(isGone ? "people.notFound" : "people.failed")}</Notice>
      {error && !isGone && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
    </main>
  );
}

/** One person: how to reach them, what they booked, what the team wrote down. */
function Whole({ person }: { person: Known }) {
  const isOwner = useSession().person?.role === "owner";
  const feedback = useFeedback();
  const { account } = person;
  const marks = [
    say(`people.kind.${person.kind}`),
    account && account.role !== "member" && say(`members.role.${account.role}`).toLowerCase(),
    account && say("people.since", { date: dateLong(account.createdDate) }),
    account && !account.emailVerified && say("people.unverified"),
    account?.status === "BLOCKED" && say("people.blocked"),
    account?.status === "PENDING" && say("people.waits"),
  ];
  return (
    <main id="content" className="person-page">
      {isOwner && (
        <TextLink alone href={linkTo("/admin/members/")}>
          {say("people.toMembers")}
        </TextLink>
      )}
      <header className="admin-head session-top">
        <div>
          <Headline level={1} size="h2">
            {nameOf(person)}
          </Headline>
          <p className="title">{marks.filter(Boolean).join(" · ")}</p>
        </div>
      </header>
      <div className="admin-columns">
        <div>
          <Bookings person={person} when="AHEAD" feedback={feedback} />
          <Bookings person={person} when="WAITING" feedback={feedback} />
          <Bookings person={person} when="PAST" feedback={feedback} />
        </div>
        <aside className="grid content-start gap-10">
          <Contact person={person} />
          <Notes personId={person.id} feedback={feedback} />
        </aside>
      </div>
      {feedback.shown}
    </main>
  );
}

function Contact({ person }: { person: Known }) {
  const { email, phone: number, contacts } = person;
  const own = nameOf(person);
  const names = [...new Set(contacts.map((contact) => nameOf(contact)))].filter(
    (name) => name !== own && name !== email,
  );
  return (
    <section>
      <h2 className="day-heading">{say("people.contact")}</h2>
      {!email && !number && <p className="text-muted py-3">{say("people.noContact")}</p>}
      <dl className="desk-facts">
        {number && (
          <div>
            <dt>{say("people.phone")}</dt>
            <dd>
              <a className="link" href={`tel:${number}`}>
                {phone(number)}
              </a>
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>{say("people.email")}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>
            </dd>
          </div>
        )}
        {names.length > 0 && (
          <div>
            <dt>{say("people.otherNames")}</dt>
            <dd>{names.join(", ")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
