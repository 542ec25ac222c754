import type { CollectionField, CollectionPlugin, DataCollection, FieldType, TypeMetadata } from "@uola/contract";
import type { FieldError } from "@uola/kernel";
import { capabilitiesOf } from "./capabilities.ts";
import { isSystemKey } from "./definition.ts";

/** A collection as sent by callers. */
export type CollectionInput = Omit<DataCollection, "fields"> & {
  fields?: readonly CollectionField[] | null | undefined;
};

/** The maximum number of fields: 1,000 minus the platform's own fields. */
const fieldsMax = 995;
/** Item ids are part of index entries, which must fit in a third of a page. */
export const itemIdLengthMax = 512;
/** Whether the value is a valid item id. PostgreSQL can store neither NUL nor lone surrogates. */
export const isItemId = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  value.length <= itemIdLengthMax &&
  !value.includes("\0") &&
  value.isWellFormed();

const wrong = (field: string, description: string): FieldError => ({ field: `collection.${field}`, description });

/** Returns the errors in the definition itself. */
export function definitionErrors(input: CollectionInput): FieldError[] {
  return [...ofId(input), ...ofFields(input), ...ofPermissions(input), ...ofDisplay(input), ...ofPlugins(input)];
}

/**
 * Whether the text is a valid collection id. Ids appear in URL paths, and a slash separates the
 * connection name from the collection.
 */
