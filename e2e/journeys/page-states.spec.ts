import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "@playwright/test";
import { createClient } from "@uola/client";
import type { Order } from "@uola/contract";
import { dayMs } from "@uola/contract/durations";
import { localDate } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { expectAccessible } from "../harness/accessible.ts";
import { folder, ownerKey, portsBeside } from "../harness/addresses.ts";
import { soon } from "../harness/changed-page.ts";
import { bookingInput, bookingPath, desk, newVisitorClient, sessionAhead } from "../harness/desk.ts";
import { atSize, frameIn } from "../harness/layout.ts";
import { expectNextStep, expectOneAction } from "../harness/one-action.ts";
import { ownCourse } from "../harness/timetable.ts";
import { startUola } from "../harness/uola.ts";
import { waitlistClass } from "../harness/waitlist-class.ts";
import { expect, hydrated, newPerson, type Person, test } from "../people.ts";

const say = words("lt");
const phone = { width: 390, height: 844 };

/** A page state caused by data: the path, the expected text and the actions to perform first. */
type State = {
  name: string;
  path: string;
  says: string | RegExp;
  act?: (view: Frame) => Promise<unknown>;
  /** Requests to block before they are sent to the platform. */
  away?: RegExp;
  /** Simulates a later platform response to a request, derived from the current one. */
  later?: { asked: RegExp; answered: (now: { order: Order }) => object };
};

/** Checks that a page passes all page checks in each of its states. Other tests check its usual state. */
async function expectPageStatesPass(
  view: Frame,
  states: readonly State[],
  { site = "", within = "main" as "main" | undefined } = {},
) {
  for (const { name, path, says, act, away, later } of states) {
    await test.step(name, async () => {
      const page = view.page();
      if (away) await page.route(away, (route) => route.abort());
      if (later) {
        await page.route(later.asked, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, status: 200, json: later.answered(await response.json()) });
        });
      }
      // The browser loads nothing when only the hash of the URL changes.
      if (path.includes("#")) await view.goto("about:blank");
      await view.goto(site + path);
      await act?.(view);
      await expect(view.getByText(says).filter({ visible: true }).first()).toBeVisible();
      if (away ?? later) await page.unroute(away ?? later?.asked ?? "");
      await expectOneAction(view);
      await expectNextStep(view);
      await expectAccessible(view, ["light", "dark"], within);
      await atSize(view, phone, async () => {
        await expectOneAction(view);
        const beside = await view.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(beside, `${name}: scrolls sideways`).toBeLessThanOrEqual(0);
      });
    });
  }
}

test("empty and unavailable pages are accessible and link to other pages", async ({ view }) => {
  const { session, service } = await sessionAhead({ free: 1 });
  const gone = { session: { ...session, id: crypto.randomUUID() }, service };
  const write = async (view: Frame) => {
    await hydrated(view);
    await view.getByLabel(say("inquiry.text")).fill("Ar galiu ateiti?");
    await view.getByLabel(say("inquiry.name")).fill("Ona");
    await view.getByLabel(say("field.email")).fill(newPerson().email);
    await view.getByRole("button", { name: say("inquiry.send") }).click();
  };
  await expectPageStatesPass(view, [
    { name: "search: nothing found", path: "/search/?q=kregždutėžž", says: /nieko neradome/ },
    { name: "schedule: asked for what is not", path: "/schedule/?event=nera", says: say("schedule.asked.unknown") },
    { name: "kids: no group fits", path: "/kids/?year=2009&mon=1&level=regular", says: say("kids.none") },
    { name: "booking: no such activity", path: "/booking/?service=nera", says: say("booking.activity.gone") },
    { name: "booking: the time is gone", path: bookingPath(gone), says: say("booking.times.lost.gone") },
    { name: "season: over", path: "/booking/250908/", says: say("season.over") },
    { name: "offer: no such link", path: "/booking/offer/?key=nera", says: say("booking.offer.unknown") },
    { name: "manage: away", path: "/booking/manage/?key=yra", says: say("manage.failed"), away: /by-link/ },
    { name: "cart: away", path: "/order/", says: say("order.failed"), away: /\/v1\/cart/ },
    {
      name: "order: no such link",
      path: `/order/#${crypto.randomUUID()}-nera`,
      says: say("order.placed.missing"),
    },
    {
      name: "gift balance: no such code",
      path: "/gift/balance/",
      says: say("balance.mistyped"),
      act: async (view) => {
        await hydrated(view);
        await view.getByRole("textbox").fill("ABCD-EFGH-JKLM");
        await view.getByRole("button", { name: say("balance.look") }).click();
      },
    },
    { name: "contact: not sent", path: "/contact/", says: /žinutė neišsiųsta/, act: write, away: /inquiries/ },
    { name: "contact: sent", path: "/contact/", says: say("inquiry.sent"), act: write },
    { name: "the platform is away", path: "/503/", says: say("away.title") },
    { name: "no connection", path: "/offline/", says: say("offline.title") },
  ]);
});

