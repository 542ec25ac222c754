import type {
  CollectionField,
  DataCollection,
  DataOperation,
  FieldType,
  QueryOperator,
  TypeMetadata,
} from "@uola/contract";

type Capabilities = NonNullable<CollectionField["capabilities"]>;

const equality: readonly QueryOperator[] = ["EQ", "NE", "HAS_SOME", "EXISTS"];
const order: readonly QueryOperator[] = ["LT", "LTE", "GT", "GTE"];
const inPart: readonly QueryOperator[] = ["STARTS_WITH", "ENDS_WITH", "CONTAINS"];
const members: readonly QueryOperator[] = ["EQ", "NE", "HAS_SOME", "HAS_ALL", "EXISTS"];

const value: Capabilities = { sortable: true, queryOperators: [...equality, ...order] };
const text: Capabilities = { sortable: true, queryOperators: [...equality, ...order, ...inPart, "URLIZED"] };
const link: Capabilities = { sortable: true, queryOperators: [...equality, ...inPart] };
const reference: Capabilities = { sortable: true, queryOperators: [...equality] };
const list: Capabilities = { sortable: false, queryOperators: [...members] };
const truth: Capabilities = { sortable: true, queryOperators: ["EQ", "NE", "EXISTS"] };
const whole: Capabilities = { sortable: false, queryOperators: ["EQ", "NE", "EXISTS"] };
const media: Capabilities = { sortable: false, queryOperators: [...equality, ...inPart] };
const anything: Capabilities = {
  sortable: true,
  queryOperators: [...equality, "HAS_ALL", ...order, ...inPart, "URLIZED"],
};

const byType: Record<FieldType, Capabilities> = {
  UNKNOWN_FIELD_TYPE: anything,
  TEXT: text,
  NUMBER: value,
  DATE: value,
  DATETIME: value,
  IMAGE: media,
  BOOLEAN: truth,
  DOCUMENT: media,
  URL: link,
  RICH_TEXT: { sortable: false, queryOperators: [...equality, ...inPart] },
  VIDEO: media,
  ANY: anything,
  ARRAY_STRING: list,
  ARRAY_DOCUMENT: list,
  AUDIO: media,
  TIME: value,
  LANGUAGE: link,
  RICH_CONTENT: whole,
  MEDIA_GALLERY: whole,
  ADDRESS: whole,
  PAGE_LINK: link,
  REFERENCE: reference,
  MULTI_REFERENCE: { sortable: false, queryOperators: ["HAS_SOME", "HAS_ALL", "EXISTS"] },
  OBJECT: whole,
  ARRAY: list,
  LEGACY_TIME: value,
  LEGACY_BOOK: whole,
  LEGACY_EXTERNAL_URL: link,
  LEGACY_BROKEN_REFERENCE: whole,
  LEGACY_IMAGE: media,
  LEGACY_COLOR: reference,
  LEGACY_EXTERNAL_VIDEO: media,
};

/** Returns how a field can be filtered and sorted. Encrypted fields support neither. */
export const capabilitiesOf = (type: FieldType, encrypted?: boolean | null): Capabilities =>
  encrypted ? { sortable: false, queryOperators: [] } : byType[type];

/** The nested definitions of objects and arrays. */
type Parts = {
  object?: { fields: { type: FieldType; typeMetadata?: Parts | null; capabilities?: Capabilities }[] } | null;
  array?: { elementType: FieldType; typeMetadata?: Parts | null } | null;
};

/** Returns a field with its capabilities, nested fields included. */
export const withCapabilities = (field: CollectionField): CollectionField => ({
  ...inside(field, (type) => capabilitiesOf(type, field.encrypted)),
  capabilities: capabilitiesOf(field.type, field.encrypted),
});

/** Returns a field without capabilities, which only the platform sets. */
export const withoutCapabilities = ({ capabilities, ...field }: CollectionField): CollectionField =>
  inside(field, () => undefined);

function inside(
  field: CollectionField,
  capabilitiesIn: (type: FieldType) => Capabilities | undefined,
): CollectionField {
  const { object, array } = field.typeMetadata ?? {};
  if (!object && !array) return field;
  const parts = (of: Parts): Parts => ({
    ...of,
    ...(of.object && {
      object: {
        fields: of.object.fields.map(({ capabilities: _, ...each }) => {
          const known = capabilitiesIn(each.type);
          const typeMetadata = each.typeMetadata && parts(each.typeMetadata);
          return { ...each, ...(typeMetadata && { typeMetadata }), ...(known && { capabilities: known }) };
        }),
      },
    }),
    ...(of.array?.typeMetadata && { array: { ...of.array, typeMetadata: parts(of.array.typeMetadata) } }),
  });
  return { ...field, typeMetadata: parts(field.typeMetadata as Parts) as TypeMetadata };
}

const reads: readonly DataOperation[] = [
  "AGGREGATE",
  "COUNT",
  "DISTINCT",
  "FIND",
  "GET",
  "IS_REFERENCED",
  "QUERY_REFERENCED",
];
const writes: readonly DataOperation[] = [
  "BULK_INSERT",
  "BULK_REMOVE",
  "BULK_SAVE",
  "BULK_UPDATE",
  "INSERT",
  "INSERT_REFERENCE",
  "REMOVE",
  "REMOVE_REFERENCE",
  "REPLACE_REFERENCES",
  "SAVE",
  "TRUNCATE",
  "UPDATE",
  "PATCH",
  "BULK_PATCH",
];

/** Limits per collection; a unique index counts separately. */
export const indexLimits = { regular: 3, unique: 1, total: 4 };

/** Returns the operations on a type of collection. Collections of apps are read-only. */
export const operationsOf = (type: DataCollection["collectionType"]): NonNullable<DataCollection["capabilities"]> =>
  type === "NATIVE"
    ? { dataOperations: [...reads, ...writes], collectionOperations: ["UPDATE", "REMOVE"], indexLimits }
    : { dataOperations: [...reads], collectionOperations: [] };
