import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Location } from "@uola/contract";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import * as field from "@uola/ui/kit/fields.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useLocations } from "@uola/ui/kit/lookups.ts";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { hoursText } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { openingHours, openingOf } from "./gym-form.tsx";

const addressOf = ({ address }: Location) => address.formattedAddress ?? address.addressLine ?? "";
const locationForm = defineForm({
  label: (name) => say(`locations.field.${name}`),
  fields: (location: Location | undefined) => ({
    name: field.text(location?.name, { check: field.required(say("services.wrong.name")) }),
    address: field.text(location && addressOf(location)),
    phone: field.orNull(field.text(location?.phone)),
    email: field.orNull(
      field.text(location?.email, { check: field.matches(/^\S+@\S+\.\S+$/, say("staff.wrong.email")) }),
    ),
    main: field.flag(location?.default),
    ownHours: field.flag(location?.openingHours != null),
    hours: openingHours(location?.openingHours ?? []),
  }),
  shown: { hours: ({ ownHours }) => ownHours },
});

/** The gym's locations, each with its own opening hours or the gym's. */
export function Locations({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useLocations();
  const write = usePlatformAction("locations", "services");
  const { opened, setOpened, close, finish } = useOpened<{ location?: Location }>(done);
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
          onClose={close}
          onDone={(name) => finish(say("done.saved", { name }))}
        />
      )}
    </ListSection>
  );
}

type LocationFormProps = { location: Location | undefined; onClose: () => void; onDone: (name: string) => void };

function LocationForm({ location, onClose, onDone }: LocationFormProps) {
  const write = usePlatformAction("locations", "services");
  const form = useForm(locationForm, {
    item: location,
    reread:
      location &&
      (async () => {
        const { locations } = await write(({ locations }) => locations.list({}));
        return locations.find(({ id }) => id === location.id);
      }),
    save: ({ values, changed, revision }) => {
      const { name, address, phone, email, main, hours } = values;
      const all = {
        name,
        phone,
        email,
        ...((!location || "ownHours" in changed || "hours" in changed) && { openingHours: hours }),
        ...("address" in changed && {
          address: { ...location?.address, addressLine: address, formattedAddress: address },
        }),
        ...(main && { default: true }),
      };
      return write(({ locations }) =>
        location
          ? locations.update({ location: { ...all, id: location.id, revision } })
          : locations.create({ location: all }),
      );
    },
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet wide title={location?.name ?? say("locations.add")} form={form} onClose={onClose}>
      <FormFields form={form} columns="fit" names={["name", "address", "phone", "email"]} />
      {!location?.default && <FormFields form={form} names={["main"]} />}
      <FormFields form={form} names={["ownHours", "hours"]} />
    </FormSheet>
  );
}
