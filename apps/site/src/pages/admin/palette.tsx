import type { FoundPerson, PersonBooking } from "@uola/contract";
import { say } from "@uola/words/admin";
import { phone } from "@uola/words/formats";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { usePlatformQuery } from "../../use-platform.ts";
import { personHref } from "./href.ts";
import { bookingWhen } from "./when.ts";

/** The way to a person or a booking from every page of the admin. */
export const FindButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="find-person" aria-keyshortcuts="/" onClick={onClick}>
    <Icon name="search" />
    <span>{say("people.find")}</span>
    <kbd>/</kbd>
  </button>
);

type FindProps = { open: boolean; onOpen: () => void; onClose: () => void };

/** Opens by "/" too, unless somebody types or is asked something. */
export function FindDialog({ open, onOpen, onClose }: FindProps) {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  if (!open) return null;
  return (
    <Overlay title={say("people.find.title")} close={say("calendar.close")} onClose={onClose}>
      <Find onGone={onClose} />
    </Overlay>
  );
}

function Find({ onGone }: { onGone: () => void }) {
  const results = useId();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState("");
  const text = useDebounced(typed.trim());
  const isLong = text.length >= 2;
  const { data, isError, isFetching } = usePlatformQuery(
    ["people", "search", text],
    ({ people }) => people.search({ text }),
    { enabled: isLong, keeps: true },
  );
  const found = isLong ? data : undefined;
  const count = (found?.people.length ?? 0) + (found?.bookings.length ?? 0);

  const links = () => [...(list.current?.querySelectorAll("a") ?? [])];
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = links();
    const next = all.indexOf(document.activeElement as HTMLAnchorElement) + step;
    if (next < 0) document.getElementById("find-person")?.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows walk from the field into the list
    <div className="grid gap-4" onKeyDown={walk}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          links()[0]?.click();
        }}
      >
        <Field
          id="find-person"
          data-first
          type="search"
          autoComplete="off"
          label={say("people.find.label")}
          hint={say("people.find.hint")}
          maxLength={100}
          aria-controls={results}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <div id={results} role="status">
        {isLong && !found && isFetching && <Skeleton lines={3} label={say("loading")} />}
        {isLong && isError && <p>{say("people.find.failed")}</p>}
        {found && count === 0 && <p>{say("people.find.none")}</p>}
        {found && count > 0 && <p className="visually-hidden">{say("people.found", { count })}</p>}
      </div>
      {found && count > 0 && (
        <ul ref={list} className="found-people">
          {found.bookings.map((booking) => (
            <li key={booking.id}>
              <FoundBooking booking={booking} onClick={onGone} />
            </li>
          ))}
          {found.people.map((person) => (
            <li key={person.id}>
              <Found person={person} onClick={onGone} />
            </li>
          ))}
        </ul>
      )}
      {found?.hasMore && <p className="text-muted">{say("people.find.more")}</p>}
    </div>
  );
}

type Leading = { onClick: () => void };

const Found = ({ person, onClick }: Leading & { person: FoundPerson }) => (
  <a href={personHref({ personId: person.id })} onClick={onClick}>
    <b>{nameOf(person)}</b>
    <span className="text-muted">
      {[say(`people.kind.${person.kind}`), person.phone && phone(person.phone), person.email]
        .filter(Boolean)
        .join(" · ")}
    </span>
  </a>
);

const FoundBooking = ({ booking, onClick }: Leading & { booking: PersonBooking }) => (
  <a href={personHref({ bookingId: booking.id })} onClick={onClick}>
    <b>{say("people.found.booking", { code: booking.code })}</b>
    <span className="text-muted">
      {[booking.contactName, booking.title, bookingWhen(booking)].filter(Boolean).join(" · ")}
    </span>
  </a>
);

export const nameOf = ({ firstName, lastName, email, phone: number }: Omit<FoundPerson, "id" | "kind">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || (number ? phone(number) : say("booking.unnamed"));
