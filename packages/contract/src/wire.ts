import { z } from "zod";
import { isIban, normalizeIban } from "./iban.ts";
import { toIsoString } from "./iso-text.ts";
import { cleanEmail, cleanLine, cleanText } from "./typed-text.ts";

/**
 * An instant: an ISO 8601 string on the wire (with or without milliseconds or offset), a `Date` for
 * clients and handlers.
 */
export const instant = z
  .codec(z.iso.datetime({ offset: true }), z.date(), {
    decode: (text) => new Date(text),
    encode: toIsoString,
  })
  .meta({ description: "ISO 8601 moment" });

export const guid = z.guid();

/**
 * The secret in an email link or in the URL of an order's page: anyone who has it may read the
 * object it unlocks. For any other text the response is "not found".
 */
export const linkKey = z.string().max(16_000);

/** Text entered by a person: trimmed, without the invisible characters that pasting adds. */
export const typedText = () => z.string().overwrite(cleanText);

/** A single-line name entered by a person. */
export const typedLine = () => z.string().overwrite(cleanLine);

/** An email address typed or pasted by a person. A non-ASCII domain is stored in its ASCII form. */
export const emailAddress = () => z.string().overwrite(cleanEmail).check(z.email());

/**
 * An amount in whole euro cents. Used only in our own additions to the API; existing clients read
 * `Money`.
 */
export const cents = z.int().min(0);

/**
 * A bank account number. Spaces and lower-case letters are accepted and normalized. Account numbers
 * stored before this validation may be invalid, and are still returned.
 */
export const iban = z
  .string()
  .max(50)
  .overwrite(normalizeIban)
  .refine(isIban, "must be an IBAN: its length or its check digits are wrong")
  .meta({ description: "IBAN" });

/** A 64-bit counter, sent as a decimal string. It starts at "1" and increases by 1 with each change. */
export const revision = z.string().regex(/^\d{1,18}$/, 'must be a decimal string such as "1"');

/** A field that clients may omit or send as null; both mean that it is not set. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish();

export const Money = z
  .object({
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, "must be an amount with at most two decimals"),
    currency: maybe(z.string().length(3)),
    formattedValue: maybe(z.string().max(50)),
  })
  .meta({ id: "Money" });
export type Money = z.infer<typeof Money>;

export const Sorting = z.object({
  fieldName: z.string().min(1).max(512),
  order: maybe(z.enum(["ASC", "DESC"])),
});
export const Paging = z.object({
  limit: maybe(z.int().min(0).max(1000)),
  offset: maybe(z.int().min(0).max(1_000_000)),
});
export const CursorPaging = z.object({
  limit: maybe(z.int().min(0).max(100)),
  cursor: maybe(z.string().max(16000)),
});
export const Cursors = z.object({ next: maybe(z.string()), prev: maybe(z.string()) });

/**
 * A filter is free-form JSON here. The server validates it against the fields that an operation
 * allows.
 */
export const Filter = maybe(z.record(z.string(), z.json()));

export const Query = z
  .object({
    filter: Filter,
    sort: maybe(z.array(Sorting).max(50)),
    paging: maybe(Paging),
    cursorPaging: maybe(CursorPaging),
    fields: maybe(z.array(z.string().max(512)).max(100)),
  })
  .meta({ id: "Query" });
export type Query = z.infer<typeof Query>;

export const PagingMetadata = z
  .object({
    count: maybe(z.int()),
    offset: maybe(z.int()),
    total: maybe(z.int()),
    tooManyToCount: maybe(z.boolean()),
    cursors: maybe(Cursors),
    hasNext: maybe(z.boolean()),
  })
  .meta({ id: "PagingMetadata" });

export const ExtendedFields = z
  .object({ namespaces: maybe(z.record(z.string().max(164), z.record(z.string(), z.json()))) })
  .meta({ id: "ExtendedFields" });

const Geocode = z.object({ latitude: maybe(z.number()), longitude: maybe(z.number()) });
const StreetAddress = z.object({
  number: maybe(z.string().max(255)),
  name: maybe(z.string().max(255)),
  apt: maybe(z.string().max(255)),
});
export const Address = z
  .object({
    streetAddress: maybe(StreetAddress),
    addressLine: maybe(z.string().max(255)),
    addressLine2: maybe(z.string().max(255)),
    country: maybe(z.string().max(2)),
    subdivision: maybe(z.string().max(255)),
    city: maybe(z.string().max(255)),
    postalCode: maybe(z.string().max(255)),
    formattedAddress: maybe(z.string().max(512)),
    hint: maybe(z.string().max(512)),
    geocode: maybe(Geocode),
    countryFullname: maybe(z.string().max(255)),
    subdivisions: maybe(z.array(z.object({ code: z.string().max(20), name: z.string().max(255) })).max(20)),
  })
  .meta({ id: "Address" });