type Bought = Omit<Parameters<ReturnType<typeof newVisitorClient>["carts"]["add"]>[0], "captchaTokens">;

/** Creates an order with the given payment method and purchase. */
async function createOrder(
  way: "DEMO_BANK" | "BANK_TRANSFER",
  bought: Bought = { donation: { amount: 2500 } },
  { firstName, lastName, email }: Omit<Person, "page"> = newPerson(),
  parts?: number[],
) {
  const client = newVisitorClient();
  const { cart } = await client.carts.add({ ...bought, captchaTokens: null });
  const consents = [{ kind: "TERMS" as const, version: "2026-09" }];
  const asked = { requestId: crypto.randomUUID(), way, language: "lt" as const, consents };
  const buyer = { firstName, lastName, email };
  const { key } = await client.orders.place({ ...asked, buyer, expectedToPay: cart.toPay, ...(parts && { parts }) });
  const atBank = async () => {
    const { redirectUrl } = await client.payments.start({ key, way: "DEMO_BANK" });
    return new URL(redirectUrl ?? "").searchParams.get("attempt") ?? "";
  };
  const decide = async (pay: boolean) => client.payments.demoDecide({ attemptId: await atBank(), pay });
  return { client, key, path: `/order/#${key}`, atBank, decide };
}

test("an order page is accessible and offers one action in each state of the order", async ({ view }) => {
  const { service } = await ownCourse();
  const place = { schedule: { scheduleId: service.schedule.id }, totalParticipants: 1 };
  const [unpaid, refused, checking, transfer, canceled, inParts] = await Promise.all([
    createOrder("DEMO_BANK"),
    createOrder("DEMO_BANK"),
    createOrder("DEMO_BANK"),
    createOrder("BANK_TRANSFER"),
    createOrder("DEMO_BANK"),
    createOrder(
      "DEMO_BANK",
      { booking: { ...place, participants: [{ firstName: "Jonas" }] } },
      newPerson(),
      [3334, 3333, 3333],
    ),
  ]);
  const [attempt] = await Promise.all([
    checking.atBank(),
    refused.decide(false),
    canceled.client.orders.cancelByKey({ key: canceled.key }),
    inParts.decide(true),
  ]);
  const expired = ({ order }: { order: Order }) => ({
    order: { ...order, state: "EXPIRED", lines: order.lines.map((line) => ({ ...line, state: "CANCELED" })) },
  });
  await expectPageStatesPass(view, [
    { name: "not paid", path: unpaid.path, says: say("order.placed.pay") },
    { name: "refused by the bank", path: refused.path, says: say("order.placed.pay") },
    { name: "at the bank", path: `/order/demo-bank/?attempt=${attempt}`, says: say("demoBank.refuse") },
    { name: "the bank has not answered", path: checking.path, says: say("order.placed.goOn") },
    { name: "waits for a transfer", path: transfer.path, says: say("order.view.transfer") },
    { name: "given up", path: canceled.path, says: say("order.view.canceled") },
    { name: "paid in part", path: inParts.path, says: say("order.view.partPaid") },
    {
      name: "not paid in time",
      path: unpaid.path,
      says: say("order.view.expired"),
      later: { asked: /payments\/check/, answered: expired },
    },
  ]);
});

test("the pages of a full session and a full course are accessible and offer one action", async ({ view }) => {
  const full = await waitlistClass({ capacity: 1 });
  await desk.bookings.create({ booking: { ...bookingInput(full, newPerson()), status: "CONFIRMED" as const } });
  const { entry } = await desk.waitlist.join({ booking: bookingInput(full, newPerson()), captchaTokens: null });
  await expectPageStatesPass(view, [
    { name: "course: full", path: "/courses/apatine-sauga/", says: say("places.none") },
    { name: "booking: full", path: bookingPath(full), says: say("action.joinList") },
    { name: "booking: to wait", path: `${bookingPath(full)}&step=wait`, says: say("booking.head.wait") },
    {
      name: "offer: not answered in time",
      path: "/booking/offer/?key=yra",
      says: say("booking.offer.LAPSED"),
      later: { asked: /waitlist\/by-link/, answered: () => ({ entry: { ...entry, state: "LAPSED", position: null } }) },
    },
  ]);
});