export const isCollectionId = (id: string): boolean =>
  id.length <= 256 && /^(?!\.{1,2}$)[^/\\?#%\s\p{Cc}]+( [^/\\?#%\s\p{Cc}]+)*$/u.test(id);

function* ofId({ id }: CollectionInput): Generator<FieldError> {
  if (!isCollectionId(id)) yield wrong("id", "must be a name of at most 256 characters without / \\ ? # %");
}

/** Returns the owner-defined fields, without those of the platform. */
export const ownFields = ({ fields }: CollectionInput): CollectionField[] =>
  (fields ?? []).filter(({ key }) => !isSystemKey(key));

function* ofFields(input: CollectionInput): Generator<FieldError> {
  const fields = ownFields(input);
  if (fields.length === 0) yield wrong("fields", "needs at least one field");
  if (fields.length > fieldsMax) yield wrong("fields", `must be at most ${fieldsMax} besides those of the platform`);
  yield* repeated(fields, "fields");
  for (const [i, field] of fields.entries()) {
    const at = `fields.${i}`;
    if (field.key.startsWith("_"))
      yield wrong(`${at}.key`, "must not begin with _, which is reserved for the platform");
    yield* ofKey(field.key, `${at}.key`);
    yield* ofType(field.type, field.typeMetadata, at);
    if (field.encrypted && refers.includes(field.type))
      yield wrong(`${at}.encrypted`, `is not supported for ${field.type}`);
    yield* ofRanges(field, at);
    yield* ofFieldPlugins(field, at);
  }
}

function* repeated(fields: readonly { key: string }[], at: string): Generator<FieldError> {
  const seen = new Set<string>();
  for (const { key } of fields) {
    if (seen.has(key)) yield wrong(at, `must not name ${key.slice(0, 100)} twice`);
    seen.add(key);
  }
}

function* ofKey(key: string, at: string): Generator<FieldError> {
  if (key.startsWith("$")) yield wrong(at, "must not begin with $");
  if (key === "__proto__") yield wrong(at, 'must not be "__proto__"');
  if (/[.\p{Cc}]/u.test(key)) yield wrong(at, "must not contain a dot, which separates path segments");
}

/** The metadata that each type accepts. The first two types in the list require metadata. */
const metadataOf: Partial<Record<FieldType, keyof TypeMetadata>> = {
  REFERENCE: "reference",
  MULTI_REFERENCE: "multiReference",
  OBJECT: "object",
  ARRAY: "array",
  PAGE_LINK: "pageLink",
};

const refers: readonly FieldType[] = ["REFERENCE", "MULTI_REFERENCE"];
type Metadata = Partial<TypeMetadata>;
function* ofType(type: FieldType, metadata: Metadata | null | undefined, at: string): Generator<FieldError> {
  if (type === "UNKNOWN_FIELD_TYPE") yield wrong(`${at}.type`, "must be a known type");
  const expected = metadataOf[type];
  const present = Object.entries(metadata ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [name] of present) {
    if (name !== expected) yield wrong(`${at}.typeMetadata.${name}`, `does not belong to ${type}`);
  }
  if ((expected === "reference" || expected === "multiReference") && !metadata?.[expected]) {
    yield wrong(`${at}.typeMetadata.${expected}`, `is needed for ${type}`);
  }
  const { object, array, multiReference, pageLink } = metadata ?? {};
  if (object) {
    yield* repeated(object.fields, `${at}.typeMetadata.object.fields`);
    for (const [i, inner] of object.fields.entries()) {
      const fieldPath = `${at}.typeMetadata.object.fields.${i}`;
      yield* ofKey(inner.key, `${fieldPath}.key`);
      yield* ofType(inner.type, inner.typeMetadata, fieldPath);
    }
  }
  if (array) yield* ofType(array.elementType, array.typeMetadata, `${at}.typeMetadata.array`);
  const back = multiReference?.referencingFieldKey;
  if (back) {
    const fieldPath = `${at}.typeMetadata.multiReference.referencingFieldKey`;
    if (back.startsWith("_")) yield wrong(fieldPath, "must not begin with _");
    yield* ofKey(back, fieldPath);
  }
  const { fieldsPattern, urlizedOnlyPattern } = pageLink?.calculator ?? {};
  if (fieldsPattern && urlizedOnlyPattern) {
    yield wrong(`${at}.typeMetadata.pageLink.calculator`, "must have one pattern");
  }
}

const measured: Record<string, readonly FieldType[]> = {
  numberRange: ["NUMBER"],
  stringLengthRange: ["TEXT", "URL", "RICH_TEXT", "LANGUAGE", "ANY"],
  arraySizeRange: ["ARRAY", "ARRAY_STRING", "ARRAY_DOCUMENT", "MEDIA_GALLERY", "MULTI_REFERENCE"],
};

function* ofRanges(field: CollectionField, at: string): Generator<FieldError> {
  const { numberRange, stringLengthRange: text, arraySizeRange: list, type } = field;
  const ranges = {
    numberRange: numberRange && [numberRange.min, numberRange.max],
    stringLengthRange: text && [text.minLength, text.maxLength],
    arraySizeRange: list && [list.minSize, list.maxSize],
  };
  for (const [name, range] of Object.entries(ranges)) {
    if (!range) continue;
    if (!measured[name]?.includes(type)) yield wrong(`${at}.${name}`, `does not belong to ${type}`);
    const [least, most] = range.map((bound) => (bound === null || bound === undefined ? undefined : Number(bound)));
    if (Number.isNaN(least) || Number.isNaN(most)) yield wrong(`${at}.${name}`, "must be of numbers");
    if (least !== undefined && most !== undefined && least > most) yield wrong(`${at}.${name}`, "must not be empty");
  }
}

function* ofFieldPlugins({ plugins }: CollectionField, at: string): Generator<FieldError> {
  for (const { type } of plugins ?? []) {
    if (type === "UNKNOWN") yield wrong(`${at}.plugins`, "must be of a known type");
  }
  if ((plugins?.length ?? 0) > 1) yield wrong(`${at}.plugins`, "must not repeat a type");
}

export function* ofPermissions({ permissions }: CollectionInput): Generator<FieldError> {
  if (!permissions) yield wrong("permissions", "are needed");
  for (const [action, role] of Object.entries(permissions ?? {})) {
    if (role === "UNKNOWN_ROLE") yield wrong(`permissions.${action}`, "must be a known role");
  }
}

function* ofDisplay(input: CollectionInput): Generator<FieldError> {
  const { displayField } = input;
  if (!displayField || isSystemKey(displayField)) return;
  if (!ownFields(input).some(({ key }) => key === displayField))
    yield wrong("displayField", "must be one of the fields");
}

const optionsOf: Partial<Record<CollectionPlugin["type"], keyof CollectionPlugin>> = {
  PUBLISH: "publishOptions",
  SINGLE_ITEM: "singleItemOptions",
  URLIZED: "urlizedOptions",
  MULTILINGUAL: "multilingualOptions",
  EDITABLE_PAGE_LINK: "editablePageLinkOptions",
  CMS: "cmsOptions",
};

function* ofPlugins(input: CollectionInput): Generator<FieldError> {
  const plugins = input.plugins ?? [];
  const types = plugins.map(({ type }) => type);
  if (new Set(types).size < types.length) yield wrong("plugins", "must not repeat a type");
  for (const [i, plugin] of plugins.entries()) {
    const { type, ...options } = plugin;
    const at = `plugins.${i}`;
    if (type === "UNKNOWN_PLUGIN_TYPE") yield wrong(`${at}.type`, "must be a known type");
    for (const [name, value] of Object.entries(options)) {
      if (value && name !== optionsOf[type]) yield wrong(`${at}.${name}`, `does not belong to ${type}`);
    }
    yield* ofOptions(input, plugin, at);
  }
}

function* ofOptions(input: CollectionInput, plugin: CollectionPlugin, at: string): Generator<FieldError> {
  const types = new Map(ownFields(input).map(({ key, type }) => [key, type]));
  if (plugin.publishOptions?.defaultStatus === "UNKNOWN_PUBLISH_PLUGIN_STATUS") {
    yield wrong(`${at}.publishOptions.defaultStatus`, "must be PUBLISHED or DRAFT");
  }
  if (plugin.urlizedOptions?.format === "UNKNOWN_URLIZED_PLUGIN_FORMAT") {
    yield wrong(`${at}.urlizedOptions.format`, "must be ORIGINAL or PLAIN");
  }
  if (plugin.type === "SINGLE_ITEM") {
    if (!isItemId(plugin.singleItemOptions?.singleItemId)) {
      yield wrong(`${at}.singleItemOptions.singleItemId`, `must have 1 to ${itemIdLengthMax} characters`);
    }
  }
  for (const key of plugin.multilingualOptions?.translatableFieldKeys ?? []) {
    if (!types.has(key)) yield wrong(`${at}.multilingualOptions.translatableFieldKeys`, "must be of the fields");
  }
  for (const { fieldKey } of plugin.cmsOptions?.siteSort?.sort ?? []) {
    const type = types.get(fieldKey);
    const isSortable = isSystemKey(fieldKey) || (type !== undefined && capabilitiesOf(type).sortable);
    if (!isSortable) yield wrong(`${at}.cmsOptions.siteSort.sort`, "must be by fields that can be sorted by");
  }
}
