import type { Head } from "@uola/page-loader/page.ts";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import { useBusiness } from "@uola/ui/kit/lookups.ts";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { hoursText } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { phone } from "@uola/words/formats";
import { useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { GymForm, openingOf } from "./gym-form.tsx";
import { Locations } from "./locations.tsx";
import { OutsideHours, type OutsideSession, SettleDialog, useSettle } from "./outside-hours.tsx";
import { SpecialDays } from "./special-days.tsx";
import { TapeSection } from "./tape-section.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("gym.heading"), hidden: true });

export default function Gym() {
  return (
    <AdminFrame here="/admin/gym/">
      <All />
    </AdminFrame>
  );
}

/** The gym's name, location and opening hours. */
function All() {
  const feedback = useFeedback();
  const reading = useBusiness();
  const [isEditing, setEditing] = useState(false);
  /** Sessions that fall outside the new weekly hours. */
  const [outside, setOutside] = useState<readonly OutsideSession[]>([]);
  const settle = useSettle();
  return (
    <AdminPage title={say("gym.heading")}>
      {feedback.shown}
      <Loaded reading={reading}>
        {(business) => (
          <>
            <Section
              title={business.name}
              action={<TextButton onClick={() => setEditing(true)}>{say("gym.edit")}</TextButton>}
            >
              <Facts
                facts={[
                  ...(["address", "phone", "email"] as const).map(
                    (field) =>
                      [
                        say(`gym.field.${field}`),
                        (field === "phone" ? phone(business.phone) : business[field]) || "–",
                      ] as const,
                  ),
                  [say("gym.field.hours"), hoursText(openingOf(business.openingHours)) || say("gym.closed")],
                ]}
              />
            </Section>
            <TapeSection business={business} feedback={feedback} />
            <SpecialDays business={business} feedback={feedback} />
            <OutsideHours feedback={feedback} />
            <Locations feedback={feedback} />
            {outside.length > 0 && (
              <SettleDialog
                sessions={outside}
                onClose={() => setOutside([])}
                onSure={(decision, notify) => {
                  setOutside([]);
                  if (decision !== "LATER") {
                    void feedback.make(() => settle(outside, decision, notify), say("gym.outside.settled"));
                  }
                }}
              />
            )}
            {isEditing && (
              <GymForm
                business={business}
                onClose={() => setEditing(false)}
                onDone={(name, outside) => {
                  setEditing(false);
                  setOutside(outside);
                  feedback.done(say("done.saved", { name }));
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}
