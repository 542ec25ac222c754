import { type DataItemReference, dataErrors } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Context, Refusal } from "@uola/kernel";
import { type CollectionSchema, isItemId, itemIdLengthMax } from "../collections/collections.ts";
import type { ItemWriter } from "./item-writer.ts";
import { referenceHome } from "./prepare-row.ts";
import { itemNotFound, notAllowed, referenceExists, referenceNotFound } from "./refusals.ts";
import {
  addReferencesStatement,
  type ItemTable,
  type PutResult,
  removeReferencesStatement,
  replaceReferencesStatement,
} from "./store/reference-statements.ts";
import { statementRunner } from "./store/statement-runner.ts";
import { ownerScope, type WriteGrant } from "./write-grant.ts";
import type { ReferenceResult } from "./write-target.ts";

type Reference = DataItemReference;
type ReferenceOutcome = { n: number; there: boolean; refused: PutResult["refused"]; changed: boolean };

/** Adds and removes references in fields that hold one or several references. */
export function createSingleReferences(context: Pick<Context, "connection" | "siteId" | "now">, writer: ItemWriter) {
  const { connection, siteId } = context;
  const run = statementRunner(connection);

  async function change(
    itemTable: ItemTable,
    references: readonly Reference[],
    grant: WriteGrant,
    adds: boolean,
  ): Promise<ReferenceResult[]> {
    const results: ReferenceResult[] = references.map(() => ({}));
    const single: number[] = [];
    const multiple: number[] = [];
    const seen = new Set<string>();
    for (const [n, reference] of references.entries()) {
      const { referringItemFieldName: field, referringItemId, referencedItemId } = reference;
      const type = itemTable.collection.fields.get(field)?.type;
      const name = JSON.stringify([field, referringItemId, referencedItemId]);
      const error = wrongIn(itemTable.collection, reference);
      if (error) results[n] = { error };
      else if (type === "REFERENCE") single.push(n);
      else if (seen.has(name)) results[n] = { error: adds ? referenceExists(reference) : referenceNotFound(reference) };
      else multiple.push(n);
      seen.add(name);
    }
    const at = (n: number) => required(references[n], "reference");
    if (single.length > 0) {
      const changes = single.map(at).map((reference) => ({
        id: reference.referringItemId,
        change: (before: Record<string, unknown>) => withReference(before, reference, adds),
      }));
      const outcomes = await writer.change(itemTable, changes as Parameters<ItemWriter["change"]>[1], grant);
      for (const [i, outcome] of outcomes.entries())
        if ("error" in outcome) results[required(single[i], "position of the reference")] = outcome;
    }
    if (multiple.length > 0) {
      const rows = multiple.map((n) => {
        const { referringItemFieldName: field, referringItemId: id, referencedItemId: other } = at(n);
        return { n, id, other, ...referenceHome(itemTable.collection, field) };
      });
      const scope = { owner: ownerScope(grant, grant.update), drafts: grant.drafts };
      const statement = (adds ? addReferencesStatement : removeReferencesStatement)(itemTable, siteId, rows, scope);
      for (const { n, there, refused, changed } of await run.query<ReferenceOutcome>(statement)) {
        const reference = at(n);
        if (!there || refused === "missing") results[n] = { error: itemNotFound(reference.referringItemId) };
        else if (refused) results[n] = { error: notAllowed("change this item") };
        else if (!changed) results[n] = { error: adds ? referenceExists(reference) : referenceNotFound(reference) };
      }
    }
    return results;
  }

  return {
    /**
     * A single reference fails with `notReference`, `invalidReference`, `notAllowed`,
     * `referenceExists` or `itemNotFound`.
     */
    add: (itemTable: ItemTable, references: readonly Reference[], grant: WriteGrant) =>
      change(itemTable, references, grant, true),
    /**
     * A single reference fails with `notReference`, `invalidReference`, `notAllowed`,
     * `itemNotFound` or `referenceNotFound`.
     */
    remove: (itemTable: ItemTable, references: readonly Reference[], grant: WriteGrant) =>
      change(itemTable, references, grant, false),

    async replace(
      itemTable: ItemTable,
      field: string,
      itemId: string,
      ids: readonly string[],
      grant: WriteGrant,
    ): Promise<void> {
      const { collection } = itemTable;
      for (const referencedItemId of ["-", ...ids]) {
        const error = wrongIn(collection, { referringItemFieldName: field, referringItemId: itemId, referencedItemId });
        if (error) throw error;
      }
      if (collection.fields.get(field)?.type === "REFERENCE") {
        if (ids.length > 1) throw badReference(`The field ${field} refers to one item.`);
        const change = (before: Record<string, unknown>) => ({ ...before, [field]: ids[0] ?? null });
        const changes = [{ id: itemId, change }] as Parameters<ItemWriter["change"]>[1];
        const [outcome] = await writer.change(itemTable, changes, grant);
        if (outcome && "error" in outcome) throw outcome.error;
        return;
      }
      const scope = { owner: ownerScope(grant, grant.update), drafts: grant.drafts };
      const replacement = { ...referenceHome(collection, field), ids: [...new Set(ids)] };
      const [result] = await run.query<Pick<ReferenceOutcome, "refused">>(
        replaceReferencesStatement(itemTable, siteId, itemId, replacement, scope),
      );
      if (!result || result.refused === "missing") throw itemNotFound(itemId);
      if (result.refused) throw notAllowed("change this item");
    },
  };
}

/** Returns the data with a single reference set or removed. */
function withReference(before: Record<string, unknown>, reference: Reference, adds: boolean): Record<string, unknown> {
  const { referringItemFieldName: field, referencedItemId } = reference;
  if (adds) return { ...before, [field]: referencedItemId };
  if (before[field] !== referencedItemId) throw referenceNotFound(reference);
  const { [field]: _, ...rest } = before;
  return rest;
}

function wrongIn({ fields }: CollectionSchema, reference: Reference): Refusal | undefined {
  const { referringItemFieldName: field, referringItemId, referencedItemId } = reference;
  const type = fields.get(field)?.type;
  if (type !== "REFERENCE" && type !== "MULTI_REFERENCE") {
    return new Refusal(
      dataErrors.notReference,
      `The field ${JSON.stringify(field.slice(0, 100))} is not a reference field.`,
      400,
    );
  }
  for (const id of [referringItemId, referencedItemId]) {
    if (!isItemId(id)) {
      return badReference(`An item's id has 1 to ${itemIdLengthMax} whole characters, without NUL.`);
    }
  }
  return undefined;
}

const badReference = (message: string) => new Refusal(dataErrors.invalidReference, message, 400);
