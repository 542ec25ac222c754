import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { CategoryKind, PassKind, PassTerms } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field, Select } from "@uola/ui/field.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { ClockField } from "@uola/ui/kit/date-time-field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Draft = {
  priceId: string;
  entries: string;
  count: string;
  unit: PassTerms["period"]["unit"];
  begins: PassTerms["begins"];
  people: string;
  entry: boolean;
  categoryKinds: readonly string[];
  serviceIds: readonly string[];
  weekdays: readonly string[];
  timeFrom: string;
  timeUntil: string;
  freezeDays: string;
  transferable: boolean;
  onSale: boolean;
};
const label = (field: keyof Draft) => say(`passes.kind.field.${field}`);
const categoryKinds = ["firstTime", "children", "trainings", "ropes", "bouldering", "other"] as const;

function draftOf(kind: PassKind | undefined): Draft {
  const { terms } = kind ?? {};
  const [window] = terms?.windows ?? [];
  return {
    priceId: kind?.priceId ?? "",
    entries: terms ? String(terms.entries ?? "") : "10",
    count: String(terms?.period.count ?? 3),
    unit: terms?.period.unit ?? "MONTHS",
    begins: terms?.begins ?? "FIRST_USE",
    people: String(terms?.people ?? 1),
    entry: terms?.lets.entry ?? true,
    categoryKinds: terms?.lets.categoryKinds ?? [],
    serviceIds: terms?.lets.serviceIds ?? [],
    weekdays: (window?.weekdays ?? []).map(String),
    timeFrom: window?.from ?? "",
    timeUntil: window?.until ?? "",
    freezeDays: String(terms?.freezeDays ?? 30),
    transferable: terms?.transferable ?? true,
    onSale: kind?.onSale ?? true,
  };
}

const whole = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined);
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/**
 * Builds the terms from a draft. If a kind has more time windows than the form can show, the others
 * are preserved.
 */
function termsOf(draft: Draft, kept: PassTerms | undefined): PassTerms {
  const { weekdays, timeFrom, timeUntil } = draft;
  const isAlways = weekdays.length === 0 && !timeFrom && !timeUntil;
  const days = weekdays.map(Number).sort();
  const window = {
    weekdays: days.length > 0 ? days : everyDay,
    from: timeFrom || "00:00",
    until: timeUntil || "23:59",
  };
  const others = kept?.windows.slice(1) ?? [];
  return {
    entries: whole(draft.entries) ?? null,
    period: { count: whole(draft.count) ?? 1, unit: draft.unit },
    begins: draft.begins,
    people: whole(draft.people) ?? 1,
    windows: isAlways ? others : [window, ...others],
    lets: {
      entry: draft.entry,
      categoryKinds: [...draft.categoryKinds] as CategoryKind[],
      serviceIds: [...draft.serviceIds],
    },
    freezeDays: whole(draft.freezeDays) ?? 0,
    transferable: draft.transferable,
  };
}

function wrongIn(draft: Draft): Partial<Record<keyof Draft & string, string>> {
  const within = (typed: string, min: number, max: number) => {
    const count = whole(typed);
    return count !== undefined && count >= min && count <= max;
  };
  const count = (min: number, max: number) => say("passes.wrong.count", { min, max });
  const { timeFrom, timeUntil } = draft;
  return {
    ...(!draft.priceId && { priceId: say("passes.wrong.price") }),
    ...(draft.entries.trim() && !within(draft.entries, 1, 1000) && { entries: count(1, 1000) }),
    ...(!within(draft.count, 1, 366) && { count: count(1, 366) }),
    ...(!within(draft.people, 1, 20) && { people: count(1, 20) }),
    ...(!within(draft.freezeDays, 0, 366) && { freezeDays: count(0, 366) }),
    ...(timeFrom && timeUntil && timeFrom >= timeUntil && { timeUntil: say("coupons.wrong.backwards") }),
  };
}

type Props = {
  kind: PassKind | undefined;
  /** Price list lines that already have a pass kind. */
  taken: readonly string[];
  onClose: () => void;
  onDone: () => void;
};

