import { dayMs } from "@uola/contract/durations";
import { dayShort, localDate, time } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { loadUntil, soon } from "../harness/changed-page.ts";
import { desk, newVisitorClient } from "../harness/desk.ts";
import { expect, headline, hydrated, newPerson, test } from "../people.ts";

const say = words("lt");
/** The demo group whose registration is opened by the next campaign. */
const slug = "vaiku-grupe-voveraites";
const campaignId = { dataCollectionId: "Campaigns", dataItemId: "next" };

async function readCampaign() {
  const { dataItem } = await desk.items.get(campaignId);
  const data = dataItem?.data as Record<string, unknown> & { code: string; opens: { $date: string } };
  return { data, opens: new Date(data.opens.$date) };
}

const setOpens = (data: object, opens: Date) =>
  desk.items.update({
    dataCollectionId: campaignId.dataCollectionId,
    dataItem: { id: campaignId.dataItemId, data: { ...data, opens: { $date: opens.toISOString() } } },
  });

async function readGroup() {
  const { services } = await desk.services.query({ query: { filter: { "mainSlug.name": slug } } });
  const [service] = services;
  if (!service) throw new Error("The demo has no group for the next season.");
  const range = { from: new Date(Date.now()), to: new Date(Date.now() + 60 * dayMs) };
  const { sessions } = await desk.availability.sessions({ ...range, serviceIds: [service.id] });
  const [first] = sessions;
  if (!first) throw new Error("The group has no session.");
  return { service, week: localDate(first.startDate) };
}

test("a group cannot be booked before its registration opens, and can be booked afterwards", async ({ visitor }) => {
  const { page } = visitor;
  const [{ data, opens }, { service, week }] = await Promise.all([readCampaign(), readGroup()]);
  const pages = {
    home: "/",
    kids: "/kids/",
    service: `/services/${slug}/`,
    schedule: `/schedule/?week=${week}`,
    season: `/booking/${data.code}/`,
  };
  const main = page.getByRole("main");
  const bookingLinks = main.locator(`a[href*="/booking/?service=${slug}"]`).filter({ visible: true });
  const day = dayShort(opens);
  const moment = say("booking.when", { day, time: time(opens) });
  const child = { firstName: "Elzė", lastName: "Kregždaitė", birthYear: new Date(opens).getFullYear() - 7 };
  const { firstName, lastName, email } = newPerson();
  const book = () =>
    newVisitorClient().bookings.create({
      booking: {
        bookedEntity: { schedule: { scheduleId: service.schedule.id } },
        contactDetails: { firstName, lastName, email, phone: "+37061234567" },
        totalParticipants: 1,
        participants: [child],
        selectedPaymentOption: "OFFLINE" as const,
      },
    });

  await test.step("before registration opens, no page links to a booking and each shows the opening time", async () => {
    for (const path of Object.values(pages)) {
      await page.goto(path);
      // The home page shows the weekday in another grammatical case; the lists of groups show only
      // the day.
      const isExact = path === pages.service || path === pages.season;
      const openingText = path === pages.home ? time(opens) : isExact ? moment : day;
      await expect(main.getByText(openingText).filter({ visible: true }).first(), path).toBeVisible();
      await expect(bookingLinks, path).toHaveCount(0);
    }
  });

  await test.step("the platform refuses a booking and states when registration opens", async () => {
    await expect(book()).rejects.toMatchObject({
      code: "BOOKING_POLICY_VIOLATION",
      data: { tooEarlyToBook: true, registrationOpens: opens.toISOString() },
    });
  });

  try {
    await setOpens(data, new Date(Date.now() - 60_000));

    await test.step("after registration opens, the pages link to the booking", async () => {
      for (const path of [pages.kids, pages.service, pages.schedule, pages.season]) {
        await loadUntil(page, path, () => expect(bookingLinks.first(), path).toBeVisible(soon));
      }
      await loadUntil(page, pages.home, () =>
        expect(main.locator(`a[href="${pages.season}"]`, { hasText: say("season.choose") })).toBeVisible(soon),
      );
      await page.goto(pages.season);
      await hydrated(page);
      await bookingLinks.first().click();
      await expect(headline(page, say("booking.head.course"))).toBeVisible();
    });

    await test.step("the platform accepts a booking", async () => {
      const { booking } = await book();
      expect(booking.status).toBe("CONFIRMED");
      await desk.bookings.cancel({ bookingId: booking.id, revision: booking.revision });
    });
  } finally {
    await setOpens(data, opens);
  }

  await test.step("the links disappear when the opening is moved to a later date", () =>
    loadUntil(page, pages.kids, () => expect(bookingLinks).toHaveCount(0, soon)));
});
