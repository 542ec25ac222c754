import { type CollectionField, type DataCollection, dataErrors } from "@uola/contract";
import type { Database } from "@uola/database";
import { type FieldError, Refusal } from "@uola/kernel";
import { withoutCapabilities } from "./capabilities.ts";
import { type Definition, reverseOf, toDataCollection } from "./definition.ts";
import * as store from "./store.ts";
import { type CollectionInput, definitionErrors, ownFields } from "./validation.ts";

type CollectionOrigin = Pick<Definition, "collectionType" | "ownerAppId" | "displayNamespace">;

/**
 * Checks a definition against the collections that it refers to, and returns the definition to
 * store. Rejects an invalid definition with `invalidData`.
 */
export async function acceptDefinition(
  tx: Database,
  siteId: string,
  input: CollectionInput,
  platformFields: CollectionOrigin,
  before?: store.CollectionRow,
): Promise<Definition> {
  refuse(definitionErrors(input));
  const { displayName, displayField, permissions, plugins } = input;
  const referring = (await store.referring(tx, siteId, input.id)).filter(({ key }) => key !== before?.key);
  // A definition returned by a read contains the reverse fields of references. They are derived, so
  // they are not stored.
  const fields = ownFields(input).filter((field) => !referring.some((from) => isReverseField(field, from)));
  const taken = new Set(referring.map(({ of }) => of.typeMetadata?.multiReference?.referencingFieldKey));
  refuse([
    ...(fields.length === 0 ? [wrong("needs at least one field of its own")] : []),
    ...fields
      .filter(({ key }) => taken.has(key))
      .map(({ key }) => wrong(`${shortKey(key)} is the reverse field of a reference`)),
    ...(await wrongTargets(tx, siteId, input.id, fields, before)),
  ]);
  return withoutUndefined({
    ...platformFields,
    displayName,
    displayField,
    permissions,
    plugins,
    fields: fields.map(writable),
  });
}

const wrong = (description: string): FieldError => ({ field: "collection.fields", description });
const shortKey = (key: string) => key.slice(0, 100);

const isReverseField = ({ key, type, typeMetadata }: CollectionField, { collectionId, of }: store.FieldReferring) =>
  type === "MULTI_REFERENCE" &&
  of.typeMetadata?.multiReference?.referencingFieldKey === key &&
  typeMetadata?.multiReference?.referencedCollectionId === collectionId;

/**
 * Finds references to collections that do not exist, or whose reverse field has a name that is
 * already taken.
 */
async function wrongTargets(
  tx: Database,
  siteId: string,
  id: string,
  fields: readonly CollectionField[],
  before: store.CollectionRow | undefined,
): Promise<FieldError[]> {
  const previous = new Map(before?.definition.fields.map((field) => [field.key, field]));
  const changed = fields.filter((field) => {
    const [now, then] = [field, previous.get(field.key)].map((each) => JSON.stringify(each && targetOf(each)));
    return now !== then && now !== undefined;
  });
  const targets = [...new Set(changed.flatMap((field) => store.referredTo(field) ?? []))];
  const ours = targets.filter((target) => target !== id && !target.includes("/"));
  const found = new Map((await store.findMany(tx, siteId, ours)).map((row) => [row.id, row]));
  const wrongs: FieldError[] = [];
  for (const field of changed) {
    const { target, reverseKey } = targetOf(field) ?? {};
    if (target === undefined || target.includes("/")) continue;
    const there = target === id ? fields : found.get(target)?.definition.fields;
    if (!there) wrongs.push(wrong(`${shortKey(field.key)} refers to ${shortKey(target)}, which does not exist`));
    if (!reverseKey) continue;
    const others = await store.referring(tx, siteId, target);
    const isTaken =
      there?.some(({ key }) => key === reverseKey) ||
      fields.some((other) => other !== field && isSameReverse(other, target, reverseKey)) ||
      others.some(({ key, of }) => key !== before?.key && isSameReverse(of, target, reverseKey));
    if (isTaken) wrongs.push(wrong(`${shortKey(reverseKey)} already exists in ${shortKey(target)}`));
  }
  return wrongs;
}

function targetOf({ typeMetadata: of }: CollectionField): { target: string; reverseKey?: string | null } | undefined {
  if (of?.reference) return { target: of.reference.referencedCollectionId };
  const multiple = of?.multiReference;
  return multiple
    ? { target: multiple.referencedCollectionId, reverseKey: multiple.referencingFieldKey ?? null }
    : undefined;
}
const isSameReverse = (field: CollectionField, target: string, reverseKey: string) => {
  const reference = targetOf(field);
  return reference?.target === target && reference.reverseKey === reverseKey;
};

/** Returns the field without the properties that only the platform sets. */
function writable({ systemField, ...field }: CollectionField): CollectionField {
  return withoutCapabilities(field);
}

function withoutUndefined(value: unknown): Definition {
  return JSON.parse(JSON.stringify(value, (_, each) => each ?? undefined)) as Definition;
}

export function refuse(wrongs: readonly FieldError[]): void {
  if (wrongs.length === 0) return;
  const violations = wrongs.slice(0, 50).map(({ field, description }) => ({ field, description }));
  const [first] = violations;
  throw new Refusal(dataErrors.invalidData, `${first?.field} ${first?.description}.`, 400, { violations });
}

/** Returns the wire form of the collection, with its reverse fields. */
export async function readDataCollection(
  db: Database,
  siteId: string,
  row: store.CollectionRow,
): Promise<DataCollection> {
  const reverse = reverseOf(row.definition, await store.referring(db, siteId, row.id));
  return toDataCollection(
    row,
    row.definition,
    reverse.map(({ field }) => field),
  );
}
