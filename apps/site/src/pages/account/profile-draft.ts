import type { Identity } from "@uola/contract";
import { parsePhone } from "@uola/contract/phone";
import { phone as showPhone } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { FieldError } from "../../features/use-form.ts";

type Profile = NonNullable<Identity["identityProfile"]>;
export type ProfileDraft = { firstName: string; lastName: string; phone: string };

export const draftOf = ({ firstName, lastName, phones }: Profile): ProfileDraft => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  phone: showPhone(phones?.[0] ?? ""),
});

/** Returns the validation errors of a profile. */
export function problemsInProfile({ firstName, phone }: ProfileDraft): FieldError[] {
  const problems: FieldError[] = [];
  if (!firstName.trim()) problems.push({ field: "firstName", text: say("booking.error.firstName.missing") });
  if (phone.trim() && !parsePhone(phone)) problems.push({ field: "phone", text: say("field.phoneWrong") });
  return problems;
}

/**
 * Returns the profile to save: an empty last name is cleared, and phone numbers after the first are
 * kept.
 */
export function profileChange(draft: ProfileDraft, phones: Profile["phones"]): Profile {
  const [, ...others] = phones ?? [];
  const phone = parsePhone(draft.phone);
  return {
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim() || null,
    phones: phone ? [phone, ...others] : others,
  };
}
