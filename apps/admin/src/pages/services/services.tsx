import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Service } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { History } from "@uola/ui/kit/history.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { Bulk } from "./bulk.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { serviceHistory } from "./service-fields.tsx";
import { ServiceForm } from "./service-form.tsx";
import { ServiceTable } from "./service-table.tsx";
import { type Opened, useActs } from "./use-acts.ts";
import { useLists } from "./use-lists.ts";
import { type Criteria, useServices } from "./use-services.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("services.heading"), hidden: true });

export default function Services() {
  return (
    <AdminFrame here="/admin/services/">
      <List />
    </AdminFrame>
  );
}

function List() {
  const [criteria, setCriteria] = useState<Criteria>({
    text: "",
    type: "",
    categoryId: "",
    shown: "",
    sort: undefined,
  });
  const found = useServices(criteria);
  const lists = useLists();
  const write = usePlatformAction("services", "policies", "categories");
  const { make, done, shown } = useFeedback();
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
  const [deleting, setDeleting] = useState<readonly Service[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const services = found.items;
  const picked = (services ?? []).filter(({ id }) => chosen.has(id));

  const acts = useActs({ make, open: setOpened, setDeleting });

  return (
    <AdminPage
      title={say("services.heading")}
      beside={
        <>
          <PageSearch
            label={say("services.search")}
            text={criteria.text}
            onSearch={(text) => setCriteria({ ...criteria, text })}
          />
          <PrimaryButton small icon="plus" disabled={!lists} onClick={() => setOpened({ kind: "form" })}>
            {say("services.add")}
          </PrimaryButton>
        </>
      }
    >
      <Filters criteria={criteria} onChange={setCriteria} categories={lists?.categories ?? []} />
      {shown}
      {services && (
        <p className="my-4 text-muted" role="status">
          {say("services.count", { count: found.total ?? services.length })}
        </p>
      )}
      <Bulk
        picked={picked}
        categories={lists?.categories ?? []}
        onDone={done}
        onClear={() => setChosen(new Set())}
        onDelete={() => setDeleting(picked)}
      />
      <ServiceTable
        services={services}
        reading={found}
        sorting={criteria.sort}
        onSort={(sort) => setCriteria({ ...criteria, sort })}
        chosen={chosen}
        onChoose={setChosen}
        acts={acts}
      />
      {opened?.kind === "form" && lists && (
        <FreshForm
          service={opened.service}
          lists={lists}
          onClose={close}
          onHistory={() => opened.service && setOpened({ kind: "history", service: opened.service })}
          onDone={({ name, undo }) => finish(say("services.done.saved", { name }), undo)}
        />
      )}
      {opened?.kind === "history" && (
        <History
          entityId={opened.service.id}
          title={opened.service.name}
          {...serviceHistory(lists?.names ?? new Map())}
          onClose={close}
        />
      )}
      {deleting.length > 0 && (
        <DeleteDialog
          services={deleting}
          onClose={() => setDeleting([])}
          onSure={(how) => {
            const gone = deleting;
            setDeleting([]);
            setChosen(new Set());
            void make(
              () => write(({ services }) => services.bulkDelete({ ids: gone.map(({ id }) => id), ...how })),
              ({ bulkActionMetadata: { totalSuccesses: count, totalFailures: failed } }) =>
                failed === 0
                  ? say("services.done.deleted", { count })
                  : say("services.done.deletedSome", { done: count, failed }),
            );
          }}
        />
      )}
    </AdminPage>
  );
}

/** Opens the form with the current state of a service, which may differ from the state in the list. */
function FreshForm({ service, ...form }: Parameters<typeof ServiceForm>[0]) {
  const id = service?.id;
  const { data, isFetchedAfterMount } = usePlatformQuery(
    ["services", "one", id],
    async ({ services }) => (await services.get({ serviceId: id ?? "" })).service,
    { enabled: id !== undefined, refetch: true },
  );
  if (!id) return <ServiceForm service={undefined} {...form} />;
  return isFetchedAfterMount && data ? <ServiceForm key={id} service={data} {...form} /> : null;
}

type FiltersProps = {
  criteria: Criteria;
  categories: readonly { id: string; name: string }[];
  onChange: (criteria: Criteria) => void;
};

function Filters({ criteria, categories, onChange }: FiltersProps) {
  return (
    <div className="choices">
      <FilterSelect
        label={say("services.type.any")}
        value={criteria.type}
        onChange={({ target }) => onChange({ ...criteria, type: target.value as Criteria["type"] })}
        options={(["CLASS", "COURSE", "APPOINTMENT"] as const).map((value) => ({
          value,
          label: say(`services.type.${value}`),
        }))}
      />
      <FilterSelect
        label={say("services.category.any")}
        value={criteria.categoryId}
        onChange={({ target }) => onChange({ ...criteria, categoryId: target.value })}
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        label={say("services.shown.any")}
        value={criteria.shown}
        onChange={({ target }) => onChange({ ...criteria, shown: target.value as Criteria["shown"] })}
        options={(["shown", "hidden"] as const).map((value) => ({ value, label: say(`services.shown.${value}`) }))}
      />
    </div>
  );
}
