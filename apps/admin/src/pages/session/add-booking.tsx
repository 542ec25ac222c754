import type { Session } from "@uola/contract";
import { Check, Field, TextArea } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { bookingInputOf, deskBookingErrors, empty } from "./add.ts";
import type { SessionActions } from "./use-session-actions.ts";

type Props = {
  session: Session;
  /**
   * Set for late arrivals: the rules for booking in advance no longer apply, but the capacity limit
   * does.
   */
  hasBegun: boolean;
  act: SessionActions["act"];
  onClose: () => void;
};

/**
 * Form for a booking made at the front desk or by telephone. Overbooking or breaking the booking
 * rules requires an explicit choice.
 */
export function AddBooking({ session, hasBegun, act, onClose }: Props) {
  const form = useEntityForm({
    kept: { draft: { ...empty, isConfirmed: true, skips: false, notify: true }, revision: undefined },
    isNew: true,
    prefix: "add-",
    check: (draft) =>
      Object.fromEntries(deskBookingErrors(draft).map((wrong) => [wrong, say(`session.wrong.${wrong}`)])),
    save: async ({ draft }) => {
      const { isConfirmed, skips, notify } = draft;
      const booking = bookingInputOf(draft, session);
      onClose();
      void act(
        ({ bookings }) =>
          bookings.create({
            booking: { ...booking, status: isConfirmed ? "CONFIRMED" : "PENDING" },
            participantNotification: { notifyParticipants: notify },
            flowControlSettings: {
              skipBusinessConfirmation: isConfirmed,
              skipAvailabilityValidation: skips,
              ignoreBookingPolicy: hasBegun,
            },
          }),
        say("session.added", { name: [draft.first, draft.last].join(" ").trim() }),
      );
    },
  });
  return (
    <FormDialog
      title={say("session.add.title")}
      sure={say("session.add.do")}
      giveUp={say("calendar.giveUp")}
      wrong={say("session.wrong")}
      onClose={onClose}
      form={form}
    >
      <div className="field-row">
        <Field {...form.text("first")} label={say("session.add.first")} />
        <Field {...form.text("last")} label={say("session.add.last")} />
      </div>
      <div className="field-row">
        <Field {...form.text("email")} type="email" label={say("session.add.email")} />
        <Field {...form.text("phone")} type="tel" label={say("session.add.phone")} />
        <Field {...form.text("count")} inputMode="numeric" label={say("session.add.count")} />
      </div>
      <TextArea {...form.text("names")} label={say("session.add.names")} hint={say("session.add.names.hint")} />
      <div>
        <Check {...form.check("isConfirmed")}>{say("session.add.confirmed")}</Check>
        <Check {...form.check("skips")}>{say("session.add.skip")}</Check>
        <Check {...form.check("notify")}>{say("session.add.notify")}</Check>
      </div>
    </FormDialog>
  );
}
