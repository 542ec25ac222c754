import {
  type BookingLimits,
  type Business,
  type Company,
  type contract,
  type Multilingual,
  siteLanguages,
  type Tape,
} from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, type Handlers, recordChange, refuseStaleRevision, transact, Violation } from "@uola/kernel";
import type { createBusinessLists } from "./business-lists.ts";
import { checkHours } from "./hours.ts";
import * as store from "./store.ts";

export { createBusinessLists, itemsOf } from "./business-lists.ts";
export { locations } from "./locations.ts";

/** The content of a site's `business` column. */
export type BusinessDetails = Omit<
  Business,
  "name" | "timeZone" | "currency" | "demo" | "revision" | "bookingLimits" | "company" | "tape"
> & { bookingLimits?: BookingLimits; company?: Company; tape?: Tape };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "site.business": Partial<BusinessDetails>;
  }
}

const company: Company = { name: "", code: "", vatCode: "", address: "", bankAccount: "" };
const tape: Tape = { firstTime: "pink", children: "yellow", trainings: "sky", ropes: "green", bouldering: "orange" };
const empty = { address: "", phone: "", email: "", openingHours: [], specialHours: [], prices: [], company, tape };

/**
 * Default limits. A family that books a whole term ahead stays below them; only a person who books
 * far more reaches them.
 */
const defaultLimits: BookingLimits = {
  membersOnly: false,
  placesPerPerson: { withoutProof: 20, atMost: 60 },
  placesPerNetwork: { withoutProof: 100 },
  textsTo: ["+370"],
};
/** Returns the booking limits from the content of a site's `business` column. */
const bookingLimitsOf = (business: Partial<BusinessDetails>): BookingLimits => ({
  ...defaultLimits,
  ...business.bookingLimits,
});

export const readBookingLimits = async (db: Database, siteId: string): Promise<BookingLimits> =>
  bookingLimitsOf(await store.businessColumn(db, siteId));

/** Handlers for the gym's own details: address, opening hours and prices. */
export function business(
  context: Context,
  lists: ReturnType<typeof createBusinessLists>,
): Handlers<typeof contract.business> {
  const { db, siteId, now } = context;
  const toBusiness = ({ business, revision, ...row }: store.SiteRow): Business => ({
    ...empty,
    ...business,
    bookingLimits: bookingLimitsOf(business),
    ...row,
    revision: String(revision),
  });
  return {
    get: async () => ({ business: toBusiness(await store.readSite(db, siteId)) }),

    update: async ({ business: { revision, name, ...input } }, { caller }) => {
      checkHours(input, "business");
      const { placesPerPerson } = input.bookingLimits ?? {};
      if (placesPerPerson && placesPerPerson.atMost < placesPerPerson.withoutProof) {
        const field = "business.bookingLimits.placesPerPerson.atMost";
        throw new Violation([{ field, description: "must be no less than withoutProof" }]);
      }
      checkLanguages(input);
      const colours = Object.values(input.tape ?? {});
      if (new Set(colours).size < colours.length) {
        throw new Violation([{ field: "business.tape", description: "each kind of activity has a colour of its own" }]);
      }
      const writeLists = await lists.writing(input);
      const updated = await transact(context, { publish: ["business", "content"] }, async (tx) => {
        const row = await store.lockSite(tx, siteId);
        refuseStaleRevision(row, revision);
        const prices = input.prices?.map((line) => ({
          ...line,
          price: { value: line.price.value, currency: row.currency },
        }));
        const details = { ...row.business, ...input, ...(prices && { prices }) };
        await store.updateSite(tx, siteId, row, { name: name ?? row.name, business: details });
        await writeLists(tx, { ...pick(input), ...(prices && { prices }) }, caller);
        const after = toBusiness(await store.readSite(tx, siteId));
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

/**
 * Rejects language settings that the site does not support: its pages exist in fixed languages,
 * each in its own folder.
 */
function checkLanguages({ multilingual }: { multilingual?: Multilingual | undefined }): void {
  if (!multilingual) return;
  const { urlStructure, languages } = multilingual;
  const known: readonly string[] = siteLanguages;
  const isKnown = languages.every(
    (language, index) => known.includes(language) && languages.indexOf(language) === index,
  );
  const wrong = [
    ...(urlStructure === "SUBDIRECTORY"
      ? []
      : [
          {
            field: "business.multilingual.urlStructure",
            description: "must be SUBDIRECTORY: each language has a folder, such as /en/",
          },
        ]),
    ...(isKnown && languages[0] === siteLanguages[0]
      ? []
      : [
          {
            field: "business.multilingual.languages",
            description: `must be of ${known.join(", ")}, each once, and begin with ${siteLanguages[0]}`,
          },
        ]),
  ];
  if (wrong.length > 0) throw new Violation(wrong);
}

const pick = ({ openingHours, specialHours }: Partial<BusinessDetails>) => ({
  ...(openingHours && { openingHours }),
  ...(specialHours && { specialHours }),
});
