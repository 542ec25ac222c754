import type { Client } from "@uola/client";
import type { WaitlistEntry } from "@uola/contract";
import { defaultLocale, language } from "@uola/words/language";
import { servicesOf } from "./services.ts";

/** Entries of waiting lists, each named in the reader's language. */
export async function namedForReaders(client: Client, entries: readonly WaitlistEntry[]): Promise<WaitlistEntry[]> {
  if (language() === defaultLocale || entries.length === 0) return [...entries];
  const services = await servicesOf(
    client,
    entries.map(({ serviceId }) => serviceId),
    // What one waits for is known without the name of its service.
  ).catch(() => []);
  return entries.map((entry) => ({
    ...entry,
    title: services.find(({ id }) => id === entry.serviceId)?.name ?? entry.title,
  }));
}
