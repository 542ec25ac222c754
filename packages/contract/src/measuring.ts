import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe, revision } from "./wire.ts";

const tagManagerId = z.string().regex(/^GTM-[A-Z0-9]{4,12}$/, 'must be a container such as "GTM-ABC1234"');

export const MeasuringSettings = z
  .object({
    /** The Google Tag Manager container. Its scripts load only after consent. */
    tagManagerId: maybe(tagManagerId),
    /** Whether browsers measure page performance (web vitals). */
    webVitals: z.boolean(),
    /** The version of the consent text; consent to an earlier version does not count. */
    consentVersion: z.int(),
    revision,
  })
  .meta({ id: "MeasuringSettings" });
export type MeasuringSettings = z.infer<typeof MeasuringSettings>;

/**
 * A visitor's choice about third-party scripts. The id is generated in the browser and stored
 * nowhere else.
 */
export const Consent = z
  .object({
    id: guid,
    browserId: guid,
    version: z.int(),
    choice: z.enum(["ACCEPTED", "REFUSED"]),
    createdDate: instant,
  })
  .meta({ id: "Consent" });
export type Consent = z.infer<typeof Consent>;

const days = z.object({ from: z.iso.date(), to: z.iso.date() });
const count = z.int();
const Metric = z.enum(["LCP", "CLS", "INP"]);
const owner = { access: "owner" } as const;
const reading = { method: "POST", reads: true, ...owner } as const;

export const measuring = {
  settings: endpoint({
    method: "GET",
    path: "/v1/measuring/settings",
    access: "visitor",
    input: z.object({}),
    output: z.object({ settings: MeasuringSettings }),
    errors: [],
    summary: "Read what the site measures and whether it needs consent.",
  }),
  updateSettings: endpoint({
    method: "PATCH",
    path: "/v1/measuring/settings",
    ...owner,
    input: z.object({
      settings: z.object({
        /** null removes the container. */
        tagManagerId: maybe(tagManagerId),
        webVitals: maybe(z.boolean()),
        revision,
      }),
      /** Creates a new version of the consent, so everyone is asked again. */
      askAgain: maybe(z.boolean()),
    }),
    output: z.object({ settings: MeasuringSettings }),
    errors: ["REVISION_MISMATCH"],
    summary: "Change what the site measures. Another container makes a new version of the consent.",
  }),
  views: endpoint({
    ...reading,
    path: "/v1/measuring/views/query",
    input: days,
    output: z.object({
      days: z.array(z.object({ day: z.iso.date(), views: count })),
      pages: z.array(z.object({ path: z.string(), views: count })),
    }),
    errors: ["TOO_MANY_DAYS"],
    summary: "Read how often pages were viewed: by day, and by page, the most viewed first. At most 400 days.",
  }),
  vitals: endpoint({
    ...reading,
    path: "/v1/measuring/vitals/query",
    input: days,
    output: z.object({
      pages: z.array(z.object({ path: z.string(), metric: Metric, good: count, middling: count, poor: count })),
    }),
    errors: ["TOO_MANY_DAYS"],
    summary: "Read how quick pages were. At most 400 days.",
  }),
  consents: endpoint({
    ...reading,
    path: "/v1/measuring/consents/query",
    input: z.object({
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(500)) })),
    }),
    output: z.object({ consents: z.array(Consent), cursors: z.object({ next: maybe(z.string()) }) }),
    errors: ["INVALID_CURSOR"],
    summary: "Read the ledger of consents, newest first.",
  }),
};
