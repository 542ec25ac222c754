import type { Role, Service } from "@uola/contract";
import { isId } from "@uola/database";
import { type Context, ttlCache } from "@uola/kernel";
import type { Registrations } from "./registrations.ts";
import { seesHidden, toService } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Cache of the services that booking decisions read, including hidden and deleted ones. They are
 * read by id only, never all at once.
 */
export type ServiceCache = {
  service(id: string): Promise<Service | undefined>;
  /** Returns the services that exist, by id. */
  services(ids: Iterable<string>): Promise<Map<string, Service>>;
  /** Returns the existing services that a role may see, by id. Strings that are not ids are ignored. */
  visibleTo(role: Role, ids: Iterable<string>): Promise<Map<string, Service>>;
  bySchedule(scheduleId: string): Promise<Service | undefined>;
  /** Returns the names of trainers, including those who have left. */
  staffNames(ids: Iterable<string>): Promise<Map<string, string>>;
};

/**
 * Caches services in memory. An entry is at most a few seconds old and is dropped when a change is
 * published.
 */
export function createServiceCache(context: Context, registrations: Registrations): ServiceCache {
  const { db, siteId, changes } = context;
  const byId = ttlCache(
    loadBatched(async (ids: string[]) => registrations.addTo(await readServices(context, { ids }))),
    { ttlMs },
  );
  const idBySchedule = ttlCache(
    loadBatched((scheduleIds: string[]) => store.serviceIdsOf(db, siteId, scheduleIds)),
    { ttlMs },
  );
  const names = ttlCache(
    loadBatched((ids: string[]) => store.staffNames(db, siteId, ids)),
    { ttlMs },
  );
  // Registration campaigns for services are stored as content.
  changes.subscribe(["services", "content", "collections"], () => {
    for (const each of [byId, idBySchedule, names]) each.forget();
  });
  const all = async <Value>(ids: Iterable<string>, get: (id: string) => Promise<Value | undefined>) => {
    const wanted = [...new Set(ids)];
    const values = await Promise.all(wanted.map(get));
    const found = wanted.flatMap((id, index): [string, Value][] => {
      const value = values[index];
      return value === undefined ? [] : [[id, value]];
    });
    return new Map(found);
  };
  const services = (ids: Iterable<string>) => all(ids, byId.get);
  return {
    service: byId.get,
    services,
    async visibleTo(role, ids) {
      const existing = await services([...ids].filter(isId));
      return seesHidden(role) ? existing : new Map([...existing].filter(([, { hidden }]) => !hidden));
    },
    async bySchedule(scheduleId) {
      const id = await idBySchedule.get(scheduleId);
      return id === undefined ? undefined : byId.get(id);
    },
    staffNames: (ids) => all(ids, names.get),
  };
}

const ttlMs = 5000;

/** Reads services by id from the database or the given transaction. Includes deleted ones on request. */
export async function readServices(
  { db, siteId, urls }: Pick<Context, "db" | "siteId" | "urls">,
  by: { ids: readonly string[] } | { scheduleIds: readonly string[] },
  which?: "deleted too",
): Promise<Map<string, Service>> {
  const [column, wanted] =
    "ids" in by ? (["service.id", by.ids] as const) : (["service.scheduleId", by.scheduleIds] as const);
  if (wanted.length === 0) return new Map();
  const read = which ? store.readServicesIncludingDeleted : store.readServices;
  const rows = await read(db, siteId).where(column, "=", store.anyOf(wanted)).execute();
  return new Map(rows.map((row) => [row.id, toService(row, urls.site)]));
}

/** Batches keys requested in the same tick into one load. */
function loadBatched<Value>(loadAll: (keys: string[]) => Promise<Map<string, Value>>) {
  let gathering: { keys: string[]; values: Promise<Map<string, Value>> } | undefined;
  return async (key: string): Promise<Value | undefined> => {
    if (!gathering) {
      const keys: string[] = [];
      const values = Promise.resolve().then(() => {
        gathering = undefined;
        return loadAll(keys);
      });
      gathering = { keys, values };
    }
    const { keys, values } = gathering;
    keys.push(key);
    return (await values).get(key);
  };
}
