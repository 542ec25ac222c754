import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Category } from "@uola/contract";
import { Select } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useCategories } from "@uola/ui/kit/lookups.ts";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { CategorySheet } from "./category-sheet.tsx";
import { sortOrdersOf } from "./sort-orders.ts";

/** The categories that services are grouped by, in order. */
export function Categories({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useCategories();
  const write = usePlatformAction("categories", "services");
  const [order, setOrder] = useState<readonly Category[]>();
  const { opened, setOpened, close, finish } = useOpened<{ category?: Category }>(done);
  const [deleting, setDeleting] = useState<Category>();
  const shown = order ?? reading.data;

  const keep = async (next: readonly Category[]) => {
    setOrder(next);
    await make(
      () =>
        write(async ({ categories }) => {
          for (const { item, sortOrder } of sortOrdersOf(next)) {
            await categories.update({ category: { id: item.id, sortOrder, revision: item.revision } });
          }
        }),
      say("categories.done.order"),
    );
    await reading.refetch();
    setOrder(undefined);
  };

  return (
    <ListSection
      // The list can be reordered again only after the previous order is saved, because the next
      // change needs the new revisions.
      order={{ nameOf: ({ name }) => name, onMove: (next) => !order && void keep(next) }}
      title={say("categories.heading")}
      add={{ label: say("categories.add"), onClick: () => setOpened({}) }}
      lead={say("categories.lead")}
      empty={say("categories.none")}
      items={shown}
      reading={reading}
      row={(category) => (
        <Row
          name={category.name}
          onOpen={() => setOpened({ category })}
          about={
            <>
              {say("categories.kind", { kind: category.kind })} ·{" "}
              {say("categories.services", { count: category.serviceCount })}
            </>
          }
          others={[{ label: say("delete"), apart: true, onClick: () => setDeleting(category) }]}
        />
      )}
    >
      {opened && (
        <CategorySheet
          title={opened.category?.name ?? say("categories.add")}
          kept={keptOf(opened.category)}
          reread={async () => {
            const { categories } = await write(({ categories }) => categories.list({}));
            const now = categories.find(({ id }) => id === opened.category?.id);
            return keptOf(now);
          }}
          save={({ draft: { name, kind }, before }) =>
            write(({ categories }) =>
              opened.category
                ? categories.update({
                    category: { id: opened.category.id, name, kind, revision: before.revision ?? "" },
                  })
                : categories.create({ category: { name, kind } }),
            )
          }
          onClose={close}
          onDone={(name) => finish(say("done.saved", { name }))}
        />
      )}
      {deleting && (
        <DeleteCategory
          category={deleting}
          others={(reading.data ?? []).filter(({ id }) => id !== deleting.id)}
          onClose={() => setDeleting(undefined)}
          onSure={(moveServicesTo) => {
            const { id: categoryId, name, kind, sortOrder, serviceCount } = deleting;
            setDeleting(undefined);
            void make(
              () =>
                write(({ categories }) => categories.delete({ categoryId, ...(moveServicesTo && { moveServicesTo }) })),
              say("done.deleted", { name }),
              serviceCount === 0
                ? () => write(({ categories }) => categories.create({ category: { name, kind, sortOrder } }))
                : undefined,
            );
          }}
        />
      )}
    </ListSection>
  );
}

const keptOf = (category: Category | undefined) => ({
  draft: { name: category?.name ?? "", kind: category?.kind ?? ("other" as const) },
  revision: category?.revision,
});

type DeleteCategoryProps = {
  category: Category;
  others: readonly Category[];
  onClose: () => void;
  onSure: (moveServicesTo: string | undefined) => void;
};

/** Deletes a category; its services must be moved to another one. */
function DeleteCategory({ category, others, onClose, onSure }: DeleteCategoryProps) {
  const [to, setTo] = useState(others[0]?.id ?? "");
  const isUsed = category.serviceCount > 0;
  return (
    <FormDialog
      title={say("categories.delete", { name: category.name })}
      sure={say("delete")}
      giveUp={say("delete.not")}
      onClose={onClose}
      form={() => {
        onSure(isUsed ? to : undefined);
      }}
      disabled={isUsed && !to}
    >
      {isUsed && (
        <Select
          id="move-to"
          label={say("categories.delete.to", { count: category.serviceCount })}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormDialog>
  );
}
