import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { contract, Output } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check } from "@uola/ui/field.tsx";
import { dayAndTimes } from "@uola/ui/kit/date-time.ts";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { ListSection } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";

type Found = Output<typeof contract.schedules.outsideHours>;
export type OutsideSession = Found["sessions"][number];
export type Decision = "CANCEL" | "KEEP" | "LATER";

const key = "outside-hours";

/**
 * Keeps or cancels sessions outside the opening hours; participants of cancelled sessions are
 * notified unless the owner does so personally.
 */
export function useSettle() {
  const act = usePlatformAction(key, "calendar", "business");
  return async (sessions: readonly OutsideSession[], decision: Decision, notify: boolean): Promise<void> => {
    if (decision === "LATER" || sessions.length === 0) return;
    await act(({ schedules }) =>
      schedules.settleOutsideHours({
        sessionIds: sessions.map(({ session }) => session.id),
        decision,
        participantNotification: { notifyParticipants: notify },
      }),
    );
  };
}

/**
 * Lists the sessions outside the opening hours about which the owner has not decided yet; renders
 * nothing if there are none.
 */
export function OutsideHours({ feedback: { make } }: { feedback: Feedback }) {
  const reading = usePlatformQuery([key], ({ schedules }) => schedules.outsideHours({}));
  const settle = useSettle();
  const [asking, setAsking] = useState<{ sessions: readonly OutsideSession[]; proposed?: Decision }>();
  const found = reading.data;
  if (!found || found.total === 0) return null;
  const decide = (sessions: readonly OutsideSession[], decision: Decision, notify: boolean) => {
    if (decision !== "LATER") void make(() => settle(sessions, decision, notify), say("gym.outside.settled"));
  };
  return (
    <>
      <ListSection
        title={say("gym.outside")}
        lead={say("gym.outside.lead")}
        items={found.sessions.slice(0, shownMax)}
        reading={reading}
        idOf={({ session }) => session.id}
        add={{
          label: say("gym.outside.decide"),
          onClick: () => setAsking({ sessions: found.sessions }),
          isSecond: true,
        }}
        row={(each) => (
          <>
            <div className="min-w-0 flex-[1_1_280px]">
              <TextLink href={linkTo(`/admin/session/?id=${each.session.id}`)}>{each.session.title}</TextLink>{" "}
              <span className="text-muted">
                {dayAndTimes(each.session)}, {say("gym.outside.bookings", { count: each.bookings })}
              </span>
            </div>
            <TextButton onClick={() => decide([each], "KEEP", false)}>
              {say("gym.outside.keep")}
              <span className="visually-hidden">: {each.session.title}</span>
            </TextButton>
            <TextButton onClick={() => setAsking({ sessions: [each], proposed: "CANCEL" })}>
              {say("gym.outside.cancel")}
              <span className="visually-hidden">: {each.session.title}</span>
            </TextButton>
          </>
        )}
      >
        {found.total > shownMax && <p>{say("gym.outside.more", { count: found.total - shownMax })}</p>}
      </ListSection>
      {asking && (
        <SettleDialog
          {...asking}
          onClose={() => setAsking(undefined)}
          onSure={(decision, notify) => {
            setAsking(undefined);
            decide(asking.sessions, decision, notify);
          }}
        />
      )}
    </>
  );
}

const shownMax = 20;
/** The choice that changes nothing comes first. */
const decisions = ["LATER", "KEEP", "CANCEL"] as const satisfies readonly Decision[];

type DialogProps = {
  sessions: readonly OutsideSession[];
  /** The choice selected initially. CANCEL is proposed only if the owner has just asked for it. */
  proposed?: Decision;
  onClose: () => void;
  onSure: (decision: Decision, notify: boolean) => void;
};

/** Asks whether to cancel sessions outside the opening hours, keep them, or decide later. */
export function SettleDialog({ sessions, proposed = "LATER", onClose, onSure }: DialogProps) {
  const [decision, setDecision] = useState<Decision>(proposed);
  const [notify, setNotify] = useState(true);
  const bookings = sessions.reduce((sum, each) => sum + each.bookings, 0);
  return (
    <FormDialog
      title={say("gym.outside")}
      sure={say("gym.outside.save")}
      giveUp={say("gym.outside.close")}
      onClose={onClose}
      form={() => onSure(decision, notify)}
    >
      <p>{say("gym.outside.about", { sessions: sessions.length, bookings })}</p>
      <ul className="grid gap-2">
        {sessions.slice(0, namedMax).map(({ session, ...each }) => (
          <li key={session.id}>
            <b>{session.title}</b> {dayAndTimes(session)}, {say("gym.outside.bookings", { count: each.bookings })}
          </li>
        ))}
      </ul>
      {sessions.length > namedMax && <p>{say("gym.outside.more", { count: sessions.length - namedMax })}</p>}
      <RadioGroup
        shown
        legend={say("gym.outside.choice")}
        name="outside-hours"
        value={decision}
        onChange={(value) => setDecision(value as Decision)}
        choices={decisions.map((value) => ({ value, label: say(`gym.outside.${value}`) }))}
      />
      {sessions.some(({ cause }) => cause === "WEEKLY") && <p className="small">{say("gym.outside.weekly")}</p>}
      {decision === "CANCEL" && (
        <Check checked={notify} onChange={({ target }) => setNotify(target.checked)}>
          {say("calendar.notify")}
        </Check>
      )}
    </FormDialog>
  );
}

const namedMax = 6;
