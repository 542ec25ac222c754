import { TextArea } from "@uola/ui/field.tsx";
import { Count } from "@uola/ui/kit/count.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { moveItem } from "@uola/ui/kit/order.ts";
import { Ordered } from "@uola/ui/kit/ordered.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { dayShort, phone, time } from "@uola/words/formats";
import { useState } from "react";
import { contactName } from "../attendance/marks.ts";
import type { SessionActions } from "./use-session-actions.ts";
import type { Waiting } from "./use-session-page.ts";

type Asking = { kind: "offer" | "remove"; one: Waiting } | { kind: "move"; one: Waiting; from: number; to: number };
type Props = { waiting: readonly Waiting[]; actions: SessionActions; managesBookings: boolean };

const nameOf = ({ booking }: Waiting) => contactName(booking) || say("booking.unnamed");

/**
 * The waiting list, in order. The owner can reorder it or offer a place out of turn, and must give
 * a reason each time.
 */
export function WaitingLine({ waiting, actions: { act }, managesBookings }: Props) {
  const [asking, setAsking] = useState<Asking>();
  const offered = waiting.filter(({ entry }) => entry.state === "OFFERED");
  const line = waiting.filter(({ entry }) => entry.state === "WAITING");
  const shown = asking?.kind === "move" ? moveItem(line, asking.from - 1, asking.to - 1) : line;
  const acts = (one: Waiting) =>
    managesBookings && {
      main: { label: say("waitlist.offer"), onClick: () => setAsking({ kind: "offer", one }) },
      others: [{ label: say("waitlist.remove"), apart: true, onClick: () => setAsking({ kind: "remove", one }) }],
    };

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
    <Section title={say("waitlist.heading")} action={line.length > 0 && <Count>{line.length}</Count>}>
      {waiting.length === 0 && <p className="py-4">{say("waitlist.none")}</p>}
      {managesBookings && line.length > 1 && <p className="my-2 text-muted">{say("waitlist.hint")}</p>}
      {offered.length > 0 && (
        <List items={offered} idOf={idOf}>
          {(one) => (
            <Row
              {...aboutOf(one)}
              marks={[
                one.entry.offerExpiresDate != null &&
                  say("waitlist.offered", { until: untilOf(one.entry.offerExpiresDate) }),
              ]}
            />
          )}
        </List>
      )}
      <Ordered
        items={shown}
        idOf={idOf}
        nameOf={nameOf}
        isFixed={!managesBookings}
        onMove={(_, from, to) => {
          const one = line[from];
          if (one) setAsking({ kind: "move", one, from: from + 1, to: to + 1 });
        }}
      >
        {(one, index) => (
          <Row lead={<b className="time text-[26px]">{index + 1}</b>} {...aboutOf(one)} {...acts(one)} />
        )}
      </Ordered>
      {asking && <Reason asking={asking} onClose={() => setAsking(undefined)} onSure={sure} />}
    </Section>
  );
}

const idOf = ({ entry }: Waiting) => entry.id;
const untilOf = (when: Date) => `${dayShort(when)}, ${time(when)}`;

function aboutOf(one: Waiting) {
  const { email, phone: number } = one.booking.contactDetails ?? {};
  const names = (one.booking.participants ?? []).map(({ firstName }) => firstName).join(", ");
  const words = [say("waitlist.people", { count: one.entry.totalParticipants }), names, number && phone(number), email];
  return { name: nameOf(one), about: words.filter(Boolean).join(" · ") };
}

type ReasonProps = { asking: Asking; onClose: () => void; onSure: (reason: string) => void };

/** Asks for the required reason for moving a person ahead of others. */
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
