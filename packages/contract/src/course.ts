import type { Service } from "./service.ts";

/**
 * Whether the service's page is listed among the courses, because the service teaches a skill step
 * by step. This applies to services booked as a whole and to services that prepare for the belay
 * test. Runs in browsers and on servers.
 */
export const isCourse = ({ type, role }: Pick<Service, "type" | "role">): boolean =>
  type === "COURSE" || role === "belayCourse";

/** Returns the path of a course's page. */
export const coursePath = (slug: string): string => `/courses/${encodeURIComponent(slug)}/`;

/**
 * Returns the path of the page of a service: under `/courses/` for a course, under `/services/` for
 * anything else.
 */
export const servicePath = (service: Pick<Service, "type" | "role">, slug: string): string =>
  isCourse(service) ? coursePath(slug) : `/services/${encodeURIComponent(slug)}/`;
