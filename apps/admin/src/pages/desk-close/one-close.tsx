import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { actorName } from "@uola/ui/kit/actor-name.ts";
import { Facts } from "@uola/ui/kit/facts.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { say } from "@uola/words/admin";
import { dateLong, money, time } from "@uola/words/formats";
import { useState } from "react";
import { differenceText } from "./cash-count.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import { MoneyTable, PeopleTable, SumFacts } from "./money-tables.tsx";

type Props = { closeId: string; back: string; hrefOf: (id: string) => string; feedback: Feedback };

/** One day close as it was recorded, for screen and print. Mistakes are corrected by a new close. */
export function OneClose({ closeId, back, hrefOf, feedback: { shown, done } }: Props) {
  const [corrects, setCorrects] = useState(false);
  const mayClose = useHasPower("managesBookings");
  const reading = usePlatformQuery(["desk-close", "one", closeId], ({ desk }) => desk.get({ closeId }), {
    refetch: true,
  });
  const last = usePlatformQuery(["desk-close", "takings"], ({ desk }) => desk.takings({}), { enabled: mayClose }).data
    ?.last;
  const close = reading.data?.close;
  return (
    <AdminPage
      isOne
      back={{ href: back, label: say("deskClose.heading") }}
      title={close ? say("deskClose.one", { number: close.number }) : say("deskClose.heading")}
      about={close && dateLong(close.day)}
      beside={
        <div className="flex flex-wrap gap-4 print:hidden">
          <SecondaryButton onClick={() => print()}>{say("reports.print")}</SecondaryButton>
          {mayClose && last?.id === closeId && (
            <SecondaryButton onClick={() => setCorrects(true)}>{say("deskClose.correct")}</SecondaryButton>
          )}
        </div>
      }
    >
      {shown}
      <Loaded reading={reading} failed={say("deskClose.failed")} missing={say("refused.CLOSE_NOT_FOUND")}>
        {({ close, money: lines }) => (
          <>
            <p className="mb-4 max-w-[72ch] text-muted">{say("deskClose.one.lead")}</p>
            {close.correctedBy && (
              <p className="mb-4">
                <b>{say("deskClose.corrected", { number: close.correctedBy.number })}</b>{" "}
                <TextLink href={hrefOf(close.correctedBy.id)}>{say("deskClose.open")}</TextLink>
              </p>
            )}
            {close.corrects && (
              <p className="mb-4">
                <b>{say("deskClose.corrects", { number: close.corrects.number })}</b>{" "}
                <TextLink href={hrefOf(close.corrects.id)}>{say("deskClose.open")}</TextLink>
              </p>
            )}
            <SumFacts sums={close.sums} opening={close.opening} expected={close.expected} />
            <Facts
              facts={[
                [say("deskClose.counted"), money(close.counted)],
                [say("deskClose.difference"), differenceText(close.difference)],
                [say("deskClose.takenAway"), money(close.takenAway)],
                [say("deskClose.left"), money(close.counted - close.takenAway)],
                [say("deskClose.field.note"), close.note],
                [say("deskClose.from"), close.since && `${dateLong(close.since)}, ${time(close.since)}`],
                [
                  say("deskClose.by"),
                  `${actorName(close)}, ${dateLong(close.createdDate)}, ${time(close.createdDate)}`,
                ],
              ]}
            />
            <PeopleTable sums={close.sums} />
            <MoneyTable money={lines} />
          </>
        )}
      </Loaded>
      {corrects && close && (
        <CorrectDialog
          close={close}
          onClose={() => setCorrects(false)}
          onDone={({ id }) => {
            setCorrects(false);
            done(say("history.desk.correct"));
            go(hrefOf(id));
          }}
        />
      )}
    </AdminPage>
  );
}
