import type { CollectionRole, DataCollection } from "@uola/contract";
import { Check, Field, Select } from "@uola/ui/field.tsx";
import { Icon } from "@uola/ui/icons.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { nameOf } from "./collection.ts";
import { Indexes } from "./indexes.tsx";
import {
  collectionInputOf,
  type FieldDraft,
  idFor,
  keptSchema,
  newSchema,
  type Permission,
  permissions,
  problemsOf,
  roles,
  type SchemaDraft,
} from "./schema-draft.ts";
import { SchemaFields } from "./schema-fields.tsx";
import { useContentWrite, useStoredCollection } from "./use-content.ts";

type SchemaFormProps = {
  collection: DataCollection | undefined;
  /** Collections that a field can refer to. */
  collections: readonly DataCollection[];
  onClose: () => void;
  onDone: (done: { id: string; name: string; undo: () => Promise<unknown> }) => void;
};

const label = (field: keyof SchemaDraft) => say(`content.schema.${field}`);

function show(field: keyof SchemaDraft, value: unknown): string {
  if (field === "fields") return (value as FieldDraft[]).map(({ name }) => name).join(", ");
  if (field === "permissions") {
    const roleOf = value as SchemaDraft["permissions"];
    return permissions.map((each) => `${say(`content.may.${each}`)} ${sayRole(each, roleOf[each])}`).join("; ");
  }
  return typeof value === "boolean" ? say(value ? "yes" : "no") : String(value);
}

const sayRole = (permission: Permission, role: CollectionRole): string => {
  const known = roles.find((each) => each === role) ?? "ADMIN";
  return known === "SITE_MEMBER_AUTHOR" && permission === "insert"
    ? say("content.role.SITE_MEMBER")
    : say(`content.role.${known}`);
};

/**
 * Edits the fields, permissions and behaviour of a collection. An existing collection is read as
 * stored, without localized names.
 */
export function SchemaForm({ collection, ...props }: SchemaFormProps) {
  return collection ? <Stored {...props} id={collection.id} /> : <Schema {...props} collection={undefined} />;
}

function Stored({ id, ...props }: Omit<SchemaFormProps, "collection"> & { id: string }) {
  const { data: stored } = useStoredCollection(id);
  return stored ? <Schema {...props} collection={stored} /> : null;
}

function Schema({ collection: known, collections, onClose, onDone }: SchemaFormProps) {
  const write = useContentWrite();
  const form = useEntityForm<SchemaDraft>({
    label,
    show,
    kept: known ? keptSchema(known) : { draft: newSchema(), revision: undefined },
    isNew: !known,
    ...(known && {
      reread: async () => keptSchema(await write(({ collections }) => current(collections, known.id))),
    }),
    check: (draft) => {
      const { name, ...fields } = problemsOf(draft);
      return {
        ...(name && { name: say("content.wrong.name") }),
        ...(Object.keys(fields).length > 0 && {
          fields: say(fields.fields ? "content.wrong.fields" : "content.wrong.someFields"),
        }),
      };
    },
    save: ({ draft, before }) =>
      write(async ({ collections: calls }) => {
        if (!known) {
          const id = idFor(
            draft.name,
            collections.map((each) => each.id),
          );
          const { collection } = await calls.create({ collection: collectionInputOf(draft, id) });
          return onDone({
            id,
            name: nameOf(collection),
            undo: () => write(({ collections }) => collections.delete({ dataCollectionId: id })),
          });
        }
        const input = {
          ...collectionInputOf(draft, known.id, known),
          ...(before.revision && { revision: before.revision }),
        };
        const { collection } = await calls.update({ collection: input });
        onDone({
          id: known.id,
          name: nameOf(collection),
          undo: () =>
            write(async ({ collections }) => {
              const { revision } = await current(collections, known.id);
              return collections.update({ collection: { ...known, ...(revision && { revision }) } });
            }),
        });
      }),
    onSaved: onClose,
  });
  const { draft, set, wrong, failure } = form;
  const title = known ? say("content.schema.title", { name: nameOf(known) }) : say("content.add");
  return (
    <FormSheet wide title={title} form={form} onClose={onClose}>
      <Field {...form.text("name")} hint={say("content.schema.name.hint")} maxLength={200} />
      <FieldGroup title={label("fields")}>
        <SchemaFields
          fields={draft.fields}
          collections={collections}
          problems={failure ? problemsOf(draft) : {}}
          error={wrong.fields}
          onChange={(fields) => set({ fields })}
        />
        {draft.fields.length > 1 && (
          <Select
            {...form.text("displayRef")}
            hint={say("content.schema.displayRef.hint")}
            options={draft.fields.map(({ ref, name }) => ({ value: ref, label: name || say("content.field.new") }))}
          />
        )}
      </FieldGroup>
      <FieldGroup title={label("permissions")}>
        <div id="permissions" className="grid gap-3" tabIndex={-1}>
          {permissions.map((permission) => (
            <label key={permission} className="permission">
              {say(`content.may.${permission}`)}
              <span className="select">
                <select
                  className="input"
                  value={draft.permissions[permission]}
                  onChange={({ target }) =>
                    set({
                      permissions: { ...draft.permissions, [permission]: target.value as CollectionRole },
                    })
                  }
                >
                  {roles
                    .filter((role) => !(permission === "insert" && role === "SITE_MEMBER_AUTHOR"))
                    .map((role) => (
                      <option key={role} value={role}>
                        {say(`content.role.${role}`)}
                      </option>
                    ))}
                </select>
                <Icon name="down" />
              </span>
            </label>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title={say("content.schema.behaviour")}>
        <div>
          <Check
            id="publishing"
            checked={draft.publishing}
            onChange={({ target }) => set({ publishing: target.checked })}
          >
            {label("publishing")}
          </Check>
          <Check {...form.check("single")} />
        </div>
      </FieldGroup>
      {known && <Indexes collection={known} />}
    </FormSheet>
  );
}

type Calls = Parameters<Parameters<ReturnType<typeof useContentWrite>>[0]>[0]["collections"];
const current = async (calls: Calls, dataCollectionId: string) =>
  (await calls.get({ dataCollectionId, consistentRead: true })).collection;