/** Edits a pass kind: its price list line and its terms. */
export function KindForm({ kind, taken, onClose, onDone }: Props) {
  const write = usePlatformAction("passes");
  const services = usePlatformQuery(["services", "names"], async (client) => (await servicesBy(client)).items).data;
  const prices = usePlatformQuery(["content", "prices"], async (client) => {
    const [{ collections }, { plans }] = await Promise.all([
      client.content.read({ collectionIds: ["Prices"] }),
      client.plans.list({}),
    ]);
    const lines = (collections.Prices ?? []) as { _id?: unknown; name?: unknown; kind?: unknown }[];
    const sold = plans.filter(({ archived }) => !archived);
    return [...lines, ...sold.map(({ id: _id, name }) => ({ _id, name, kind: "PASS" }))];
  }).data;
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: draftOf(kind), revision: kind?.revision },
    isNew: !kind,
    check: wrongIn,
    save: async ({ draft, before }) => {
      const input = { priceId: draft.priceId, terms: termsOf(draft, kind?.terms), onSale: draft.onSale };
      await write(({ passes }) =>
        kind
          ? passes.updateKind({ kind: { ...input, id: kind.id, revision: before.revision ?? kind.revision } })
          : passes.createKind({ kind: input }),
      );
      onDone();
    },
    ...(kind && {
      reread: async () => {
        const { kinds } = await write(({ passes }) => passes.kinds({}));
        const now = kinds.find(({ id }) => id === kind.id);
        return { draft: draftOf(now), revision: now?.revision };
      },
    }),
  });
  const { draft, set } = form;
  const free = (prices ?? []).filter(
    ({ _id: id, kind: of }) =>
      id === kind?.priceId || ((of === "PASS" || of === "FAMILY") && !taken.includes(String(id))),
  );
  return (
    <FormSheet wide title={say(kind ? "passes.kind.one" : "passes.kind.add")} form={form} onClose={onClose}>
      <FieldGroup title={say("passes.part.sold")}>
        <Select
          {...form.text("priceId")}
          hint={say("passes.price.hint")}
          options={[
            { value: "", label: say("passes.price.choose") },
            ...free.map(({ _id, name }) => ({ value: String(_id), label: String(name ?? "") })),
          ]}
        />
        <Check {...form.check("onSale")} />
      </FieldGroup>
      <FieldGroup title={say("passes.part.gives")}>
        <div className="grid gap-4 md:grid-cols-3">
          <Field
            {...form.text("entries")}
            inputMode="numeric"
            optional={say("optional")}
            hint={say("passes.entries.hint")}
          />
          <Field {...form.text("count")} inputMode="numeric" />
          <Field {...form.text("people")} inputMode="numeric" hint={say("passes.people.hint")} />
        </div>
        <RadioGroup
          legend={label("unit")}
          name="unit"
          value={draft.unit}
          onChange={(unit) => set({ unit: unit as Draft["unit"] })}
          choices={(["DAYS", "MONTHS"] as const).map((value) => ({ value, label: say(`passes.unit.${value}`) }))}
        />
        <RadioGroup
          shown
          legend={label("begins")}
          name="begins"
          value={draft.begins}
          onChange={(begins) => set({ begins: begins as Draft["begins"] })}
          choices={(["PURCHASE", "FIRST_USE"] as const).map((value) => ({
            value,
            label: say(`passes.begins.${value}`),
          }))}
        />
      </FieldGroup>
      <FieldGroup title={say("passes.part.lets")}>
        <Check {...form.check("entry")} />
        <CheckList
          id="categoryKinds"
          legend={label("categoryKinds")}
          hint={say("passes.categories.hint")}
          options={categoryKinds.map((value) => ({ value, label: say("categories.kind", { kind: value }) }))}
          values={draft.categoryKinds}
          onChange={(categoryKinds) => set({ categoryKinds })}
        />
        {services && (
          <CheckList
            id="serviceIds"
            legend={label("serviceIds")}
            options={services.map(({ id, name }) => ({ value: id, label: name }))}
            values={draft.serviceIds}
            onChange={(serviceIds) => set({ serviceIds })}
          />
        )}
      </FieldGroup>
      <FieldGroup title={say("passes.part.when")}>
        <p className="hint">{say("passes.when.hint")}</p>
        <div className="grid gap-4 md:grid-cols-2">
          <ClockField
            {...form.text("timeFrom")}
            optional={say("optional")}
            onChange={(timeFrom) => set({ timeFrom })}
          />
          <ClockField
            {...form.text("timeUntil")}
            optional={say("optional")}
            onChange={(timeUntil) => set({ timeUntil })}
          />
        </div>
        <CheckList
          id="weekdays"
          legend={label("weekdays")}
          options={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({
            value: String(day),
            label: say(`coupons.weekday.${day}`),
          }))}
          values={draft.weekdays}
          onChange={(weekdays) => set({ weekdays })}
        />
      </FieldGroup>
      <FieldGroup title={say("passes.part.changes")}>
        <Field {...form.text("freezeDays")} inputMode="numeric" hint={say("passes.freeze.hint")} />
        <Check {...form.check("transferable")} />
      </FieldGroup>
    </FormSheet>
  );
}
