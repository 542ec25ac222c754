import type { Resource, StaffMember } from "@uola/contract";
import { type HoursInterval, mergedHours } from "@uola/ui/kit/week-hours.ts";

export type StaffDraft = {
  name: string;
  title: string;
  email: string;
  phone: string;
  description: string;
  picture: string;
  accountId: string;
  most: string;
  hidden: boolean;
  hours: HoursInterval[];
};

type Hours = StaffMember["workingHours"];
const stretchesOf = (hours: Hours): HoursInterval[] =>
  hours.map(({ weekday, start, end }) => ({ weekday, start, end }));
/** The end of a day is stored as its last minute, because working hours are times of day. */
const hoursOf = (stretches: readonly HoursInterval[]): Hours =>
  mergedHours(stretches).map((stretch) => ({ ...stretch, end: stretch.end === "24:00" ? "23:59" : stretch.end }));

export const staffDraft = (member: StaffMember | undefined): StaffDraft => ({
  name: member?.name ?? "",
  title: member?.title ?? "",
  email: member?.email ?? "",
  phone: member?.phone ?? "",
  description: member?.description ?? "",
  picture: member?.picture ?? "",
  accountId: member?.accountId ?? "",
  most: String(member?.maxParticipants ?? ""),
  hidden: member?.hidden ?? false,
  hours: stretchesOf(member?.workingHours ?? []),
});

/** Returns the staff update for the changed fields; an emptied text becomes null. */
export function staffChange(draft: StaffDraft, changed: Partial<StaffDraft>): Partial<StaffMember> {
  const texts = (["email", "phone", "description", "picture", "accountId"] as const).filter(
    (field) => field in changed,
  );
  return {
    ...("name" in changed && { name: draft.name.trim() }),
    ...("title" in changed && { title: draft.title.trim() }),
    ...Object.fromEntries(texts.map((field) => [field, draft[field].trim() || null])),
    ...("most" in changed && { maxParticipants: draft.most.trim() ? Number(draft.most) : null }),
    ...("hidden" in changed && { hidden: draft.hidden }),
    ...("hours" in changed && { workingHours: hoursOf(draft.hours) }),
  };
}

export type ResourceDraft = {
  name: string;
  type: Resource["type"];
  units: string;
  locationId: string;
  hidden: boolean;
  hours: HoursInterval[];
};

export const resourceDraft = (resource: Resource | undefined): ResourceDraft => ({
  name: resource?.name ?? "",
  type: resource?.type ?? "WALL",
  units: String(resource?.units ?? 1),
  locationId: resource?.locationId ?? "",
  hidden: resource?.hidden ?? false,
  hours: stretchesOf(resource?.workingHours ?? []),
});

export const resourceChange = (draft: ResourceDraft, changed: Partial<ResourceDraft>): Partial<Resource> => ({
  ...("name" in changed && { name: draft.name.trim() }),
  ...("type" in changed && { type: draft.type }),
  ...("units" in changed && { units: Number(draft.units) }),
  ...("locationId" in changed && { locationId: draft.locationId || null }),
  ...("hidden" in changed && { hidden: draft.hidden }),
  ...("hours" in changed && { workingHours: hoursOf(draft.hours) }),
});

/** Returns the form field for a stored path. */
export function staffField(path: string): keyof StaffDraft | undefined {
  if (path === "maxParticipants") return "most";
  if (path.startsWith("workingHours")) return "hours";
  const draft = staffDraft(undefined);
  return path in draft ? (path as keyof StaffDraft) : undefined;
}
