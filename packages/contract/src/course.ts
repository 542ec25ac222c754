import type { Service } from "./service.ts";

/**
 * Whether something is learned in it step by step, so that the site has a page for it among the courses: what is booked as a
 * whole, and what prepares for the belay test. Runs in browsers and on servers.
 */
export const isCourse = ({ type, role }: Pick<Service, "type" | "role">): boolean =>
  type === "COURSE" || role === "belayCourse";

/** The path of a course's page. */
export const coursePath = (slug: string): string => `/courses/${encodeURIComponent(slug)}/`;

/** The path of the page that shows a service: a course among the courses, anything else under `/services/`. */
export const servicePath = (service: Pick<Service, "type" | "role">, slug: string): string =>
  isCourse(service) ? coursePath(slug) : `/services/${encodeURIComponent(slug)}/`;
