import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Resource } from "@uola/contract";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useLocations, useResources } from "@uola/ui/kit/lookups.ts";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { hoursText } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { resourceChange, resourceForm } from "./staff-fields.tsx";

/** Walls, rooms and equipment that sessions occupy. */
export function Resources({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useResources();
  const write = usePlatformAction("resources", "services");
  const { opened, setOpened, close, finish } = useOpened<{ resource?: Resource }>(done);
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
          onClose={close}
          onDone={(name) => finish(say("done.saved", { name }))}
        />
      )}
    </ListSection>
  );
}

type ResourceFormProps = { resource: Resource | undefined; onClose: () => void; onDone: (name: string) => void };

function ResourceForm({ resource, onClose, onDone }: ResourceFormProps) {
  const write = usePlatformAction("resources");
  const { data: locations = [] } = useLocations();
  const form = useForm((stored: Resource | undefined) => resourceForm(stored, locations), {
    item: resource,
    reread:
      resource &&
      (async () => {
        const { resources: all } = await write(({ resources }) => resources.list({}));
        return all.find(({ id }) => id === resource.id);
      }),
    save: ({ values, changes, revision }) =>
      write(({ resources }) =>
        resource
          ? resources.update({ resource: { ...resourceChange(changes), id: resource.id, revision } })
          : resources.create({ resource: { ...resourceChange(values), name: values.name, type: values.type } }),
      ),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet wide title={resource?.name ?? say("resources.add")} form={form} onClose={onClose}>
      <FormFields form={form} columns="fit" names={["name", "type", "units", "locationId"]} />
      <FormFields form={form} names={["hidden", "hours"]} />
    </FormSheet>
  );
}
