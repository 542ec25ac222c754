import { say } from "@uola/words/admin";
import { dayShort, phone, time } from "@uola/words/formats";
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { FormDialog } from "../../admin/kit/form-dialog.tsx";
import { useEntityForm } from "../../admin/kit/use-entity-form.ts";
import { RoundButton } from "../../ui/buttons.tsx";
import { TextArea } from "../../ui/field.tsx";
import { contactName } from "../attendance/marks.ts";
import { dropAt, placed, within } from "./line.ts";
import type { Doing } from "./use-doing.ts";
import type { Waiting } from "./use-session-page.ts";

type Asking = { kind: "offer" | "remove"; one: Waiting } | { kind: "move"; one: Waiting; from: number; to: number };
type Props = { waiting: readonly Waiting[]; doing: Doing; isOwner: boolean };

const nameOf = ({ booking }: Waiting) => contactName(booking) || say("booking.unnamed");

/** Who waits, in order. The owner may change the order or offer out of turn, and says why each time. */
export function WaitingLine({ waiting, doing: { act }, isOwner }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [asking, setAsking] = useState<Asking>();
  const [dragged, setDragged] = useState<{ id: string; from: number; to: number }>();
  const offered = waiting.filter(({ entry }) => entry.state === "OFFERED");
  const line = waiting.filter(({ entry }) => entry.state === "WAITING");
  const proposed = asking?.kind === "move" ? asking : dragged;
  const shown = proposed ? placed(line, proposed.from, proposed.to) : line;

  const ask = (one: Waiting, from: number, to: number) => {
    const position = within(to, line.length);
    if (position !== from) setAsking({ kind: "move", one, from, to: position });
  };
  const middles = () =>
    [...(list.current?.children ?? [])].map((item) => {
      const { top, height } = item.getBoundingClientRect();
      return top + height / 2;
    });
  const grab = (event: PointerEvent, { entry }: Waiting, from: number) => {
    // Otherwise the browser selects the words it passes.
    event.preventDefault();
    setDragged({ id: entry.id, from, to: from });
  };
  const onDrag = useEffectEvent(({ clientY }: { clientY: number }) => {
    if (!dragged) return;
    const to = within(dropAt(middles(), dragged.to, clientY), line.length);
    if (to !== dragged.to) setDragged({ ...dragged, to });
  });
  const onDrop = useEffectEvent(({ type }: { type: string }) => {
    const one = line.find(({ entry }) => entry.id === dragged?.id);
    if (one && dragged && type === "pointerup") ask(one, dragged.from, dragged.to);
    setDragged(undefined);
  });
  const isDragging = dragged !== undefined;
  // On the window: the dragged row changes its place in the document, and would lose the pointer.
  useEffect(() => {
    if (!isDragging) return;
    addEventListener("pointermove", onDrag);
    addEventListener("pointerup", onDrop);
    addEventListener("pointercancel", onDrop);
    return () => {
      removeEventListener("pointermove", onDrag);
      removeEventListener("pointerup", onDrop);
      removeEventListener("pointercancel", onDrop);
    };
  }, [isDragging]);
  const sure = (reason: string) => {
    if (!asking) return;
    const { one } = asking;
    const entryId = one.entry.id;
    const name = nameOf(one);
    setAsking(undefined);
    if (asking.kind === "move") {
      const { from, to } = asking;
      void act(
        ({ waitlist }) => waitlist.move({ entryId, position: to, reason }),
        say("waitlist.move.done", { name, to }),
        ({ waitlist }) => waitlist.move({ entryId, position: from, reason }),
      );
    } else if (asking.kind === "offer") {
      void act(({ waitlist }) => waitlist.offer({ entryId, reason }), say("waitlist.offer.done", { name }));
    } else {
      void act(({ waitlist }) => waitlist.leave({ entryId }), say("waitlist.remove.done", { name }));
    }
  };

  return (
    <section aria-labelledby="waiting-heading" className="waiting-line">
      <h2 id="waiting-heading" className="title">
        {say("waitlist.heading")}
        {line.length > 0 && <b className="count">{line.length}</b>}
      </h2>
      {waiting.length === 0 && <p>{say("waitlist.none")}</p>}
      {isOwner && line.length > 1 && <p className="hint">{say("waitlist.hint")}</p>}
      <ul>
        {offered.map((one) => (
          <li key={one.entry.id} className="waiting">
            <About one={one} />
            {one.entry.offerExpiresDate && (
              <b className="state-word">{say("waitlist.offered", { until: untilOf(one.entry.offerExpiresDate) })}</b>
            )}
          </li>
        ))}
      </ul>
      <ol ref={list}>
        {shown.map((one, index) => {
          const place = index + 1;
          const name = nameOf(one);
          return (
            <li key={one.entry.id} className={`waiting ${dragged?.id === one.entry.id ? "dragged" : ""}`}>
              {isOwner && line.length > 1 && (
                <span className="handle" aria-hidden="true" onPointerDown={(event) => grab(event, one, place)} />
              )}
              <b className="place">{place}</b>
              <About one={one} />
              {isOwner && (
                <div className="moves">
                  {line.length > 1 && (
                    <>
                      <RoundButton
                        bare
                        icon="up"
                        label={say("waitlist.up", { name })}
                        disabled={place === 1}
                        onClick={() => ask(one, place, place - 1)}
                      />
                      <RoundButton
                        bare
                        icon="down"
                        label={say("waitlist.down", { name })}
                        disabled={place === line.length}
                        onClick={() => ask(one, place, place + 1)}
                      />
                    </>
                  )}
                  <button type="button" onClick={() => setAsking({ kind: "offer", one })}>
                    {say("waitlist.offer")}
                    <span className="visually-hidden">: {name}</span>
                  </button>
                  <button type="button" onClick={() => setAsking({ kind: "remove", one })}>
                    {say("waitlist.remove")}
                    <span className="visually-hidden">: {name}</span>
                  </button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <p role="status" className="visually-hidden">
        {proposed &&
          say("waitlist.moved", { name: nameAt(shown, proposed.to), position: proposed.to, count: line.length })}
      </p>
      {asking && <Reason asking={asking} onClose={() => setAsking(undefined)} onSure={sure} />}
    </section>
  );
}

const nameAt = (line: readonly Waiting[], position: number) => {
  const one = line[position - 1];
  return one ? nameOf(one) : "";
};
const untilOf = (when: Date) => `${dayShort(when)}, ${time(when)}`;

function About({ one }: { one: Waiting }) {
  const { email, phone: number } = one.booking.contactDetails ?? {};
  const names = (one.booking.participants ?? []).map(({ firstName }) => firstName).join(", ");
  return (
    <div className="about">
      <b>{nameOf(one)}</b> {say("waitlist.people", { count: one.entry.totalParticipants })}
      <small className="text-muted">{[names, number && phone(number), email].filter(Boolean).join(" · ")}</small>
    </div>
  );
}

type ReasonProps = { asking: Asking; onClose: () => void; onSure: (reason: string) => void };

/** Who lets somebody pass by others has to say why. */
function Reason({ asking, onClose, onSure }: ReasonProps) {
  const { kind } = asking;
  const name = nameOf(asking.one);
  const about =
    asking.kind === "move"
      ? say("waitlist.move.about", { name, from: asking.from, to: asking.to })
      : say(`waitlist.${asking.kind}.about`, { name });
  const sure = { move: "waitlist.move.do", offer: "waitlist.offer", remove: "waitlist.remove" } as const;
  const form = useEntityForm({
    kept: { draft: { reason: "" }, revision: undefined },
    isNew: true,
    prefix: "waitlist-",
    check: ({ reason }) => (kind !== "remove" && !reason.trim() ? { reason: say("waitlist.reason.missing") } : {}),
    save: async ({ draft }) => onSure(draft.reason.trim()),
  });
  return (
    <FormDialog title={say(`waitlist.${kind}.title`)} sure={say(sure[kind])} onClose={onClose} form={form}>
      <p>{about}</p>
      {kind !== "remove" && (
        <TextArea
          {...form.text("reason")}
          label={say("waitlist.reason")}
          hint={say("waitlist.reason.hint")}
          maxLength={500}
        />
      )}
    </FormDialog>
  );
}
