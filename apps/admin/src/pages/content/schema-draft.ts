import type { CollectionField, CollectionRole, DataCollection } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { StoredDraft } from "@uola/ui/kit/use-entity-form.ts";
import { capitalized, decimal } from "@uola/words/formats";
import { ownFields, pluginOf } from "./collection.ts";
import { type FieldKind, fieldTypeOf, hasLengths, hasSizes, kindOf, refers, shortMax } from "./field-kind.ts";
import { numberOf } from "./value.ts";

/** A field as edited in the form: numbers as typed, plus a form-internal reference. */
export type FieldDraft = {
  /** Identifies the field within the form; new fields have no key yet. */
  ref: string;
  /** Key of an existing field; "" for a new one, whose key is derived from its label. */
  key: string;
  name: string;
  kind: FieldKind;
  required: boolean;
  description: string;
  min: string;
  max: string;
  /** The id of the referenced collection. */
  target: string;
};
export type Permission = "read" | "insert" | "update" | "remove";
export const permissions: readonly Permission[] = ["read", "insert", "update", "remove"];
export type SchemaDraft = {
  name: string;
  fields: FieldDraft[];
  /** The `ref` of the field whose value is used as the name of an item. */
  displayRef: string;
  permissions: Record<Permission, CollectionRole>;
  publishing: boolean;
  single: boolean;
};

export const roles = ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "CMS_EDITOR", "ADMIN"] as const;

let refs = 0;
export const newField = (kind: FieldKind): FieldDraft => ({
  ref: `new-${++refs}`,
  key: "",
  name: "",
  kind,
  required: false,
  description: "",
  min: "",
  max: kind === "text" ? String(shortMax) : "",
  target: "",
});

export function newSchema(): SchemaDraft {
  const title = { ...newField("text"), required: true };
  return {
    name: "",
    fields: [title],
    displayRef: title.ref,
    permissions: { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" },
    publishing: false,
    single: false,
  };
}

const typed = (value: unknown): string => (typeof value === "number" ? decimal(value) : "");

function fieldDraftOf(field: CollectionField): FieldDraft {
  const kind = kindOf(field);
  const { numberRange, stringLengthRange, arraySizeRange, typeMetadata } = field;
  return {
    ref: field.key,
    key: field.key,
    name: field.displayName || field.key,
    kind,
    required: field.required === true,
    description: field.description ?? "",
    min: typed(numberRange?.min ?? stringLengthRange?.minLength ?? arraySizeRange?.minSize),
    max: typed(numberRange?.max ?? stringLengthRange?.maxLength ?? arraySizeRange?.maxSize),
    target: (typeMetadata?.reference ?? typeMetadata?.multiReference)?.referencedCollectionId ?? "",
  };
}

export function keptSchema(collection: DataCollection): StoredDraft<SchemaDraft> {
  const roleOf = (permission: Permission): CollectionRole => {
    const role = collection.permissions?.[permission] ?? "ADMIN";
    return roles.some((known) => known === role) ? role : "ADMIN";
  };
  return {
    revision: collection.revision ?? undefined,
    draft: {
      name: collection.displayName || collection.id,
      fields: ownFields(collection).map(fieldDraftOf),
      displayRef: collection.displayField ?? "",
      permissions: {
        read: roleOf("read"),
        insert: roleOf("insert"),
        update: roleOf("update"),
        remove: roleOf("remove"),
      },
      publishing: pluginOf(collection, "PUBLISH") !== undefined,
      single: pluginOf(collection, "SINGLE_ITEM") !== undefined,
    },
  };
}

const latin = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
const lowerFirst = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);

/**
 * Derives a collection id from a name: "Kainos vaikams" → "KainosVaikams", or "KainosVaikams2" if
 * that id is taken.
 */
