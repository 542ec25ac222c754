import { z } from "zod";
import { BulkActionMetadata, ItemMetadata, ParticipantNotification } from "./bookings.ts";
import { endpoint } from "./endpoint.ts";
import { AggregationResult, ServiceSearch } from "./search.ts";
import {
  BookingPolicy,
  CloneError,
  FieldMask,
  LocationInput,
  RemovedLocationAction,
  RequestedField,
  Service,
  ServiceChange,
  ServiceInput,
  ServiceLocation,
  Slug,
  SlugError,
} from "./service.ts";
import { Filter, guid, maybe, PagingMetadata, Query, revision } from "./wire.ts";

const gateways = ["/_api/bookings"];
const bulkGateways = ["/bookings"];
const owner = { access: "owner" } as const;
const visitor = { access: "visitor", gateways } as const;
const oneService = z.object({ service: Service });
const results = z.object({
  results: z.array(z.object({ itemMetadata: ItemMetadata, item: maybe(Service) })),
  bulkActionMetadata: BulkActionMetadata,
});
const oneChange = ServiceChange.extend({ id: guid, revision });
const ending = {
  /** Keeps future sessions with bookings; the others are cancelled. */
  preserveFutureSessionsWithParticipants: maybe(z.boolean()),
  participantNotification: maybe(ParticipantNotification),
};
const ofServices = { services: Filter };

/**
 * Allows a capacity below the number of sold places, which is otherwise rejected; it is then set to
 * the number of sold places.
 */
const allowBelowSold = maybe(z.boolean());

