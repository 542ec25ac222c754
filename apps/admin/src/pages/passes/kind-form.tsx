import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { PassKind, PassTerms } from "@uola/contract";
import { defineForm, type SentBy } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";

const categoryKinds = ["firstTime", "children", "trainings", "ropes", "bouldering", "other"] as const;
type Lists = { services?: field.Named[] | undefined; prices?: field.Named[] };

const kindForm = defineForm({
  label: (field) => say(`passes.kind.field.${field}`),
  fields: (kind: PassKind | undefined, { services, prices = [] }: Lists) => {
    const terms: Partial<PassTerms> = kind?.terms ?? { entries: 10 };
    const { windows: [window] = [], period, lets } = terms;
    const within = (min: number, max: number) => [[min, max], say("passes.wrong.count", { min, max })] as const;
    return {
      priceId: field.select(kind?.priceId ?? "", [{ id: "", name: say("passes.price.choose") }, ...prices], {
        hint: say("passes.price.hint"),
        check: (id) => !id && say("passes.wrong.price"),
      }),
      onSale: field.flag(kind?.onSale ?? true),
      entries: field.wholeNumberOrNull(terms.entries, ...within(1, 1000), {
        optional: true,
        hint: say("passes.entries.hint"),
      }),
      count: field.wholeNumber(period?.count ?? 3, ...within(1, 366)),
      people: field.wholeNumber(terms.people ?? 1, ...within(1, 20), { hint: say("passes.people.hint") }),
      unit: field.choice(period?.unit ?? "MONTHS", ["DAYS", "MONTHS"], (unit) => say(`passes.unit.${unit}`)),
      begins: field.choice(
        terms.begins ?? "FIRST_USE",
        ["PURCHASE", "FIRST_USE"],
        (begins) => say(`passes.begins.${begins}`),
        { shown: true },
      ),
      entry: field.flag(lets?.entry ?? true),
      categoryKinds: field.checkList(
        lets?.categoryKinds ?? [],
        categoryKinds.map((kind) => ({ id: kind, name: say("categories.kind", { kind }) })),
        { hint: say("passes.categories.hint") },
      ),
      serviceIds: field.checkList(lets?.serviceIds ?? [], services),
      timeFrom: field.clock(window?.from, { optional: true }),
      timeUntil: field.clock(window?.until, { optional: true }),
      weekdays: field.weekdays(window?.weekdays ?? []),
      freezeDays: field.wholeNumber(terms.freezeDays ?? 30, ...within(0, 366), { hint: say("passes.freeze.hint") }),
      transferable: field.flag(terms.transferable ?? true),
    };
  },
  check: ({ timeFrom, timeUntil }) => ({
    timeUntil: timeFrom && timeUntil && timeFrom >= timeUntil && say("coupons.wrong.backwards"),
  }),
});

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/**
 * Builds the terms from the values of the form. Time windows of a pass type that the form cannot
 * show are preserved.
 */
function termsFrom(values: SentBy<typeof kindForm>, kept: PassTerms | undefined): PassTerms {
  const { entries, count, unit, begins, people, entry, categoryKinds, serviceIds, freezeDays, transferable } = values;
  const { weekdays, timeFrom, timeUntil } = values;
  const isAlways = weekdays.length === 0 && !timeFrom && !timeUntil;
  const window = {
    weekdays: weekdays.length > 0 ? weekdays : everyDay,
    from: timeFrom ?? "00:00",
    until: timeUntil ?? "23:59",
  };
  const others = kept?.windows.slice(1) ?? [];
  return {
    entries,
    period: { count, unit },
    begins,
    people,
    windows: isAlways ? others : [window, ...others],
    lets: { entry, categoryKinds, serviceIds },
    freezeDays,
    transferable,
  };
}

type Props = {
  kind: PassKind | undefined;
  /** Price list entries that already have a pass type. */
  taken: readonly string[];
  onClose: () => void;
  onDone: () => void;
};

/** Edits a pass type: its price list entry and its terms. */
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
  const free = prices?.filter(
    ({ _id: id, kind: of }) =>
      id === kind?.priceId || ((of === "PASS" || of === "FAMILY") && !taken.includes(String(id))),
  );
  const lists = { services, prices: free?.map(({ _id, name }) => ({ id: String(_id), name: String(name ?? "") })) };
  const form = useForm((stored) => kindForm(stored, lists), {
    item: kind,
    reread:
      kind &&
      (async () => {
        const { kinds } = await write(({ passes }) => passes.kinds({}));
        return kinds.find(({ id }) => id === kind.id);
      }),
    save: async ({ values, revision }) => {
      const input = { priceId: values.priceId, terms: termsFrom(values, kind?.terms), onSale: values.onSale };
      await write(({ passes }) =>
        kind ? passes.updateKind({ kind: { ...input, id: kind.id, revision } }) : passes.createKind({ kind: input }),
      );
      onDone();
    },
  });
  return (
    <FormSheet wide title={say(kind ? "passes.kind.one" : "passes.kind.add")} form={form} onClose={onClose}>
      <FieldGroup title={say("passes.part.sold")}>
        <FormFields form={form} names={["priceId", "onSale"]} />
      </FieldGroup>
      <FieldGroup title={say("passes.part.gives")}>
        <FormFields form={form} columns={3} names={["entries", "count", "people"]} />
        <FormFields form={form} names={["unit", "begins"]} />
      </FieldGroup>
      <FieldGroup title={say("passes.part.lets")}>
        <FormFields form={form} names={["entry", "categoryKinds", "serviceIds"]} />
      </FieldGroup>
      <FieldGroup title={say("passes.part.when")}>
        <p className="hint">{say("passes.when.hint")}</p>
        <FormFields form={form} columns={2} names={["timeFrom", "timeUntil"]} />
        <FormFields form={form} names={["weekdays"]} />
      </FieldGroup>
      <FieldGroup title={say("passes.part.changes")}>
        <FormFields form={form} names={["freezeDays", "transferable"]} />
      </FieldGroup>
    </FormSheet>
  );
}
