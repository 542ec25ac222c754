import { collectionWord, fieldWord, hintWord } from "@uola/browser/gym/collection-words.ts";
import type { CollectionField, DataCollection } from "@uola/contract";
import { defaultLocale, language } from "@uola/words/language";
import { say } from "@uola/words/site";

/**
 * Returns a built-in collection with its name and field names in the editor's language. The names
 * are stored in the default language, and the owner may change them.
 */
export function localizeCollection(collection: DataCollection): DataCollection {
  if (language() === defaultLocale) return collection;
  const { id, fields } = collection;
  const displayName = collectionWord(say, id);
  if (!displayName) return collection;
  const named = (field: CollectionField): CollectionField => {
    const name = fieldWord(say, id, field.key);
    const hint = field.description && hintWord(say, id, field.key);
    return { ...field, ...(name && { displayName: name }), ...(hint && { description: hint }) };
  };
  return { ...collection, displayName, fields: fields.map(named) };
}
