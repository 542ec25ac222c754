import type { Page } from "@playwright/test";

/** Whether a request goes to another host. */
const isForeign = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== "localhost";
};

/** Collects the requests that a page sends to other hosts after this call. */
export function foreignRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => isForeign(request.url()) && requests.push(request.url()));
  return requests;
}

/**
 * URLs that always respond with an error. The pages for a booking's link and for the demo's bank
 * are opened without the key or payment they need.
 */
const failing = /\/(no-such-page|404|500)\/$|\/v1\/bookings\/by-link\/|\/v1\/.*demo/;

/** Collects the errors that a page throws or logs after this call. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    const { url } = message.location();
    const isExpected = message.text().startsWith("Failed to load resource") && failing.test(url);
    if (message.type() === "error" && !isExpected) errors.push(`${message.text()} (${url})`);
  });
  return errors;
}
