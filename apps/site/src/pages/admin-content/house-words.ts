import type { CollectionField, DataCollection } from "@uola/contract";
import { type AdminWord, say } from "@uola/words/admin";
import { defaultLocale, language } from "@uola/words/language";

/** A word that may not be there: collections of the owner have none. */
function wordOf(key: string): string | undefined {
  const said = say(key as AdminWord);
  return said === key ? undefined : said;
}

/**
 * A collection of the house with its fields, as they are called in the language of the editor. They are stored in the default one,
 * in which the owner may rename them.
 */
export function inHouseWords(collection: DataCollection): DataCollection {
  if (language() === defaultLocale) return collection;
  const { id, displayName, fields } = collection;
  const named = (field: CollectionField): CollectionField => {
    const key = `texts.${id}.${field.key}`;
    const [name, hint] = [wordOf(key), wordOf(`${key}.hint`)];
    return { ...field, ...(name && { displayName: name }), ...(field.description && hint && { description: hint }) };
  };
  return { ...collection, displayName: wordOf(`texts.${id}`) ?? displayName, fields: fields.map(named) };
}
