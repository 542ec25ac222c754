import type { Consent } from "@uola/contract";

/** Maximum number of days that one query may span. */
export const daysMax = 400;
/** Counts and consent choices are deleted after this many days. */
export const retentionDays = 3 * 365;
/** Maximum number of consent choices per minute from one network. */
export const consentLimit = { per: 60, atMost: 30 };

export type Metric = "LCP" | "CLS" | "INP";
export type Rating = "GOOD" | "MIDDLING" | "POOR";
export type Choice = Consent["choice"];

/** Bots that read pages, and browsers that are automated. None of them counts as a reader. */
const bots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|monitor|uptime|check_http|curl|wget|python|java\/|okhttp|axios|node-fetch|go-http|facebookexternalhit|whatsapp|telegram|embedly|phantom|selenium|puppeteer|playwright|archiver/i;

/** Whether a user agent belongs to something other than a person's browser. */
export const isBot = (userAgent: string | undefined): boolean =>
  !userAgent?.startsWith("Mozilla/") || bots.test(userAgent);

/**
 * A page is rated good up to the first value and poor above the second. These are the published
 * thresholds of the metrics.
 */
const ratings: Record<Metric, [number, number]> = { LCP: [2500, 4000], CLS: [0.1, 0.25], INP: [200, 500] };

export function ratingOf(metric: Metric, value: number): Rating {
  const [good, poor] = ratings[metric];
  return value <= good ? "GOOD" : value <= poor ? "MIDDLING" : "POOR";
}

export type SettingsRow = {
  tagManagerId: string | null;
  webVitals: boolean;
  consentVersion: number;
  revision: number;
};
export const defaultMeasuringSettings: SettingsRow = {
  tagManagerId: null,
  webVitals: false,
  consentVersion: 1,
  revision: 1,
};
