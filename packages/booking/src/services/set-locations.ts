import type { contract, LocationInput, Service } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json } from "@uola/database";
import { type Context, type Handlers, transact, Violation } from "@uola/kernel";
import { type ChangeCause, serviceLocationRemoved } from "../events.ts";
import { alterService, publishServices, storedLocation } from "./change-service.ts";
import * as locationStore from "./location-store.ts";
import * as store from "./store.ts";
import { locationErrors } from "./validation.ts";

type Location = Service["locations"][number];
type SetLocationsInput = Parameters<Handlers<typeof contract.services>["setLocations"]>[0];

/** Replaces the locations of a service. */
export const setLocationsHandler =
  (context: Context): Handlers<typeof contract.services>["setLocations"] =>
  async (input, { caller }) => {
    const { serviceId: id, locations, participantNotification: notification } = input;
    const service = await transact(context, publishServices, (tx) =>
      alterService(tx, context, { id, action: "service.setLocations", actor: caller }, async (before) => {
        const { newLocation } = input.removedLocationSessionsAction?.moveToLocationOptions ?? {};
        await check(tx, context, before, [...locations], newLocation);
        const next = locations.map(
          (each) => before.locations.find((known) => isSame(known, each)) ?? storedLocation(each),
        );
        const removed = before.locations.filter((known) => !next.some(({ id }) => id === known.id));
        if (removed.length > 0) {
          const ending = { actor: caller, notification: notification ?? undefined };
          await moveSessions(tx, context, before, removed, input.removedLocationSessionsAction, ending);
        }
        return { locations: json(next.map(locationFacts)) };
      }),
    );
    return { service };
  };

/** A location whose description changed keeps its id, so that its sessions stay linked to it. */
function isSame(known: Location, input: LocationInput): boolean {
  if (known.type !== input.type) return false;
  if (known.type === "BUSINESS") return known.business?.id === input.business?.id;
  return known.type === "CUSTOMER" || JSON.stringify(known.custom?.address) === JSON.stringify(input.custom?.address);
}

const locationFacts = ({ id, type, business, custom }: Location) => ({
  id,
  type,
  ...(business && { business }),
  ...(custom && { custom }),
});

async function check(
  tx: Database,
  { siteId }: Context,
  before: Service,
  locations: LocationInput[],
  newLocation: LocationInput | null | undefined,
): Promise<void> {
  const named = [...locations, ...(newLocation ? [newLocation] : [])].flatMap(({ business }) => business?.id ?? []);
  const own = before.locations.flatMap(({ business }) => business?.id ?? []);
  const nothing = { categoryId: undefined, formId: undefined, policyId: undefined, staffIds: [], resourceIds: [] };
  const { locationIds } = await store.existingIds(tx, siteId, { ...nothing, locationIds: named });
  const known = new Set([...locationIds, ...own]);
  const path = "removedLocationSessionsAction.moveToLocationOptions.newLocation";
  const wrongs = [
    ...locationErrors(locations, before.type, known, "locations"),
    ...locationErrors(newLocation ? [newLocation] : [], before.type, known, path),
    ...(newLocation && !locations.some((each) => JSON.stringify(each) === JSON.stringify(newLocation))
      ? [{ field: path, description: "must be one of the new locations", ruleName: "INVALID_LOCATIONS" }]
      : []),
  ];
  if (wrongs.length > 0) throw new Violation(wrongs);
}

/**
 * Moves, keeps or cancels the upcoming sessions at removed locations, according to the caller's
 * choice. Rejects if there are such sessions and the caller made no choice.
 */
async function moveSessions(
  tx: Database,
  context: Context,
  before: Service,
  removed: readonly Location[],
  input: SetLocationsInput["removedLocationSessionsAction"],
  ending: ChangeCause,
): Promise<void> {
  const { siteId, now } = context;
  const scheduleId = before.schedule.id;
  const gone = removed.flatMap(({ id }) => id ?? []);
  // A session without a location takes place at the first location of its service.
  const [main] = before.locations;
  const mainToo = gone.includes(main?.id ?? "");
  const sessions = await locationStore.lockSessionsAt(tx, siteId, scheduleId, { locationIds: gone, mainToo }, now());
  if (sessions.length === 0) return;
  const action = input?.action;
  const newLocation = input?.moveToLocationOptions?.newLocation;
  const field = "removedLocationSessionsAction";
  if (!action || action === "UNKNOWN_ACTION_TYPE") {
    const description = `must say what becomes of ${sessions.length} sessions ahead`;
    throw new Violation([{ field: `${field}.action`, description, ruleName: "REMOVED_LOCATION_ACTION_REQUIRED" }]);
  }
  if (action === "MOVE_TO_LOCATION" && !newLocation) {
    const description = "is needed for moving sessions";
    throw new Violation([{ field: `${field}.moveToLocationOptions.newLocation`, description }]);
  }
  if (action === "DELETE") {
    const sessionIds = sessions.map(({ id }) => id);
    await context.events.emit(tx, serviceLocationRemoved, { ...ending, scheduleId, sessionIds, course: false });
    return;
  }
  // Sessions kept at a removed location store that location explicitly from now on.
  const keep = action === "KEEP_AT_CURRENT_LOCATION";
  const place = keep ? main : await described(tx, siteId, required(newLocation, "new location"));
  const concerned = sessions.filter(({ extra }) => !keep || !extra.location);
  if (!place || concerned.length === 0) return;
  const ids = concerned.map(({ id }) => id);
  await locationStore.moveSessions(tx, siteId, ids, slotLocation(place), now());
}

async function described(tx: Database, siteId: string, input: LocationInput): Promise<Location> {
  const location = storedLocation(input);
  if (location.type !== "BUSINESS") return location;
  const business = await locationStore.location(tx, siteId, location.business?.id ?? "");
  const details = business && { ...business, address: business.address };
  return { ...location, ...(details && { business: details, calculatedAddress: details.address }) };
}

const kinds = {
  BUSINESS: "OWNER_BUSINESS",
  CUSTOM: "OWNER_CUSTOM",
  CUSTOMER: "CUSTOM",
  UNKNOWN_LOCATION_TYPE: "UNDEFINED",
} as const;

/** Converts a location of a service to the form that sessions store. */
function slotLocation({ id, type, business, custom, calculatedAddress }: Location) {
  const address = calculatedAddress ?? custom?.address;
  const formattedAddress = address?.formattedAddress ?? address?.addressLine;
  return {
    ...(id && { id }),
    ...(business?.name && { name: business.name }),
    ...(formattedAddress && { formattedAddress }),
    locationType: kinds[type],
  };
}
