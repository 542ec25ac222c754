import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Order, OrderLine } from "@uola/contract";
import { bookingCode } from "@uola/contract/booking-code";
import { isPaidOnline } from "@uola/contract/payment-providers";
import { linkTo } from "@uola/page-loader/locale.ts";
import { PrimaryButton, PrimaryLink, SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { dayLong, dayShort, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type ReactNode, useState } from "react";
import { cancellationOf } from "../../features/booking/booking-words.ts";
import { useBookingLinks } from "../../features/booking/calendar-link.ts";
import { deadlineOf } from "../../features/booking/deadline.ts";
import type { Contact } from "../../features/contact.data.ts";
import { useHeadlineFocus } from "../../features/headline-focus.ts";
import { CancelLine } from "./cancel-line.tsx";
import { Documents } from "./documents.tsx";
import type { ChosenWay } from "./draft.ts";
import { Parts } from "./instalments.tsx";
import { OrderLines } from "./order-lines.tsx";
import { tokenIn } from "./order-path.ts";
import { hasVouchers, hoursOf, leadOf, nameOf, type OrderView, titleOf, viewOf } from "./order-words.ts";
import type { PartProps } from "./part-props.ts";
import { PayWays } from "./payment-methods.tsx";
import { Transfer } from "./transfer.tsx";
import { type OrderState, useOrder } from "./use-order.ts";
import { useWays } from "./use-payment-methods.ts";
import { Withdrawal } from "./withdrawal.tsx";

const art: Record<OrderView, Parameters<typeof PageHeader>[0]["art"]> = {
  paid: { shape: "jug", hue: "pink" },
  partPaid: { shape: "jug", hue: "pink" },
  transfer: { shape: "sloper", hue: "sky" },
  desk: { shape: "sloper", hue: "sky" },
  checking: { shape: "flower", hue: "yellow" },
  unpaid: { shape: "flower", hue: "orange" },
  partRefunded: { shape: "edge", hue: "green" },
  refunded: { shape: "edge", hue: "green" },
  expired: { shape: "pocket", hue: "orange" },
  canceled: { shape: "pocket", hue: "orange" },
};

/** The payment provider's return data, as present when the page was opened. */
const useToken = (search: URLSearchParams) => useState(() => tokenIn(search, location.hash))[0];

/**
 * Shows the order whose secret key is in the URL: the tickets first if it is paid, otherwise the
 * payment options.
 */
export default function Placed({ data, search, orderKey }: PartProps) {
  const { contact } = data;
  const state = useOrder(orderKey, useToken(search));
  const { order, missing, failed } = state;
  const view = order && viewOf(order);
  useHeadlineFocus(view, { fromTop: true });
  if (!order || !view) {
    return (
      <>
        <PageHeader title={missing ? say("order.placed.missing") : data.texts.title} art={art.checking} />
        <div className="page section grid max-w-[720px] justify-items-start gap-5">
          {missing ? (
            <>
              <p className="lead">{say("order.placed.missing.do", { phone: showPhone(contact.phone) })}</p>
              <TextLink alone href={telOf(contact.phone)}>
                {say("booking.times.call.name", { phone: showPhone(contact.phone) })}
              </TextLink>
            </>
          ) : failed ? (
            <>
              <Notice urgent>{say("order.placed.failed")}</Notice>
              <PrimaryButton onClick={state.again}>{say("action.retry")}</PrimaryButton>
            </>
          ) : (
            <Skeleton lines={5} label={say("state.loading")} />
          )}
        </div>
      </>
    );
  }
  const isOpen = order.state === "AWAITING_PAYMENT" || order.state === "PART_PAID";
  return (
    <>
      <PageHeader title={titleOf(order, view)} art={art[view]} hues={["green", "orange", "yellow"]}>
        <p className="lead mt-6">{leadOf(order, view)}</p>
      </PageHeader>
      <div className="page section booking-columns grid gap-12">
        <div className="grid max-w-[720px] content-start gap-12">
          {(view === "paid" || view === "partPaid" || view === "partRefunded") && (
            <FulfilledItems order={order} bring={data.bring}>
              {(line) => <CancelLine order={order} line={line} state={state} contact={contact} orderKey={orderKey} />}
            </FulfilledItems>
          )}
          {view === "checking" && <Checking state={state} order={order} />}
          {order.transfer && isOpen && <Transfer transfer={order.transfer} />}
          {order.parts.length > 0 && isOpen && (
            <Section title={say("order.parts")}>
              <Parts parts={order.parts} />
            </Section>
          )}
          {isOpen && <Pay state={state} order={order} view={view} contact={contact} />}
          {(view === "expired" || view === "canceled") && (
            <p>
              <PrimaryLink icon="right" href={linkTo("/booking/")}>
                {say("order.placed.again")}
              </PrimaryLink>
            </p>
          )}
        </div>
        <div className="grid content-start gap-10">
          <OrderLines order={order} />
          <Documents order={order} orderKey={orderKey} state={state} contact={contact} />
          <Withdrawal order={order} state={state} contact={contact} />
          {order.state === "AWAITING_PAYMENT" && <GiveUp state={state} />}
        </div>
      </div>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4">
    <h2 className="title">{title}</h2>
    {children}
  </section>
);

const hues = ["yellow", "sky", "pink", "green", "orange"] as const;

type GivenProps = {
  order: Order;
  bring: readonly string[];
  /** The actions available for a line. */
  children(line: OrderLine): ReactNode;
};

/**
 * Shows the fulfilled items: tickets, what to bring, the withdrawal deadline, pass instructions and
 * vouchers.
 */
function FulfilledItems({ order: { lines }, bring, children }: GivenProps) {
  const bookings = lines.filter(({ kind, state, bookingId }) => kind === "BOOKING" && state === "DONE" && bookingId);
  const vouchers = lines.filter(({ kind, state }) => kind === "VOUCHER" && state === "DONE");
  const passes = lines.filter(({ kind, state }) => kind === "PASS" && state === "DONE");
  const now = new Date();
  const isCancelable = ({ cancelableUntil }: OrderLine) => cancelableUntil != null && cancelableUntil > now;
  return (
    <>
      {bookings.length > 0 && (
        <>
          <section className="grid gap-5" aria-label={say("order.placed.tickets")}>
            {bookings.flatMap((line, index) =>
              ticketsOf(line).map((person, place) => (
                <Ticket
                  // biome-ignore lint/suspicious/noArrayIndexKey: who comes is known by their place alone
                  key={`${line.id} ${place}`}
                  line={line}
                  person={person}
                  hue={hues[index % hues.length] ?? "yellow"}
                />
              )),
            )}
            <p className="small text-muted">{say("order.placed.show")}</p>
          </section>
          <ul className="grid gap-3">
            {bookings.map((line) => (
              <Calendar key={line.id} line={line} several={bookings.length > 1} />
            ))}
          </ul>
          <Section title={say("booking.done.bring")}>
            <ul className="grid list-disc gap-2 pl-5">
              {bring.map((thing) => (
                <li key={thing}>{thing}</li>
              ))}
            </ul>
          </Section>
          <Section title={say("order.placed.plans")}>
            <ul className="rule">
              {bookings.map((line) => (
                <li key={line.id} className="border-b border-rule py-3">
                  <strong>{nameOf(line)}</strong> · {cancellationOf(deadlineOf(line.cancelableUntil, now))}
                  {isCancelable(line) && <p>{children(line)}</p>}
                </li>
              ))}
            </ul>
            {bookings.some(isCancelable) && <p>{say("order.placed.plans.manage")}</p>}
          </Section>
        </>
      )}
      {passes.length > 0 && (
        <Section title={say("account.passes")}>
          <ul className="rule">
            {passes.map((line) => (
              <li key={line.id} className="border-b border-rule py-3 font-bold">
                {nameOf(line)}
              </li>
            ))}
          </ul>
          <p>
            {say("order.placed.pass.desk")} {say("order.placed.pass.code")}{" "}
            <TextLink href={linkTo("/account/")}>{say("order.placed.pass.account")}</TextLink>.
          </p>
          <p>{say("order.placed.pass.online")}</p>
          <p>
            <PrimaryLink icon="right" href={linkTo("/booking/")}>
              {say("action.book")}
            </PrimaryLink>
          </p>
        </Section>
      )}
      {vouchers.length > 0 && (
        <Section title={say("order.placed.vouchers")}>
          {vouchers.map(({ id, total, recipientEmail: address }) => (
            <div key={id} className="on-ink contoured flex flex-wrap items-center gap-x-8 gap-y-2 p-6">
              <b className="display text-[50px]">{money(total)}</b>
              <span className="min-w-0">
                {address ? say("order.placed.voucher.mail", { address }) : say("order.placed.voucher.print")}
              </span>
            </div>
          ))}
        </Section>
      )}
    </>
  );
}

/** Returns a ticket for each named participant, or one ticket for all if there are no names. */
function ticketsOf({ participants, quantity }: OrderLine): string[] {
  if (participants.length > 0) return participants.map(({ firstName }) => firstName);
  return [say("participants", { count: quantity })];
}

function Ticket({ line, person, hue }: { line: OrderLine; person: string; hue: string }) {
  const { startDate, bookingId } = line;
  const hours = hoursOf(line);
  return (
    <article className={`pass ${hue} md:grid-cols-[1fr_auto]`} aria-label={`${person}: ${nameOf(line)}`}>
      <div className="grid justify-items-start gap-1">
        <p className="display text-[44px]">{person}</p>
        {hours && <p className="time">{hours}</p>}
        {startDate && (
          <p className="title first-letter:uppercase">
            {hours ? dayLong(startDate) : say("order.placed.from", { day: dayShort(startDate) })}
          </p>
        )}
        <p>{nameOf(line)}</p>
      </div>
      <p className="self-end">
        {say("booking.done.code")}
        <strong className="title block">{bookingCode(bookingId ?? "")}</strong>
      </p>
    </article>
  );
}

function Calendar({ line, several }: { line: OrderLine; several: boolean }) {
  const { calendar: link } = useBookingLinks(line.bookingId ?? "");
  if (!link) return null;
  return (
    <li>
      <PrimaryLink wide href={link} {...(several && { about: nameOf(line) })}>
        {say("action.addToCalendar")}
        {several && ` · ${nameOf(line)}`}
      </PrimaryLink>
    </li>
  );
}

/** Polls the bank for the result; a buyer who has not paid can go back to the bank. */
function Checking({ state, order }: { state: OrderState; order: Order }) {
  const way = order.openAttempt?.way as ChosenWay;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="visually-hidden">
        {say("order.view.checking")}
      </p>
      <Skeleton lines={2} label={say("order.view.checking")} />
      <p>{say("order.placed.goOn.lead")}</p>
      <PrimaryButton icon="right" disabled={state.busy} onClick={() => void state.pay(way, "")}>
        {say("order.placed.goOn")}
      </PrimaryButton>
    </div>
  );
}

type PayProps = { state: OrderState; order: Order; view: OrderView; contact: Contact };

/** Lets the buyer pay later or with another payment method. */
function Pay({ state, order, view, contact }: PayProps) {
  const { ways, failed, again } = useWays();
  const [way, setWay] = useState<ChosenWay | "">("");
  const [bank, setBank] = useState("");
  const [tried, setTried] = useState(false);
  // The payment method already in progress is not offered again.
  const inParts = order.parts.length > 0;
  const others = ways?.filter(({ way }) =>
    way === order.way
      ? isPaidOnline(way) && view !== "checking"
      : !inParts || isPaidOnline(way) || (way === "BANK_TRANSFER" && view === "partPaid"),
  );
  const chosen = others?.find((each) => each.way === way);
  const lacksBank = chosen && chosen.banks.length > 0 && !bank;
  const pay = () => {
    setTried(true);
    if (chosen && !lacksBank && way) void state.pay(way, bank);
  };
  if (others?.length === 0) return null;
  const form = (
    <div className="grid justify-items-start gap-5">
      {others ? (
        <div className="w-full">
          <PayWays
            ways={others}
            way={way}
            bank={bank}
            vouchers={hasVouchers(order)}
            choose={setWay}
            chooseBank={setBank}
            error={tried && !chosen ? say("order.problem.field.way") : undefined}
            bankError={tried && lacksBank ? say("order.problem.field.bank") : undefined}
          />
        </div>
      ) : failed ? (
        <>
          <Notice urgent>{say("order.ways.failed")}</Notice>
          <SecondaryButton onClick={again}>{say("action.retry")}</SecondaryButton>
        </>
      ) : (
        <Skeleton lines={3} label={say("state.loading")} />
      )}
      {state.refused && (
        <Notice urgent>
          {say(`order.refused.${state.refused}`)}{" "}
          <TextLink href={telOf(contact.phone)}>{say("order.call", { phone: showPhone(contact.phone) })}</TextLink>
        </Notice>
      )}
      {others && (
        <PrimaryButton icon="right" disabled={state.busy} onClick={pay}>
          {view === "partPaid" ? say("order.part.pay", { amount: money(order.dueNow) }) : say("order.placed.pay")}
        </PrimaryButton>
      )}
    </div>
  );
  if (view === "unpaid" || view === "partPaid") return <Section title={say("order.step.way")}>{form}</Section>;
  return (
    <details>
      <summary className="link alone">{say("order.placed.other")}</summary>
      <div className="mt-4">{form}</div>
    </details>
  );
}

const GiveUp = ({ state }: { state: OrderState }) => (
  <details>
    <summary className="link alone">{say("order.placed.giveUp")}</summary>
    <div className="mt-3 grid justify-items-start gap-3">
      <p>{say("order.placed.giveUp.how")}</p>
      <SecondaryButton disabled={state.busy} onClick={() => void state.cancel()}>
        {say("order.placed.giveUp.do")}
      </SecondaryButton>
    </div>
  </details>
);
