import type { Pass, PersonBooking, PersonSearchResult, Session, Voucher } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { dayShort, money, phone, time } from "@uola/words/formats";
import { type RefObject, useEffect, useId } from "react";
import { leftOf } from "../passes/pass-words.ts";
import { nameOf } from "../people/name.ts";
import { isPeopleSearch } from "./keys.ts";

export type Result = { id: string; name: string; about: string } & (
  | { kind: "person"; person: PersonSearchResult }
  | { kind: "voucher" }
  | { kind: "pass" }
);

type Found = { people: readonly PersonSearchResult[]; bookings: readonly PersonBooking[] };

/**
 * Returns details that distinguish people with the same name: phone number and email address, or
 * else the last booking.
 */
function aboutOf({ phone: number, email, lastBooking }: PersonSearchResult): string {
  const known = [number && phone(number), email].filter(Boolean).join(" · ");
  if (known || !lastBooking) return known;
  const { title, startDate } = lastBooking;
  return say("desk.find.lastBooking", { what: [title, startDate && dayShort(startDate)].filter(Boolean).join(", ") });
}

/**
 * Combines search results into one list: a voucher found by its code, passes of people who never
 * booked, then people. Passes of people who have booked appear with their bookings. A booking code
 * finds the person who booked.
 */
export function resultsOf({
  found,
  voucher,
  passes = [],
}: {
  found: Found | undefined;
  voucher: Voucher | undefined;
  passes?: readonly Pass[] | undefined;
}): Result[] {
  const people = found?.people ?? [];
  return [
    ...(voucher
      ? [
          {
            kind: "voucher" as const,
            id: voucher.id,
            name: say("desk.voucher", { last4: voucher.last4 }),
            about: say("desk.voucher.left", { amount: money(voucher.balance - voucher.reserved) }),
          },
        ]
      : []),
    ...(found ? passes : [])
      .filter(({ holder }) => !people.some(({ email }) => email && email.toLowerCase() === holder.email?.toLowerCase()))
      .map((pass) => ({
        kind: "pass" as const,
        id: pass.id,
        name: pass.holder.name,
        about: [pass.name, leftOf(pass), say(`passes.status.${pass.status}`)].join(" · "),
      })),
    ...people.map((person) => ({
      kind: "person" as const,
      id: person.id,
      name: nameOf(person),
      about: aboutOf(person),
      person,
    })),
  ];
}

type FinderProps = {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (text: string) => void;
  results: readonly Result[];
  at: number;
  isLooking: boolean;
  hasFailed: boolean;
  onChoose: (result: Result) => void;
  onScan: () => void;
  sessions: readonly Session[] | undefined;
  onSell: (session: Session) => void;
};

/** One search field for people, codes and goods, and the sessions of today. */
export function Finder({
  field,
  typed,
  onType,
  results,
  at,
  isLooking,
  hasFailed,
  onChoose,
  onScan,
  ...today
}: FinderProps) {
  const list = useId();
  useEffect(() => field.current?.focus(), [field]);
  const seeks = isPeopleSearch(typed.trim());
  return (
    <section aria-label={say("desk.find")}>
      <div className="flex items-center gap-2">
        <label htmlFor="desk-search" className="visually-hidden">
          {say("desk.find.label")}
        </label>
        <input
          ref={field}
          id="desk-search"
          className="input min-w-0 flex-1"
          role="combobox"
          aria-expanded={seeks && results.length > 0}
          aria-controls={seeks && results.length > 0 ? list : undefined}
          aria-activedescendant={results[at] && seeks ? `${list}-${results[at].id}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={say("desk.find.label")}
          maxLength={200}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
        <RoundButton icon="scan" label={say("vouchers.scan")} onClick={onScan} />
      </div>
      <p className="mt-2 text-muted">{say("desk.find.hint")}</p>
      <div role="status">
        {seeks && hasFailed && say("people.find.failed")}
        {seeks && !isLooking && !hasFailed && results.length === 0 && say("people.find.none")}
        {seeks && results.length > 0 && (
          <span className="visually-hidden">{say("people.found", { count: results.length })}</span>
        )}
      </div>
      {seeks && results.length > 0 && (
        <div id={list} role="listbox" aria-label={say("desk.find")} className="mt-2">
          {results.map((result, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={result.id}
              id={`${list}-${result.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={`cursor-pointer border-rule border-b px-2 py-2 wrap-anywhere ${index === at ? "bg-yellow text-ink" : ""}`}
              onClick={() => onChoose(result)}
            >
              <b className="block">{result.name}</b>
              {result.about}
            </div>
          ))}
        </div>
      )}
      <Today {...today} />
    </section>
  );
}

const sessionsMost = 8;

/** The next sessions, their booked places, and a button to sell a place to a walk-in. */
const Today = ({ sessions, onSell }: Pick<FinderProps, "sessions" | "onSell">) => (
  <section className="mt-7">
    <h2 className="title border-text border-b-[3px] pb-[6px]">{say("desk.today")}</h2>
    {sessions?.length === 0 && <p className="py-3">{say("desk.today.none")}</p>}
    <ul>
      {sessions?.slice(0, sessionsMost).map((session) => (
        <li key={session.id} className="border-rule border-b py-2">
          <a className="quick" href={linkTo(`/admin/attendance/?session=${session.id}`)}>
            {time(session.startDate)} {session.title}
          </a>
          <p className="flex flex-wrap items-center gap-x-4 text-muted">
            {say("overview.places", {
              taken: session.totalSpots - session.openSpots,
              capacity: session.totalSpots,
            })}
            {session.openSpots > 0 && !session.courseSession && (
              <TextButton about={`${time(session.startDate)} ${session.title}`} onClick={() => onSell(session)}>
                {say("desk.sellPlace")}
              </TextButton>
            )}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
