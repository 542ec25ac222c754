import { useAuth } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { PersonBooking, PersonSearchResult } from "@uola/contract";
import { hasPower } from "@uola/contract/roles";
import { linkTo } from "@uola/page-loader/locale.ts";
import { Field } from "@uola/ui/field.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { useDebounced } from "@uola/ui/use-debounced.ts";
import { say } from "@uola/words/admin";
import { money, phone } from "@uola/words/formats";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { personHref } from "../pages/people/href.ts";
import { nameOf } from "../pages/people/name.ts";
import { bookingWhen } from "../pages/people/when.ts";
import type { OpenPage } from "./open-pages.ts";

type PaletteProps = {
  /** The pages that the user may open. */
  pages: readonly OpenPage[];
  onClose: () => void;
};

/** Finds pages, people, bookings and orders by a few letters. */
export default function Palette({ pages, onClose }: PaletteProps) {
  return (
    <Overlay title={say("people.find.title")} close={say("calendar.close")} onClose={onClose}>
      <Find pages={pages} onGone={onClose} />
    </Overlay>
  );
}

function Find({ pages, onGone }: { pages: readonly OpenPage[]; onGone: () => void }) {
  const user = useAuth().user;
  const results = useId();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState("");
  const text = useDebounced(typed.trim());
  const isLong = text.length >= 2;
  const { data, isError, isFetching } = usePlatformQuery(
    ["people", "search", text],
    ({ people }) => people.search({ text }),
    { enabled: isLong && user !== undefined && hasPower("seesBookings", user), keeps: true },
  );
  const opens = (sought: string) => pages.some(({ path }) => path === sought);
  const { data: orders, isFetching: ordersAreFetched } = usePlatformQuery(
    ["orders", "palette", text],
    async ({ orders }) => (await orders.query({ text, limit: ordersMost })).orders,
    { enabled: isLong && opens("/admin/orders/"), keeps: true },
  );
  const found = isLong ? data : undefined;
  const ordersFound = (isLong && orders) || [];
  const pagesFound = pages.filter(({ label }) => matches(say(label), typed));
  const count = (found?.people.length ?? 0) + (found?.bookings.length ?? 0) + ordersFound.length;

  // Set if Enter was pressed before the results matched the input. The first of the previous
  // results must not be opened, because it is not the intended one.
  const [opensFirst, setOpensFirst] = useState(false);
  const isSettled = pagesFound.length > 0 || (text === typed.trim() && !isFetching && !ordersAreFetched);
  useEffect(() => {
    if (!opensFirst || !isSettled) return;
    setOpensFirst(false);
    list.current?.querySelector("a")?.click();
  }, [opensFirst, isSettled]);

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
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setOpensFirst(true);
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
          onChange={({ target }) => {
            setTyped(target.value);
            setOpensFirst(false);
          }}
        />
      </form>
      <div id={results} role="status">
        {isLong && !found && isFetching && <Skeleton lines={3} label={say("loading")} />}
        {isLong && isError && <p>{say("people.find.failed")}</p>}
        {isLong && !isFetching && count === 0 && pagesFound.length === 0 && <p>{say("people.find.none")}</p>}
        {isLong && count > 0 && <p className="visually-hidden">{say("people.found", { count })}</p>}
      </div>
      {(count > 0 || pagesFound.length > 0) && (
        <ul ref={list} className="found-people">
          {pagesFound.map(({ path, label, group }) => (
            <li key={path}>
              <a href={linkTo(path)} onClick={onGone}>
                <b>{say(label)}</b>
                <span className="text-muted">{say(`nav.group.${group}`)}</span>
              </a>
            </li>
          ))}
          {found?.bookings.map((booking) => (
            <li key={booking.id}>
              <FoundBooking booking={booking} onClick={onGone} />
            </li>
          ))}
          {found?.people.map((person) => (
            <li key={person.id}>
              <Found person={person} onClick={onGone} />
            </li>
          ))}
          {ordersFound.map((order) => (
            <li key={order.id}>
              <a href={linkTo(`/admin/orders/?order=${order.id}`)} onClick={onGone}>
                <b>{say("palette.order", { number: order.number })}</b>
                <span className="text-muted">
                  {[
                    order.company?.name ?? `${order.buyer.firstName} ${order.buyer.lastName}`.trim(),
                    money(order.total),
                  ].join(" · ")}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {found?.hasMore && <p className="text-muted">{say("people.find.more")}</p>}
    </div>
  );
}

const ordersMost = 5;

/** Whether a word of the name starts with the typed text; diacritics are ignored. */
const matches = (name: string, typed: string): boolean => {
  const sought = plain(typed);
  return sought !== "" && ` ${plain(name)}`.includes(` ${sought}`);
};
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

type Leading = { onClick: () => void };

const Found = ({ person, onClick }: Leading & { person: PersonSearchResult }) => (
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
