import { withCaptcha } from "@uola/client/captcha-retry";
import type { CartLine } from "@uola/contract";
import { SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import { useState } from "react";
import { onSubmit } from "../../features/use-form.ts";
import { nameOf, whenOfLine } from "./order-words.ts";
import type { CartState } from "./use-cart.ts";

type Booking = NonNullable<CartLine["booking"]>;
type Person = NonNullable<Booking["participants"]>[number];

/** The participants of each booking. Names can be changed; a participant who is removed frees a place. */
export function People({ lines, state }: { lines: readonly CartLine[]; state: CartState }) {
  return (
    <ul className="rule">
      {lines.map((line) => (
        <li key={line.id} className="grid gap-2 border-b border-rule py-4">
          <p>
            <strong>{nameOf(line)}</strong> <span className="text-muted">{whenOfLine(line)}</span>
          </p>
          {line.booking?.participants?.length ? (
            <Named line={line} booking={line.booking} state={state} />
          ) : (
            <p>{line.quantity > 1 ? say("participants", { count: line.quantity }) : say("order.people.self")}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

type NamedProps = { line: CartLine; booking: Booking; state: CartState };

function Named({ line, booking, state: { act, busy, trouble } }: NamedProps) {
  const people = booking.participants ?? [];
  const [open, setOpen] = useState(false);
  const [names, setNames] = useState(people);
  const [wrong, setWrong] = useState(false);
  const about = `people ${line.id}`;
  const put = (index: number, change: Partial<Person>) =>
    setNames(names.map((person, at) => (at === index ? { ...person, ...change } : person)));
  const change = (participants: Person[]) =>
    act(about, (client) =>
      withCaptcha(client, (proof) =>
        client.carts.change({
          lineId: line.id,
          booking: { ...booking, participants, totalParticipants: participants.length },
          ...proof,
        }),
      ),
    );
  const save = async () => {
    const isWrong = names.some(({ firstName }) => !firstName.trim());
    setWrong(isWrong);
    if (!isWrong && (await change(names))) setOpen(false);
  };
  // The price for each participant is chosen in the booking form and can be changed only there.
  const mayDrop = people.length > 1 && !booking.participantsChoices;
  const troubled = trouble?.about === about && (
    <p className="error" role="alert">
      {trouble.text}
    </p>
  );
  if (!open) {
    return (
      <>
        <ul className="grid gap-1">
          {people.map((person, index) => {
            const name = [person.firstName, person.lastName].filter(Boolean).join(" ");
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: people are known by nothing but their place in the row
              <li key={index} className="flex flex-wrap items-center justify-between gap-x-6">
                <span>
                  {name}
                  {person.birthYear && (
                    <span className="text-muted">
                      {" "}
                      · {say("order.people.born", { year: String(person.birthYear) })}
                    </span>
                  )}
                </span>
                {mayDrop && (
                  <TextButton
                    about={name}
                    disabled={busy}
                    onClick={() => void change(people.filter((_, at) => at !== index))}
                  >
                    {say("order.people.drop")}
                  </TextButton>
                )}
              </li>
            );
          })}
        </ul>
        {troubled}
        <p>
          <TextButton
            about={nameOf(line)}
            onClick={() => {
              setNames(people);
              setOpen(true);
            }}
          >
            {say("order.people.names.change")}
          </TextButton>
        </p>
      </>
    );
  }
  return (
    <form className="grid gap-5" noValidate onSubmit={onSubmit(save)}>
      {names.map(({ firstName, lastName }, index) => {
        const id = `person-${line.id}-${index}`;
        const number = index + 1;
        return (
          <div key={id} className="grid gap-5 md:grid-cols-2">
            <Field
              id={id}
              label={say("booking.names.first", { number })}
              value={firstName}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => put(index, { firstName: target.value })}
              {...(wrong && !firstName.trim() && { error: say("booking.error.name.missing") })}
            />
            <Field
              id={`${id}-last`}
              label={say("booking.names.last", { number })}
              optional={say("field.optional")}
              value={lastName ?? ""}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => put(index, { lastName: target.value })}
            />
          </div>
        );
      })}
      {troubled}
      <SecondaryButton type="submit" className="justify-self-start" disabled={busy}>
        {say("order.people.names.save")}
      </SecondaryButton>
    </form>
  );
}
