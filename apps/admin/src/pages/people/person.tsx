import { useIsOwner } from "@uola/browser/session/session.tsx";
import type { Person as Known } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import { AdminPage, Columns } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { say } from "@uola/words/admin";
import { dateLong, phone } from "@uola/words/formats";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { Bookings } from "./bookings.tsx";
import { nameOf } from "./name.ts";
import { Notes } from "./notes.tsx";
import { usePerson } from "./use-person.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("people.heading"), hidden: true });

export default function PersonPage({ params, search }: PageProps) {
  return (
    <AdminFrame here="/admin/members/" needs="seesBookings">
      <One id={params.id ?? ""} isOfBooking={search.get("of") === "booking"} />
    </AdminFrame>
  );
}

function One({ id, isOfBooking }: { id: string; isOfBooking: boolean }) {
  const reading = usePerson(id, isOfBooking);
  if (reading.data) return <Whole key={reading.data.id} person={reading.data} />;
  return (
    <AdminPage title={say("people.heading")}>
      <Loaded reading={reading} failed={say("people.failed")} missing={say("people.notFound")}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

/** The page of one person: contact details, bookings and the team's notes. */
function Whole({ person }: { person: Known }) {
  const isOwner = useIsOwner();
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
    <AdminPage
      isOne
      title={nameOf(person)}
      back={isOwner && { href: linkTo("/admin/members/"), label: say("people.toMembers") }}
      about={marks.filter(Boolean).join(" · ")}
    >
      <Columns>
        <div>
          <Bookings person={person} when="AHEAD" feedback={feedback} />
          <Bookings person={person} when="WAITING" feedback={feedback} />
          <Bookings person={person} when="PAST" feedback={feedback} />
        </div>
        <aside>
          <Contact person={person} />
          <Notes personId={person.id} feedback={feedback} />
        </aside>
      </Columns>
      {feedback.shown}
    </AdminPage>
  );
}

function Contact({ person }: { person: Known }) {
  const { email, phone: number, contacts } = person;
  const own = nameOf(person);
  const names = [...new Set(contacts.map((contact) => nameOf(contact)))].filter(
    (name) => name !== own && name !== email,
  );
  return (
    <Section title={say("people.contact")}>
      {!email && !number && <p className="text-muted py-3">{say("people.noContact")}</p>}
      <Facts
        facts={[
          [say("people.phone"), number && <TextLink href={`tel:${number}`}>{phone(number)}</TextLink>],
          [say("people.email"), email && <TextLink href={`mailto:${email}`}>{email}</TextLink>],
          [say("people.otherNames"), names.join(", ")],
        ]}
      />
    </Section>
  );
}
