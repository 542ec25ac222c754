import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Location } from "@uola/contract";
import { Check, Field } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useLocations } from "@uola/ui/kit/lookups.ts";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { firstInvalidDay, type HoursInterval } from "@uola/ui/kit/week-hours.ts";
import { dayName, hoursText, WeekHours } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { hoursOf, openingOf } from "./gym-form.tsx";

type Draft = {
  name: string;
  address: string;
  phone: string;
  email: string;
  ownHours: boolean;
  hours: HoursInterval[];
  main: boolean;
};

const addressOf = ({ address }: Location) => address.formattedAddress ?? address.addressLine ?? "";
const keptOf = (location: Location): StoredDraft<Draft> => ({
  draft: {
    name: location.name,
    address: addressOf(location),
    phone: location.phone ?? "",
    email: location.email ?? "",
    ownHours: location.openingHours !== null && location.openingHours !== undefined,
    hours: openingOf(location.openingHours ?? []),
    main: location.default,
  },
  revision: location.revision,
});
const none: Draft = { name: "", address: "", phone: "", email: "", ownHours: false, hours: [], main: false };

/** The gym's locations, each with its own opening hours or the common ones. */
export function Locations({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useLocations();
  const write = usePlatformAction("locations", "services");
  const [opened, setOpened] = useState<{ location?: Location }>();
  const archive = ({ id: locationId, name, archived }: Location) => {
    const set = (archived: boolean) => write(({ locations }) => locations.archive({ locationId, archived }));
    const text = say(archived ? "locations.done.used" : "locations.done.archived", { name });
    return make(
      () => set(!archived),
      text,
      () => set(archived),
    );
  };
  return (
    <ListSection
      title={say("locations.heading")}
      add={{ label: say("locations.add"), onClick: () => setOpened({}) }}
      empty={say("locations.none")}
      items={reading.data}
      reading={reading}
      row={(location) => (
        <Row
          name={location.name}
          onOpen={() => setOpened({ location })}
          marks={[location.default && say("locations.main"), location.archived && say("locations.archived")]}
          about={[
            addressOf(location),
            location.openingHours ? hoursText(openingOf(location.openingHours)) : say("locations.sameHours"),
          ]
            .filter(Boolean)
            .join(" · ")}
          others={[
            !location.default && {
              label: say(location.archived ? "locations.use" : "locations.archive"),
              apart: true,
              onClick: () => void archive(location),
            },
          ]}
        />
      )}
    >
      {opened && (
        <LocationForm
          location={opened.location}
          onClose={() => setOpened(undefined)}
          onDone={(name) => {
            setOpened(undefined);
            done(say("done.saved", { name }));
          }}
        />
      )}
    </ListSection>
  );
}

const label = (field: keyof Draft) => say(`locations.field.${field}`);
const show = (field: keyof Draft, value: unknown) => {
  if (field === "hours") return hoursText(value as HoursInterval[]);
  return typeof value === "boolean" ? say(value ? "yes" : "no") : String(value);
};

type LocationFormProps = { location: Location | undefined; onClose: () => void; onDone: (name: string) => void };

function LocationForm({ location, onClose, onDone }: LocationFormProps) {
  const write = usePlatformAction("locations", "services");
  const form = useEntityForm<Draft>({
    label,
    show,
    kept: location ? keptOf(location) : { draft: none, revision: undefined },
    isNew: !location,
    ...(location && {
      reread: async () => {
        const { locations } = await write(({ locations }) => locations.list({}));
        return keptOf(locations.find(({ id }) => id === location.id) ?? location);
      },
    }),
    save: ({ draft, changed, before }) => {
      const all = {
        name: draft.name.trim(),
        phone: draft.phone.trim() || null,
        email: draft.email.trim() || null,
        ...((!location || "ownHours" in changed || "hours" in changed) && {
          openingHours: draft.ownHours ? hoursOf(draft.hours) : null,
        }),
        ...("address" in changed && {
          address: { ...location?.address, addressLine: draft.address.trim(), formattedAddress: draft.address.trim() },
        }),
        ...(draft.main && { default: true }),
      };
      return write(({ locations }) =>
        location
          ? locations.update({ location: { ...all, id: location.id, revision: before.revision ?? "" } })
          : locations.create({ location: all }),
      );
    },
    check: ({ name, email, ownHours, hours }) => {
      const day = ownHours ? firstInvalidDay(hours) : undefined;
      return {
        ...(!name.trim() && { name: say("services.wrong.name") }),
        ...(email && !/^\S+@\S+\.\S+$/.test(email.trim()) && { email: say("staff.wrong.email") }),
        ...(day && { hours: say("hours.wrong", { day: dayName(day) }) }),
      };
    },
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  const { draft, set, wrong } = form;
  return (
    <FormSheet wide title={location?.name ?? say("locations.add")} form={form} onClose={onClose}>
      <div className="form-pair">
        <Field {...form.text("name")} />
        <Field {...form.text("address")} />
        <Field {...form.text("phone")} />
        <Field {...form.text("email")} />
      </div>
      {!location?.default && <Check {...form.check("main")} />}
      <Check {...form.check("ownHours")} />
      {draft.ownHours && (
        <WeekHours
          id="hours"
          legend={label("hours")}
          hours={draft.hours}
          none={say("gym.closed")}
          error={wrong.hours}
          onChange={(hours) => set({ hours })}
        />
      )}
    </FormSheet>
  );
}