export const services = {
  get: endpoint({
    method: "GET",
    path: "/v2/services/{serviceId}",
    ...visitor,
    input: z.object({ serviceId: guid, fields: maybe(z.array(RequestedField).max(2)) }),
    output: oneService,
    errors: ["SERVICE_NOT_FOUND"],
    summary: "Read one service.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/query",
    ...visitor,
    input: z.object({ query: maybe(Query) }),
    output: z.object({ services: z.array(Service), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_FILTER", "INVALID_CURSOR"],
    summary: "Find services. Hidden ones are shown to staff only.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v2/services",
    gateways,
    ...owner,
    input: z.object({ service: ServiceInput }),
    output: oneService,
    errors: [],
    summary: "Add a service; without a category it is not shown on the site.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v2/services/{service.id}",
    gateways,
    ...owner,
    input: z.object({ service: oneChange, mask: maybe(FieldMask), allowBelowSold }),
    output: oneService,
    errors: ["SERVICE_NOT_FOUND", "REVISION_MISMATCH", "CAPACITY_BELOW_SOLD"],
    summary:
      "Change a service: what is given, objects field by field and lists as a whole; with a mask, exactly what it names.",
  }),
  bulkUpdate: endpoint({
    method: "POST",
    path: "/v2/bulk/services/update",
    gateways: bulkGateways,
    ...owner,
    input: z.object({
      services: z
        .array(z.object({ service: oneChange, mask: maybe(FieldMask) }))
        .min(1)
        .max(100),
      returnEntity: maybe(z.boolean()),
      allowBelowSold,
    }),
    output: results,
    errors: [],
    summary: "Change several services, each for itself: one that cannot be changed does not hinder the others.",
  }),
  bulkUpdateByFilter: endpoint({
    method: "POST",
    path: "/v2/bulk/services/update-by-filter",
    gateways: bulkGateways,
    ...owner,
    input: z.object({ filter: z.record(z.string(), z.json()), service: ServiceChange, allowBelowSold }),
    output: z.object({ jobId: guid }),
    errors: ["INVALID_FILTER"],
    summary: "Change every service a filter finds, in a job that can be followed.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/v2/services/{serviceId}",
    gateways,
    ...owner,
    input: z.object({ serviceId: guid, ...ending }),
    output: z.object({}),
    errors: ["SERVICE_NOT_FOUND"],
    summary: "Delete a service. Its sessions ahead are called off, those with participants only if not preserved.",
  }),
  bulkDelete: endpoint({
    method: "POST",
    path: "/v2/bulk/services/delete",
    gateways: bulkGateways,
    ...owner,
    input: z.object({ ids: z.array(guid).min(1).max(100), ...ending }),
    output: results,
    errors: [],
    summary: "Delete several services, each for itself.",
  }),
  bulkDeleteByFilter: endpoint({
    method: "POST",
    path: "/v2/bulk/services/delete-by-filter",
    gateways: bulkGateways,
    ...owner,
    input: z.object({ filter: z.record(z.string(), z.json()), ...ending }),
    output: z.object({ jobId: guid }),
    errors: ["INVALID_FILTER"],
    summary: "Delete every service a filter finds, in a job that can be followed.",
  }),
  setLocations: endpoint({
    method: "POST",
    path: "/v2/services/{serviceId}/locations",
    gateways,
    ...owner,
    input: z.object({
      serviceId: guid,
      locations: z.array(LocationInput).max(100),
      removedLocationSessionsAction: maybe(
        z.object({
          action: maybe(RemovedLocationAction),
          moveToLocationOptions: maybe(z.object({ newLocation: maybe(LocationInput) })),
        }),
      ),
      participantNotification: maybe(ParticipantNotification),
    }),
    output: oneService,
    errors: ["SERVICE_NOT_FOUND"],
    summary: "Replace where a service takes place, and say what becomes of sessions at a place that goes.",
  }),
  addPricingPlans: endpoint({
    method: "POST",
    path: "/v2/services/{serviceId}/pricing-plans/add",
    gateways,
    ...owner,
    input: z.object({ serviceId: guid, pricingPlanIds: z.array(guid).min(1).max(100) }),
    output: z.object({ pricingPlanIds: z.array(guid), service: Service }),
    errors: ["SERVICE_NOT_FOUND", "INVALID_PRICING_PLAN", "SERVICE_DOES_NOT_SUPPORT_PRICING_PLANS"],
    summary: "Let a service be paid for with plans.",
  }),
  removePricingPlans: endpoint({
    method: "POST",
    path: "/v2/services/{serviceId}/pricing-plans/remove",
    gateways,
    ...owner,
    input: z.object({ serviceId: guid, pricingPlanIds: maybe(z.array(guid).max(75)) }),
    output: oneService,
    errors: ["SERVICE_NOT_FOUND", "INVALID_PRICING_PLAN"],
    summary: "Let a service no longer be paid for with plans; without ids, with none.",
  }),
  setCustomSlug: endpoint({
    method: "POST",
    path: "/v2/services/{serviceId}/slugs/custom",
    gateways,
    ...owner,
    input: z.object({ serviceId: guid, slug: maybe(z.string().max(500)), slugName: maybe(z.string().max(500)) }),
    output: z.object({ slug: Slug, service: Service }),
    errors: ["SERVICE_NOT_FOUND", "SLUG_ALREADY_EXISTS"],
    summary: "Give a service's page an address of one's own; earlier ones go on leading to it.",
  }),
  validateSlug: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/slugs/validate",
    gateways,
    ...owner,
    input: z.object({ serviceId: guid, slug: maybe(z.string().max(500)), slugName: maybe(z.string().max(500)) }),
    output: z.object({
      valid: z.boolean(),
      slug: maybe(z.string()),
      slugName: maybe(z.string()),
      errors: z.array(SlugError).max(3),
    }),
    errors: ["SERVICE_NOT_FOUND"],
    summary: "Ask whether a service could be given an address.",
  }),
  clone: endpoint({
    method: "POST",
    path: "/v2/services/clone",
    gateways,
    ...owner,
    input: z.object({
      sourceServiceId: guid,
      copyRecurringSessions: maybe(z.boolean()),
      copyPricingPlans: maybe(z.boolean()),
      hideService: maybe(z.boolean()),
      cloneServiceName: maybe(z.string().min(1).max(400)),
    }),
    output: z.object({ service: Service, errors: z.array(CloneError) }),
    errors: ["SERVICE_NOT_FOUND"],
    summary: "Copy a service, with its weekly times and plans if wished.",
  }),
  search: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/search",
    ...visitor,
    input: z.object({ search: maybe(ServiceSearch) }),
    output: z.object({
      services: z.array(Service),
      pagingMetadata: PagingMetadata,
      aggregationData: maybe(z.object({ results: z.array(AggregationResult).max(10) })),
    }),
    errors: ["INVALID_FILTER", "INVALID_CURSOR", "INVALID_TIME_ZONE"],
    summary: "Search services by words, and count them by their fields.",
  }),
  policies: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/policies/query",
    ...visitor,
    input: z.object({ query: maybe(Query) }),
    output: z.object({
      bookingPolicies: z.array(
        z.object({
          bookingPolicy: BookingPolicy,
          connectedServices: z.array(Service).max(5),
          totalServiceCount: z.int(),
          /** The same data under the field names that older clients read. */
          services: z.array(Service).max(5),
          hasMoreServices: z.boolean(),
          countOfServices: z.int(),
        }),
      ),
      pagingMetadata: PagingMetadata,
    }),
    errors: ["INVALID_FILTER", "INVALID_CURSOR"],
    summary: "Find booking policies, each with some of its services.",
  }),
  count: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/count",
    ...visitor,
    input: z.object({ filter: Filter }),
    output: z.object({ count: z.int() }),
    errors: ["INVALID_FILTER"],
    summary: "Count services.",
  }),
  locations: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/locations/query",
    ...visitor,
    input: z.object({
      filter: maybe(z.object({ ...ofServices, businessLocationIds: maybe(z.array(guid).max(100)) })),
    }),
    output: z.object({
      businessLocations: z.object({ exists: z.boolean(), locations: z.array(ServiceLocation).max(100) }),
      customLocations: z.object({ exists: z.boolean() }),
      customerLocations: z.object({ exists: z.boolean() }),
    }),
    errors: ["INVALID_FILTER"],
    summary: "Read where services take place.",
  }),
  categories: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/services/categories/query",
    ...visitor,
    input: z.object({ filter: maybe(z.object({ ...ofServices, categoryIds: maybe(z.array(guid).max(100)) })) }),
    output: z.object({
      categories: z.array(z.object({ id: guid, name: maybe(z.string()), sortOrder: maybe(z.int()) })),
    }),
    errors: ["INVALID_FILTER"],
    summary: "Read the categories of services.",
  }),
};
