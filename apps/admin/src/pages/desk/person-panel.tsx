import type { Pass, PersonBooking, PersonSearchResult } from "@uola/contract";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/admin";
import { phone, time } from "@uola/words/formats";
import { leftOf } from "../passes/pass-words.ts";
import { personHref } from "../people/href.ts";
import { nameOf } from "../people/name.ts";
import { bookingWhen } from "../people/when.ts";

/** Information that matters at check-in, shown on a strip of tape. */
type Fact = { name: string; value: string; hue: "green" | "yellow" | "orange" };

type PanelProps = {
  person: PersonSearchResult | undefined;
  coming: readonly PersonBooking[] | undefined;
  /** The booking that is checked in on Enter. */
  expected: PersonBooking | undefined;
  isToday: (booking: PersonBooking) => boolean;
  onLetIn: (booking: PersonBooking, came?: boolean) => void;
  onNext: () => void;
  passes: readonly Pass[];
  onPass: (passId: string) => void;
};

/** The chosen person, their bookings of today, and the check-in buttons. */
export function PersonPanel({ person, coming, expected, isToday, onLetIn, onNext, passes, onPass }: PanelProps) {
  if (!person) {
    return (
      <section className="flex items-center gap-5" aria-label={say("desk.nobody")}>
        <Ornament shape="jug" hue="green" className="h-[72px] w-[84px] flex-none" />
        <div>
          <p className="title">{say("desk.nobody")}</p>
          <p className="text-muted">{say("desk.nobody.hint")}</p>
        </div>
      </section>
    );
  }
  const today = coming?.filter((one) => isToday(one) && one.status === "CONFIRMED") ?? [];
  const later = coming?.filter((one) => !isToday(one)) ?? [];
  return (
    <section aria-label={nameOf(person)}>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="w-[min(420px,100%)]">
          <Headline level={2} size="one">
            {nameOf(person)}
          </Headline>
        </div>
        <p className="flex flex-wrap items-baseline gap-x-5 text-muted">
          {[person.phone && phone(person.phone), person.email].filter(Boolean).join(" · ")}
          <TextLink href={personHref({ personId: person.id })}>{say("desk.person")}</TextLink>
          <TextButton onClick={onNext}>{say("desk.next")}</TextButton>
        </p>
      </header>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 border-text border-t-[3px] border-b border-b-rule py-3">
        {factsOf(today, later).map(({ name, value, hue }) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>
              <Badge hue={hue}>{value}</Badge>
            </dd>
          </div>
        ))}
      </dl>
      <ul>
        {today.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 border-rule border-b py-3">
            <div className="mr-auto">
              <b>{one.startDate && time(one.startDate)}</b> {one.title}
              <p className="text-muted">
                {[say("booking.people", { count: one.totalParticipants }), isOwed(one) && say("desk.owes"), one.code]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            {one.came ? (
              <>
                <Badge hue="green">{say("desk.isIn")}</Badge>
                <TextButton about={one.title} onClick={() => onLetIn(one, false)}>
                  {say("undo")}
                </TextButton>
              </>
            ) : (
              <PrimaryButton small aria-label={`${say("desk.letIn")}: ${one.title}`} onClick={() => onLetIn(one)}>
                {say("desk.letIn")} {one === expected && <kbd>Enter</kbd>}
              </PrimaryButton>
            )}
          </li>
        ))}
        {passes.map(({ id, name, status, ...pass }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-2 border-rule border-b py-3">
            <div className="mr-auto">
              {name}
              <p className="text-muted">{[leftOf(pass), say(`passes.status.${status}`)].join(" · ")}</p>
            </div>
            <TextButton about={name} onClick={() => onPass(id)}>
              {say("desk.pass.open")}
            </TextButton>
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <p className="mt-3 text-muted">
          {say("desk.later", { title: later[0]?.title ?? "", when: later[0] ? bookingWhen(later[0]) : "" })}
        </p>
      )}
    </section>
  );
}

const isOwed = ({ paymentStatus }: PersonBooking) => paymentStatus === "NOT_PAID" || paymentStatus === "PARTIALLY_PAID";

function factsOf(today: readonly PersonBooking[], later: readonly PersonBooking[]): Fact[] {
  const owed = [...today, ...later].filter(isOwed).length;
  return [
    {
      name: say("desk.fact.today"),
      value: today.length > 0 ? say("desk.fact.booked", { count: today.length }) : say("desk.fact.none"),
      hue: today.length > 0 ? "green" : "yellow",
    },
    {
      name: say("desk.fact.paid"),
      value: owed > 0 ? say("desk.fact.owed", { count: owed }) : say("desk.fact.clear"),
      hue: owed > 0 ? "orange" : "green",
    },
  ];
}
