import { useIsOwner } from "@uola/browser/session/session.tsx";
import type { DataCollection } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { useEffect, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { addressOf, type Group, groupsOf, isExternal, isSingle, nameOf, singleIdOf } from "./collection.ts";
import { DocumentPlaceholders } from "./document-placeholders.tsx";
import { RemovedCollections } from "./removed-collections.tsx";
import { SchemaForm } from "./schema-form.tsx";
import { useCollections, useContentWrite, useExternal, useExternalCount, useOwnCollections } from "./use-content.ts";
import { whenOf } from "./when.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("content.heading"), hidden: true });

export default function Content() {
  return (
    <AdminFrame here="/admin/content/">
      <Overview />
    </AdminFrame>
  );
}

/** Lists the collections that the user may edit, then those that only the owner may change. */
function Overview() {
  const isOwner = useIsOwner();
  const reading = useOwnCollections();
  const external = useExternal();
  const collections = useCollections();
  const write = useContentWrite();
  const { make, done, shown } = useFeedback();
  const [opened, setOpened] = useState<{ collection?: DataCollection }>();
  const [made, setMade] = useState<string>();
  const isListed = collections?.some(({ id }) => id === made) ?? false;
  // Scrolls to a new collection, which may be below the visible part of the list.
  useEffect(() => {
    if (made && isListed) document.getElementById(lineId(made))?.scrollIntoView({ block: "center" });
  }, [made, isListed]);
  const summaries = new Map(reading.data?.map((each) => [each.collection.id, each]));

  const remove = (collection: DataCollection) => {
    const wish = { dataCollectionId: collection.id };
    return make(
      () => write(({ collections }) => collections.delete(wish)),
      say("content.done.deleted", { name: nameOf(collection) }),
      () => write(({ collections }) => collections.restore(wish)),
    );
  };
  return (
    <AdminPage
      title={say("content.heading")}
      beside={
        <>
          <span className="ml-auto">
            <TextLink alone href={linkTo("/admin/content/links/")}>
              {say("links.heading")}
            </TextLink>
          </span>
          {isOwner && (
            <PrimaryButton small icon="plus" disabled={!collections} onClick={() => setOpened({})}>
              {say("content.add")}
            </PrimaryButton>
          )}
        </>
      }
    >
      {shown}
      {isOwner && <DocumentPlaceholders />}
      <Results
        reading={reading}
        items={collections}
        lines={8}
        empty={<p className="lead">{say(isOwner ? "content.none" : "content.none.yours")}</p>}
      >
        {(collections) =>
          groupsOf(collections, isOwner).map((group) => (
            <Section key={group.connection ?? group.kind} title={headingOf(group)}>
              {group.kind === "readOnly" && <p className="mt-3 text-muted">{say("content.readOnly")}</p>}
              <List items={group.collections}>
                {(collection) => (
                  <Line
                    collection={collection}
                    summary={summaries.get(collection.id)}
                    isOwner={isOwner}
                    onSchema={() => setOpened({ collection })}
                    onRemove={() => void remove(collection)}
                  />
                )}
              </List>
            </Section>
          ))
        }
      </Results>
      {external.isError && !external.data && <Notice urgent>{say("content.external.failed")}</Notice>}
      {isOwner && <RemovedCollections make={make} />}
      {opened && (
        <SchemaForm
          key={opened.collection?.id ?? ""}
          collection={opened.collection}
          collections={collections ?? []}
          onClose={() => setOpened(undefined)}
          onDone={({ id, name, undo }) => {
            if (!opened.collection) setMade(id);
            setOpened(undefined);
            done(say("done.saved", { name }), undo);
          }}
        />
      )}
    </AdminPage>
  );
}

const lineId = (collectionId: string) => `row-${collectionId}`;

const headingOf = ({ kind, connection }: Group): string =>
  kind === "external" ? say("content.group.external", { name: connection ?? "" }) : say(`content.group.${kind}`);

type LineProps = {
  collection: DataCollection;
  summary: { itemCount: number; isEstimated: boolean; changedDate?: Date | null | undefined } | undefined;
  isOwner: boolean;
  onSchema: () => void;
  onRemove: () => void;
};

function Line({ collection, summary, isOwner, onSchema, onRemove }: LineProps) {
  const external = useExternalCount(collection, isExternal(collection));
  const name = nameOf(collection);
  const single = isSingle(collection);
  const count = summary?.itemCount ?? external.data ?? undefined;
  const href = single ? addressOf.item(collection.id, singleIdOf(collection)) : addressOf.items(collection.id);
  const can = (operation: "UPDATE" | "REMOVE") =>
    isOwner && (collection.capabilities?.collectionOperations.includes(operation) ?? !isExternal(collection));
  const facts = [
    external.isError && count === undefined && say("content.unread"),
    !single && count !== undefined && say(summary?.isEstimated ? "content.count.about" : "content.count", { count }),
    summary?.changedDate && say("content.changed", { when: whenOf(summary.changedDate) }),
    single && count === 0 && say("content.untouched"),
  ];
  return (
    <Row
      name={name}
      href={href}
      about={facts.filter(Boolean).join(" · ")}
      others={[
        can("UPDATE") && { label: say("content.schema"), onClick: onSchema },
        // The texts of a page cannot be deleted.
        !single && can("REMOVE") && { label: say("delete"), apart: true, onClick: onRemove },
      ]}
    />
  );
}
