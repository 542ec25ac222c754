import { type DataItemReference, dataErrors } from "@uola/contract";
import { type Context, Refusal } from "@uola/kernel";
import { isItemId, itemIdLengthMax, type KnownCollection } from "../collections/collections.ts";
import type { ItemWriter } from "./item-writer.ts";
import { referenceHome } from "./prepare-row.ts";
import { itemNotFound, notAllowed, referenceExists, referenceNotFound } from "./refusals.ts";
import {
  type Place,
  type Put,
  referenceAdding,
  referenceRemoving,
  referenceReplacing,
} from "./store/reference-statements.ts";
import { runner } from "./store/statement-runner.ts";
import { type Hand, ownerFor } from "./write-grant.ts";
import type { ReferenceResult } from "./write-target.ts";

type Reference = DataItemReference;
type Told = { n: number; there: boolean; refused: Put["refused"]; changed: boolean };

/** References of items, in fields that hold one and in fields that hold many. */
export function createReferring(context: Pick<Context, "connection" | "siteId" | "now">, writer: ItemWriter) {
  const { connection, siteId } = context;
  const run = runner(connection);

  async function change(
    place: Place,
    references: readonly Reference[],
    hand: Hand,
    adds: boolean,
  ): Promise<ReferenceResult[]> {
    const results: ReferenceResult[] = references.map(() => ({}));
    const single: number[] = [];
    const multiple: number[] = [];
    const seen = new Set<string>();
    for (const [n, reference] of references.entries()) {
      const { referringItemFieldName: field, referringItemId, referencedItemId } = reference;
      const type = place.known.fields.get(field)?.type;
      const name = JSON.stringify([field, referringItemId, referencedItemId]);
      const error = wrongIn(place.known, reference);
      if (error) results[n] = { error };
      else if (type === "REFERENCE") single.push(n);
      else if (seen.has(name)) results[n] = { error: adds ? referenceExists(reference) : referenceNotFound(reference) };
      else multiple.push(n);
      seen.add(name);
    }
    const at = (n: number) => references[n] as Reference;
    if (single.length > 0) {
      const changes = single.map(at).map((reference) => ({
        id: reference.referringItemId,
        change: (before: Record<string, unknown>) => withReference(before, reference, adds),
      }));
      const outcomes = await writer.change(place, changes as Parameters<ItemWriter["change"]>[1], hand);
      for (const [i, outcome] of outcomes.entries()) if ("error" in outcome) results[single[i] as number] = outcome;
    }
    if (multiple.length > 0) {
      const rows = multiple.map((n) => {
        const { referringItemFieldName: field, referringItemId: id, referencedItemId: other } = at(n);
        return { n, id, other, ...referenceHome(place.known, field) };
      });
      const scope = { owner: ownerFor(hand, hand.update), drafts: hand.drafts };
      const statement = (adds ? referenceAdding : referenceRemoving)(place, siteId, rows, scope);
      for (const { n, there, refused, changed } of await run.query<Told>(statement)) {
        const reference = at(n);
        if (!there || refused === "missing") results[n] = { error: itemNotFound(reference.referringItemId) };
        else if (refused) results[n] = { error: notAllowed("change this item") };
        else if (!changed) results[n] = { error: adds ? referenceExists(reference) : referenceNotFound(reference) };
      }
    }
    return results;
  }

  return {
    /** Refuses single ones with `notReference`, `invalidReference`, `notAllowed`, `referenceExists` and `itemNotFound`. */
    add: (place: Place, references: readonly Reference[], hand: Hand) => change(place, references, hand, true),
    /** Refuses single ones with `notReference`, `invalidReference`, `notAllowed`, `itemNotFound` and `referenceNotFound`. */
    remove: (place: Place, references: readonly Reference[], hand: Hand) => change(place, references, hand, false),

    async replace(place: Place, field: string, itemId: string, ids: readonly string[], hand: Hand): Promise<void> {
      const { known } = place;
      for (const referencedItemId of ["-", ...ids]) {
        const error = wrongIn(known, { referringItemFieldName: field, referringItemId: itemId, referencedItemId });
        if (error) throw error;
      }
      if (known.fields.get(field)?.type === "REFERENCE") {
        if (ids.length > 1) throw badReference(`The field ${field} refers to one item.`);
        const change = (before: Record<string, unknown>) => ({ ...before, [field]: ids[0] ?? null });
        const changes = [{ id: itemId, change }] as Parameters<ItemWriter["change"]>[1];
        const [outcome] = await writer.change(place, changes, hand);
        if (outcome && "error" in outcome) throw outcome.error;
        return;
      }
      const scope = { owner: ownerFor(hand, hand.update), drafts: hand.drafts };
      const wanted = { ...referenceHome(known, field), ids: [...new Set(ids)] };
      const [told] = await run.query<Pick<Told, "refused">>(referenceReplacing(place, siteId, itemId, wanted, scope));
      if (!told || told.refused === "missing") throw itemNotFound(itemId);
      if (told.refused) throw notAllowed("change this item");
    },
  };
}

/** The data with a single reference put there, or taken from where it is. */
function withReference(before: Record<string, unknown>, reference: Reference, adds: boolean): Record<string, unknown> {
  const { referringItemFieldName: field, referencedItemId } = reference;
  if (adds) return { ...before, [field]: referencedItemId };
  if (before[field] !== referencedItemId) throw referenceNotFound(reference);
  const { [field]: _, ...rest } = before;
  return rest;
}

function wrongIn({ fields }: KnownCollection, reference: Reference): Refusal | undefined {
  const { referringItemFieldName: field, referringItemId, referencedItemId } = reference;
  const type = fields.get(field)?.type;
  if (type !== "REFERENCE" && type !== "MULTI_REFERENCE") {
    return new Refusal(
      dataErrors.notReference,
      `The field ${JSON.stringify(field.slice(0, 100))} does not refer to items.`,
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
