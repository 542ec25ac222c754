import { bookingCode } from "@uola/contract/booking-code";
import { linkTo } from "@uola/page-loader/locale.ts";
import { personalStore } from "@uola/page-loader/stores.ts";
import { dayAccusative, dayLong, time, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { OwnBooking } from "./own-booking.ts";

/**
 * Stores the user's upcoming bookings for offline use: a copy of the offline page with the bookings
 * above its text, under the URL of the account page (served by packages/page-loader/src/server/worker.ts). It is
 * deleted when the user signs out (session.tsx).
 */
export async function keepBookings(bookings: readonly OwnBooking[], place: string): Promise<void> {
  if (!("caches" in globalThis)) return;
  const page = await caches.match(linkTo("/offline/"), { ignoreVary: true });
  const section = page && new DOMParser().parseFromString(await page.text(), "text/html");
  const before = section?.querySelector("main .section");
  if (!page || !section || !before) return;
  const heading = Object.assign(section.createElement("h2"), { textContent: say("account.upcoming") });
  heading.className = "day-heading";
  const list = section.createElement("ul");
  list.className = "mb-8";
  list.append(...bookings.map((booking) => lineOf(section, booking, place)));
  const now = new Date();
  const note = section.createElement("p");
  note.textContent = say("offline.copy", { time: `${dayAccusative(now)}, ${time(now)}` });
  before.prepend(heading, note, list);
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  const store = await caches.open(personalStore);
  // The user may have signed out in the meantime.
  if (document.documentElement.dataset.session !== "member") return void caches.delete(personalStore);
  await store.put(location.pathname, new Response(`<!doctype html>${section.documentElement.outerHTML}`, { headers }));
}

function lineOf(
  section: Document,
  { id, title, start, end, timeless, participants }: OwnBooking,
  place: string,
): Element {
  const line = section.createElement("li");
  line.className = "border-b border-rule py-4";
  const name = Object.assign(section.createElement("b"), { textContent: title });
  const when = timeless ? say("account.course.later") : `${dayLong(start)}, ${timeRange(start, end)}`;
  const facts = [when, say("offline.people", { count: participants }), bookingCode(id), place].join(" · ");
  line.append(name, section.createElement("br"), facts);
  return line;
}
