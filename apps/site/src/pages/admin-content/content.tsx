import type { DataCollection } from "@uola/contract";
import { useState } from "react";
import type { Head } from "../../loader/page.ts";
import { TextButton } from "../../ui/buttons.tsx";
import { Headline } from "../../ui/headline.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TapeButton } from "../../ui/tape.tsx";
import { AdminFrame } from "../admin/admin-frame.tsx";
import { say } from "../admin-forms/tell.ts";
import { useSaid } from "../admin-forms/use-said.tsx";
import { addressOf, type Group, groupsOf, isExternal, isSingle, nameOf, singleIdOf } from "./collection.ts";
import { SchemaForm } from "./schema-form.tsx";
import { useCollections, useContentWrite, useSummary } from "./use-content.ts";
import { whenOf } from "./when.ts";

export { Waiting } from "../admin/admin-frame.tsx";
export const head = (): Head => ({ title: `${say("content.heading")} – Uola`, hidden: true });

export default function Content() {
  return (
    <AdminFrame here="/admin/content/">
      <Overview />
    </AdminFrame>
  );
}

/** Everything the site's texts, lists and pictures are kept in. */
function Overview() {
  const { data: collections, isError, refetch } = useCollections();
  const write = useContentWrite();
  const { make, done, shown } = useSaid();
  const [opened, setOpened] = useState<{ collection?: DataCollection }>();

  const remove = (collection: DataCollection) => {
    const wish = { dataCollectionId: collection.id };
    return make(
      () => write(({ collections }) => collections.delete(wish)),
      say("content.done.deleted", { name: nameOf(collection) }),
      () => write(({ collections }) => collections.restore(wish)),
    );
  };
  return (
    <main id="content">
      <header className="admin-head">
        <Headline level={1}>{say("content.heading")}</Headline>
        <span className="grow" />
        <TapeButton disabled={!collections} onClick={() => setOpened({})}>
          {say("content.add")}
        </TapeButton>
      </header>
      {shown}
      <Notice urgent>{isError && !collections ? say("list.failed") : undefined}</Notice>
      {isError && !collections && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {!collections && !isError && <Skeleton lines={8} label={say("loading")} />}
      {collections?.length === 0 && <p className="lead">{say("content.none")}</p>}
      {groupsOf(collections ?? []).map((group) => (
        <section key={group.connection ?? group.kind} className="desk-section">
          <header>
            <h2 className="title">{headingOf(group)}</h2>
          </header>
          <ul className="desk-list">
            {group.collections.map((collection) => (
              <li key={collection.id}>
                <Line
                  collection={collection}
                  onSchema={() => setOpened({ collection })}
                  onRemove={() => void remove(collection)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened && (
        <SchemaForm
          key={opened.collection?.id ?? ""}
          collection={opened.collection}
          collections={collections ?? []}
          onClose={() => setOpened(undefined)}
          onDone={({ name, undo }) => {
            setOpened(undefined);
            done(say("done.saved", { name }), undo);
          }}
        />
      )}
    </main>
  );
}

const headingOf = ({ kind, connection }: Group): string =>
  kind === "external" ? say("content.group.external", { name: connection ?? "" }) : say(`content.group.${kind}`);

type LineProps = { collection: DataCollection; onSchema: () => void; onRemove: () => void };

function Line({ collection, onSchema, onRemove }: LineProps) {
  const { data: summary, isError } = useSummary(collection);
  const name = nameOf(collection);
  const single = isSingle(collection);
  const href = single ? addressOf.item(collection.id, singleIdOf(collection)) : addressOf.items(collection.id);
  const can = (operation: "UPDATE" | "REMOVE") =>
    collection.capabilities?.collectionOperations.includes(operation) ?? !isExternal(collection);
  return (
    <>
      <div className="what">
        <a className="title quick" href={href}>
          {name}
        </a>
        <p className="muted">
          {isError && !summary && say("content.unread")}
          {summary && !single && summary.count !== undefined && say("content.count", { count: summary.count })}
          {summary?.changed && `${single ? "" : " · "}${say("content.changed", { when: whenOf(summary.changed) })}`}
          {summary && single && !summary.changed && say("content.untouched")}
        </p>
      </div>
      <span className="desk-acts">
        {can("UPDATE") && (
          <TextButton onClick={onSchema}>
            {say("content.schema")}
            <span className="visually-hidden">: {name}</span>
          </TextButton>
        )}
        {can("REMOVE") && (
          <TextButton onClick={onRemove}>
            {say("delete")}
            <span className="visually-hidden">: {name}</span>
          </TextButton>
        )}
      </span>
    </>
  );
}
