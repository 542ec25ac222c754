import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Resource } from "@uola/contract";
import { Check, Field, Select } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useLocations, useResources } from "@uola/ui/kit/lookups.ts";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { firstInvalidDay, type HoursInterval } from "@uola/ui/kit/week-hours.ts";
import { dayName, hoursText, WeekHours } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { type ResourceDraft, resourceChange, resourceDraft } from "./staff-draft.ts";

const types = ["WALL", "ROOM", "AUTO_BELAY", "EQUIPMENT", "OTHER"] as const;
const label = (field: keyof ResourceDraft): string => say(`resources.field.${field}`);

/** Walls, rooms and equipment that sessions occupy. */
export function Resources({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useResources();
  const write = usePlatformAction("resources", "services");
  const [opened, setOpened] = useState<{ resource?: Resource }>();
  const remove = ({ id: resourceId, ...resource }: Resource) =>
    make(
      () => write(({ resources }) => resources.remove({ resourceId })),
      say("done.deleted", { name: resource.name }),
      () => write(({ resources }) => resources.create({ resource })),
    );
  return (
    <ListSection
      title={say("resources.heading")}
      add={{ label: say("resources.add"), onClick: () => setOpened({}) }}
      empty={say("resources.none")}
      items={reading.data}
      reading={reading}
      row={(resource) => (
        <Row
          name={resource.name}
          onOpen={() => setOpened({ resource })}
          marks={[resource.hidden && say("services.hidden")]}
          about={[
            say(`resources.type.${resource.type}`),
            say("resources.units", { count: resource.units }),
            hoursText(resource.workingHours) || say("resources.always"),
          ].join(" · ")}
          others={[{ label: say("delete"), apart: true, onClick: () => void remove(resource) }]}
        />
      )}
    >
      {opened && (
        <ResourceForm
          resource={opened.resource}
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

const keptOf = (resource: Resource | undefined): StoredDraft<ResourceDraft> => ({
  draft: resourceDraft(resource),
  revision: resource?.revision,
});

type ResourceFormProps = { resource: Resource | undefined; onClose: () => void; onDone: (name: string) => void };

function ResourceForm({ resource, onClose, onDone }: ResourceFormProps) {
  const write = usePlatformAction("resources");
  const { data: locations = [] } = useLocations();
  const form = useEntityForm<ResourceDraft>({
    label,
    show: (field, value) => (field === "hours" ? hoursText(value as HoursInterval[]) : String(value)),
    kept: keptOf(resource),
    isNew: !resource,
    ...(resource && {
      reread: async () => {
        const { resources: all } = await write(({ resources }) => resources.list({}));
        return keptOf(all.find(({ id }) => id === resource.id) ?? resource);
      },
    }),
    save: ({ draft, changed, before }) =>
      write(({ resources }) =>
        resource
          ? resources.update({
              resource: { ...resourceChange(draft, changed), id: resource.id, revision: before.revision ?? "" },
            })
          : resources.create({
              resource: { ...resourceChange(draft, draft), name: draft.name.trim(), type: draft.type },
            }),
      ),
    check: ({ name, units, hours }) => {
      const day = firstInvalidDay(hours);
      return {
        ...(!name.trim() && { name: say("services.wrong.name") }),
        ...(!/^[1-9]\d{0,2}$/.test(units.trim()) && { units: say("policies.wrong.number") }),
        ...(day && { hours: say("hours.wrong", { day: dayName(day) }) }),
      };
    },
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  const { draft, set, wrong } = form;
  return (
    <FormSheet wide title={resource?.name ?? say("resources.add")} form={form} onClose={onClose}>
      <div className="form-pair">
        <Field {...form.text("name")} />
        <Select
          id="type"
          label={label("type")}
          value={draft.type}
          onChange={({ target }) => set({ type: target.value as Resource["type"] })}
          options={types.map((value) => ({ value, label: say(`resources.type.${value}`) }))}
        />
        <Field {...form.text("units")} inputMode="numeric" />
        <Select
          {...form.text("locationId")}
          options={[
            { value: "", label: say("resources.anywhere") },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <Check {...form.check("hidden")} />
      <WeekHours
        id="hours"
        legend={label("hours")}
        hours={draft.hours}
        none={draft.hours.length === 0 ? say("resources.always") : say("resources.closed")}
        error={wrong.hours}
        onChange={(hours) => set({ hours })}
      />
    </FormSheet>
  );
}
