import type { Service } from "@uola/contract";
import { campaignCovers, campaignRules } from "@uola/contract/registration";
import type { SiteLists } from "@uola/data";
import { type Context, ttlCache } from "@uola/kernel";

export type Registrations = ReturnType<typeof createRegistrations>;

/**
 * Returns the registration campaigns of services. The list of campaigns is content that the owner
 * can change at any time. It is cached, because every booking depends on it, and reloaded when
 * content changes.
 */
export function createRegistrations(
  { db, changes }: Pick<Context, "db" | "changes">,
  siteLists: Pick<SiteLists, "findAny">,
) {
  const campaigns = ttlCache(
    async (_: "all") => {
      const items = await (await siteLists.findAny("Campaigns")).items(db);
      return items.flatMap((item) => campaignRules(item) ?? []);
    },
    { ttlMs: 5000 },
  );
  changes.subscribe(["content", "collections"], () => campaigns.forget());

  return {
    /** Adds the registration times of campaigns to each service. */
    async addTo<Id>(services: ReadonlyMap<Id, Service>): Promise<Map<Id, Service>> {
      if (services.size === 0) return new Map();
      const known = await campaigns.get("all");
      return new Map([...services].map(([id, service]) => [id, withWindows(service, known)]));
    },
  };
}

function withWindows(service: Service, campaigns: readonly NonNullable<ReturnType<typeof campaignRules>>[]): Service {
  const own = campaigns.filter((campaign) => campaignCovers(campaign, service));
  return own.length > 0 ? { ...service, registrations: own.map(({ opens, closes }) => ({ opens, closes })) } : service;
}
