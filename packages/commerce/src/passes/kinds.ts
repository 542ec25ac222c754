import { dateOf } from "@uola/booking";
import { type contract, isTeam, type PassKind, type PassTerms, passLimits } from "@uola/contract";
import { required } from "@uola/contract/required";
import { json } from "@uola/database";
import { type Actor, type Caller, type Context, entity, type Handlers, Refusal } from "@uola/kernel";
import { timeZone } from "../ledger/ledger.ts";
import type { Priced, PriceList } from "../prices/prices.ts";
import * as store from "./store.ts";

export type PassKinds = ReturnType<typeof createPassKinds>;

/** A pass type that can currently be bought, with its list price. */
export type SoldKind = { row: store.KindRow; price: Priced };

/** Reads the pass types that the gym sells. Their names and prices are in the price list. */
export function createPassKinds(context: Context, pricesOn: PriceList) {
  const { db, siteId, now } = context;
  const today = async () => dateOf(now(), await timeZone(db, siteId));
  return {
    today,
    /**
     * Returns everything sold on a day: `kinds` of passes that are on sale with a valid price, and
     * the other lines of the price list as `goods`, without plans. A pass or plan bought as goods
     * would not give its buyer any entries.
     */
    async soldOn(day: string): Promise<{ kinds: Map<string, SoldKind>; goods: Map<string, Priced> }> {
      const [rows, goods] = await Promise.all([store.kinds(db, siteId), pricesOn(day)]);
      const sold = new Map<string, SoldKind>();
      for (const row of rows) {
        const price = goods.get(row.priceId);
        if (row.onSale && price) sold.set(row.id, { row, price });
        goods.delete(row.priceId);
      }
      for (const { id, isPlan } of goods.values()) if (isPlan) goods.delete(id);
      return { kinds: sold, goods };
    },
  };
}

const toKind = (
  { priceId, terms, onSale, id, createdDate, updatedDate, revision }: store.KindRow,
  price: Priced | undefined,
  language: string | undefined,
): PassKind => ({
  id,
  priceId,
  terms,
  onSale,
  createdDate,
  updatedDate,
  revision: String(revision),
  name: (language === "en" ? price?.english : price?.name) ?? "",
  price: price?.cents ?? null,
  taxClass: price?.taxClass ?? "STANDARD",
});

/**
 * Writes pass types. Handlers read the price list themselves, because a transaction has only one
 * connection.
 */
const kindEntity = (context: Context) =>
  entity(context, {
    table: "passKind",
    audit: { entity: "pass_kind", subject: "kind" },
    notFound: { code: "PASS_KIND_NOT_FOUND", name: "kind of pass" },
    limit: { max: passLimits.kinds, code: "TOO_MANY_PASS_KINDS", names: "kinds of passes" },
    publish: ["content"],
    order: ["createdDate"],
    toWire: (rows) => rows.map((row) => toKind(row, undefined, undefined)),
  });

/** Adds a pass type in the same way as the owner would. */
export const addPassKind = (
  context: Context,
  { priceId, terms }: { priceId: string; terms: PassTerms },
  actor: Actor,
): Promise<PassKind> =>
  kindEntity(context).change(actor, ({ insert }) => insert({ priceId, terms: json(terms), onSale: true }));

/** Handlers for the owner's definitions of pass types. */
export function kindHandlers(
  context: Context,
  { kinds, pricesOn }: { kinds: PassKinds; pricesOn: PriceList },
): Handlers<Pick<typeof contract.passes, "kinds" | "createKind" | "updateKind">> {
  const prices = async () => pricesOn(await kinds.today());
  const kind = kindEntity(context);

  /** Rejects with PRICE_NOT_FOUND if the price list has no line with the id and a valid price. */
  async function refuseUnknown(priceId: string | undefined): Promise<void> {
    if (priceId === undefined || (await prices()).has(priceId)) return;
    throw new Refusal("PRICE_NOT_FOUND", "The price list has no such line with a price that holds.", 404, { priceId });
  }
  const unlessTaken = (error: { code?: unknown; constraint?: unknown }) => {
    const isTaken = error?.code === "23505" && String(error.constraint).includes("price_id");
    throw isTaken ? new Refusal("PRICE_IN_USE", "Another kind of pass has this line of the price list.", 409) : error;
  };
  const answer = async ({ id }: { id: string }, caller: Caller) => {
    const [row] = await store.kinds(context.db, context.siteId, [id]);
    const found = required(row, "kind of pass");
    return { kind: toKind(found, (await prices()).get(found.priceId), caller.language) };
  };

  return {
    async kinds(_, { caller }) {
      const [rows, list] = await Promise.all([store.kinds(context.db, context.siteId), prices()]);
      const seen = isTeam(caller.role) ? rows : rows.filter(({ onSale, priceId }) => onSale && list.has(priceId));
      return { kinds: seen.map((row) => toKind(row, list.get(row.priceId), caller.language)) };
    },
    async createKind({ kind: { priceId, terms, onSale } }, { caller }) {
      await refuseUnknown(priceId);
      const made = await kind
        .change(caller, ({ insert }) => insert({ priceId, terms: json(terms), onSale }))
        .catch(unlessTaken);
      return answer(made as PassKind, caller);
    },
    async updateKind({ kind: { id, revision, priceId, terms, onSale } }, { caller }) {
      await refuseUnknown(priceId);
      const made = await kind
        .change(caller, async ({ lock, update }) =>
          update(await lock(id, revision), { priceId, terms: terms && json(terms), onSale }),
        )
        .catch(unlessTaken);
      return answer(made as PassKind, caller);
    },
  };
}
