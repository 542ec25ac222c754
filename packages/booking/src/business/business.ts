import type { BookingLimits, Business, contract } from "@uola/contract";
import { type Database, json } from "@uola/database";
import { type Context, type Handlers, recordChange, refuseStaleRevision, transact, Violation } from "@uola/kernel";
import type { createBusinessLists } from "./business-lists.ts";
import { checkHours } from "./hours.ts";

export { createBusinessLists, itemsOf } from "./business-lists.ts";
export { locations } from "./locations.ts";

/** What the `business` column of a site holds. */
export type BusinessDetails = Omit<
  Business,
  "name" | "timeZone" | "currency" | "demo" | "revision" | "bookingLimits"
> & { bookingLimits?: BookingLimits };

const empty = { address: "", phone: "", email: "", openingHours: [], specialHours: [], prices: [] };

/** A family that books a term ahead meets no limit; who needs more than a person does meets one. */
const defaultLimits: BookingLimits = {
  membersOnly: false,
  placesPerPerson: { withoutProof: 20, atMost: 60 },
  placesPerNetwork: { withoutProof: 100 },
  textsTo: ["+370"],
};
/** The limits in what the `business` column of a site holds. */
const bookingLimitsOf = (business: unknown): BookingLimits => ({
  ...defaultLimits,
  ...(business as Partial<BusinessDetails>).bookingLimits,
});

export async function readBookingLimits(db: Database, siteId: string): Promise<BookingLimits> {
  const site = db.selectFrom("site").select("business").where("id", "=", siteId);
  return bookingLimitsOf((await site.executeTakeFirstOrThrow()).business);
}

/** The gym itself: where it is, when it is open, what it costs. */
export function business(
  context: Context,
  lists: ReturnType<typeof createBusinessLists>,
): Handlers<typeof contract.business> {
  const { db, siteId, now } = context;
  const found = (tx: Database) =>
    tx
      .selectFrom("site")
      .select(["name", "timeZone", "currency", "demo", "business", "revision"])
      .where("id", "=", siteId);
  type Row = Awaited<ReturnType<ReturnType<typeof found>["executeTakeFirstOrThrow"]>>;
  const toBusiness = ({ business, revision, ...row }: Row): Business => ({
    ...empty,
    ...(business as Partial<BusinessDetails>),
    bookingLimits: bookingLimitsOf(business),
    ...row,
    revision: String(revision),
  });
  return {
    get: async () => ({ business: toBusiness(await found(db).executeTakeFirstOrThrow()) }),

    update: async ({ business: { revision, name, ...input } }, { caller }) => {
      checkHours(input, "business");
      const { placesPerPerson } = input.bookingLimits ?? {};
      if (placesPerPerson && placesPerPerson.atMost < placesPerPerson.withoutProof) {
        const field = "business.bookingLimits.placesPerPerson.atMost";
        throw new Violation([{ field, description: "must be no less than withoutProof" }]);
      }
      const { languages = [] } = input.multilingual ?? {};
      if (new Set(languages).size < languages.length) {
        throw new Violation([{ field: "business.multilingual.languages", description: "each is given once" }]);
      }
      const writeLists = await lists.writing(input);
      const updated = await transact(context, { publish: ["business", "content"] }, async (tx) => {
        const row = await found(tx).forNoKeyUpdate().executeTakeFirstOrThrow();
        refuseStaleRevision(row, revision);
        const prices = input.prices?.map((line) => ({
          ...line,
          price: { value: line.price.value, currency: row.currency },
        }));
        const details = { ...(row.business as object), ...input, ...(prices && { prices }) };
        await tx
          .updateTable("site")
          .set({ name: name ?? row.name, business: json(details), revision: row.revision + 1 })
          .where("id", "=", siteId)
          .execute();
        await writeLists(tx, { ...pick(input), ...(prices && { prices }) }, caller);
        const after = toBusiness(await found(tx).executeTakeFirstOrThrow());
        await recordChange(tx, {
          siteId,
          at: now(),
          entity: "business",
          entityId: siteId,
          audit: { actor: caller, action: "business.update", before: toBusiness(row), after },
        });
        return after;
      });
      return { business: updated };
    },
  };
}

const pick = ({ openingHours, specialHours }: Partial<BusinessDetails>) => ({
  ...(openingHours && { openingHours }),
  ...(specialHours && { specialHours }),
});
