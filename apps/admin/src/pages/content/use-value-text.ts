import type { CollectionField } from "@uola/contract";
import { kindOf, refers } from "./field-kind.ts";
import { useNames, valueWords } from "./use-content.ts";
import { idsOf, textOf } from "./value.ts";

/**
 * Formats a field's values as lines of text; references are shown as the names of the referenced
 * items.
 */
export function useValueText(field: CollectionField, values: readonly unknown[]): string[] {
  const { reference, multiReference } = field.typeMetadata ?? {};
  const target = refers(kindOf(field)) ? ((reference ?? multiReference)?.referencedCollectionId ?? "") : "";
  const names = useNames(target, target ? values.flatMap(idsOf) : []);
  return values.map((value) => textOf(field, value, valueWords(), (id) => names.get(id) ?? id));
}
