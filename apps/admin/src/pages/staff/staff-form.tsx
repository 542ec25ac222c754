import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { readAllPages } from "@uola/client";
import type { StaffMember } from "@uola/contract";
import { parseMedia } from "@uola/contract/media-reference";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Check, Field, Select, TextArea } from "@uola/ui/field.tsx";
import { useCapacityConfirmation } from "@uola/ui/kit/capacity-confirmation.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { firstInvalidDay, type HoursInterval } from "@uola/ui/kit/week-hours.ts";
import { dayName, hoursText, WeekHours } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { FilesInput } from "../content/media-input.tsx";
import { type StaffDraft, staffChange, staffDraft } from "./staff-draft.ts";

export const staffLabel = (field: keyof StaffDraft): string => say(`staff.field.${field}`);
const show = (field: keyof StaffDraft, value: unknown): string => {
  if (field === "hours") return hoursText(value as HoursInterval[]);
  if (field === "picture") return parseMedia(String(value ?? ""))?.name ?? "";
  return typeof value === "boolean" ? say(value ? "yes" : "no") : String(value ?? "");
};

type StaffFormProps = {
  member: StaffMember | undefined;
  onClose: () => void;
  onDone: (name: string) => void;
  onHistory: () => void;
};

const keptOf = (member: StaffMember | undefined): StoredDraft<StaffDraft> => ({
  draft: staffDraft(member),
  revision: member?.revision,
});

/** Edits a trainer: name, contact details, account and working hours. */
export function StaffForm({ member, onClose, onDone, onHistory }: StaffFormProps) {
  const write = usePlatformAction("staff", "services");
  const belowSold = useCapacityConfirmation();
  const form = useEntityForm<StaffDraft>({
    label: staffLabel,
    show,
    kept: keptOf(member),
    isNew: !member,
    ...(member && {
      reread: async () => {
        const { staff } = await write(({ resources }) => resources.listStaff({}));
        return keptOf(staff.find(({ id }) => id === member.id) ?? member);
      },
    }),
    save: ({ draft, changed, before }) =>
      belowSold.attempt(draft.most, (allowBelowSold) =>
        write(({ resources }) =>
          member
            ? resources.updateStaff({
                staffMember: { ...staffChange(draft, changed), id: member.id, revision: before.revision ?? "" },
                allowBelowSold,
              })
            : resources.createStaff({ staffMember: { ...staffChange(draft, draft), name: draft.name.trim() } }),
        ),
      ),
    check: (draft) => {
      const day = firstInvalidDay(draft.hours);
      return {
        ...(!draft.name.trim() && { name: say("services.wrong.name") }),
        ...(draft.email && !isEmail(draft.email.trim()) && { email: say("staff.wrong.email") }),
        ...(draft.most && !/^[1-9]\d{0,2}$/.test(draft.most.trim()) && { most: say("policies.wrong.number") }),
        ...(day && { hours: say("hours.wrong", { day: dayName(day) }) }),
      };
    },
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  const { draft, set, wrong } = form;
  return (
    <FormSheet
      wide
      title={member?.name ?? say("staff.add")}
      form={form}
      onClose={onClose}
      more={member && !form.isChanged && <TextButton onClick={onHistory}>{say("history")}</TextButton>}
    >
      <FieldGroup title={say("staff.part.who")}>
        <div className="form-pair">
          <Field {...form.text("name")} />
          <Field {...form.text("title")} />
          <Field {...form.text("email")} />
          <Field {...form.text("phone")} />
        </div>
        <TextArea {...form.text("description")} optional={say("optional")} hint={say("staff.description.hint")} />
        <fieldset className="field" id="picture" tabIndex={-1}>
          <legend className="label">{staffLabel("picture")}</legend>
          <FilesInput
            kind="image"
            label={staffLabel("picture")}
            value={draft.picture}
            onChange={(reference) => set({ picture: reference ?? "" })}
          />
        </fieldset>
        <div className="form-pair">
          <Account value={draft.accountId} onChange={(accountId) => set({ accountId })} />
          <Field {...form.text("most")} />
        </div>
        {belowSold.question(draft.most)}
        <Check {...form.check("hidden")} />
      </FieldGroup>
      <WeekHours
        id="hours"
        legend={staffLabel("hours")}
        hours={draft.hours}
        none={say("staff.dayOff")}
        error={wrong.hours}
        onChange={(hours) => set({ hours })}
      />
    </FormSheet>
  );
}

/**
 * The account that sees this trainer's calendar and records attendance: one of the team's accounts,
 * listed by email address.
 */
function Account({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = usePlatformQuery(["members", "team"], async ({ members }) => {
    const filter = { role: { $in: ["trainer", "owner"] } };
    const team = await readAllPages(async ({ limit, offset }) => {
      const { members: some, pagingMetadata } = await members.query({ query: { filter, paging: { limit, offset } } });
      return { items: some, next: offset + some.length < (pagingMetadata.total ?? 0) };
    });
    return team.items;
  });
  const options = (data ?? []).map(({ identity }) => ({
    value: identity.id,
    label: identity.email?.address ?? identity.id,
  }));
  return (
    <Select
      id="accountId"
      label={staffLabel("accountId")}
      hint={say("staff.account.hint")}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[{ value: "", label: say("staff.noAccount") }, ...options]}
    />
  );
}
