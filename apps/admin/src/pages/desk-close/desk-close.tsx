import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { actorName } from "@uola/ui/kit/actor-name.ts";
import { type Feedback, useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Loaded, Results } from "@uola/ui/kit/results.tsx";
import { say } from "@uola/words/admin";
import { dateLong, dayShort, time } from "@uola/words/formats";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { differenceText } from "./cash-count.ts";
import { CountForm } from "./count-form.tsx";
import { MoneyTable, PeopleTable, SumFacts } from "./money-tables.tsx";
import { OneClose } from "./one-close.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("deskClose.heading"), hidden: true });

const here = "/admin/desk/close/";
const hrefOf = (id: string) => linkTo(`${here}?close=${id}`);

export default function DeskClosePage({ search }: PageProps) {
  const one = search.get("close");
  // Shared by both views, so that the message also appears on the page that opens after an action.
  const feedback = useFeedback();
  return (
    <AdminFrame here={here}>
      {one ? (
        <OneClose key={one} closeId={one} back={linkTo(here)} hrefOf={hrefOf} feedback={feedback} />
      ) : (
        <Today feedback={feedback} />
      )}
    </AdminFrame>
  );
}

/** The takings since the last day close, the form for closing the day, and earlier closes. */
function Today({ feedback: { shown, done } }: { feedback: Feedback }) {
  const mayClose = useHasPower("managesBookings");
  const keepsBooks = useHasPower("keepsBooks");
  const reading = usePlatformQuery(["desk-close", "takings"], ({ desk }) => desk.takings({}), {
    refetch: true,
    everyMs: 60_000,
  });
  const { since, last } = reading.data ?? {};
  return (
    <AdminPage
      title={say("deskClose.heading")}
      about={since && say("deskClose.since", { date: dateLong(since), time: time(since) })}
    >
      {shown}
      <p className="mb-6 max-w-[72ch] text-muted">{say("deskClose.lead")}</p>
      <Loaded reading={reading} failed={say("deskClose.failed")}>
        {({ sums, opening, expected, money, today, last }) => (
          <>
            <SumFacts sums={sums} opening={opening} expected={expected} />
            <PeopleTable sums={sums} />
            {mayClose && (
              <Section title={say("deskClose.count")}>
                <CountForm
                  takings={{ sums, opening, today, last: last ?? undefined }}
                  onDone={(close) => {
                    done(say("deskClose.done", { number: close.number }));
                    go(hrefOf(close.id));
                  }}
                />
              </Section>
            )}
            <MoneyTable money={money} />
          </>
        )}
      </Loaded>
      {last && !keepsBooks && (
        <Section title={say("deskClose.last")}>
          <p className="py-3">
            <a className="title quick" href={hrefOf(last.id)}>
              {titleOf(last)}
            </a>
          </p>
        </Section>
      )}
      {keepsBooks && <Closes />}
    </AdminPage>
  );
}

const titleOf = ({ number, day }: { number: number; day: string }) =>
  say("deskClose.title", { number, day: dateLong(day) });

/** The list of the front desk's day closes, newest first. */
function Closes() {
  const found = usePlatformList(["desk-close", "closes"], async ({ desk }, { limit, cursor }) => {
    const { closes: items, pagingMetadata } = await desk.closes({ limit, ...(cursor && { cursor }) });
    return { items, next: pagingMetadata.cursors?.next };
  });
  return (
    <Section title={say("deskClose.closes")}>
      <Results
        items={found.items}
        reading={found}
        failed={say("deskClose.failed")}
        empty={say("deskClose.closes.none")}
      >
        {(closes) => (
          <List items={closes}>
            {(close) => (
              <Row
                name={titleOf(close)}
                href={hrefOf(close.id)}
                marks={[
                  close.correctedBy != null && say("deskClose.corrected", { number: close.correctedBy.number }),
                  close.corrects != null && say("deskClose.corrects", { number: close.corrects.number }),
                ]}
                about={[
                  differenceText(close.difference),
                  actorName(close),
                  `${dayShort(close.createdDate)}, ${time(close.createdDate)}`,
                ].join(" · ")}
              />
            )}
          </List>
        )}
      </Results>
    </Section>
  );
}
