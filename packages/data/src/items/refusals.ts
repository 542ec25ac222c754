import { dataErrors } from "@uola/contract";
import { Refusal } from "@uola/kernel";

/** An error in a field of an item. */
export type FieldIssue = { fieldPath: string; message: string };

export const itemNotFound = (id: string) =>
  new Refusal(dataErrors.itemNotFound, `No item ${quoted(id)}.`, 404, { itemId: id.slice(0, 128) });
export const itemExists = (id: string) =>
  new Refusal(dataErrors.itemExists, `The item ${quoted(id)} already exists.`, 409, { itemId: id });
export const notAllowed = (what: string) =>
  new Refusal(dataErrors.notAllowed, `The collection does not let the caller ${what}.`, 403);
export const notUnique = (id: string) =>
  new Refusal(dataErrors.duplicateValue, `Another item has the same unique value as item ${quoted(id)}.`, 409, {
    itemId: id,
  });
export const invalidItem = (message: string) => new Refusal(dataErrors.invalidData, message, 400);
export const invalidFields = (wrongs: readonly FieldIssue[]) =>
  new Refusal(
    dataErrors.invalidData,
    wrongs.map(({ fieldPath, message }) => `${fieldPath} ${message}`).join("; "),
    400,
    {
      violations: wrongs.map(({ fieldPath, message }) => ({ fieldPath, message })),
    },
  );
export const staleItem = (revision: number) =>
  new Refusal(
    "REVISION_MISMATCH",
    revision > 0 ? `The item is at revision ${revision}.` : "The item no longer exists.",
    409,
    { revision: String(revision) },
  );

const quoted = (id: string) => JSON.stringify(id.slice(0, 128));

type Reference = { referringItemId: string; referencedItemId: string };
const reference = ({ referringItemId, referencedItemId }: Reference) => ({ referringItemId, referencedItemId });
export const referenceExists = (to: Reference) =>
  new Refusal(dataErrors.referenceExists, "The reference already exists.", 409, reference(to));
export const referenceNotFound = (to: Reference) =>
  new Refusal(dataErrors.referenceNotFound, "The reference does not exist.", 404, reference(to));
