import { servicesOf } from "@uola/browser/gym/services.ts";
import type { Client } from "@uola/client";
import type { WaitlistEntry } from "@uola/contract";
import { defaultLocale, language } from "@uola/words/language";

/** Returns waiting-list entries with titles in the reader's language. */
export async function localizeWaitlistEntries(
  client: Client,
  entries: readonly WaitlistEntry[],
): Promise<WaitlistEntry[]> {
  if (language() === defaultLocale || entries.length === 0) return [...entries];
  const services = await servicesOf(
    client,
    entries.map(({ serviceId }) => serviceId),
    // The entry already has a title, so the service's name is optional.
  ).catch(() => []);
  return entries.map((entry) => ({
    ...entry,
    title: services.find(({ id }) => id === entry.serviceId)?.name ?? entry.title,
  }));
}
