import { useIsOwner } from "@uola/browser/session/session.tsx";
import type { DataCollection } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { part } from "@uola/page-loader/part.tsx";
import { PrimaryLink, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import { AdminPage, BulkBar, PageSearch } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { addressOf, isExternal, mayOf, nameOf } from "./collection.ts";
import { type Column, choiceOf, columnsOf } from "./columns.ts";
import { ColumnsChoice } from "./columns-choice.tsx";
import { type Criteria, criteriaOf, searchOf } from "./criteria.ts";
import { Filters } from "./filters.tsx";
import { ItemsTable } from "./items-table.tsx";
import { NoEditPermission } from "./no-edit-permission.tsx";
import { Removed } from "./removed.tsx";
import { useBulk } from "./use-bulk.ts";
import { useCollection, useCollections } from "./use-content.ts";
import { type Row, useDrafts, useItems } from "./use-items.ts";

/** The dialogs above the list are loaded only when they are opened. */
const SchemaForm = part(async () => (await import("./schema-form.tsx")).SchemaForm);
const ImportSheet = part(async () => (await import("./import-sheet.tsx")).ImportSheet);
const ExportSheet = part(async () => (await import("./export-sheet.tsx")).ExportSheet);

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("content.heading"), hidden: true });

export default function Items({ search }: PageProps) {
  const collectionId = search.get("collection") ?? "";
  return (
    <AdminFrame here="/admin/content/">
      <Known key={collectionId} collectionId={collectionId} search={search} />
    </AdminFrame>
  );
}

