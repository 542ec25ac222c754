import { createAccounts } from "@uola/accounts";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform } from "../testing.ts";
import { bookingMail } from "./booking-mail.ts";
import { calendarLinks } from "./calendar-link.ts";
import { createDelivery } from "./mail-delivery.ts";
import { contextOf, gymWithBooking, now, urls } from "./testing.ts";

let fresh: FreshDatabase;
let bookingId: string;
const mailId = "0199c3f0-5a7e-7abc-9def-00000000000a";
beforeAll(async () => {
  fresh = await freshDatabase();
  ({ bookingId } = await gymWithBooking(fresh, { serviceName: "Pradmenys <b>&</b>" }));
  const context = contextOf(fresh);
  const deliver = createDelivery(context, bookingMail(context, calendarLinks(context, urls.platform)));
  const payload = { template: "booking-confirmed" as const, bookingId, revision: 1 };
  expect(await deliver({ id: mailId, payload, last: false })).toMatchObject({ end: "done" });
});
afterAll(() => fresh.close());

const accounts = () => createAccounts({ ...fresh, secret: "a secret of the test" });
const platform = ({ demo = true } = {}) =>
  createPlatform({
    connection: fresh.connection,
    siteId: fresh.siteId,
    accounts: accounts(),
    urls,
    demo,
    now: () => now,
  });
const open = (path: string, options?: { demo: boolean }) =>
  platform(options).fetch(new Request(`${urls.platform}${path}`));

test("the mailbox lists every mail, as HTML and as JSON", async () => {
  const list = await (await open("/mailbox/")).text();
  expect(list).toContain(`/mailbox/${mailId}`);
  expect(list).toContain("ona@example.lt");
  expect(list).toContain("Pradmenys &lt;b&gt;&amp;&lt;/b&gt;");
  const { mails } = await (await open("/mailbox/api")).json();
  expect(mails).toMatchObject([
    { id: mailId, recipient: "ona@example.lt", template: "booking-confirmed", status: "RENDERED", bookingId },
  ]);
});

test("the mailbox uses the browser's or the requested language and keeps it in its links", async () => {
  const read = async (path: string, language?: string) => {
    const headers = new Headers(language ? { "accept-language": language } : {});
    return (await platform().fetch(new Request(`${urls.platform}${path}`, { headers }))).text();
  };
  expect(await read("/mailbox/")).toContain('<html lang="lt">');
  const english = await read("/mailbox/", "en-GB,en;q=0.9");
  expect(english).toContain('<html lang="en">');
  expect(english).toContain("Created, not sent");
  expect(english).not.toContain("Laiškai");
  expect(await read("/mailbox/?lang=en", "lt")).toContain(`/mailbox/${mailId}?lang=en`);
  expect(await read("/mailbox/none?lang=en")).toContain("No such email");
});

test("the mailbox shows a mail in a sandbox, with its images and attachments", async () => {
  const page = await (await open(`/mailbox/${mailId}`)).text();
  expect(page).toContain('sandbox="allow-popups');
  expect(page).toContain("rezervacija.ics");
  const framed = await open(`/mailbox/${mailId}/html`);
  expect(framed.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  const html = await framed.text();
  expect(html).not.toContain("cid:");
  const [picture] = /\/mailbox\/[\w-]+\/parts\/\d+/.exec(html) ?? [""];
  const part = await open(picture);
  expect(part.headers.get("content-type")).toBe("image/png");
  expect(
    Buffer.from(await part.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
});

test.each(["/mailbox/0199c3f0-5a7e-7abc-9def-00000000000b", "/mailbox/x", "/mailbox/'--"])(
  "returns 404 for the unknown mail %s",
  async (path) => {
    expect((await open(path)).status).toBe(404);
  },
);
test("returns 404 for an unknown part number", async () => {
  for (const number of ["99", "-1", "x"]) expect((await open(`/mailbox/${mailId}/parts/${number}`)).status).toBe(404);
});

test("returns 404 for every mailbox page outside the demo", async () => {
  for (const path of ["/mailbox", "/mailbox/", "/mailbox/api", `/mailbox/${mailId}`, `/mailbox/${mailId}/html`])
    expect((await open(path, { demo: false })).status).toBe(404);
});

test("a booking's calendar file opens with the key in the mailed link and with no other key", async () => {
  const path = await calendarLinks(contextOf(fresh), "").linkTo(bookingId, "lt");
  const answer = await open(path, { demo: false });
  expect(answer.headers.get("content-type")).toContain("text/calendar");
  expect(await answer.text()).toContain(`UID:${bookingId}@uola`);
  const other = "0199c3f0-5a7e-7abc-9def-00000000000c";
  const noKey = path.replace(/\?.*/, "");
  for (const wrong of [
    path.replace("key=", "key=_"),
    `${path}x`,
    noKey,
    `${noKey}?key=`,
    path.replace(bookingId, other),
  ]) {
    const refused = await open(wrong);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ details: { applicationError: { code: "BOOKING_NOT_FOUND" } } });
  }
});