test("an account with bookings, a pass, a waiting-list entry and an order is accessible", async ({ member }) => {
  const full = await waitlistClass({ capacity: 1 });
  await desk.bookings.create({ booking: { ...bookingInput(full, newPerson()), status: "CONFIRMED" as const } });
  const { kinds } = await desk.passes.kinds({});
  const { firstName, lastName, email } = member;
  const holder = { name: `${firstName} ${lastName}`, email };
  const payment = { method: "CARD" as const, receiptNumber: "004874" };
  const voucher = { face: 5000, design: "ROUTE" as const, language: "lt" as const };
  const [given] = await Promise.all([
    createOrder("DEMO_BANK", { voucher }, member),
    desk.passes.issue({ kindId: kinds[0]?.id ?? "", holder, language: "lt", payment }),
    desk.waitlist.join({ booking: bookingInput(full, { firstName, lastName, email }), captchaTokens: null }),
  ]);
  await given.decide(true);
  await expectPageStatesPass(await frameIn(member.page), [
    { name: "account: with much in it", path: "/account/", says: say("account.passes") },
  ]);
});

test("a new installation is accessible while empty, closed, in season and with nothing to sell", async ({ page }) => {
  const ports = portsBeside("empty");
  const own = join(folder, "empty");
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  chmodSync(own, 0o755);
  const uola = await startUola({ ports, dataDir: join(own, "data"), logFile: join(own, "uola.log"), demo: false });
  const house = { site: `http://localhost:${ports.site}` };
  try {
    const view = await frameIn(page, house.site);
    // The layout shared by all pages has no content yet either.
    await expectPageStatesPass(view, [{ name: "home", path: "/", says: say("home.next.none") }], {
      ...house,
      within: undefined,
    });
    await expectPageStatesPass(
      view,
      [
        { name: "schedule", path: "/schedule/", says: say("schedule.empty.week") },
        { name: "booking", path: "/booking/", says: say("booking.activity.none") },
        { name: "belay test", path: "/booking/test/", says: say("belay.times.none") },
        { name: "private", path: "/booking/private/", says: say("private.none") },
        { name: "prices", path: "/prices/", says: say("prices.none") },
        { name: "courses", path: "/courses/", says: say("courses.none") },
        { name: "kids", path: "/kids/", says: say("group.empty") },
        { name: "train", path: "/train/", says: say("group.empty") },
        { name: "team", path: "/team/", says: say("team.none") },
        { name: "contact", path: "/contact/", says: say("home.hours.closedWord") },
        { name: "questions", path: "/faq/", says: say("faq.none") },
        { name: "projects", path: "/projects/", says: say("projects.none") },
        { name: "rules", path: "/rules/", says: say("document.ask") },
      ],
      house,
    );
    const client = createClient({ url: `http://localhost:${ports.platform}`, tokens: ownerKey });
    const noon = (days: number) => ({ $date: new Date(Date.now() + days * dayMs).toISOString() });
    const closed = { date: localDate(new Date()), name: "Maršrutų keitimas", closed: true };
    const campaign = { code: "301231", name: "Bandomasis sezonas", opens: noon(-1), closes: noon(1), services: [] };
    await client.items.insert({ dataCollectionId: "SpecialHours", dataItem: { data: closed } });
    await client.items.insert({ dataCollectionId: "Campaigns", dataItem: { data: campaign as never } });
    await expect(async () => {
      await view.goto(`${house.site}/contact/`);
      await expect(view.getByText(closed.name).filter({ visible: true }).first()).toBeVisible(soon);
    }).toPass();
    await expectPageStatesPass(
      view,
      [
        { name: "contact: closed today", path: "/contact/", says: say("home.hours.closedWord") },
        { name: "home: closed today, a season is open", path: "/", says: campaign.name },
        { name: "schedule: closed today", path: "/schedule/", says: closed.name },
        { name: "season: open", path: `/booking/${campaign.code}/`, says: say("group.empty") },
      ],
      house,
    );
    const { settings } = await client.payments.settings({});
    const { revision, montonio, paysera: _, stripe: __, ...ways } = settings;
    const { hasSecretKey: ___, ...keyless } = montonio;
    await client.payments.updateSettings({
      settings: { ...ways, montonio: keyless, transfer: false, atDesk: false },
      revision,
    });
    await expectPageStatesPass(
      view,
      [
        { name: "gift: nothing is sold", path: "/gift/", says: say("gift.request") },
        { name: "donate: nothing is sold", path: "/donate/", says: /paremti dabar negalima/ },
      ],
      house,
    );
  } finally {
    await uola.stop();
  }
});