function Known({ collectionId, search }: { collectionId: string; search: URLSearchParams }) {
  const reading = useCollection(collectionId);
  const collection = reading.data;
  const isOwner = useIsOwner();
  if (collection && !mayOf(collection, "read", isOwner)) return <NoEditPermission name={nameOf(collection)} />;
  if (collection) return <List collection={collection} search={search} />;
  return (
    <AdminPage title={say("content.heading")} back={toAll()}>
      <Loaded reading={reading} failed={say("content.unread")} missing={say("content.notFound")}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

const toAll = () => ({ href: linkTo("/admin/content/"), label: say("content.toAll") });

function List({ collection, search }: { collection: DataCollection; search: URLSearchParams }) {
  const { id } = collection;
  const criteria = criteriaOf(search);
  const seek = (part: Partial<Criteria>) =>
    go(linkTo(`/admin/content/items/?${searchOf(id, { ...criteria, ...part })}`), { replace: true });
  const all = useMemo(() => columnsOf(collection), [collection]);
  const [choice, choose] = useColumnChoice(id, all);
  const columns = useMemo(() => all.filter(({ key }) => choice.includes(key)), [all, choice]);
  const found = useItems(collection, criteria, columns);
  const isOwner = useIsOwner();
  const mayEdit = mayOf(collection, "update", isOwner);
  const mayAdd = mayEdit && mayOf(collection, "insert", isOwner);
  const drafts = useDrafts(collection, mayEdit).data;
  const feedback = useFeedback();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { opened, setOpened, close, finish } = useOpened<"schema" | "removed" | "import" | "export">(feedback.done);
  const { remove, publish } = useBulk(collection, feedback, () => setPicked(new Set()));
  const collections = useCollections();

  const rows = useMemo(() => {
    const noted = new Map(drafts?.map((draft) => [draft.dataItemId, draft]));
    return found.items?.map((row): Row => ({ ...row, draft: noted.get(row.id) }));
  }, [found.items, drafts]);
  const neverPublished = useMemo(
    () =>
      drafts
        ?.filter(({ itemRevision }) => !itemRevision)
        .map((draft): Row => ({ id: draft.dataItemId, data: draft.data, draft, isOnlyDraft: true })),
    [drafts],
  );
  const hasCriteria = criteria.text !== "" || criteria.conditions.length > 0;
  const name = nameOf(collection);
  const table = { collection, columns, ...(mayEdit && { picking: { picked, onPick: setPicked } }) };

  return (
    <AdminPage
      title={name}
      back={toAll()}
      beside={
        <>
          <PageSearch label={say("content.search")} text={criteria.text} onSearch={(text) => seek({ text })} />
          {mayAdd && (
            <PrimaryLink small icon="plus" href={addressOf.newItem(id)}>
              {say("content.item.add")}
            </PrimaryLink>
          )}
        </>
      }
    >
      {!mayEdit && <p className="lead my-4">{say("content.readOnly")}</p>}
      <div className="content-bar">
        <Filters collection={collection} criteria={criteria} onChange={(conditions) => seek({ conditions })} />
        <span className="flex flex-wrap justify-end gap-x-[18px]">
          <ColumnsChoice columns={all} choice={choice} onChange={choose} />
          {isOwner && !isExternal(collection) && (
            <>
              <TextButton onClick={() => setOpened("import")}>{say("import.begin")}</TextButton>
              <TextButton onClick={() => setOpened("export")}>{say("export.open")}</TextButton>
            </>
          )}
          {isOwner && <TextButton onClick={() => setOpened("schema")}>{say("content.schema")}</TextButton>}
          {mayEdit && !isExternal(collection) && (
            <TextButton onClick={() => setOpened("removed")}>{say("content.removed")}</TextButton>
          )}
        </span>
      </div>
      {feedback.shown}
      {neverPublished && neverPublished.length > 0 && !hasCriteria && (
        <Section title={say("content.drafts.heading")}>
          <ItemsTable {...table} caption={say("content.drafts.heading")} rows={neverPublished} />
        </Section>
      )}
      {rows && (
        <p className="my-4 text-muted" role="status">
          {found.total != null && say("content.count", { count: found.total })}
        </p>
      )}
      {picked.size > 0 && (
        <BulkBar label={say("content.bulk")}>
          <b role="status">{say("content.bulk.picked", { count: picked.size })}</b>
          {!isExternal(collection) && (
            <TextButton onClick={() => void publish([...picked])}>{say("content.publish")}</TextButton>
          )}
          {mayOf(collection, "remove", isOwner) && (
            <TextButton onClick={() => void remove([...picked])}>{say("content.remove")}</TextButton>
          )}
          <TextButton onClick={() => setPicked(new Set())}>{say("services.bulk.clear")}</TextButton>
        </BulkBar>
      )}
      <ItemsTable
        {...table}
        caption={name}
        rows={rows}
        reading={found}
        empty={
          <Empty
            hasCriteria={hasCriteria}
            onClear={() => seek({ text: "", conditions: [] })}
            add={mayAdd ? addressOf.newItem(id) : undefined}
          />
        }
        sorting={{
          now: criteria.sort ? { id: criteria.sort, descending: criteria.down } : undefined,
          onChange: (sorting) => seek({ sort: sorting?.id ?? "", down: sorting?.descending ?? false }),
        }}
      />
      {opened === "schema" && collections && (
        <SchemaForm
          collection={collection}
          collections={collections}
          onClose={close}
          onDone={({ name, undo }) => finish(say("done.saved", { name }), undo)}
        />
      )}
      {opened === "import" && <ImportSheet collection={collection} onClose={close} />}
      {opened === "export" && <ExportSheet collection={collection} onClose={close} />}
      {opened === "removed" && <Removed collection={collection} onClose={close} />}
    </AdminPage>
  );
}

/** The user's column selection for a collection, stored in the browser. */
function useColumnChoice(collectionId: string, columns: readonly Column[]) {
  const name = `uola.columns.${collectionId}`;
  const [choice, setChoice] = useState(() => choiceOf(columns, localStorage.getItem(name)));
  const choose = (keys: string[]) => {
    localStorage.setItem(name, JSON.stringify(keys));
    setChoice(choiceOf(columns, JSON.stringify(keys)));
  };
  return [choice, choose] as const;
}

type EmptyProps = { hasCriteria: boolean; onClear: () => void; add: string | undefined };

function Empty({ hasCriteria, onClear, add }: EmptyProps) {
  return (
    <div className="content-empty">
      <p className="lead">{say(hasCriteria ? "content.empty.sought" : "content.empty")}</p>
      {hasCriteria && <TextButton onClick={onClear}>{say("content.filter.clear")}</TextButton>}
      {!hasCriteria && add && (
        <TextLink alone href={add}>
          {say("content.empty.add")}
        </TextLink>
      )}
    </div>
  );
}
