import type { Page } from "@playwright/test";

/** Whether a request leaves this machine. */
const isForeign = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== "localhost";
};

/** The requests of a page to other hosts, from now on. */
export function foreignRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => isForeign(request.url()) && requests.push(request.url()));
  return requests;
}

/**
 * Addresses that answer with an error whoever asks. The pages of a booking's link and of the demo's bank are opened
 * without the key or the payment that leads to them.
 */
const failing = /\/(no-such-page|404|500)\/$|\/v1\/bookings\/by-link\/|\/v1\/.*demo/;

/** The errors that a page throws or logs, from now on. */
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
