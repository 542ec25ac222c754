import type { WaitlistEntry } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useSlice } from "@uola/page-loader/tree.tsx";
import { PrimaryButton, PrimaryLink, SecondaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { dayLong, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { bookingLink } from "../../features/booking/address.ts";
import { momentOf, totalRangeOf, whenOf } from "../../features/booking/booking-words.ts";
import { useHeadlineFocus } from "../../features/headline-focus.ts";
import type { FrameData } from "../business.data.ts";
import { type Action, actionsOf, type OfferPageState, stateOf } from "./answer.ts";
import { useOffer } from "./use-offer.ts";
import { usePrice } from "./use-price.ts";

export const head = (): Head => ({ title: say("booking.offer.title"), hidden: true });

export const Waiting = () => (
  <main id="content" aria-busy="true">
    <PageHeader title={say("booking.offer.loading")} />
  </main>
);

/** The page behind a waiting-list link in an e-mail: shows the entry and its main action. */
export default function Offer({ search }: PageProps) {
  const { phone } = useSlice<FrameData>("business");
  const { reading, look, answer, order } = useOffer(search.get("key") ?? "", phone.label);
  const now = new Date();
  const state = reading.at === "read" ? stateOf(reading.entry, now) : reading.at;
  useHeadlineFocus(state === "loading" ? undefined : state, { fromTop: true });
  if (reading.at === "loading") return <Waiting />;
  return (
    <main id="content">
      <PageHeader title={titleOf(reading, now)} art={{ shape: "jug", hue: "pink" }} hues={["yellow", "sky", "green"]}>
        {reading.at === "read" && (
          <p className="mt-6">
            <strong>{reading.entry.title}</strong>
            {reading.entry.startDate && `, ${whenOf(reading.entry.startDate)}`}
          </p>
        )}
      </PageHeader>
      <section className="page section grid max-w-[900px] gap-8">
        {reading.at === "read" ? (
          <Answering {...{ entry: reading.entry, now, reading, answer, order }} meant={search.get("answer")} />
        ) : (
          <>
            <p className="lead">
              {reading.at === "unknown"
                ? say("booking.offer.unknown.said", { phone: phone.label })
                : say("booking.offer.failed.said")}
            </p>
            {reading.at === "unknown" ? (
              <TextLink alone href={phone.href}>
                {say("booking.times.call.name", { phone: phone.label })}
              </TextLink>
            ) : (
              <PrimaryButton className="justify-self-start" onClick={() => void look()}>
                {say("action.retry")}
              </PrimaryButton>
            )}
          </>
        )}
      </section>
    </main>
  );
}

type AnsweringProps = {
  entry: WaitlistEntry;
  now: Date;
  reading: OfferPageState & { at: "read" };
  meant: string | null;
} & Pick<ReturnType<typeof useOffer>, "answer" | "order">;

function Answering({ entry, now, reading: { sending, unsent }, answer, order, meant }: AnsweringProps) {
  const [main, ...others] = actionsOf(entry, now, meant);
  const price = usePrice(entry.serviceId);
  const state = stateOf(entry, now);
  const { serviceId, sessionId, scheduleId, totalParticipants: count, startDate, endDate } = entry;
  const links: Partial<Record<Action, string>> = {
    again: bookingLink({ service: serviceId, session: sessionId ?? scheduleId, step: "wait" }),
    others: bookingLink({ service: serviceId }),
    account: linkTo(`/account/?booking=${entry.bookingId}`),
  };
  const words: Record<Action, string> = {
    accept: say("booking.offer.accept", { count }),
    pay: say("booking.offer.pay", { count }),
    decline: say("booking.offer.decline"),
    leave: say("booking.offer.leave"),
    again: say("booking.offer.again"),
    others: say("booking.offer.others"),
    account: say("booking.done.account.link"),
  };
  const send: Partial<Record<Action, () => void>> = {
    accept: () => void answer("ACCEPT"),
    pay: () => void order(),
    decline: () => void answer("DECLINE"),
    leave: () => void answer("LEAVE"),
  };
  return (
    <>
      <p className="lead" role="status">
        {accessibleName(entry, now)}
      </p>
      {state === "OFFERED" && entry.paidFirst && <p>{say("booking.offer.OFFERED.paidFirst", { count })}</p>}
      <Notice urgent>{unsent && <p>{unsent}</p>}</Notice>
      {startDate && (
        <dl className="rule">
          <Fact name={say("booking.activity")}>{entry.title}</Fact>
          <Fact name={say("booking.day")}>{dayLong(startDate)}</Fact>
          {sessionId && endDate && <Fact name={say("booking.time")}>{timeRange(startDate, endDate)}</Fact>}
          <Fact name={say("booking.ticket.participants")}>{say("participants", { count })}</Fact>
          {price && <Fact name={say("booking.offer.price")}>{totalRangeOf(price, count)}</Fact>}
          {price?.payAtGym && (state === "OFFERED" || state === "ACCEPTED") && (
            <Fact name={say("booking.offer.payment")}>{say("booking.ticket.pay")}</Fact>
          )}
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4" aria-busy={Boolean(sending)}>
        {main && links[main] && (
          <PrimaryLink icon="right" href={links[main]}>
            {words[main]}
          </PrimaryLink>
        )}
        {(main === "accept" || main === "pay") && (
          <PrimaryButton disabled={Boolean(sending)} onClick={send[main]}>
            {words[main]}
          </PrimaryButton>
        )}
        {(main === "leave" || main === "decline") && (
          <SecondaryButton disabled={Boolean(sending)} onClick={send[main]}>
            {words[main]}
          </SecondaryButton>
        )}
        {others.map((action) =>
          links[action] ? (
            <TextLink key={action} alone href={links[action]}>
              {words[action]}
            </TextLink>
          ) : (
            <TextButton key={action} disabled={Boolean(sending)} onClick={send[action]}>
              {words[action]}
            </TextButton>
          ),
        )}
      </div>
    </>
  );
}

function titleOf(reading: OfferPageState, now: Date): string {
  if (reading.at !== "read") return say(`booking.offer.${reading.at}`);
  const state = stateOf(reading.entry, now);
  const { totalParticipants: count, paidFirst } = reading.entry;
  if (state === "ACCEPTED" && paidFirst) return say("booking.offer.ACCEPTED.paidFirst");
  return state === "OFFERED" || state === "ACCEPTED"
    ? say(`booking.offer.${state}`, { count })
    : say(`booking.offer.${state}`);
}

function accessibleName(entry: WaitlistEntry, now: Date): string {
  const state = stateOf(entry, now);
  const { totalParticipants: count, position, offerExpiresDate } = entry;
  if (state === "WAITING") return say("booking.offer.WAITING.said", { count, position: position ?? 1 });
  if (state === "OFFERED") {
    return say("booking.offer.OFFERED.said", { count, until: momentOf(offerExpiresDate ?? now) });
  }
  if (state === "ACCEPTED" && entry.paidFirst) return say("booking.offer.ACCEPTED.paidFirst.said", { count });
  if (state === "DECLINED" || state === "LAPSED") return say(`booking.offer.${state}.said`, { count });
  return say(`booking.offer.${state}.said`);
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="grid grid-cols-[110px_1fr] gap-4 border-b border-rule py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="font-bold first-letter:uppercase">{children}</dd>
  </div>
);
