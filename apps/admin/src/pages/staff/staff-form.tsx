import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { readAllPages } from "@uola/client";
import type { StaffMember } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { useCapacityConfirmation } from "@uola/ui/kit/capacity-confirmation.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { staffChange, staffForm } from "./staff-fields.tsx";

type StaffFormProps = {
  member: StaffMember | undefined;
  onClose: () => void;
  onDone: (name: string) => void;
  onHistory: () => void;
};

/** Edits a trainer: name, contact details, account and working hours. */
export function StaffForm({ member, onClose, onDone, onHistory }: StaffFormProps) {
  const write = usePlatformAction("staff", "services");
  const belowSold = useCapacityConfirmation();
  const team = useTeam();
  const form = useForm((stored: StaffMember | undefined) => staffForm(stored, team), {
    item: member,
    reread:
      member &&
      (async () => {
        const { staff } = await write(({ resources }) => resources.listStaff({}));
        return staff.find(({ id }) => id === member.id);
      }),
    save: ({ draft, values, changes, revision }) =>
      belowSold.attempt(draft.most, (allowBelowSold) =>
        write(({ resources }) =>
          member
            ? resources.updateStaff({
                staffMember: { ...staffChange(changes), id: member.id, revision },
                allowBelowSold,
              })
            : resources.createStaff({ staffMember: { ...staffChange(values), name: values.name } }),
        ),
      ),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet
      wide
      title={member?.name ?? say("staff.add")}
      form={form}
      onClose={onClose}
      more={member && !form.isChanged && <TextButton onClick={onHistory}>{say("history")}</TextButton>}
    >
      <FieldGroup title={say("staff.part.who")}>
        <FormFields form={form} columns="fit" names={["name", "title", "email", "phone"]} />
        <FormFields form={form} names={["description", "picture"]} />
        <FormFields form={form} columns="fit" names={["accountId", "most"]} />
        {belowSold.question(form.draft.most)}
        <FormFields form={form} names={["hidden"]} />
      </FieldGroup>
      <FormFields form={form} names={["hours"]} />
    </FormSheet>
  );
}

/** Loads the accounts of the team, named by their email addresses. */
function useTeam() {
  const { data } = usePlatformQuery(["members", "team"], async ({ members }) => {
    const filter = { role: { $in: ["trainer", "owner"] } };
    const team = await readAllPages(async ({ limit, offset }) => {
      const { members: some, pagingMetadata } = await members.query({ query: { filter, paging: { limit, offset } } });
      return { items: some, next: offset + some.length < (pagingMetadata.total ?? 0) };
    });
    return team.items;
  });
  return data?.map(({ identity }) => ({ id: identity.id, name: identity.email?.address ?? identity.id }));
}
