import { isEmail } from "@uola/browser/gym/email-address.ts";
import type { Resource, StaffMember } from "@uola/contract";
import { parseMedia } from "@uola/contract/media-reference";
import { defineForm, type SentBy } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { type HoursInterval, mergedHours } from "@uola/ui/kit/week-hours.ts";
import { say } from "@uola/words/admin";
import { FilesInput } from "../content/media-input.tsx";

type Hours = StaffMember["workingHours"];
/** The end of a day is stored as its last minute, because working hours are times of day. */
const workingHours = (hours: Hours | undefined, none: string | ((hours: readonly HoursInterval[]) => string)) => ({
  ...field.weekHours(
    (hours ?? []).map(({ weekday, start, end }) => ({ weekday, start, end })),
    none,
  ),
  sent: (typed: HoursInterval[]): Hours =>
    mergedHours(typed).map((stretch) => ({ ...stretch, end: stretch.end === "24:00" ? "23:59" : stretch.end })),
});

export const staffForm = defineForm({
  label: (field) => say(`staff.field.${field}`),
  fields: (member: StaffMember | undefined, team: readonly field.Named[] = []) => ({
    name: field.text(member?.name, { check: field.required(say("services.wrong.name")) }),
    title: field.text(member?.title),
    email: field.orNull(
      field.text(member?.email, {
        check: (email) => email !== "" && !isEmail(email.trim()) && say("staff.wrong.email"),
      }),
    ),
    phone: field.orNull(field.text(member?.phone)),
    description: field.orNull(
      field.longText(member?.description, { optional: true, hint: say("staff.description.hint") }),
    ),
    picture: field.custom<string, string | null>({
      initial: member?.picture ?? "",
      sent: (picture) => picture || null,
      show: (picture) => parseMedia(String(picture ?? ""))?.name ?? "",
      input: ({ id, label, value, onChange }) => (
        <fieldset className="field" id={id} tabIndex={-1}>
          <legend className="label">{label}</legend>
          <FilesInput kind="image" label={label} value={value} onChange={(reference) => onChange(reference ?? "")} />
        </fieldset>
      ),
    }),
    /** The account that sees this trainer's calendar and records attendance. */
    accountId: field.orNull(
      field.select(member?.accountId ?? "", [{ id: "", name: say("staff.noAccount") }, ...team], {
        hint: say("staff.account.hint"),
      }),
    ),
    most: field.wholeNumberOrNull(member?.maxParticipants, [1, 999], say("policies.wrong.number")),
    hidden: field.flag(member?.hidden),
    hours: workingHours(member?.workingHours, say("staff.dayOff")),
  }),
  paths: { maxParticipants: "most", workingHours: "hours" },
});

/** Returns the staff update for the values of the form. */
export const staffChange = ({ most, hours, ...own }: Partial<SentBy<typeof staffForm>>): Partial<StaffMember> => ({
  ...own,
  ...(most !== undefined && { maxParticipants: most }),
  ...(hours && { workingHours: hours }),
});

export const resourceForm = defineForm({
  label: (field) => say(`resources.field.${field}`),
  fields: (resource: Resource | undefined, locations: readonly field.Named[] = []) => ({
    name: field.text(resource?.name, { check: field.required(say("services.wrong.name")) }),
    type: field.select(
      resource?.type ?? "WALL",
      (["WALL", "ROOM", "AUTO_BELAY", "EQUIPMENT", "OTHER"] as const).map((id) => ({
        id,
        name: say(`resources.type.${id}`),
      })),
    ),
    units: field.wholeNumber(resource?.units ?? 1, [1, 999], say("policies.wrong.number")),
    locationId: field.orNull(
      field.select(resource?.locationId ?? "", [{ id: "", name: say("resources.anywhere") }, ...locations]),
    ),
    hidden: field.flag(resource?.hidden),
    hours: workingHours(resource?.workingHours, (hours) =>
      say(hours.length === 0 ? "resources.always" : "resources.closed"),
    ),
  }),
});

/** Returns the resource update for the values of the form. */
export const resourceChange = ({ hours, ...own }: Partial<SentBy<typeof resourceForm>>): Partial<Resource> => ({
  ...own,
  ...(hours && { workingHours: hours }),
});
