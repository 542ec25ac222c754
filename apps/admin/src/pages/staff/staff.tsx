import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { StaffMember } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { type Feedback, useFeedback } from "@uola/ui/kit/feedback.tsx";
import { History } from "@uola/ui/kit/history.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useStaff } from "@uola/ui/kit/lookups.ts";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { hoursText } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { Resources } from "./resources.tsx";
import { staffForm } from "./staff-fields.tsx";
import { StaffForm } from "./staff-form.tsx";
import { TimesOff } from "./time-off.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("staff.heading"), hidden: true });

export default function Staff() {
  return (
    <AdminFrame here="/admin/staff/">
      <All />
    </AdminFrame>
  );
}

/** The staff, the resources, and their time off. */
function All() {
  const feedback = useFeedback();
  return (
    <AdminPage title={say("staff.heading")}>
      {feedback.shown}
      <Trainers feedback={feedback} />
      <TimesOff feedback={feedback} />
      <Resources feedback={feedback} />
    </AdminPage>
  );
}

type Opened = { kind: "form"; member?: StaffMember } | { kind: "history"; member: StaffMember };

function Trainers({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useStaff();
  const write = usePlatformAction("staff", "services");
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
  const remove = ({ id: staffId, ...member }: StaffMember) =>
    make(
      () => write(({ resources }) => resources.removeStaff({ staffId })),
      say("done.deleted", { name: member.name }),
      () => write(({ resources }) => resources.createStaff({ staffMember: member })),
    );
  return (
    <ListSection
      title={say("staff.trainers")}
      add={{ label: say("staff.add"), onClick: () => setOpened({ kind: "form" }) }}
      empty={say("staff.none")}
      items={reading.data}
      reading={reading}
      row={(member) => (
        <Row
          name={member.name}
          onOpen={() => setOpened({ kind: "form", member })}
          marks={[member.hidden && say("staff.hidden")]}
          about={[member.title, hoursText(member.workingHours) || say("staff.noHours"), member.email, member.phone]
            .filter(Boolean)
            .join(" · ")}
          others={[
            { label: say("history"), onClick: () => setOpened({ kind: "history", member }) },
            { label: say("delete"), apart: true, onClick: () => void remove(member) },
          ]}
        />
      )}
    >
      {opened?.kind === "form" && (
        <StaffForm
          member={opened.member}
          onClose={close}
          onHistory={() => opened.member && setOpened({ kind: "history", member: opened.member })}
          onDone={(name) => finish(say("done.saved", { name }))}
        />
      )}
      {opened?.kind === "history" && (
        <History
          entityId={opened.member.id}
          title={opened.member.name}
          {...staffForm(undefined).history}
          onClose={close}
        />
      )}
    </ListSection>
  );
}