export function idFor(name: string, taken: readonly string[]): string {
  return free(latin(name).map(capitalized).join("") || "Kolekcija", taken);
}
/** Derives a field key from a label: "Nuotraukos aprašymas" → "nuotraukosAprasymas". */
export function keyFor(name: string, taken: readonly string[]): string {
  return free(lowerFirst(latin(name).map(capitalized).join("").replace(/^\d+/, "")) || "laukas", taken);
}
function free(wished: string, taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wished : `${wished}${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

/** Returns the form's fields in order; new fields get a key. */
function withKeys(fields: readonly FieldDraft[]): FieldDraft[] {
  const taken = fields.map(({ key }) => key).filter(Boolean);
  return fields.map((field) => {
    if (field.key) return field;
    const key = keyFor(field.name, taken);
    taken.push(key);
    return { ...field, key };
  });
}

const range = (min: string, max: string, names: readonly [string, string]) => {
  const [least, most] = [numberOf(min), numberOf(max)];
  if (least === undefined && most === undefined) return null;
  return { ...(least !== undefined && { [names[0]]: least }), ...(most !== undefined && { [names[1]]: most }) };
};

function fieldOf({ key, name, kind, required, description, min, max, target }: FieldDraft, before?: CollectionField) {
  const { capabilities: _, systemField: __, ...kept } = before ?? ({} as Partial<CollectionField>);
  const type = before && kindOf(before) === kind ? before.type : fieldTypeOf(kind);
  const referring = {
    reference: { reference: { referencedCollectionId: target } },
    references: { multiReference: { ...before?.typeMetadata?.multiReference, referencedCollectionId: target } },
  };
  const typeMetadata = kind === "reference" || kind === "references" ? referring[kind] : null;
  return {
    ...kept,
    key,
    displayName: name.trim(),
    type,
    ...(type !== before?.type || typeMetadata ? { typeMetadata } : {}),
    required,
    description: description.trim() || null,
    numberRange: kind === "number" ? range(min, max, ["min", "max"]) : null,
    stringLengthRange: hasLengths(kind) ? range(min, max, ["minLength", "maxLength"]) : null,
    arraySizeRange: hasSizes(kind) ? range(min, max, ["minSize", "maxSize"]) : null,
  };
}

/**
 * Returns the complete collection definition to send; the platform deletes everything that is
 * missing from it.
 */
export function collectionInputOf(draft: SchemaDraft, id: string, before?: DataCollection): DataCollection {
  const fields = withKeys(draft.fields);
  const known = new Map(before?.fields.map((field) => [field.key, field]));
  const plugins = (before?.plugins ?? [])
    .filter(({ type }) => !(type === "PUBLISH" && !draft.publishing) && !(type === "SINGLE_ITEM" && !draft.single))
    .map((plugin) => {
      if (plugin.type !== "MULTILINGUAL") return plugin;
      // Fields that no longer exist cannot be translatable.
      const keys = plugin.multilingualOptions?.translatableFieldKeys ?? [];
      const translatableFieldKeys = keys.filter((key) => fields.some((field) => field.key === key));
      return { ...plugin, multilingualOptions: { translatableFieldKeys } };
    });
  const has = (type: string) => plugins.some((plugin) => plugin.type === type);
  if (draft.publishing && !has("PUBLISH")) {
    plugins.push({ type: "PUBLISH", publishOptions: { defaultStatus: "PUBLISHED" } });
  }
  if (draft.single && !has("SINGLE_ITEM")) {
    plugins.push({ type: "SINGLE_ITEM", singleItemOptions: { singleItemId: "SINGLE_ITEM_ID" } });
  }
  const displayField = fields.find(({ ref }) => ref === draft.displayRef)?.key ?? fields[0]?.key;
  return {
    ...before,
    id,
    displayName: draft.name.trim(),
    ...(displayField && { displayField }),
    fields: fields.map((field) => required(fieldOf(field, known.get(field.key)), "field")),
    permissions: draft.permissions,
    plugins,
  };
}

export type SchemaWrong = "name" | "fields" | "fieldName" | "fieldTarget" | "fieldRange";

/** Returns the validation errors by form field; a collection field is keyed `field-<ref>`. */
export function problemsOf({ name, fields }: SchemaDraft): Record<string, SchemaWrong> {
  const wrong: Record<string, SchemaWrong> = {};
  if (!name.trim()) wrong.name = "name";
  if (fields.length === 0) wrong.fields = "fields";
  for (const { ref, name, kind, target, min, max } of fields) {
    const [least, most] = [numberOf(min), numberOf(max)];
    const isNoNumber = (min.trim() && least === undefined) || (max.trim() && most === undefined);
    const isWhole =
      kind === "number" || [least, most].every((limit) => !limit || (Number.isInteger(limit) && limit >= 0));
    if (!name.trim()) wrong[`field-${ref}`] = "fieldName";
    else if (refers(kind) && !target) wrong[`field-${ref}`] = "fieldTarget";
    else if (isNoNumber || !isWhole || (least !== undefined && most !== undefined && least > most)) {
      wrong[`field-${ref}`] = "fieldRange";
    }
  }
  return wrong;
}
