import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { DataCollection, Index } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Check, Select } from "@uola/ui/field.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { fieldName, isExternal, ownFields } from "./collection.ts";
import { isSortable, kindOf } from "./field-kind.ts";

const stillMs = 2_000;

/**
 * The indexes of a collection: fields for fast search in a large collection, and unique fields.
 * They are built in the background, with progress shown.
 */
export function Indexes({ collection }: { collection: DataCollection }) {
  const [isOpen, setOpen] = useState(false);
  if (isExternal(collection)) return null;
  return (
    <details className="form-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="title">{say("content.indexes")}</summary>
      {isOpen && <Known collection={collection} />}
    </details>
  );
}

function Known({ collection }: { collection: DataCollection }) {
  const dataCollectionId = collection.id;
  const write = usePlatformAction("indexes");
  const { make, shown } = useFeedback();
  const [building, setBuilding] = useState(false);
  const reading = usePlatformQuery(
    ["indexes", dataCollectionId],
    async ({ indexes }) => (await indexes.list({ dataCollectionId })).indexes,
    building ? { everyMs: stillMs } : {},
  );
  const indexes = reading.data;
  const works = indexes?.some(({ status }) => status === "BUILDING" || status === "DROPPING") ?? false;
  if (works !== building) setBuilding(works);
  const fields = ownFields(collection).filter((field) => isSortable(kindOf(field)) || kindOf(field) === "reference");
  const [path, setPath] = useState(fields[0]?.key ?? "");
  const [unique, setUnique] = useState(false);
  const named = (key: string) => {
    const field = collection.fields.find((each) => each.key === key);
    return field ? fieldName(field) : key;
  };
  const create = (index: Pick<Index, "name" | "fields" | "unique" | "caseInsensitive">) =>
    write(({ indexes }) => indexes.create({ dataCollectionId, index }));
  const drop = (index: Index) => {
    const { name, fields, unique, caseInsensitive } = index;
    return make(
      () => write(({ indexes }) => indexes.drop({ dataCollectionId, indexName: name })),
      say("content.indexes.dropped"),
      () => create({ name, fields, unique, caseInsensitive }),
    );
  };
  return (
    <div className="grid gap-4">
      <p className="text-muted">{say("content.indexes.lead")}</p>
      {shown}
      <List items={indexes} reading={reading} isLive idOf={({ name }) => name}>
        {(index) => (
          <Row
            name={index.fields.map((field) => named(field.path)).join(" + ")}
            marks={[say(`content.index.${index.status}`)]}
            about={index.unique && say("content.indexes.unique.is")}
            more={index.failure && <p className="error">{say("content.indexes.failed")}</p>}
            main={{ label: say("delete"), onClick: () => void drop(index) }}
          />
        )}
      </List>
      {fields.length > 0 && (
        <>
          <Select
            id="index-field"
            label={say("content.indexes.field")}
            value={path}
            onChange={({ target }) => setPath(target.value)}
            options={fields.map((field) => ({ value: field.key, label: fieldName(field) }))}
          />
          <Check id="index-unique" checked={unique} onChange={({ target }) => setUnique(target.checked)}>
            {say("content.indexes.unique")}
          </Check>
          <TextButton
            className="justify-self-start"
            onClick={() =>
              void make(
                () => create({ name: `${path}${unique ? "_unique" : ""}`, fields: [{ path, order: "ASC" }], unique }),
                say("content.indexes.begun"),
              )
            }
          >
            {say("content.indexes.add")}
          </TextButton>
        </>
      )}
    </div>
  );
}
